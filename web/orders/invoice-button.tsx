import { useId, useState } from 'react';
import m from '#messages/orders';
import { mayHaveInvoice } from '#shop/orders/invoice-status.ts';
import { isApiError } from '#web/lib/api.ts';
import { download } from '#web/lib/download.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Download } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import type { OrderView } from './use-order.ts';

/**
 * 'Download Invoice' (R2.2, D32), disabled until the payment is verified or the items are shipped
 * (D52), and without the order's secret; with the further invoices and credit notes of an order that
 * was changed, cancelled or came back.
 */
export function InvoiceButton({ order }: { order: OrderView }) {
  const [busy, setBusy] = useState<string | null>(null);
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

  const fetchPaper = async (kind: 'invoice' | 'credit-note', token: string, number?: string) => {
    setBusy(number ?? kind);
    try {
      const query = number === undefined ? '' : `?number=${encodeURIComponent(number)}`;
      await download(`/orders/${encodeURIComponent(copy.orderNumber)}/${kind}${query}`, { 'x-order-token': token });
    } catch (error) {
      toast.error(isApiError(error) ? error.message : m.fileNotSaved());
    } finally {
      setBusy(null);
    }
  };
  // An order that was changed has several; a first one that is due but missing is made on download.
  const documents = order.live?.documents ?? [];
  const papers = documents.length > 1 ? documents : [{ kind: 'invoice' as const, number: undefined }];

  return papers.map(({ kind, number }) => (
    <Button
      key={number ?? kind}
      variant="line"
      busy={busy === (number ?? kind)}
      busyText={kind === 'invoice' ? m.preparingInvoice() : m.preparingCreditNote()}
      onClick={() => void fetchPaper(kind, accessToken, number)}
    >
      <Icon of={Download} /> <span>{kind === 'invoice' ? m.downloadInvoice() : m.downloadCreditNote()}</span>
      {papers.length > 2 && number !== undefined && <span className="mono">{number.slice(-6)}</span>}
    </Button>
  ));
}
