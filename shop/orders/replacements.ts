import m from '#messages/replacement-rules';
import { formatDate, startOfDay } from '../india/dates.ts';
import { PROMISES } from '../promises.ts';
import type { OrderStatus } from './order-status.ts';

/**
 * Replacement requests after delivery (R2.1, R2.9: the 7-day promise). Does not import Zod, since
 * the order page loads this file.
 */

export const MAX_REPLACEMENT_PHOTOS = 4;
export const REPLACEMENT_LENGTHS = { description: 1000, note: 500, courier: 100, courierTracking: 100 } as const;
const LEAST_DESCRIPTION = 10;

export const REPLACEMENT_REASONS = ['damaged', 'wrong_item', 'quality', 'missing', 'expired', 'other'] as const;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

export function reasonLabel(reason: ReplacementReason): string {
  return m[`reason_${reason}`]();
}

export const REPLACEMENT_STATUSES = ['requested', 'approved', 'rejected', 'shipped', 'closed'] as const;
export type ReplacementStatus = (typeof REPLACEMENT_STATUSES)[number];

/**
 * An approved request may also be closed without a parcel, with a note about how it was settled.
 */
const MOVES: Record<ReplacementStatus, readonly ReplacementStatus[]> = {
  requested: ['approved', 'rejected'],
  approved: ['shipped', 'closed'],
  rejected: [],
  shipped: ['closed'],
  closed: [],
};

export function replacementLabel(status: ReplacementStatus): string {
  return m[`status_${status}`]();
}

/** Colour of the status pill, with the same meaning as for orders. */
export function replacementTone(status: ReplacementStatus): 'green' | 'blue' | 'yellow' | 'red' {
  const tones = { requested: 'yellow', approved: 'blue', rejected: 'red', shipped: 'blue', closed: 'green' } as const;
  return tones[status];
}

/** Whether a request may move from one status to another; false for the same status. */
export function canMoveReplacement(from: ReplacementStatus, to: ReplacementStatus): boolean {
  return MOVES[from].includes(to);
}

export function nextReplacementStatuses(from: ReplacementStatus): readonly ReplacementStatus[] {
  return MOVES[from];
}

/** Whether a request is open. An order can have one open request at a time. */
export function isOpenReplacement(status: ReplacementStatus): boolean {
  return MOVES[status].length > 0;
}

/**
 * Message of the 409 for an invalid move: 'A replacement that is completed cannot become sent
 * again.'
 */
export function wrongReplacementMove(from: ReplacementStatus, to: ReplacementStatus): string {
  const [is, becomes] = [replacementLabel(from).toLowerCase(), replacementLabel(to).toLowerCase()];
  return from === to
    ? `This replacement request is already ${is}.`
    : `A replacement request that is ${is} cannot become ${becomes}.`;
}

/**
 * Whether a move needs a note for the shopper: rejecting a request, or closing one that was not
 * shipped.
 */
export function needsNote(from: ReplacementStatus, to: ReplacementStatus): boolean {
  return to === 'rejected' || (from === 'approved' && to === 'closed');
}

const DAY_MS = 86_400_000;

/**
 * Exclusive end of the request period (epoch ms): the end, in India, of the seventh day after
 * delivery.
 */
export function replacementEnd(deliveredAt: number): number {
  return startOfDay(deliveredAt) + (PROMISES.replacementDays + 1) * DAY_MS;
}

/** '27 Nov 2026': the last day on which a replacement can be requested. */
export function replacementLastDay(deliveredAt: number): string {
  return formatDate(replacementEnd(deliveredAt) - 1);
}

/** The fields that decide whether a replacement can be requested. Times in epoch ms. */
export interface ReplaceableOrder {
  status: OrderStatus;
  deliveredAt?: number | null | undefined;
  replacements?: readonly { status: ReplacementStatus }[] | undefined;
}

export type ReplacementRefusal = 'replacement_not_delivered' | 'replacement_late' | 'replacement_open';

