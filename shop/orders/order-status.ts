import { eventNote, STATUS_LABELS, STEP_LABELS } from '#words/order-status.ts';
import { hasPaid, isOver, isRefunded, type PaymentProgress, progressName } from './payments/progress.ts';

export { eventNote };

/**
 * The statuses of an order, their transitions (D36), labels and colours. Does not import Zod, so that browser code which only
 * displays orders does not load the schemas; orders.ts re-exports everything here.
 */
export const ORDER_STATUSES = [
  'draft',
  'pending',
  'confirmed',
  'processing',
  'shipped',
  'out_for_delivery',
  'delivered',
  'cancelled',
  'returned',
] as const;
export type OrderStatus = (typeof ORDER_STATUSES)[number];

/** The statuses of each stage of the daily work. */
export const ORDER_VIEWS = {
  'to-do': ['pending', 'confirmed', 'processing'],
  'to-ship': ['confirmed', 'processing'],
  'on-the-way': ['shipped', 'out_for_delivery'],
} as const satisfies Record<string, readonly OrderStatus[]>;
export type OrderView = keyof typeof ORDER_VIEWS;
export const ORDER_VIEW_NAMES = Object.keys(ORDER_VIEWS) as OrderView[];

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
/** `pending` until an admin verifies the payment; a client cannot set it (D24). */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const ATTENTION_REASONS = [
  'out_of_stock',
  'price_changed',
  'coupon_lost',
  'unknown_item',
  'amount_mismatch',
  'duplicate_utr',
  'placeholder_address',
  'utr_again',
  'state_unknown',
  'payment_reversed',
  'payment_reopened',
  'not_in_statement',
  'order_reopened',
  'other_utr',
  'refund_returned',
] as const;
/**
 * Why an order needs the attention of an admin. Such orders are accepted because a payment may have been made (D22). `coupon_lost`: the
 * coupon that the shopper saw had no use left or had ended when the order arrived. `utr_again`: the
 * shopper has sent the same UTR again after its payment was not found; the next decision on the payment resolves it. `state_unknown`: the
 * place of supply cannot be derived from the state or PIN code of an Indian address. `payment_reversed`: the bank took the credit back.
 * `payment_reopened`: the credit that proved the payment was undone or matched by mistake. `not_in_statement`: a statement of that day does not
 * show the credit. `order_reopened`: the UTR came after the shop had cancelled the order for want of one (D53).
 * `other_utr`: the shopper sent another UTR while the first one was being checked or after it was accepted. `refund_returned`: the bank sent
 * a refund back.
 */
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

/** Reasons for attention that are about the payment. */
export const PAYMENT_FLAGS = [
  'amount_mismatch',
  'duplicate_utr',
  'utr_again',
  'payment_reversed',
  'payment_reopened',
  'not_in_statement',
  'other_utr',
  'refund_returned',
] as const satisfies readonly AttentionReason[];

const MOVES: Record<OrderStatus, readonly OrderStatus[]> = {
  draft: ['pending', 'cancelled'],
  pending: ['confirmed', 'processing', 'cancelled'],
  confirmed: ['processing', 'shipped', 'cancelled'],
  processing: ['shipped', 'cancelled'],
  shipped: ['out_for_delivery', 'delivered', 'cancelled'],
  out_for_delivery: ['delivered', 'cancelled'],
  delivered: ['returned'],
  cancelled: [],
  returned: [],
};

const LABELS: Record<OrderStatus, string> = STATUS_LABELS;

const ATTENTION_LABELS: Record<AttentionReason, string> = {
  out_of_stock: 'Out of stock',
  price_changed: 'Price changed',
  coupon_lost: 'Coupon no longer valid',
  unknown_item: 'Unknown item',
  amount_mismatch: 'Amount differs',
  duplicate_utr: 'UTR used before',
  placeholder_address: 'Address missing',
  utr_again: 'Same UTR sent again',
  state_unknown: 'State not known',
  payment_reversed: 'Payment reversed',
  payment_reopened: 'Payment reopened',
  not_in_statement: 'Not in the statement',
  order_reopened: 'Reopened by a late UTR',
  other_utr: 'Second UTR sent',
  refund_returned: 'Refund came back',
};

export function isOrderStatus(text: unknown): text is OrderStatus {
  return (ORDER_STATUSES as readonly unknown[]).includes(text);
}

/** Whether an order may move from one status to another (D36); false for the same status. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return MOVES[from].includes(to);
}

/** The possible next statuses, `cancelled` last (D36). */
export function nextStatuses(from: OrderStatus): OrderStatus[] {
  return [...MOVES[from]];
}

