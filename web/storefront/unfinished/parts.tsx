import m from '#messages/unfinished';
import { formatDay, formatTime, startOfDay } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { FoundPayment, UnfinishedPayment } from '#web/lib/unfinished.ts';
import { Button } from '#web/ui/button.tsx';
import { rich } from '#web/ui/rich.tsx';
import type { UnfinishedActions } from './use-actions.ts';

const DAY_MS = 86_400_000;
const marked = {
  b: (text: string) => <b className="weight-650">{text}</b>,
  n: (text: string) => <span className="mono wrap-anywhere">{text}</span>,
};

/** 'You started paying ₹366 for order ORD… today at 4:12 pm.' */
export function StartedLine({ draft, startedAt }: UnfinishedPayment) {
  const facts = {
    amount: formatRupees(draft.pricing.total),
    number: draft.orderNumber,
    time: formatTime(startedAt),
  };
  const today = startOfDay(Date.now());
  if (startedAt >= today) return rich(m.today(facts), marked);
  if (startedAt >= today - DAY_MS) return rich(m.yesterday(facts), marked);
  return rich(m.earlier({ ...facts, day: formatDay(startedAt) }), marked);
}

export function FoundLine({ orderNumber, total }: FoundPayment) {
  return rich(m.found({ amount: formatRupees(total), number: orderNumber }), marked);
}

/** As tall as the other controls, and narrow enough for three in a row on a phone. */
export const CARD = 'hairline-line-strong px-3 text-[0.9375rem]';

/** The three ways on from an unfinished payment. */
export function UnfinishedButtons({ actions, className = '' }: { actions: UnfinishedActions; className?: string }) {
  return (
    <div className={`ways ${className}`}>
      <Button variant="paper" className={CARD} onClick={actions.havePaid}>
        {m.havePaid()}
      </Button>
      <Button variant="paper" className={CARD} onClick={actions.goOn}>
        {m.goOn()}
      </Button>
      <Button
        variant="bare"
        className="px-1 text-[0.9375rem] weight-600 underline underline-offset-4"
        onClick={actions.ask}
      >
        {m.didNotPay()}
      </Button>
    </div>
  );
}
