import { useId, useState } from 'react';
import m from '#messages/orders';
import { mayHaveInvoice } from '#shop/orders/invoice-status.ts';
import { isOver } from '#shop/orders/order-status.ts';
import { isApiError } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Download } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import type { OrderView } from './use-order.ts';

/**
 * 'Download Invoice' (R2.2, D32), disabled until the payment is verified or the items are shipped
 * (D52), and without the order's secret. The credit note of a cancelled or returned order takes it
 * back.
 */
export function InvoiceButton({ order }: { order: OrderView }) {
  const [busy, setBusy] = useState<'invoice' | 'credit-note' | null>(null);
  const id = useId();
  // The copy's, until the order is loaded: the button is there from the start.
  const { copy, status, payment, pricing } = order;
  const { accessToken } = copy;
  const ready = mayHaveInvoice({ status, paymentStatus: payment.status, total: pricing.total });
  if (!accessToken || !ready) {
    if (status === 'cancelled') return null;
    return (
      <div>
        <Button variant="line" block disabled aria-describedby={ready ? undefined : `${id}-invoice`}>
          <Icon of={Download} /> {m.downloadInvoice()}
        </Button>
        {!ready && (
          <p className="mt-2 text-small text-ink-soft" id={`${id}-invoice`}>
            {m.invoiceLater()}
          </p>
        )}
      </div>
    );
  }

  const fetchPaper = async (paper: 'invoice' | 'credit-note', token: string) => {
    setBusy(paper);
    try {
      await download(`/orders/${encodeURIComponent(copy.orderNumber)}/${paper}`, { 'x-order-token': token });
    } catch (error) {
      toast.error(isApiError(error) ? error.message : m.fileNotSaved());
    } finally {
      setBusy(null);
    }
  };

  return (
    <>
      <Button
        variant="line"
        busy={busy === 'invoice'}
        busyText={m.preparingInvoice()}
        onClick={() => void fetchPaper('invoice', accessToken)}
      >
        <Icon of={Download} /> {m.downloadInvoice()}
      </Button>
      {isOver(status) && (
        <Button
          variant="line"
          busy={busy === 'credit-note'}
          busyText={m.preparingCreditNote()}
          onClick={() => void fetchPaper('credit-note', accessToken)}
        >
          <Icon of={Download} /> {m.downloadCreditNote()}
        </Button>
      )}
    </>
  );
}