/** Message of the 409 for an invalid move (D36): 'An order that is delivered cannot become shipped.' */
export function wrongMoveSentence(from: OrderStatus, to: OrderStatus): string {
  if (from === to) {
    return `This order is already ${being(from)}.`;
  }
  const verb = to === 'processing' ? 'move to' : 'become';
  return `An order that is ${being(from)} cannot ${verb} ${to === 'draft' ? 'a draft again' : words(to)}.`;
}

function words(status: OrderStatus): string {
  return LABELS[status].toLowerCase();
}

function being(status: OrderStatus): string {
  if (status === 'draft') return 'a draft';
  return status === 'processing' ? 'in processing' : words(status);
}

/** Admins may cancel from any status except delivered, returned and cancelled (D36); shoppers only while pending (D32). */
export function canCancel(status: OrderStatus, by: 'shopper' | 'admin'): boolean {
  return by === 'shopper' ? status === 'pending' : canMove(status, 'cancelled');
}

/** Whether the order has been shipped, so that courier and tracking number can be entered or corrected. */
export function hasParcel(status: OrderStatus): boolean {
  return isOnItsWay(status) || status === 'delivered';
}

/** Whether the parcel is in transit, so that its tracking number is useful to the shopper. */
export function isOnItsWay(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'out_for_delivery';
}

/** Whether the address of an order can be corrected: until it is shipped (D36). */
export function canCorrectAddress(status: OrderStatus): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'processing';
}

/** Message of the 409 when the address can no longer be corrected: 'An order that is shipped keeps its address.' */
export function addressClosedSentence(status: OrderStatus): string {
  return `An order that is ${being(status)} keeps its address.`;
}

/** Whether the order counts as revenue: not cancelled and not a draft (R2.9). */
export function countsAsRevenue(status: OrderStatus): boolean {
  return status !== 'cancelled' && status !== 'draft';
}

/** The label of a status, such as 'Out for Delivery'; unknown texts are returned unchanged. */
export function statusLabel(status: string): string {
  return isOrderStatus(status) ? LABELS[status] : status;
}

export function attentionLabel(reason: AttentionReason): string {
  return ATTENTION_LABELS[reason];
}

/** Reasons that an order keeps beyond its end, because money is at stake; of a cancelled order, the last two only once it is paid. */
const LASTING: readonly AttentionReason[] = ['refund_returned', 'other_utr', 'payment_reversed', 'payment_reopened'];

/** The reason that a list names for an order: one about money first. @param paid the payment is verified */
export function mainReason(
  status: OrderStatus,
  paid: boolean,
  reasons: readonly AttentionReason[],
): AttentionReason | undefined {
  if (status === 'draft') return undefined;
  const lasting = status === 'cancelled' && !paid ? LASTING.slice(0, 2) : LASTING;
  const found = lasting.find((reason) => reasons.includes(reason));
  return status === 'cancelled' ? found : (found ?? reasons[0]);
}

export type StatusTone = 'green' | 'blue' | 'yellow' | 'red' | 'gray';

/** Colour of the status pill (R2.2, Track order page); anything unknown is gray. */
export function statusTone(status: string): StatusTone {
  switch (status) {
    case 'delivered':
      return 'green';
    case 'shipped':
    case 'out_for_delivery':
      return 'blue';
    case 'processing':
    case 'confirmed':
      return 'yellow';
    case 'cancelled':
      return 'red';
    default:
      return 'gray';
  }
}

/** The parts of an order that the timeline needs; times are epoch milliseconds. */
export interface TimelineOrder {
  status: OrderStatus;
  createdAt: number;
  /** The state of the payment, if it is known: null when nothing is to be paid. */
  progress?: PaymentProgress | null;
  events?: readonly { status?: string | null; kind?: string; at: number; by?: string; note?: string }[];
}

export interface TimelineStep {
  key: OrderStatus | 'payment' | 'refund';
  label: string;
  /** `done`: completed; `now`: the current step; `todo`: not reached yet. */
  state: 'done' | 'now' | 'todo';
  /** Epoch ms of the event, or null when it is not known. */
  at: number | null;
  by: string | null;
  note: string;
}

const STEPS: Partial<Record<OrderStatus, string>> = STEP_LABELS;
const PATH: readonly OrderStatus[] = ['pending', 'processing', 'shipped', 'out_for_delivery', 'delivered'];

/**
 * The timeline of the order page (R2.2 and R2.4): Placed, the payment if its state is known, Processing, Shipped, Delivered. Out for
 * Delivery is included only if the order had that status. For a cancelled or returned order that is the last step, unless its payment is
 * still open or was refunded; a cancelled order includes only steps that were reached.
 */
