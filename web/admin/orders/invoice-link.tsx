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

/** The invoices and credit notes of an order. One that is due but missing is made on download. */
export function InvoiceLinks({ order }: { order: AdminOrder }) {
  const documents = order.documents ?? [];
  if (documents.length === 0) return hasInvoice(order) ? <InvoiceLink order={order} /> : null;
  return documents.map(({ kind, number }) => (
    <InvoiceLink key={number} order={order} of={kind} {...(documents.length > 1 ? { number } : {})} />
  ));
}

interface InvoiceLinkProps {
  order: AdminOrder;
  of?: 'invoice' | 'credit-note';
  /** Of an order that has several. */
  number?: string;
}

/** Downloads an invoice or a credit note of an order. */
function InvoiceLink({ order, of = 'invoice', number }: InvoiceLinkProps) {
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const query = number === undefined ? '' : `?number=${encodeURIComponent(number)}`;
      await adminDownload(`/orders/${encodeURIComponent(order.orderNumber)}/${of}${query}`);
    } catch (error) {
      // A session that has ended has its own toast.
      if (!isSignedOut(error)) toast.error(serverSentence(error, FAILED[of]));
    } finally {
      setBusy(false);
    }
  };
  // Of several, the last digits tell them apart.
  const which = number === undefined ? '' : ` ${number.slice(-6)}`;
  return (
    <Button variant="quiet" size="admin" busy={busy} onClick={() => void save()}>
      <Icon of={Download} /> {`${of === 'invoice' ? 'Invoice' : 'Credit note'}${which}`}
    </Button>
  );
}
