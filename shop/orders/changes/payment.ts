import { fieldError, ShopError, sentenceOf } from '../../errors.ts';
import { formatPaise, type Paise } from '../../money/money.ts';
import { shownUtr } from '../../money/upi.ts';
import { isBeforeShipping, isOver } from '../order-status.ts';
import type { CreditSource, ProofWay } from '../payments/credit.ts';
import type { TakenBack } from '../sentences.ts';
import {
  type Change,
  type ChangeEvent,
  isSettled,
  isUnproven,
  type OrderState,
  type PaymentDecision,
  type TakenLine,
  takenAmounts,
} from './change.ts';
import { nothingKept, receivedOf } from './refund.ts';

const CHECKED_AGAIN = { say: 'paymentChecked' } as const;

interface PaymentInput {
  note: string;
  /** The amount received in paise, if it differs from the order's total. */
  amount?: Paise | undefined;
}

export interface VerifyInput extends PaymentInput {
  /**
   * The bank credit that proves the payment; without it, staff decide by themselves. `label`
   * describes it on the timeline.
   */
  proof?: {
    readonly credit: string;
    readonly source: CreditSource | 'staff';
    readonly way: ProofWay;
    readonly label: string;
  };
  /** The UTR from the account statement, if the shopper's is missing or wrong. */
  utr?: string | undefined;
  /** How staff typed that UTR, if that is not its canonical form. */
  typed?: string | null;
  /** The order with an accepted payment with this UTR, if there is one. */
  acceptedFor: string | null;
  /** Whether another order has this UTR. */
  usedElsewhere: boolean;
  /** Whether the shop has cancelled the order for want of a UTR (D53). */
  lapsed?: boolean;
  /** Whether staff have changed its items: the shopper may have paid what it cost before. */
  itemsChanged?: boolean;
}

export interface RejectInput extends PaymentInput {
  /** Confirms that an accepted payment is withdrawn. */
  withdraw?: boolean | undefined;
  /** The UTR from before the payment was accepted with another one. */
  utrBefore?: string | null | undefined;
  lines: readonly TakenLine[];
}

