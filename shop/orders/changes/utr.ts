import { type Change, isSettled, type OrderState, SHOPPERS_ARE_NOT_AUDITED } from './change.ts';

/** Maximum number of additional references kept on an order. */
export const MOST_REFERENCES = 10;

export interface UtrInput {
  /** In its canonical form. */
  utr: string;
  /** As it was typed, if that is another form. */
  typed?: string | null;
  app: string;
  /** Whether another order has this UTR. */
  usedElsewhere: boolean;
  /** Whether the shop has cancelled the order for want of a UTR (D53). */
  lapsed: boolean;
  /** The notes about earlier references of the shopper. */
  kept: readonly string[];
}

/**
 * - `taken`: it is the order's UTR, and the payment is pending; or that of the rest of a changed
 *   order, for staff to check
 * - `again`: staff did not find a payment with this UTR and should check again
 * - `known`: the payment with this UTR is verified
 * - `kept`: the order keeps its UTR; the new one is recorded and needs the attention of staff, who
 *   may find two payments
 */
export interface UtrResult {
  outcome: 'taken' | 'again' | 'known' | 'kept';
  /** null: nothing changes */
  change: Change | null;
}

/**
 * Applies a UTR that the shopper sends for an existing order (D21): the first one, or another one
 * after the payment was not found. The payment becomes pending again, and the previous UTR is kept
 * for staff. The items of the order do not change. An order that the shop cancelled for want of a
 * UTR is pending again (D53), also if a match by mistake has left it this UTR.
 */
export function receiveUtr(order: OrderState, input: UtrInput): UtrResult {
  if (input.lapsed && order.payment_status !== 'completed') {
    return { outcome: 'taken', change: replaceUtr(order, input) };
  }
  if (order.utr === input.utr) {
    if (order.payment_status === 'failed') return { outcome: 'again', change: checkAgain(order) };
    return { outcome: order.payment_status === 'pending' ? 'taken' : 'known', change: null };
  }
  if (order.attention.open.includes('difference_due')) {
    const note = noteOnce(input.kept, `The shopper has sent the UTR of the difference: ${input.utr}`);
    return { outcome: 'taken', change: note === null ? null : keepNote(note) };
  }
  if (order.payment_status === 'completed' || (order.utr !== null && order.payment_status === 'pending')) {
    const note = noteOnce(input.kept, `Another UTR was sent for this order: ${input.utr}`);
    return { outcome: 'kept', change: note === null ? null : keepNote(note) };
  }
  return { outcome: 'taken', change: replaceUtr(order, input) };
}

function replaceUtr(order: OrderState, { utr, typed, app, usedElsewhere, lapsed, kept }: UtrInput): Change {
  const { attention } = order;
  const duplicate = usedElsewhere && !isSettled(attention, 'duplicate_utr', utr);
  const former = order.utr === null || order.utr === utr ? null : noteOnce(kept, `The UTR before was ${order.utr}`);
  return {
    columns: {
      utr,
      ...(typed ? { utr_typed: typed } : {}),
      payment_app: app || order.payment_app,
      // The payment needs a new decision; the previous one stays in the list of decisions.
      payment_status: 'pending',
      payment_note: '',
      payment_decided_at: null,
      ...(lapsed ? { status: 'pending', cancel_reason: '' } : {}),
    },
    events: [
      { kind: 'utr', status: null, note: { say: 'utrReceived' } },
      ...(lapsed
        ? [{ kind: 'status' as const, status: 'pending' as const, note: { say: 'utrReopened' as const } }]
        : []),
      ...(former === null ? [] : [{ kind: 'note' as const, status: null, note: former }]),
    ],
    audit: SHOPPERS_ARE_NOT_AUDITED,
    mails: [],
    attention: {
      raised: [...(duplicate ? ['duplicate_utr' as const] : []), ...(lapsed ? ['order_reopened' as const] : [])],
      resolved: ['utr_again'],
    },
  };
}

/** Raises `utr_again` once per decision, even if the shopper sends the UTR several times. */
function checkAgain(order: OrderState): Change | null {
  const { attention } = order;
  const isOpen = attention.open.includes('utr_again');
  if (isOpen || isSettled(attention, 'utr_again', order.utr, order.payment_decided_at ?? 0)) {
    return null;
  }
  return {
    columns: {},
    events: [{ kind: 'utr', status: null, note: { say: 'utrAgain' } }],
    audit: SHOPPERS_ARE_NOT_AUDITED,
    mails: [],
    attention: { raised: ['utr_again'] },
  };
}

function keepNote(note: string): Change {
  return {
    columns: {},
    events: [{ kind: 'note', status: null, note }],
    audit: SHOPPERS_ARE_NOT_AUDITED,
    mails: [],
    attention: { raised: ['other_utr'] },
  };
}

/** The note, or null if the order already has it or has too many notes. */
function noteOnce(kept: readonly string[], note: string): string | null {
  return kept.length < MOST_REFERENCES && !kept.includes(note) ? note : null;
}
