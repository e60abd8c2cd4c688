import { formatDate, startOfDay } from '../india/dates.ts';
import type { OrderStatus } from './order-status.ts';

/** Replacement requests after delivery (R2.1, R2.9: the 7-day promise). No Zod in here: the order page loads this file. */

/** How long after delivery a replacement can be asked for, in days; the last day counts whole. */
const REPLACEMENT_DAYS = 7;
/** Damage is reported within this time, with photos (R2.9). Asked for, never enforced. */
export const DAMAGE_HOURS = 48;
export const MAX_REPLACEMENT_PHOTOS = 4;
/** Bytes of one photo as it is sent: 5 MB of the specification (D17). */
export const MAX_PHOTO_BYTES = 5_000_000;
export const REPLACEMENT_LENGTHS = { description: 1000, note: 500, courier: 100, courierTracking: 100 } as const;
const LEAST_DESCRIPTION = 10;

export const REPLACEMENT_REASONS = ['damaged', 'wrong_item', 'quality', 'missing', 'expired', 'other'] as const;
export type ReplacementReason = (typeof REPLACEMENT_REASONS)[number];

const REASON_LABELS: Record<ReplacementReason, string> = {
  damaged: 'Arrived damaged',
  wrong_item: 'Wrong item',
  quality: 'Quality is not right',
  missing: 'Item is missing',
  expired: 'Expired or about to',
  other: 'Something else',
};

export function reasonLabel(reason: ReplacementReason): string {
  return REASON_LABELS[reason];
}

export const REPLACEMENT_STATUSES = ['requested', 'approved', 'rejected', 'shipped', 'closed'] as const;
export type ReplacementStatus = (typeof REPLACEMENT_STATUSES)[number];

/** Approved ones may also be closed without a parcel: settled another way, with a note that says how. */
const MOVES: Record<ReplacementStatus, readonly ReplacementStatus[]> = {
  requested: ['approved', 'rejected'],
  approved: ['shipped', 'closed'],
  rejected: [],
  shipped: ['closed'],
  closed: [],
};

const STATUS_LABELS: Record<ReplacementStatus, string> = {
  requested: 'Requested',
  approved: 'Approved',
  rejected: 'Not approved',
  shipped: 'Sent again',
  closed: 'Completed',
};

export function replacementLabel(status: ReplacementStatus): string {
  return STATUS_LABELS[status];
}

/** Colour of the status pill: the same meanings as an order's. */
export function replacementTone(status: ReplacementStatus): 'green' | 'blue' | 'yellow' | 'red' {
  const tones = { requested: 'yellow', approved: 'blue', rejected: 'red', shipped: 'blue', closed: 'green' } as const;
  return tones[status];
}

/** Whether a request may go from one status to another. Staying where it is is not a move. */
export function canMoveReplacement(from: ReplacementStatus, to: ReplacementStatus): boolean {
  return MOVES[from].includes(to);
}

export function nextReplacementStatuses(from: ReplacementStatus): readonly ReplacementStatus[] {
  return MOVES[from];
}

/** An open request keeps others of its order out. */
export function isOpenReplacement(status: ReplacementStatus): boolean {
  return MOVES[status].length > 0;
}

/** The sentence of a 409: 'A replacement that is completed cannot become sent again.' */
export function wrongReplacementMove(from: ReplacementStatus, to: ReplacementStatus): string {
  const [is, becomes] = [STATUS_LABELS[from].toLowerCase(), STATUS_LABELS[to].toLowerCase()];
  return from === to
    ? `This replacement request is already ${is}.`
    : `A replacement request that is ${is} cannot become ${becomes}.`;
}

/** A move that the shopper must be told the reason of: rejecting, and closing what was never sent. */
export function needsNote(from: ReplacementStatus, to: ReplacementStatus): boolean {
  return to === 'rejected' || (from === 'approved' && to === 'closed');
}

const DAY_MS = 86_400_000;

/** The first moment (epoch ms) at which it is too late: the end, in India, of the seventh day after the delivery. */
export function replacementEnd(deliveredAt: number): number {
  return startOfDay(deliveredAt) + (REPLACEMENT_DAYS + 1) * DAY_MS;
}