/**
 * Records that the payment of an order has arrived (D24). A pending order becomes confirmed (D36),
 * and so does one that the shop cancelled for want of a UTR (D53).
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
  const { note, proof, lapsed = false, itemsChanged = false } = input;
  const source = proof?.source ?? 'staff';
  const utr = input.utr ?? order.utr;
  const due = order.total - order.returned;
  const amount = input.amount ?? due;
  const corrected = utr !== order.utr;
  const confirms = order.status === 'pending' || lapsed;
  const duplicate = corrected && input.usedElsewhere && !isSettled(order.attention, 'duplicate_utr', utr);
  const lacks = itemsChanged && amount < due;
  const difference = amount === due ? '' : `Received ${formatPaise(amount)} of ${formatPaise(due)}.`;
  const remarks = [difference, note].filter(Boolean).join(' ');
  return {
    columns: {
      payment_status: 'completed',
      payment_note: note,
      utr,
      // What the shopper typed stays for the case that this UTR is taken back.
      ...(corrected && input.typed ? { utr_typed: input.typed } : {}),
      paid_amount: amount,
      payment_decided_at: at,
      payment_source: source,
      credit_id: proof?.credit ?? null,
      ...(confirms ? { status: 'confirmed' } : {}),
      ...(lapsed ? { cancel_reason: '' } : {}),
    },
    events: [
      { kind: 'payment', status: confirms ? 'confirmed' : null, note: { say: 'paymentVerified' } },
      // Keep the UTR that the shopper entered, in case of questions.
      ...(corrected
        ? [
            {
              kind: 'note' as const,
              status: null,
              note: correction(shownUtr(order), input.typed ?? utr, proof?.source),
            },
          ]
        : []),
      ...(proof ? [{ kind: 'note' as const, status: null, note: proof.label }] : []),
      // Internal remarks are not on the shopper's timeline.
      ...(remarks ? [{ kind: 'note' as const, status: null, note: remarks }] : []),
    ],
    audit: {
      action: 'order.payment',
      before: { payment: order.payment_status, status: order.status, ...(corrected ? { utr: order.utr } : {}) },
      after: {
        payment: 'completed',
        amount,
        note,
        ...(corrected ? { utr } : {}),
        ...(proof ? { credit: proof.credit, source } : {}),
      },
    },
    mails: order.status === 'cancelled' && !lapsed ? [] : [{ kind: 'payment_verified', note }],
    invoice: true,
    attention: {
      raised: [
        ...(duplicate ? ['duplicate_utr' as const] : []),
        ...(lapsed ? ['order_reopened' as const] : []),
        ...(lacks ? ['difference_due' as const] : []),
      ],
      resolved: ['utr_again', 'payment_reversed', 'payment_reopened', 'not_in_statement'],
    },
    payment: {
      status: 'accepted',
      utr,
      amount,
      note,
      source,
      provedBy: proof?.way ?? 'person',
      ...(corrected ? { replacedUtr: order.utr } : {}),
    },
  };
}

/**
 * Records that the payment has not arrived, with the reason in `note`. With `withdraw`, reverses an
 * accepted payment. The stock of an order that nobody has accepted returns at once (D65); it takes
 * what is there when its payment is proved after all.
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
  const former = formerUtr(order, accepted ? input.utrBefore : undefined);
  const returned = isUnproven(order) ? takenAmounts(input.lines) : [];
  return {
    columns: {
      ...former.columns,
      payment_status: 'failed',
      payment_note: note,
      ...notAccepted(order, at),
    },
    events: [
      { kind: 'payment', status: null, note: { say: accepted ? 'paymentWithdrawn' : 'paymentRejected', why: note } },
      ...former.events,
    ],
    audit: {
      action: 'order.payment',
      before: { payment: order.payment_status, status: order.status, ...former.was },
      after: { payment: 'failed', note, withdrawn: accepted, ...former.columns },
    },
    mails: order.status === 'cancelled' ? [] : [{ kind: 'payment_problem', note }],
    // A person has decided about the payment.
    attention: { resolved: ['utr_again', 'payment_reversed', 'payment_reopened', ...former.resolved] },
    payment: {
      status: accepted ? 'withdrawn' : 'rejected',
      utr: order.utr,
      amount: input.amount ?? order.total,
      note,
    },
    ...(returned.length > 0 ? { stock: { returned } } : {}),
  };
}

/**
 * Takes back the proof of a payment: the bank reversed the credit, or an import or a match
 * was undone. An order that has not shipped is pending again; a shipped one stays paid and is
 * flagged (D36), and its credit may come again (`attachCredit`). A reversed payment has failed: the
 * money is not there, and the shopper may send another UTR. A payment whose proof was undone is
 * checked again, with the UTR from before: the other one is of somebody else's payment. Stock stays
 * sold until the order is cancelled, or lapses without a UTR.
 *
 * @param credit null: staff have accepted the payment by themselves
 * @param takenBack the bank reversed the credit
 * @param note the same or what was undone, for staff
 * @returns null when this credit does not prove the order's payment
 */
