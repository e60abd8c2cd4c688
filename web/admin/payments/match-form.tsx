import { formatRupees } from '#shop/money/money.ts';
import type { Credit } from '#shop/orders/payments/credit.ts';
import { Button } from '#web/ui/button.tsx';
import { type Candidate, OrderFinder } from './order-finder.tsx';
import { creditTime, difference, REASONS } from './payment-words.ts';
import type { OpenCredit } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';

interface MatchFormProps {
  credit: Credit;
  suggestions: OpenCredit['suggestions'];
  actions: PaymentActions;
}

/** Finds the order of a credit. */
export function MatchForm({ credit, suggestions, actions }: MatchFormProps) {
  const suggested = suggestions.map(({ order, reason }): Candidate => {
    const { orderNumber, name, total, createdAt, utrNumber: utr } = order;
    const { kind, fact, sentence } = REASONS[reason];
    return {
      orderNumber,
      name,
      total,
      createdAt,
      utr,
      paid: order.paymentStatus === 'completed',
      fact: kind === 'closed' ? `${fact}. ${sentence}` : fact,
    };
  });
  const warning = ({ fact, total }: Candidate) => {
    const apart = credit.amount - total;
    return [fact, apart === 0 ? undefined : difference(apart)].filter(Boolean).join(' · ');
  };
  return (
    <OrderFinder
      suggested={suggested}
      warning={warning}
      action={(order, stale) => <MatchButton order={order} credit={credit} actions={actions} stale={stale} />}
    >
      <p>
        <b className="num">{formatRupees(credit.amount)}</b>
        <span>{` from ${credit.payer ?? 'an unnamed payer'}, ${creditTime(credit.at)}`}</span>
        {credit.rrn && (
          <span>
            , UTR <span className="mono">{credit.rrn}</span>
          </span>
        )}
      </p>
    </OrderFinder>
  );
}

interface MatchButtonProps {
  order: Candidate;
  credit: Credit;
  actions: PaymentActions;
  stale: boolean;
}

function MatchButton({ order, credit, actions, stale }: MatchButtonProps) {
  const isExact = credit.amount === order.total;
  const busy = actions.isBusy(order.orderNumber);
  return (
    <Button
      variant={isExact ? 'ok' : 'quiet'}
      size="admin"
      busy={busy}
      // Another order's credit is being saved, or the row is about to go.
      disabled={stale || (!busy && actions.isBusy(credit.id))}
      aria-label={`${isExact ? 'Match' : `Accept ${formatRupees(credit.amount)} for`} ${order.orderNumber}`}
      onClick={() => actions.match(credit, order, !isExact)}
    >
      {isExact ? 'Match' : `Accept ${formatRupees(credit.amount)}`}
    </Button>
  );
}
