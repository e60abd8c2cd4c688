import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatDate, formatDateTime, noonOf } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { Refund, RefundDue } from '#shop/orders/payments/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { spell } from '../lib/durations.ts';
import { column, PaymentTable, WHOLE } from './payment-table.tsx';
import { EMPTY, footOf, REFUND_WHY } from './payment-words.ts';
import { type Figures, LISTED, type Review, type ReviewOrder, sentRefundsQuery } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';
import { orderAddress } from './verify-pane.tsx';

function OrderNumber({ orderNumber }: { orderNumber: string }) {
  return (
    <Link className="link admin-link mono" to={orderAddress(orderNumber)}>
      {orderNumber}
    </Link>
  );
}

const MISSING = [
  column<ReviewOrder>('order', 'Order', ({ orderNumber, createdAt }) => (
    <>
      <OrderNumber orderNumber={orderNumber} />
      <small className="num">{formatDateTime(createdAt)}</small>
    </>
  )),
  column<ReviewOrder>('customer', 'Customer', ({ name, phone }) => (
    <>
      <b className={WHOLE}>{name}</b>
      <small className="num">{phone}</small>
    </>
  )),
  column<ReviewOrder>('amount', 'Amount', ({ total }) => <b>{formatRupees(total)}</b>, 'end'),
  column<ReviewOrder>('utr', 'UTR', ({ utrNumber }) => <span className="mono">{utrNumber}</span>, 'max-md:text-right'),
  column<ReviewOrder>(
    'actions',
    '',
    (order, actions) => (
      <span className="row-actions">
        <Link
          className="link admin-link px-2"
          aria-label={`Compare ${order.orderNumber}`}
          to={`/admin?section=payments&order=${encodeURIComponent(order.orderNumber)}`}
        >
          Compare
        </Link>
        <Button
          variant="line"
          size="admin"
          aria-label={`Not received: ${order.orderNumber}`}
          onClick={() => actions?.ask({ kind: 'not-received', order })}
        >
          Not received…
        </Button>
      </span>
    ),
    'end',
  ),
];

/** Orders whose day a statement covers and whose UTR it does not show. */
export function MissingUtr({
  orders,
  figures,
  actions,
}: {
  orders: ReviewOrder[];
  figures: Figures;
  actions: PaymentActions;
}) {
  if (orders.length === 0) {
    return (
      <div className="admin-card">
        <EmptyState {...EMPTY.missing(figures)} />
      </div>
    );
  }
  return (
    <PaymentTable
      caption="Orders whose UTR is not in the statement"
      about="Your statement covers these days, but these UTRs are not in it. Ask the shopper before you cancel: most are typing errors."
      columns={MISSING}
      rows={orders}
      rowId={({ orderNumber }) => orderNumber}
      actions={actions}
      className="max-md:[&_tr]:[grid-template:'order_amount'_'customer_utr'_'actions_actions'_/_minmax(0,1fr)_auto]"
    />
  );
}

const DUE = [
  column<RefundDue>('order', 'Order', ({ orderNumber }) => <OrderNumber orderNumber={orderNumber} />),
  column<RefundDue>('due', 'To send', ({ due }) => <b>{formatRupees(due)}</b>, 'end'),
  column<RefundDue>('customer', 'Customer', ({ name, phone }) => (
    <>
      <b className={WHOLE}>{name}</b>
      <small className="num">{phone}</small>
    </>
  )),
  column<RefundDue>('why', 'Why', ({ why }) => REFUND_WHY[why]),
  column<RefundDue>(
    'age',
    'Ordered',
    ({ createdAt }) => <span className="num text-ink-soft">{spell(Date.now() - createdAt)} ago</span>,
    'max-md:text-right',
  ),
  column<RefundDue>(
    'actions',
    '',
    (due, actions) => (
      <Button
        variant="quiet"
        size="admin"
        aria-label={`Record refund of ${due.orderNumber}`}
        onClick={() => actions?.ask({ kind: 'refund', due })}
      >
        Record refund
      </Button>
    ),
    'end',
  ),
];

const SENT = [
  column<Refund>('order', 'Order', ({ orderNumber }) => <OrderNumber orderNumber={orderNumber} />),
  column<Refund>('amount', 'Sent', ({ amount }) => <b>{formatRupees(amount)}</b>, 'end'),
  column<Refund>('date', 'On', ({ date, by }) => (
    <>
      <span className="num">{formatDate(noonOf(date))}</span>
      <small>{by}</small>
    </>
  )),
  column<Refund>(
    'reference',
    'Reference',
    ({ reference }) => <span className="mono whitespace-normal wrap-anywhere">{reference ?? '–'}</span>,
    'max-md:text-right',
  ),
  column<Refund>('reason', 'Reason', ({ reason }) => <span className={WHOLE}>{reason}</span>),
  column<Refund>(
    'shown',
    'In the statement',
    ({ inStatement, takenBackAt, cameBackAt }) =>
      cameBackAt !== null ? (
        <span className="text-kesar-text">This amount came back on {formatDate(cameBackAt)}</span>
      ) : takenBackAt !== null ? (
        <span className="text-ink-soft">Taken back</span>
      ) : inStatement ? (
        <span className="verified">
          <Icon of={Check} /> Yes
        </span>
      ) : (
        <span className="text-ink-soft">Not yet</span>
      ),
    'max-md:text-right',
  ),
];

/** Refunds still to send, and below them those that were sent. */
export function Refunds({
  due,
  total,
  actions,
}: {
  due: RefundDue[];
  /** Of all refunds, of which `due` has the first. */
  total: Review['refundTotal'];
  actions: PaymentActions;
}) {
  const { data: sent = [] } = useQuery(sentRefundsQuery);
  return (
    <div className="grid gap-4">
      {due.length === 0 ? (
        <div className="admin-card">
          <EmptyState title="No refund to send" text="Cancelled, returned and overpaid orders appear here." />
        </div>
      ) : (
        <PaymentTable
          caption="Refunds to send"
          about="Send the money from your bank or UPI app, then record it here. The shopper gets an email, and your next statement ticks it off."
          columns={DUE}
          rows={due}
          rowId={({ orderNumber }) => orderNumber}
          actions={actions}
          className="max-md:[&_tr]:[grid-template:'order_due'_'customer_age'_'why_actions'_/_minmax(0,1fr)_auto]"
          foot={footOf(['refund', 'refunds'], { shown: due.length, count: total.count, sum: total.due }, 'record')}
        />
      )}
      {sent.length > 0 && (
        <PaymentTable
          caption="Refunds sent"
          about={
            sent.length < LISTED
              ? 'Sent refunds, newest first.'
              : `The ${LISTED} newest refunds. You find the others on their orders.`
          }
          columns={SENT}
          rows={sent}
          rowId={({ id }) => id}
          actions={null}
          className="max-md:[&_tr]:[grid-template:'order_amount'_'date_reference'_'reason_shown'_/_minmax(0,1fr)_fit-content(50%)]"
        />
      )}
    </div>
  );
}
