import m from '#messages/order-notices';
import { formatRupees } from '#shop/money/money.ts';
import { isBeforeShipping, isOver, type PaymentProgress } from '#shop/orders/order-status.ts';
import { checkTime, paymentProgress, progressName } from '#shop/orders/payments/progress.ts';
import { PROMISES, spanOf } from '#shop/promises.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import type { OrderView } from './use-order.ts';

interface NoticeProps {
  order: OrderView;
  /** See `readLive`. */
  usualCheckMs: number | null;
  /** The form for the UTR is on the page and says what it waits for. */
  hasForm?: boolean;
  className?: string;
}

const TONES = {
  utr_wanted: 'warn',
  checking: 'info',
  received: 'ok',
  not_found: 'bad',
  taken_back: 'bad',
  part_refunded: 'info',
  refunded: 'ok',
} as const;

/**
 * The one message about the payment of an order (D51). It changes in place while the page looks for
 * news.
 */
export function PaymentNotice({ order, usualCheckMs, hasForm = false, className = '' }: NoticeProps) {
  const progress = paymentProgress(order);
  const wantsUtr = isUtrWanted(progress, order);
  const inForm = hasForm && wantsUtr;
  // What is still to be paid has a part of the page of its own.
  if (!order.live || progress === null || inForm || order.live.payment.restDue) return null;
  const { title, text } = paymentWords(progress, order, usualCheckMs);
  return (
    <Note tone={TONES[progress]} live="status" className={`text-left ${className}`}>
      <p>
        <b className="weight-650">{title}</b>
      </p>
      <p>{text}</p>
      {wantsUtr && (
        <AppLink className="link" to={`/order-details/${encodeURIComponent(order.copy.orderNumber)}`}>
          {m.sendYourUtr()}
        </AppLink>
      )}
    </Note>
  );
}

/**
 * Whether the form for the UTR is the way on. A payment of a parcel that is on its way stays
 * accepted until staff have decided.
 */
function isUtrWanted(progress: PaymentProgress | null, { payment, status }: OrderView): boolean {
  if (isOver(status)) return false;
  if (progress === 'taken_back') return payment.status === 'failed';
  return progress === 'utr_wanted' || progress === 'not_found';
}

/** Title and sentence about a payment, in the words of every page (D51). */
export function paymentWords(
  progress: PaymentProgress,
  order: OrderView,
  usualCheckMs: number | null,
): Record<'title' | 'text', string> {
  const { payment, pricing, status } = order;
  const over = isOver(status);
  const total = formatRupees(pricing.total);
  const title = progressName(progress).label;
  switch (progress) {
    case 'utr_wanted':
      return { title, text: m.utrWanted({ total }) };
    case 'checking':
      return {
        title,
        text: over
          ? m.checkingRefund({ total, days: spanOf(PROMISES.refundDays) })
          : m.checking({ total, time: checkTime(usualCheckMs) }),
      };
    case 'received': {
      const due = payment.refundDue || (payment.kept > 0 ? 0 : pricing.total);
      return {
        title,
        text: over && due > 0 ? m.receivedRefund({ total: formatRupees(due) }) : afterPayment(status, total),
      };
    }
    case 'not_found':
      return { title, text: over ? m.notFoundWrite({ total }) : m.notFound({ total }) };
    case 'taken_back':
      if (payment.status !== 'failed') return { title, text: m.reversedWrite({ total }) };
      return { title, text: over ? m.reversedClosed({ total }) : m.reversedPay({ total }) };
    case 'part_refunded':
      return {
        title: m.refunded({ amount: formatRupees(payment.refunded) }),
        text: m.refundedPart({ rest: formatRupees(payment.refundDue) }),
      };
    case 'refunded': {
      // Its event: 'Refund of ₹299 sent, reference 6324…'.
      const refund = order.live?.events.findLast(({ kind }) => kind === 'refund');
      return {
        title: m.refunded({ amount: formatRupees(payment.refunded) }),
        text: m.refundedText({ note: refund?.note ?? '' }),
      };
    }
  }
}

function afterPayment(status: OrderView['status'], total: string): string {
  return isBeforeShipping(status) ? m.receivedPacking({ total }) : m.received({ total });
}
