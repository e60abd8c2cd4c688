import { type Change, isSettled, type OrderState, SHOPPERS_ARE_NOT_AUDITED } from './change.ts';

/** Further references that one order keeps for staff; a shopper mistypes once or twice. */
export const MOST_REFERENCES = 10;

export interface UtrInput {
  utr: string;
  app: string;
  /** Whether another order carries this UTR. */
  usedElsewhere: boolean;
  /** The notes that the shopper's former references have left on the order. */
  kept: readonly string[];
}

/**
 * - `taken`: it is the order's UTR now, or was already; staff look for the payment
 * - `again`: staff did not find this very UTR and are asked to look once more
 * - `known`: the payment with this UTR is verified
 * - `kept`: the order goes on with its own UTR; staff can read the new one
 */
export interface UtrResult {
  outcome: 'taken' | 'again' | 'known' | 'kept';
  /** null: nothing to write */
  change: Change | null;
}

/**
 * Takes a payment reference that the shopper sends for an order (D21): a first one, or another one after staff have not found
 * the payment. The payment then waits for staff again and the former reference stays readable for them. What was ordered
 * never changes.
 */
export function receiveUtr(order: OrderState, input: UtrInput): UtrResult {
  if (order.utr === input.utr) {
    if (order.payment_status === 'failed') return { outcome: 'again', change: lookAgain(order) };
    return { outcome: order.payment_status === 'pending' ? 'taken' : 'known', change: null };
  }
  if (order.payment_status === 'completed' || (order.utr !== null && order.payment_status === 'pending')) {
    const note = noteOnce(input.kept, `Another UTR was sent for this order: ${input.utr}`);
    return { outcome: 'kept', change: note === null ? null : keepNote(note) };
  }
  return { outcome: 'taken', change: replaceUtr(order, input) };
}

function replaceUtr(order: OrderState, { utr, app, usedElsewhere, kept }: UtrInput): Change {
  const { attention } = order;
  const duplicate = usedElsewhere && !isSettled(attention, 'duplicate_utr', utr);
  const former = order.utr === null ? null : noteOnce(kept, `The UTR before was ${order.utr}`);
  return {
    columns: {
      utr,
      payment_app: app || order.payment_app,
      // Staff decide anew; their former decision stays in the list of decisions.
      payment_status: 'pending',
      payment_note: '',
      payment_decided_at: null,
      payment_decided_by: null,
    },
    events: [
      { kind: 'utr', status: null, note: 'UTR received' },
      ...(former === null ? [] : [{ kind: 'note' as const, status: null, note: former }]),
    ],
    audit: SHOPPERS_ARE_NOT_AUDITED,
    mails: [],
    attention: { raised: duplicate ? ['duplicate_utr'] : [], resolved: ['utr_again'] },
  };
}

/** Asks staff to look once more: once for each of their decisions, however often the shopper sends the UTR. */
function lookAgain(order: OrderState): Change | null {
  const { attention } = order;
  const asked = attention.open.includes('utr_again');
  if (asked || isSettled(attention, 'utr_again', order.utr, order.payment_decided_at ?? 0)) {
    return null;
  }
  return {
    columns: {},
    events: [{ kind: 'utr', status: null, note: 'The same UTR again' }],
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
  };
}

/** The note, or null when the order has it or has too many of them. */
function noteOnce(kept: readonly string[], note: string): string | null {
  return kept.length < MOST_REFERENCES && !kept.includes(note) ? note : null;
}