/** Why a replacement cannot be requested now, or null if it can. */
export function replacementRefusal(order: ReplaceableOrder, now: number): ReplacementRefusal | null {
  if (order.status !== 'delivered' || order.deliveredAt == null) return 'replacement_not_delivered';
  // Checked before 'late': a shopper with an open request should see that it exists.
  if (order.replacements?.some(({ status }) => isOpenReplacement(status))) return 'replacement_open';
  return now >= replacementEnd(order.deliveredAt) ? 'replacement_late' : null;
}

/** For staff. */
export const REPLACEMENT_TEXTS = {
  note: 'Please give a reason',
  returned: 'This order was returned: its money goes back. Please close the request with a note.',
} as const;

export interface ReplacementForm {
  /** `line`: index of the item in the order. */
  items: readonly { line: number; quantity: number }[];
  reason: ReplacementReason | '';
  description: string;
}
export type ReplacementField = 'items' | 'reason' | 'description';

/**
 * Returns the message of each invalid field; empty if the request is valid.
 *
 * @param ordered quantity of each line of the order, by index
 */
export function checkReplacement(
  form: ReplacementForm,
  ordered: readonly number[],
): Partial<Record<ReplacementField, string>> {
  const errors: Partial<Record<ReplacementField, string>> = {};
  const lines = new Set(form.items.map(({ line }) => line));
  const fits = form.items.every(({ line, quantity }) => {
    const most = ordered[line];
    return most !== undefined && Number.isInteger(quantity) && quantity >= 1 && quantity <= most;
  });
  if (form.items.length === 0) errors.items = m.items();
  else if (!fits || lines.size !== form.items.length) errors.items = m.otherItems();
  if (form.reason === '') errors.reason = m.reason();
  const length = form.description.trim().length;
  if (length < LEAST_DESCRIPTION) errors.description = m.description();
  else if (length > REPLACEMENT_LENGTHS.description) {
    errors.description = m.tooLong({ most: REPLACEMENT_LENGTHS.description });
  }
  return errors;
}

/** The parts of a request that its timeline needs; times in epoch ms. */
export interface ReplacementTimes {
  status: ReplacementStatus;
  note: string;
  courier: string;
  courierTracking: string;
  createdAt: number;
  decidedAt: number | null;
  shippedAt: number | null;
  closedAt: number | null;
}

export interface ReplacementStep {
  title: string;
  note: string;
  at: number | null;
  state: 'done' | 'now' | 'todo';
}

/**
 * The timeline of a request: requested, decided, sent again, completed.
 *
 * @param waiting title of the current step before the decision; defaults to the text for shoppers
 */
export function replacementTimeline(request: ReplacementTimes, waiting = m.step_waiting()): ReplacementStep[] {
  const { status, note, createdAt, decidedAt, shippedAt, closedAt } = request;
  const requested: ReplacementStep = { title: m.step_requested(), note: '', at: createdAt, state: 'done' };
  if (status === 'requested') {
    return [
      requested,
      step(waiting, '', null, 'now'),
      step(m.status_shipped(), '', null, 'todo'),
      step(m.status_closed(), '', null, 'todo'),
    ];
  }
  if (status === 'rejected') {
    return [requested, step(m.status_rejected(), note, decidedAt, 'done')];
  }
  // Without a parcel, the note explains the last step.
  const settled = status === 'closed' && shippedAt === null;
  const approved = step(m.status_approved(), settled ? '' : note, decidedAt, 'done');
  if (settled) {
    return [requested, approved, step(m.status_closed(), note, closedAt, 'done')];
  }
  const parcel = [request.courier, request.courierTracking].filter(Boolean).join(' ');
  return [
    requested,
    approved,
    shippedAt === null
      ? step(m.status_shipped(), '', null, 'now')
      : step(m.status_shipped(), parcel, shippedAt, 'done'),
    step(m.status_closed(), '', closedAt, status === 'closed' ? 'done' : shippedAt === null ? 'todo' : 'now'),
  ];
}

function step(title: string, note: string, at: number | null, state: ReplacementStep['state']): ReplacementStep {
  return { title, note, at, state };
}