export function reopenPayment(
  order: OrderState,
  {
    credit,
    takenBack,
    note,
    utrBefore,
  }: { credit: string | null; takenBack: TakenBack | null; note: string; utrBefore?: string | null | undefined },
  at: number,
): Change | null {
  if (order.payment_status !== 'completed' || order.credit_id !== credit) {
    return null;
  }
  const open = isBeforeShipping(order.status) || order.status === 'cancelled';
  const back = isBeforeShipping(order.status);
  const reason = takenBack ? ('payment_reversed' as const) : ('payment_reopened' as const);
  const former = formerUtr(order, open && !takenBack ? utrBefore : undefined);
  return {
    columns: open
      ? {
          payment_status: takenBack ? 'failed' : 'pending',
          payment_note: takenBack ?? '',
          ...notAccepted(order, at),
          ...former.columns,
          ...(back ? { status: 'pending' as const } : {}),
        }
      : takenBack
        ? {}
        : { payment_source: 'staff', credit_id: null },
    events: [
      { kind: 'attention', status: null, note: `Needs attention: ${note}` },
      ...(open
        ? [
            {
              kind: 'payment' as const,
              status: back ? ('pending' as const) : null,
              note: takenBack ? { ...takenBack, say: 'paymentTakenBack' as const } : CHECKED_AGAIN,
            },
          ]
        : []),
      ...former.events,
    ],
    audit: {
      action: 'order.payment',
      before: { payment: order.payment_status, status: order.status, credit, ...former.was },
      after: {
        payment: open ? (takenBack ? 'failed' : 'pending') : 'completed',
        ...(open || takenBack ? {} : { credit: null, source: 'staff' }),
        reason,
        note,
        ...former.columns,
      },
    },
    mails: takenBack && back ? [{ kind: 'payment_reversed', note: takenBack }] : [],
    attention: { raised: [reason], resolved: ['not_in_statement', ...former.resolved] },
    ...(open ? { payment: withdrawn(order, note) } : {}),
  };
}

/**
 * The bank took back a credit before it proved the order that waits for it. The payment has failed:
 * the shopper may send another UTR, and the order keeps its stock as long as others that wait for
 * their proof.
 *
 * @param note the same, for staff
 * @returns null when the order waits for no payment
 */
export function missPayment(
  order: OrderState,
  { takenBack, note }: { takenBack: TakenBack; note: string },
  at: number,
): Change | null {
  if (order.payment_status !== 'pending' || order.status === 'draft' || isOver(order.status)) return null;
  const rejected = rejectPayment(order, { note, lines: [] }, at);
  return {
    ...rejected,
    columns: { ...rejected.columns, payment_note: takenBack },
    events: [{ kind: 'payment', status: null, note: { ...takenBack, say: 'paymentMissed' } }],
    mails: isBeforeShipping(order.status) ? [{ kind: 'payment_reversed', note: takenBack }] : [],
    attention: { raised: ['payment_reversed'], resolved: ['utr_again', 'payment_reopened'] },
  };
}

/**
 * Takes back what staff decided by hand: the payment is to verify again, and an order that it
 * confirmed is pending. A payment with a credit is reopened by taking the credit off the order.
 *
 * @param decided the decision that the person wants to take back
 * @param utrBefore the UTR from before the payment was accepted with another one
 * @throws ShopError wrong_move (decided otherwise since, proved by a credit, shipped or refunded)
 */
export function undoDecision(
  order: OrderState,
  decided: 'completed' | 'failed',
  at: number,
  utrBefore?: string | null,
): Change {
  assertNotDraft(order);
  const accepted = decided === 'completed';
  const back = accepted && isBeforeShipping(order.status);
  const refuse = (message: string) => new ShopError('wrong_move', { message });
  if (order.payment_status !== decided) throw refuse('Somebody has changed this payment since.');
  if (order.credit_id !== null)
    throw refuse('A bank credit proves this payment. Take the credit off the order instead.');
  if (accepted && !back && order.status !== 'cancelled')
    throw refuse('This order has been shipped. Its payment stays.');
  if (order.refunded > 0) throw refuse('A refund has been recorded. The payment stays.');
  const former = formerUtr(order, accepted ? utrBefore : undefined);
  return {
    columns: {
      ...former.columns,
      payment_status: 'pending',
      payment_note: '',
      ...notAccepted(order, at),
      ...(back ? { status: 'pending' } : {}),
    },
    events: [{ kind: 'payment', status: back ? 'pending' : null, note: CHECKED_AGAIN }, ...former.events],
    audit: {
      action: 'order.payment',
      before: { payment: order.payment_status, status: order.status, ...former.was },
      after: { payment: 'pending', ...former.columns },
    },
    mails: [],
    attention: { resolved: former.resolved },
    ...(accepted ? { payment: withdrawn(order, '') } : {}),
    ...(isUnproven(order) ? { stock: { takeRest: true } } : {}),
  };
}