export function timeline(order: TimelineOrder): TimelineStep[] {
  const [placed, ...rest] = statusSteps(order);
  const payment = paymentStep(order);
  if (!placed || !payment) return [...(placed ? [placed] : []), ...rest];
  // An order waits for its payment, not for being placed.
  const first = payment.state === 'now' ? { ...placed, state: 'done' as const } : placed;
  if (isOver(order.status) && payment.state === 'now') return [first, ...rest, payment];
  return [first, payment, ...rest, ...refundSteps(order)];
}

function paymentStep({ status, progress, events = [] }: TimelineOrder): TimelineStep | null {
  if (progress === undefined || progress === null) return null;
  const paid = hasPaid(progress);
  const { label } = progressName(paid ? 'received' : progress);
  const at = paid ? (events.findLast(({ kind }) => kind === 'payment')?.at ?? null) : null;
  return {
    key: 'payment',
    label,
    state: paid ? 'done' : status === 'pending' || isOver(status) ? 'now' : 'todo',
    at,
    by: null,
    note: '',
  };
}

function refundSteps({ status, progress, events = [] }: TimelineOrder): TimelineStep[] {
  // A refund that was taken back has its event still.
  if (!isOver(status) || !isRefunded(progress)) return [];
  return events
    .filter(({ kind }) => kind === 'refund')
    .map(({ at, note = '' }) => ({
      key: 'refund',
      label: progressName('refunded').label,
      state: 'done',
      at,
      by: null,
      note: eventNote(note),
    }));
}

function statusSteps(order: TimelineOrder): TimelineStep[] {
  const events = order.events ?? [];
  // Where the payment has a step of its own, its confirmation is not another one.
  const paymentShown = order.progress !== undefined && order.progress !== null;
  const eventOf = (status: OrderStatus) =>
    events.findLast((event) => event.status === status) ??
    (status === 'processing' && !(paymentShown && order.status === 'cancelled')
      ? events.findLast((event) => event.status === 'confirmed')
      : undefined);
  const step = (key: OrderStatus, state: TimelineStep['state']): TimelineStep => {
    const event = state === 'todo' ? undefined : eventOf(key);
    return {
      key,
      label: STEPS[key] ?? statusLabel(key),
      state,
      at: event?.at ?? (key === 'pending' && state !== 'todo' ? order.createdAt : null),
      by: event?.by ?? null,
      note: paymentShown && event?.status === 'confirmed' ? '' : eventNote(event?.note ?? ''),
    };
  };
  if (order.status === 'cancelled') {
    const reached = PATH.filter((key) => key === 'pending' || eventOf(key));
    return [...reached.map((key) => step(key, 'done')), step('cancelled', 'done')];
  }
  const wentOut = order.status === 'out_for_delivery' || eventOf('out_for_delivery') !== undefined;
  const path = PATH.filter((key) => key !== 'out_for_delivery' || wentOut);
  if (order.status === 'returned') {
    return [...path.map((key) => step(key, 'done')), step('returned', 'done')];
  }
  const current = path.indexOf(order.status === 'confirmed' ? 'processing' : order.status);
  const finished = order.status === 'delivered';
  return path.map((key, index) => step(key, index > current ? 'todo' : index < current || finished ? 'done' : 'now'));
}

const ORDER_NUMBER = /^ORD\d{10,20}$/;

export function isOrderNumber(text: unknown): text is string {
  return typeof text === 'string' && ORDER_NUMBER.test(text);
}

/**
 * Generates an order number on the server: 'ORD', the epoch milliseconds and three more digits.
 *
 * @param random3 0 to 999; distinguishes orders of the same millisecond
 */
export function makeOrderNumber(nowMs: number, random3: number): string {
  return `ORD${Math.trunc(nowMs)}${String(Math.abs(Math.trunc(random3)) % 1000).padStart(3, '0')}`;
}

/** Generates an order number in the browser when the draft request fails (D19, R2.7): 'ORD' and the epoch milliseconds. */
export function clientOrderNumber(nowMs: number): string {
  return `ORD${Math.trunc(nowMs)}`;
}

/** Days from creation to the estimated delivery (R2.9). */
const ESTIMATED_DELIVERY_DAYS = 7;

/** Epoch ms of the estimated delivery: seven days after creation (R2.3). */
export function estimatedDelivery(createdAtMs: number, days: number = ESTIMATED_DELIVERY_DAYS): number {
  return createdAtMs + days * 86_400_000;
}
