import { ShopError, sentenceOf } from '../../errors.ts';
import { formatPaise, type Paise } from '../../money/money.ts';
import { type Change, isSettled, type OrderState } from './change.ts';

interface PaymentInput {
  note: string;
  /** The amount received in paise, if it differs from the order's total. */
  amount?: Paise | undefined;
}

export interface VerifyInput extends PaymentInput {
  /** The UTR from the account statement, if the shopper's is missing or wrong. */
  utr?: string | undefined;
  /** The order with an accepted payment with this UTR, if there is one. */
  acceptedFor: string | null;
  /** Whether another order has this UTR. */
  usedElsewhere: boolean;
}

export interface RejectInput extends PaymentInput {
  /** Confirms that an accepted payment is withdrawn. */
  withdraw?: boolean | undefined;
}

/**
 * Records that the payment of an order has arrived (D24). A pending order becomes confirmed (D36).
 *
 * @throws ShopError wrong_move (a draft), payment_settled, utr_used (I4)
 */
export function verifyPayment(order: OrderState, input: VerifyInput, at: number): Change {
  assertNotDraft(order);
  if (order.payment_status === 'completed') {
    throw new ShopError('payment_settled');
  }
  if (input.acceptedFor !== null) {
    throw utrUsed(input.acceptedFor);
  }
  const { note } = input;
  const utr = input.utr ?? order.utr;
  const amount = input.amount ?? order.total;
  const corrected = utr !== order.utr;
  const confirms = order.status === 'pending';
  const duplicate = corrected && input.usedElsewhere && !isSettled(order.attention, 'duplicate_utr', utr);
  const difference = amount === order.total ? '' : `Received ${formatPaise(amount)} of ${formatPaise(order.total)}.`;
  const remarks = [difference, note].filter(Boolean).join(' ');
  return {
    columns: {
      payment_status: 'completed',
      payment_note: note,
      utr,
      paid_amount: amount,
      payment_decided_at: at,
      ...(confirms ? { status: 'confirmed' } : {}),
    },
    events: [
      { kind: 'payment', status: confirms ? 'confirmed' : null, note: 'Payment verified' },
      // Keep the UTR that the shopper entered, in case of questions.
      ...(corrected ? [{ kind: 'note' as const, status: null, note: correction(order.utr, utr) }] : []),
      // Internal remarks are not on the shopper's timeline.
      ...(remarks ? [{ kind: 'note' as const, status: null, note: remarks }] : []),
    ],
    audit: {
      action: 'order.payment',
      before: { payment: order.payment_status, status: order.status, ...(corrected ? { utr: order.utr } : {}) },
      after: { payment: 'completed', amount, note, ...(corrected ? { utr } : {}) },
    },
    mails: order.status === 'cancelled' ? [] : [{ kind: 'payment_verified', note }],
    invoice: true,
    attention: { raised: duplicate ? ['duplicate_utr'] : [], resolved: ['utr_again'] },
    payment: { status: 'accepted', utr, amount, note },
  };
}

/**
 * Records that the payment has not arrived, with the reason in `note`. With `withdraw`, reverses an accepted payment.
 *
 * @throws ShopError wrong_move (a draft), payment_settled (accepted, and `withdraw` is not set)
 */
export function rejectPayment(order: OrderState, input: RejectInput, at: number): Change {
  assertNotDraft(order);
  const accepted = order.payment_status === 'completed';
  if (accepted && input.withdraw !== true) {
    throw new ShopError('payment_settled');
  }
  const { note } = input;
  return {
    columns: {
      payment_status: 'failed',
      payment_note: note,
      paid_amount: null,
      payment_decided_at: at,
    },
    events: [
      { kind: 'payment', status: null, note: `${accepted ? 'Payment withdrawn' : 'Payment not verified'}: ${note}` },
    ],
    audit: {
      action: 'order.payment',
      before: { payment: order.payment_status, status: order.status },
      after: { payment: 'failed', note, withdrawn: accepted },
    },
    mails: order.status === 'cancelled' ? [] : [{ kind: 'payment_problem', note }],
    attention: { resolved: ['utr_again'] },
    payment: {
      status: accepted ? 'withdrawn' : 'rejected',
      utr: order.utr,
      amount: input.amount ?? order.total,
      note,
    },
  };
}

/** @param orderNumber the order with the accepted payment, if known */
export function utrUsed(orderNumber: string | null): ShopError {
  const msg = orderNumber ? `This UTR has already been accepted for order ${orderNumber}.` : sentenceOf('utr_used');
  return new ShopError('utr_used', { message: msg, errors: [{ path: 'utrNumber', msg }] });
}

function assertNotDraft(order: OrderState): void {
  if (order.status === 'draft') {
    throw new ShopError('wrong_move', { message: 'A draft has no payment yet.' });
  }
}

function correction(before: string | null, now: string | null): string {
  return before === null
    ? `UTR ${now} taken from the bank statement.`
    : `UTR corrected to ${now}. The UTR before was ${before}.`;
}
