import { useState } from 'react';
import { mayHaveInvoice } from '#shop/orders/invoice-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Download } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminDownload, isSignedOut, serverSentence } from '../lib/session.ts';

const FAILED = {
  invoice: 'Failed to load the invoice. Please try again.',
  'credit-note': 'Failed to load the credit note. Please try again.',
};

/** Whether staff can download the invoice of this order. */
export function hasInvoice({ status, payment, pricing }: AdminOrder): boolean {
  return mayHaveInvoice({ status, paymentStatus: payment.status, total: pricing.total });
}

/** Downloads the invoice of an order, or the credit note that takes it back. */
export function InvoiceLink({ order, of = 'invoice' }: { order: AdminOrder; of?: 'invoice' | 'credit-note' }) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      await adminDownload(`/orders/${encodeURIComponent(order.orderNumber)}/${of}`);
    } catch (error) {
      // A session that has ended has its own toast.
      if (!isSignedOut(error)) toast.error(serverSentence(error, FAILED[of]));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button variant="quiet" size="admin" busy={busy} onClick={() => void save()}>
      {!busy && <Icon of={Download} />} {of === 'invoice' ? 'Invoice' : 'Credit note'}
    </Button>
  );
}
