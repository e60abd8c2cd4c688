import '#web/ui/facts.css';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatRupees } from '#shop/money/money.ts';
import type { CreditStatus } from '#shop/orders/payments/credit.ts';
import { lastSmsCredit } from './phone-api.ts';

const STATUS_WORDS: Record<CreditStatus, string> = {
  open: 'Waits for its order, or for your OK',
  matched: 'Proves its order',
  dismissed: 'Set aside as no sale',
  reversed: 'Reversed by the bank',
  conflict: 'Waits for you: two messages give two amounts',
  undone: 'Undone',
};

/** What was read in the last SMS that reported a credit. */
export function LastCredit({ at }: { at: number }) {
  const { data: credit } = useQuery(lastSmsCredit(at));
  if (!credit) return null;
  const { amount, rrn, orderNumber, status } = credit;
  return (
    <section className="admin-card" aria-label="Last credit by SMS">
      <header className="card-head">
        <h2>Last credit by SMS</h2>
      </header>
      <dl className="card-body kv">
        <dt>We read</dt>
        <dd>
          <b>{formatRupees(amount)}</b>
        </dd>
        <dt>UTR</dt>
        <dd className="mono">{rrn ?? 'None'}</dd>
        {orderNumber && (
          <>
            <dt>Order</dt>
            <dd>
              <Link className="link admin-link mono" to={`/admin?section=orders&order=${orderNumber}`}>
                {orderNumber}
              </Link>
            </dd>
          </>
        )}
        <dt>Result</dt>
        <dd>{STATUS_WORDS[status]}</dd>
      </dl>
    </section>
  );
}