/** '27 Nov 2026': the last day on which a replacement can be asked for. */
export function replacementLastDay(deliveredAt: number): string {
  return formatDate(replacementEnd(deliveredAt) - 1);
}

/** What decides whether a replacement can be asked for. Times in epoch ms. */
export interface ReplaceableOrder {
  status: OrderStatus;
  deliveredAt?: number | null | undefined;
  replacements?: readonly { status: ReplacementStatus }[] | undefined;
}

export type ReplacementRefusal = 'replacement_not_delivered' | 'replacement_late' | 'replacement_open';

/** Why a replacement cannot be asked for now, or null when it can. */
export function replacementRefusal(order: ReplaceableOrder, now: number): ReplacementRefusal | null {
  if (order.status !== 'delivered' || order.deliveredAt == null) return 'replacement_not_delivered';
  // Told before 'late': whoever has asked in time wants to hear that the request is there.
  if (order.replacements?.some(({ status }) => isOpenReplacement(status))) return 'replacement_open';
  return now >= replacementEnd(order.deliveredAt) ? 'replacement_late' : null;
}

export const REPLACEMENT_TEXTS = {
  items: 'Please choose at least one item',
  reason: 'Please choose a reason',
  description: 'Please describe the problem in at least 10 characters',
  photos: `At most ${MAX_REPLACEMENT_PHOTOS} photos`,
  note: 'Please give a reason',
} as const;

export interface ReplacementForm {
  /** `line`: the place of the item in the order, from 0. */
  items: readonly { line: number; quantity: number }[];
  reason: ReplacementReason | '';
  description: string;
}
export type ReplacementField = 'items' | 'reason' | 'description';

/**
 * The messages of what is wrong with a request; empty when it can be sent.
 *
 * @param ordered quantity of each line of the order, by its place
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
  if (form.items.length === 0) errors.items = REPLACEMENT_TEXTS.items;
  else if (!fits || lines.size !== form.items.length)
    errors.items = 'Please choose items of this order, at most as many as it has';
  if (form.reason === '') errors.reason = REPLACEMENT_TEXTS.reason;
  const length = form.description.trim().length;
  if (length < LEAST_DESCRIPTION) errors.description = REPLACEMENT_TEXTS.description;
  else if (length > REPLACEMENT_LENGTHS.description) {
    errors.description = `At most ${REPLACEMENT_LENGTHS.description} characters`;
  }
  return errors;
}

/** What the timeline of a request needs; times in epoch ms. */
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
 * What happened to a request and what comes next: asked, decided, sent again, completed.
 *
 * @param waiting what stands there until it is decided: the shopper's words, unless told otherwise
 */
export function replacementTimeline(request: ReplacementTimes, waiting = 'We look at your request'): ReplacementStep[] {
  const { status, note, createdAt, decidedAt, shippedAt, closedAt } = request;
  const asked: ReplacementStep = { title: 'Replacement requested', note: '', at: createdAt, state: 'done' };
  if (status === 'requested') {
    return [
      asked,
      step(waiting, '', null, 'now'),
      step('Sent again', '', null, 'todo'),
      step('Completed', '', null, 'todo'),
    ];
  }
  if (status === 'rejected') {
    return [asked, step('Not approved', note, decidedAt, 'done')];
  }
  // The note of a request that was settled without a parcel belongs to its end.
  const settled = status === 'closed' && shippedAt === null;
  const approved = step('Approved', settled ? '' : note, decidedAt, 'done');
  if (settled) {
    return [asked, approved, step('Completed', note, closedAt, 'done')];
  }
  const parcel = [request.courier, request.courierTracking].filter(Boolean).join(' ');
  return [
    asked,
    approved,
    shippedAt === null ? step('Sent again', '', null, 'now') : step('Sent again', parcel, shippedAt, 'done'),
    step('Completed', '', closedAt, status === 'closed' ? 'done' : shippedAt === null ? 'todo' : 'now'),
  ];
}

function step(title: string, note: string, at: number | null, state: ReplacementStep['state']): ReplacementStep {
  return { title, note, at, state };
}
