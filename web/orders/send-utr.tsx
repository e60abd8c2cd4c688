import type { FormEvent } from 'react';
import { useRef, useState } from 'react';
import { checkUtr, isUtrReady, utrHelp } from '#shop/upi.ts';
import { UtrField } from '#web/checkout/utr-form.tsx';
import { api, isApiError } from '#web/lib/api.ts';
import { forget, useStoredText, writeText } from '#web/lib/device.ts';
import { Button } from '#web/ui/button.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import type { ShownOrder } from './use-order.ts';

/** After a payment that the shop did not find: the right UTR, sent with the order's secret (docs/decisions 18). */
export function SendUtr({ order, reload }: { order: ShownOrder; reload: () => void }) {
  const { copy, live, payment, status } = order;
  const form = useRef<HTMLFormElement>(null);
  const kept = useStoredText('otherUtr');
  const [error, setError] = useState('');
  const [failure, setFailure] = useState('');
  const [busy, setBusy] = useState(false);
  const mark = `${copy.orderNumber}:`;
  const utr = kept?.startsWith(mark) ? kept.slice(mark.length) : '';
  if (!live || payment.status !== 'failed' || status === 'cancelled' || status === 'returned') return null;

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
    try {
      const { message } = await api<{ message: string }>(`/orders/${encodeURIComponent(copy.orderNumber)}/utr`, {
        method: 'POST',
        headers: { 'x-order-token': copy.accessToken ?? '' },
        body: { utrNumber: utr, app: payment.app },
      });
      forget('otherUtr');
      toast.success(message);
      reload();
    } catch (failed) {
      setFailure(isApiError(failed) ? failed.message : 'Something went wrong. Please try again.');
      // Staff may have decided meanwhile.
      if (isApiError(failed) && failed.status === 409) reload();
    } finally {
      setBusy(false);
    }
  };

  return (
    <section className="panel">
      <h2 className="mb-2.5 text-display-sm">Send the right UTR</h2>
      <form ref={form} className="grid gap-4" noValidate onSubmit={(event) => void send(event)}>
        <p className="text-ink-soft">
          We could not find your payment with this UTR. If you have paid, look the number up once more and send it here:
          your order stays as it is.
        </p>
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
        <UtrField
          utr={utr}
          error={error}
          onChange={(text) => {
            writeText('otherUtr', `${mark}${text}`);
            setError('');
          }}
        />
        <Button type="submit" variant={isUtrReady(utr) ? 'ok' : 'bad'} busy={busy} block>
          Send UTR
        </Button>
      </form>
    </section>
  );
}
