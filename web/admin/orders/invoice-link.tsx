import { useState } from 'react';
import { mayHaveInvoice } from '#shop/orders/invoice-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Download } from '#web/ui/icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminDownload, isSignedOut, serverSentence } from '../lib/session.ts';

/** Whether staff can download the invoice of this order. */
export function hasInvoice({ status, payment, pricing }: AdminOrder): boolean {
  return mayHaveInvoice({ status, paymentStatus: payment.status, total: pricing.total });
}

/** Downloads the invoice of an order. */
export function InvoiceLink({ order }: { order: AdminOrder }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await adminDownload(`/orders/${encodeURIComponent(order.orderNumber)}/invoice`);
    } catch (error) {
      // A session that has ended has its own toast.
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to load the invoice. Please try again.'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" size="admin" busy={busy} onClick={() => void save()}>
      {!busy && <Icon of={Download} />} Invoice
    </Button>
  );
}
