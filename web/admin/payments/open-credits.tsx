import { useQuery } from '@tanstack/react-query';
import { formatRupees } from '#shop/money/money.ts';
import type { BankMessage } from '#shop/orders/payments/bank-messages-api.ts';
import type { Credit } from '#shop/orders/payments/credit.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { BankMessages } from './bank-messages.tsx';
import { column, PaymentTable, WHOLE } from './payment-table.tsx';
import { creditTime, EMPTY, footOf, REASONS, sourcesOf } from './payment-words.ts';
import { type Figures, type OpenCredit, type Review, setAsideQuery } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';

/** What a row says of a credit. */
export const factsOf = <Row extends object>(creditOf: (row: Row) => Credit) => [
  column<Row>('when', 'When', (row) => (
    <>
      <span className="num">{creditTime(creditOf(row).at)}</span>
      <small>{sourcesOf(creditOf(row))}</small>
    </>
  )),
  column<Row>('amount', 'Amount', (row) => <b>{formatRupees(creditOf(row).amount)}</b>, 'end'),
  column<Row>('payer', 'Payer', (row) => <span className={WHOLE}>{creditOf(row).payer ?? 'Not named'}</span>),
  column<Row>(
    'utr',
    'UTR',
    (row) => <span className="mono">{creditOf(row).rrn ?? 'No UTR'}</span>,
    'max-md:text-right',
  ),
];

const COLUMNS = [
  ...factsOf<OpenCredit>(({ credit }) => credit),
  column<OpenCredit>('guess', 'Best guess', ({ suggestions: [best] }) =>
    best ? (
      <>
        {REASONS[best.reason].fact}
        <small className="mono">{best.order.orderNumber}</small>
      </>
    ) : (
      <span className="text-ink-soft">{REASONS.no_order.fact}</span>
    ),
  ),
  column<OpenCredit>(
    'actions',
    '',
    ({ credit, suggestions }, actions) => (
      <span className="row-actions">
        <Button
          variant="quiet"
          size="admin"
          aria-label={`Match ${formatRupees(credit.amount)} to an order`}
          onClick={() => actions?.ask({ kind: 'match', credit, suggestions })}
        >
          Match to an order
        </Button>
        <Button
          variant="bare"
          size="admin"
          aria-label={`${formatRupees(credit.amount)} is not a sale`}
          onClick={() => actions?.ask({ kind: 'dismiss', credit })}
        >
          Not a sale
        </Button>
      </span>
    ),
    'end',
  ),
];

const SET_ASIDE = [
  ...factsOf<Credit>((credit) => credit),
  column<Credit>('reason', 'Reason', ({ reason }) => <span className={WHOLE}>{reason}</span>),
  column<Credit>(
    'actions',
    '',
    (credit, actions) => (
      <Button
        variant="quiet"
        size="admin"
        aria-label={`Open ${formatRupees(credit.amount)} again`}
        busy={actions?.isBusy(credit.id)}
        onClick={() => actions?.openAgain(credit)}
      >
        Open again
      </Button>
    ),
    'end',
  ),
];

interface OpenCreditsProps {
  credits: OpenCredit[];
  /** Of all credits, of which `credits` has the newest. */
  total: Review['withoutOrderTotal'];
  figures: Figures;
  /** Messages that wait for a person, and how many there are in all. */
  messages: BankMessage[];
  waiting: number;
  actions: PaymentActions;
}

/**
 * Messages that wait for a person, bank credits that prove no order yet, and below them those that
 * were set aside.
 */
export function OpenCredits(props: OpenCreditsProps) {
  const { data: setAside = [] } = useQuery(setAsideQuery);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BankMessages messages={props.messages} count={props.waiting} actions={props.actions} />
      <WithoutOrder {...props} />
      {setAside.length > 0 && (
        <PaymentTable
          caption="Set aside as no sale"
          about="The newest credits that you or the shop set aside. Open one again if it is a sale after all."
          columns={SET_ASIDE}
          rows={setAside}
          rowId={({ id }) => id}
          actions={props.actions}
          className="max-md:[&_tr]:[grid-template:'when_amount'_'payer_utr'_'reason_actions'_/_minmax(0,1fr)_auto]"
        />
      )}
    </div>
  );
}

function WithoutOrder({ credits, total, figures, actions, waiting }: OpenCreditsProps) {
  if (credits.length === 0) {
    if (waiting > 0) return null;
    return (
      <div className="admin-card">
        <EmptyState {...EMPTY.without(figures)} />
      </div>
    );
  }
  return (
    <PaymentTable
      caption="Credits without an order"
      about="Money received that fits no order yet. It waits until its order turns up, or you say that it is no sale."
      columns={COLUMNS}
      rows={credits}
      rowId={({ credit }) => credit.id}
      actions={actions}
      className="max-md:[&_tr]:[grid-template:'when_amount'_'payer_utr'_'guess_guess'_'actions_actions'_/_minmax(0,1fr)_auto]"
      foot={footOf(['credit', 'credits'], { shown: credits.length, count: total.count, sum: total.amount }, 'settle')}
    />
  );
}