/** Records that the bank credit of a payment that staff accepted by themselves has been found. */
export function attachCredit(order: OrderState, credit: string, label: string): Change | null {
  if (order.payment_status !== 'completed' || order.credit_id !== null) return null;
  return {
    columns: { credit_id: credit },
    events: [{ kind: 'note', status: null, note: label }],
    audit: { action: 'order.credit', before: {}, after: { credit } },
    mails: [],
    // An import that was undone has come again.
    attention: { resolved: ['payment_reopened'] },
  };
}

/** Undoes `attachCredit`: the decision of staff stays. */
export function detachCredit(order: OrderState, credit: string, note: string): Change | null {
  if (order.credit_id !== credit) return null;
  return {
    columns: { credit_id: null },
    events: [{ kind: 'note', status: null, note }],
    audit: { action: 'order.credit', before: { credit }, after: {} },
    mails: [],
  };
}

/** Flags an order whose credit a statement of that day does not show; staff settle it. */
export function missingInStatement(order: OrderState, note: string): Change | null {
  if (order.attention.open.includes('not_in_statement')) return null;
  return {
    columns: {},
    events: [{ kind: 'attention', status: null, note: `Needs attention: ${note}` }],
    audit: { action: 'order.attention', before: {}, after: { raised: 'not_in_statement' } },
    mails: [],
    attention: { raised: ['not_in_statement'] },
  };
}

/** A statement shows the payment after all, or what did not show it was undone. */
export function shownInStatement(order: OrderState, note = 'The bank statement shows the payment now'): Change | null {
  if (!order.attention.open.includes('not_in_statement')) return null;
  return {
    columns: {},
    events: [{ kind: 'note', status: null, note }],
    audit: { action: 'order.attention', before: { raised: 'not_in_statement' }, after: {} },
    mails: [],
    attention: { resolved: ['not_in_statement'] },
  };
}

/** @param orderNumber the order with the accepted payment, if known */
export function utrUsed(orderNumber: string | null): ShopError {
  const msg = orderNumber ? `This UTR has already been accepted for order ${orderNumber}.` : sentenceOf('utr_used');
  return fieldError('utr_used', 'utrNumber', msg);
}

function assertNotDraft(order: OrderState): void {
  if (order.status === 'draft') {
    throw new ShopError('wrong_move', { message: 'A draft has no payment yet.' });
  }
}

/** The columns of an order whose payment is not, or no longer, accepted. */
function notAccepted(order: OrderState, at: number): Change['columns'] {
  return {
    paid_amount: null,
    waived: 0,
    ...nothingKept(order),
    payment_decided_at: at,
    payment_source: null,
    credit_id: null,
  };
}

function withdrawn(order: OrderState, note: string): PaymentDecision {
  return { status: 'withdrawn', utr: order.utr, amount: receivedOf(order), note };
}

/** Gives an order back the UTR from before its payment was accepted; undefined: it was the same. */
function formerUtr(order: OrderState, before: string | null | undefined) {
  const events: ChangeEvent[] = [];
  if (before === undefined) return { columns: {}, was: {}, events, resolved: [] };
  const note = before === null ? `UTR ${order.utr} removed.` : `The UTR is ${before} again, not ${order.utr}.`;
  events.push({ kind: 'note', status: null, note });
  // An order without a UTR shares none.
  const resolved = before === null ? (['duplicate_utr'] as const) : [];
  return { columns: { utr: before }, was: { utr: order.utr }, events, resolved };
}

function correction(before: string | null, now: string | null, source: CreditSource | 'staff' = 'statement'): string {
  return before === null
    ? `UTR ${now} taken from the ${source === 'staff' || source === 'statement' ? 'bank statement' : 'message of the bank'}.`
    : `UTR corrected to ${now}. The UTR before was ${before}.`;
}
