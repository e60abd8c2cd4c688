import { formatRupees } from '#shop/money/money.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { column, PaymentTable } from './payment-table.tsx';
import { creditTime, EMPTY, REASONS, sourcesOf } from './payment-words.ts';
import type { Figures, OpenCredit } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';

const COLUMNS = [
  column<OpenCredit>('when', 'When', ({ credit }) => (
    <>
      <span className="num">{creditTime(credit.at)}</span>
      <small>{sourcesOf(credit)}</small>
    </>
  )),
  column<OpenCredit>('amount', 'Amount', ({ credit }) => <b>{formatRupees(credit.amount)}</b>, 'end'),
  column<OpenCredit>('payer', 'Payer', ({ credit }) => (
    <span className="admin-clip">{credit.payer ?? 'Not named'}</span>
  )),
  column<OpenCredit>(
    'utr',
    'UTR',
    ({ credit }) => <span className="mono">{credit.rrn ?? 'No UTR'}</span>,
    'max-md:text-right',
  ),
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

/** Bank credits that prove no order yet. */
export function OpenCredits({
  credits,
  figures,
  actions,
}: {
  credits: OpenCredit[];
  figures: Figures;
  actions: PaymentActions;
}) {
  if (credits.length === 0) {
    return (
      <div className="admin-card">
        <EmptyState {...EMPTY.without(figures)} />
      </div>
    );
  }
  const sum = formatRupees(credits.reduce((total, { credit }) => total + credit.amount, 0));
  return (
    <PaymentTable
      caption="Credits without an order"
      about="Money received that fits no order yet. It waits until its order turns up, or you say that it is no sale."
      columns={COLUMNS}
      rows={credits}
      rowId={({ credit }) => credit.id}
      actions={actions}
      className="max-md:[&_tr]:[grid-template:'when_amount'_'payer_utr'_'guess_guess'_'actions_actions'_/_minmax(0,1fr)_auto]"
      foot={`${credits.length === 1 ? '1 credit' : `${credits.length} credits`}, ${sum}`}
    />
  );
}
