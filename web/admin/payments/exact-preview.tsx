import { useRef, useState } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import type { ResponseFor } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { FieldError } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { sourcesOf } from './payment-words.ts';
import type { PaymentActions, PaymentQuestion } from './use-payment-actions.ts';

type Result = ResponseFor<'POST /payments/confirm-exact'>['results'][number];

/** The most orders of one request. */
const MOST = 200;

/**
 * Lists the orders before they are confirmed; afterwards says for each whether it was, and why not.
 */
export function ExactPreview({
  question,
  actions,
  goOn,
}: {
  question: PaymentQuestion & { kind: 'exact' };
  actions: PaymentActions;
  goOn: (decided: string[]) => void;
}) {
  const { orders } = question;
  const [results, setResults] = useState<ReadonlyMap<string, Result> | null>(null);
  const [busy, setBusy] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const count = Math.min(orders.length, MOST);
  const sum = formatRupees(orders.slice(0, count).reduce((total, order) => total + order.total, 0));

  const confirm = async () => {
    setBusy(true);
    try {
      const orderNumbers = orders.slice(0, count).map(({ orderNumber }) => orderNumber);
      const response = await adminCall('POST /payments/confirm-exact', { body: { orderNumbers } });
      const confirmed = response.results.filter((result) => result.confirmed).map(({ orderNumber }) => orderNumber);
      const credits = orders.flatMap(({ orderNumber, match }) =>
        match && confirmed.includes(orderNumber) ? [match.credit.id] : [],
      );
      if (confirmed.length > 0) {
        const many = countOf(confirmed.length, 'payment');
        actions.say(`${many} confirmed. The shoppers get an email.`, { credits });
      }
      const left = count - confirmed.length;
      if (left === 0) actions.closeOnly(question);
      // The list that would say why is gone.
      else if (!box.current)
        toast.error(left === 1 ? '1 payment was not confirmed.' : `${left} payments were not confirmed.`);
      else setResults(new Map(response.results.map((result) => [result.orderNumber, result])));
      goOn(confirmed);
      await actions.refresh();
    } catch (error) {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to confirm. Please try again.'));
    } finally {
      setBusy(false);
    }
  };

  return (
    <div ref={box} className="grid gap-4">
      <p className="text-ink-soft">
        {results
          ? 'Some could not be confirmed. The reason stands beside them.'
          : 'Each has its own credit with the same UTR and amount. The shoppers get an email, and you can undo it.'}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="bulk-preview" aria-label="Orders to confirm" tabIndex={0}>
        <table>
          <thead>
            <tr>
              <th scope="col">Order</th>
              <th scope="col" className="max-sm:hidden">
                UTR
              </th>
              <th scope="col" className="max-sm:hidden">
                Credit
              </th>
              <th scope="col" className="text-right!">
                Amount
              </th>
            </tr>
          </thead>
          <tbody>
            {orders.slice(0, count).map(({ orderNumber, name, utrNumber, total, match }) => (
              <tr key={orderNumber} className="align-top">
                <td>
                  <b className="block">{name}</b>
                  <span className="mono">{orderNumber}</span>
                  <span className="mono block sm:hidden">UTR {utrNumber}</span>
                  <Outcome result={results?.get(orderNumber)} />
                </td>
                <td className="mono max-sm:hidden">{utrNumber}</td>
                <td className="max-sm:hidden">{match && sourcesOf(match.credit)}</td>
                <td className="text-right!">
                  <b>{formatRupees(total)}</b>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-ink-soft">
          <b className="num text-ink">{count}</b> {count === 1 ? 'order' : 'orders'},{' '}
          <b className="num text-ink">{sum}</b>
        </p>
        {results ? (
          <Button size="admin" variant="quiet" onClick={actions.close}>
            Close
          </Button>
        ) : (
          <>
            <Button size="admin" variant="quiet" onClick={actions.close}>
              Not now
            </Button>
            <Button size="admin" variant="ok" busy={busy} busyText="Confirming…" onClick={() => void confirm()}>
              <Icon of={Check} /> Confirm {count}
            </Button>
          </>
        )}
      </div>
    </div>
  );
}

function Outcome({ result }: { result: Result | undefined }) {
  if (!result) return null;
  if (!result.confirmed) return <FieldError>{result.reason ?? 'Not confirmed'}</FieldError>;
  return (
    <span className="verified flex">
      <Icon of={Check} /> Confirmed
    </span>
  );
}
