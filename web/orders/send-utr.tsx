import type { FormEvent } from 'react';
import { useEffect, useRef, useState } from 'react';
import m from '#messages/orders';
import { formatRupees } from '#shop/money/money.ts';
import { checkUtr, isUtrReady, utrHelp } from '#shop/money/upi.ts';
import { call, isApiError } from '#web/lib/api.ts';
import { forget, useStoredText, writeText } from '#web/lib/device.ts';
import { changeOrder } from '#web/lib/my-orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { OrderView } from './use-order.ts';
import { UtrField } from './utr-field.tsx';

/**
 * Requests a UTR and sends it with the order secret: the first UTR of an order without one, also
 * when the shop has cancelled it for that, or a corrected one after the payment was not found
 * (R3.7.7). Renders nothing when no UTR is needed.
 */
export function SendUtr({ order, reload }: { order: OrderView; reload: () => void }) {
  const { copy, live, payment, status } = order;
  const form = useRef<HTMLFormElement>(null);
  const kept = useStoredText('otherUtr');
  const [error, setError] = useState('');
  const [failure, setFailure] = useState('');
  const [result, setResult] = useState('');
  const [busy, setBusy] = useState(false);
  const mark = `${copy.orderNumber}:`;
  const utr = kept?.startsWith(mark) ? kept.slice(mark.length) : '';
  const rest = live?.payment.restDue ?? 0;
  const wanted = isUtrMissing(order) || payment.status === 'failed' || rest > 0;
  const over = status === 'returned' || (status === 'cancelled' && !live?.lapsed);
  const open = live !== null && wanted && !over;
  const sent = useRef(false);
  useEffect(() => {
    if (open || !sent.current || document.activeElement !== document.body) return;
    // The button has gone with the form.
    sent.current = false;
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [open]);
  if (!open) return null;

  const send = async (event: FormEvent) => {
    event.preventDefault();
    const problem = checkUtr(utr);
    setError(problem ?? '');
    if (problem) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    setBusy(true);
    setFailure('');
    setResult('');
    try {
      const { order: taken } = await call(
        'POST /orders/:id/utr',
        { params: { id: copy.orderNumber }, body: { utrNumber: utr, app: payment.app } },
        { headers: { 'x-order-token': copy.accessToken ?? '' } },
      );
      forget('otherUtr');
      if (rest === 0) {
        changeOrder(copy.orderNumber, (kept) => ({ ...kept, payment: { ...kept.payment, utrNumber: utr } }));
      }
      // The form closes once the UTR is being checked. After the same UTR as before, and while the
      // rest of an order is due, it stays with the result.
      if (taken.payment.status === 'failed') setResult(m.utrAgain());
      else if (rest > 0) setResult(m.utrReceived());
      else {
        sent.current = true;
        toast.success(m.utrReceived());
      }
      reload();
    } catch (failed) {
      setFailure(isApiError(failed) ? failed.message : m.failed());
      // Staff may have decided in the meantime.
      if (isApiError(failed) && failed.status === 409) reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="panel">
      <h2 className="mb-2.5 text-display-sm">{payment.utr && rest === 0 ? m.sendRightUtr() : m.sendYourUtr()}</h2>
      <form ref={form} className="grid gap-4" noValidate onSubmit={(event) => void send(event)}>
        <p className="text-ink-soft">{instructions(order)}</p>
        {payment.status === 'failed' && payment.note && <p className="text-bad">{payment.note}</p>}
        <ol className="numlist text-small">
          {utrHelp(payment.app || 'other').map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
        {failure && (
          <Note tone="bad" live="alert">
            {failure}
          </Note>
        )}
        {result && (
          <Note tone="ok" live="status">
            {result}
          </Note>
        )}
        <UtrField
          utr={utr}
          paidAt={order.createdAt}
          error={error}
          onChange={(text) => {
            writeText('otherUtr', `${mark}${text}`);
            setError('');
            setResult('');
          }}
        />
        <Button type="submit" variant={isUtrReady(utr) ? 'ok' : 'bad'} busy={busy} block>
          {m.sendUtr()}
        </Button>
      </form>
    </section>
  );
}

/** Whether the shop waits for a payment whose UTR it does not have. */
function isUtrMissing({ payment }: Pick<OrderView, 'payment'>): boolean {
  return payment.status === 'pending' && payment.utr === '';
}

function instructions({ live, payment, pricing }: OrderView): string {
  const amount = formatRupees(pricing.total);
  if (live?.payment.restDue) return m.utrRest({ amount: formatRupees(live.payment.restDue) });
  if (live?.lapsed) return m.utrLapsed({ amount });
  if (payment.status === 'pending') return m.utrMissing({ amount });
  if (payment.reversed) return m.paymentReversed({ amount });
  return payment.utr ? m.paymentLostUtr() : m.paymentLost();
}
