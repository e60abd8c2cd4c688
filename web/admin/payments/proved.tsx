import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Credit } from '#shop/orders/payments/credit.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { PROVED_BY } from '../lib/proved-by.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { factsOf } from './open-credits.tsx';
import { column, PaymentTable } from './payment-table.tsx';
import { EMPTY } from './payment-words.ts';
import { LOAD_FAILED, provedQuery } from './payments-api.ts';
import { orderAddress } from './verify-pane.tsx';

const COLUMNS = [
  ...factsOf<Credit>((credit) => credit),
  column<Credit>('order', 'Order', ({ orderNumber = '' }) => (
    <Link className="link admin-link mono" to={orderAddress(orderNumber)}>
      {orderNumber}
    </Link>
  )),
  column<Credit>(
    'proved',
    'Proved',
    ({ provedBy }) => (provedBy ? PROVED_BY[provedBy] : 'Not known'),
    'max-md:text-right',
  ),
];

/**
 * The credits that prove an order, and what led to it: the UTR, the order number in the note, the
 * exact paise, or a person (D61).
 */
export function Proved() {
  const { data, isError, isFetching, refetch } = useQuery(provedQuery);
  if (isError && !data) {
    return <LoadFailed message={LOAD_FAILED} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (!data) {
    return (
      <div className="admin-card">
        <ListSkeleton label="Loading payments" />
      </div>
    );
  }
  if (data.length === 0) {
    return (
      <div className="admin-card">
        <EmptyState {...EMPTY.proved()} />
      </div>
    );
  }
  return (
    <PaymentTable
      caption="Credits that prove an order"
      about="The newest 50 payments that a bank credit proves, and what led from the credit to the order."
      columns={COLUMNS}
      rows={data}
      rowId={({ id }) => id}
      actions={null}
      className="max-md:[&_tr]:[grid-template:'when_amount'_'payer_utr'_'order_proved'_/_minmax(0,1fr)_auto]"
    />
  );
}
