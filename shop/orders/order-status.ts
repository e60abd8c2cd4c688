import m from '#messages/order-status';

/**
 * The statuses of an order, their transitions (D36), labels and colours. Does not import Zod, so
 * that browser code which only displays orders does not load the schemas; orders.ts re-exports
 * everything here.
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

/** Where an order stands: not placed, before the parcel is sent, on the way, delivered, or over. */
export type OrderPhase = 'draft' | 'new' | 'to-ship' | 'on-the-way' | 'delivered' | 'over';
export type StatusTone = 'green' | 'blue' | 'yellow' | 'red' | 'gray';

interface StatusRow {
  phase: OrderPhase;
  /** What may follow, in the order in which staff are offered it (D36). */
  next: readonly OrderStatus[];
  /** Colour of the pill (R2.2). */
  tone: StatusTone;
  /** The step of the shopper's timeline; `confirmed` has none of its own. */
  step: OrderStatus | null;
  /** Whether the timeline of staff names it while it is still to come. */
  milestone: boolean;
  /** The mail to the shopper when an order gets this status. */
  mail: 'shipped' | 'delivered' | null;
  /** Whether the order counts as revenue (R2.9). */
  revenue: boolean;
  /** Inside a sentence, 'An order that is …', where the label does not fit. */
  being?: string;
}

/** All that depends on a status. Its words are in `messages`. */
export const STATUS_TABLE: Record<OrderStatus, StatusRow> = {
  draft: {
    phase: 'draft',
    next: ['pending', 'cancelled'],
    tone: 'gray',
    step: null,
    milestone: false,
    mail: null,
    revenue: false,
    being: 'a draft',
  },
  pending: {
    phase: 'new',
    next: ['confirmed', 'processing', 'cancelled'],
    tone: 'gray',
    step: 'pending',
    milestone: false,
    mail: null,
    revenue: true,
  },
  confirmed: {
    phase: 'to-ship',
    next: ['processing', 'shipped', 'delivered', 'cancelled'],
    tone: 'yellow',
    step: 'processing',
    milestone: true,
    mail: null,
    revenue: true,
  },
  processing: {
    phase: 'to-ship',
    next: ['shipped', 'delivered', 'cancelled'],
    tone: 'yellow',
    step: 'processing',
    milestone: false,
    mail: null,
    revenue: true,
    being: 'in processing',
  },
  shipped: {
    phase: 'on-the-way',
    next: ['out_for_delivery', 'delivered', 'cancelled'],
    tone: 'blue',
    step: 'shipped',
    milestone: true,
    mail: 'shipped',
    revenue: true,
  },
  out_for_delivery: {
    phase: 'on-the-way',
    next: ['delivered', 'cancelled'],
    tone: 'blue',
    step: 'out_for_delivery',
    milestone: false,
    mail: null,
    revenue: true,
  },
  delivered: {
    phase: 'delivered',
    next: ['returned'],
    tone: 'green',
    step: 'delivered',
    milestone: true,
    mail: 'delivered',
    revenue: true,
  },
  cancelled: { phase: 'over', next: [], tone: 'red', step: null, milestone: false, mail: null, revenue: false },
  returned: { phase: 'over', next: [], tone: 'gray', step: null, milestone: false, mail: null, revenue: true },
};

/** The statuses of these phases. */
export function statusesOf(...phases: readonly OrderPhase[]): OrderStatus[] {
  return ORDER_STATUSES.filter((status) => phases.includes(STATUS_TABLE[status].phase));
}

/** The statuses that do not count as revenue (R2.9). */
export const NO_REVENUE_STATUSES = ORDER_STATUSES.filter((status) => !STATUS_TABLE[status].revenue);

/** How many orders have one of these statuses. */
export function ordersIn(byStatus: Readonly<Record<string, number>>, statuses: readonly OrderStatus[]): number {
  return statuses.reduce((sum, status) => sum + (byStatus[status] ?? 0), 0);
}

/** The statuses of each stage of the daily work. */
export const ORDER_VIEWS = {
  'to-do': statusesOf('new', 'to-ship'),
  'to-ship': statusesOf('to-ship'),
  'on-the-way': statusesOf('on-the-way'),
} satisfies Record<string, readonly OrderStatus[]>;
export type OrderView = keyof typeof ORDER_VIEWS;
export const ORDER_VIEW_NAMES = Object.keys(ORDER_VIEWS) as OrderView[];

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
/** `pending` until an admin verifies the payment; a client cannot set it (D24). */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

/**
 * What a shopper reads about a payment: at most one of these states at a time (D51). `not_found`,
 * `taken_back` before the parcel is sent, and `utr_wanted` have a way on, the form for the UTR.
 * `part_refunded`: the order is over, and the rest of its money is still to be sent back.
 */
export const PAYMENT_PROGRESS = [
  'utr_wanted',
  'checking',
  'received',
  'not_found',
  'taken_back',
  'part_refunded',
  'refunded',
] as const;
export type PaymentProgress = (typeof PAYMENT_PROGRESS)[number];

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
  'pin_doubtful',
  'no_delivery',
  'payment_reversed',
  'payment_reopened',
  'not_in_statement',
  'order_reopened',
  'other_utr',
  'refund_returned',
  'difference_due',
  'other_state',
] as const;
/**
 * Why an order needs the attention of an admin. Such orders are accepted because a payment may have
 * been made (D22). `coupon_lost`: the coupon that the shopper saw had no use left or had ended when
 * the order arrived. `utr_again`: the shopper has sent the same UTR again after its payment was not
 * found; the next decision on the payment resolves it. `state_unknown`: the place of supply cannot
 * be derived from the state or PIN code of an Indian address. `pin_doubtful`: there is no such PIN
 * code, or it lies in another state than the address names. `no_delivery`: the shop does not
 * deliver to the country. `payment_reversed`: the bank took the credit back. `payment_reopened`:
 * the credit that proved the payment was undone or matched by mistake. `not_in_statement`: a
 * statement of that day does not show the credit. `order_reopened`: the UTR came after the shop had
 * cancelled the order for want of one (D53). `other_utr`: the shopper sent another UTR while the
 * first one was being checked or after it was accepted. `refund_returned`: the bank sent a refund
 * back. `difference_due`: the order costs more than was paid since staff have changed it; it is not
 * shipped before the rest is paid or waived. `other_state`: it goes to another state, and the shop
 * has no GSTIN (D64).
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
  'difference_due',
] as const satisfies readonly AttentionReason[];

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
  pin_doubtful: 'PIN code doubtful',
  no_delivery: 'No delivery there',
  payment_reversed: 'Payment reversed',
  payment_reopened: 'Payment reopened',
  not_in_statement: 'Not in the statement',
  order_reopened: 'Reopened by a late UTR',
  other_utr: 'Second UTR sent',
  refund_returned: 'Refund came back',
  difference_due: 'Difference to pay',
  other_state: 'Other state without GSTIN',
};

export function isOrderStatus(text: unknown): text is OrderStatus {
  return (ORDER_STATUSES as readonly unknown[]).includes(text);
}

/** A stored status; one that this version does not know counts as placed. */
export function orderStatusOf(stored: string): OrderStatus {
  return isOrderStatus(stored) ? stored : 'pending';
}

/** Whether an order may move from one status to another (D36); false for the same status. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return STATUS_TABLE[from].next.includes(to);
}

/** Whether the goods leave the shop with this move: to the courier, or handed over at the counter (D67). */
export function leavesShop(from: OrderStatus, to: OrderStatus): boolean {
  return isBeforeShipping(from) && hasParcel(to);
}

/** Why somebody without the right to verify payments is not offered a move (D39). */
export const NEEDS_VERIFIED =
  'The payment of this order is not verified. Only somebody who may verify payments can move it on.';

/**
 * Whether a move decides about money, because the payment is not verified (D39): a pending order
 * that goes on no longer waits for its payment, and goods that are shipped are gone.
 */
export function decidesMoney(from: OrderStatus, to: OrderStatus, payment: PaymentStatus): boolean {
  return payment !== 'completed' && to !== 'cancelled' && (from === 'pending' || leavesShop(from, to));
}

/** The possible next statuses, `cancelled` last (D36). */
export function nextStatuses(from: OrderStatus): OrderStatus[] {
  return [...STATUS_TABLE[from].next];
}

/**
 * Message of the 409 for an invalid move (D36): 'An order that is delivered cannot become shipped.'
 */
export function wrongMoveSentence(from: OrderStatus, to: OrderStatus): string {
  if (from === to) {
    return `This order is already ${being(from)}.`;
  }
  const verb = to === 'processing' ? 'move to' : 'become';
  return `An order that is ${being(from)} cannot ${verb} ${to === 'draft' ? 'a draft again' : words(to)}.`;
}

function words(status: OrderStatus): string {
  return m[`status_${status}`]().toLowerCase();
}

function being(status: OrderStatus): string {
  return STATUS_TABLE[status].being ?? words(status);
}

/**
 * Admins may cancel from any status except delivered, returned and cancelled (D36); shoppers only
 * while pending (D32).
 */
export function canCancel(status: OrderStatus, by: 'shopper' | 'admin'): boolean {
  return by === 'shopper' ? status === 'pending' : canMove(status, 'cancelled');
}

const inPhase = (status: OrderStatus, ...phases: readonly OrderPhase[]) => phases.includes(STATUS_TABLE[status].phase);

/**
 * Whether the order has been shipped, so that courier and tracking number can be entered or
 * corrected.
 */
export function hasParcel(status: OrderStatus): status is 'shipped' | 'out_for_delivery' | 'delivered' {
  return inPhase(status, 'on-the-way', 'delivered');
}

/** Whether the parcel is in transit, so that its tracking number is useful to the shopper. */
export function isOnItsWay(status: OrderStatus): boolean {
  return inPhase(status, 'on-the-way');
}

/** Whether nothing of the order will be sent any more; its money may still be open. */
export function isOver(status: string): status is 'cancelled' | 'returned' {
  return isOrderStatus(status) && inPhase(status, 'over');
}

/** Whether an order is placed and not shipped yet: its address can still be corrected (D36). */
export function isBeforeShipping(status: OrderStatus): boolean {
  return inPhase(status, 'new', 'to-ship');
}

/**
 * Message of the 409 when the address can no longer be corrected: 'An order that is shipped keeps
 * its address.'
 */
export function addressClosedSentence(status: OrderStatus): string {
  return `An order that is ${being(status)} keeps its address.`;
}

/** Message of the 409 when the message of a gift can no longer be corrected. */
export function giftClosedSentence(status: OrderStatus): string {
  return `An order that is ${being(status)} keeps its message.`;
}

/** Message of the 409 when the lines can no longer be changed. */
export function linesClosedSentence(status: OrderStatus): string {
  const sentence = `An order that is ${being(status)} keeps its items.`;
  return hasParcel(status) ? `${sentence} Once it is delivered, single items can be taken back.` : sentence;
}

/** Whether the order counts as revenue: not cancelled and not a draft (R2.9). */
export function countsAsRevenue(status: OrderStatus): boolean {
  return STATUS_TABLE[status].revenue;
}

/** The label of a status, such as 'Out for Delivery'; unknown texts are returned unchanged. */
export function statusLabel(status: string): string {
  return isOrderStatus(status) ? m[`status_${status}`]() : status;
}

export function attentionLabel(reason: AttentionReason): string {
  return ATTENTION_LABELS[reason];
}

/**
 * Reasons that an order keeps beyond its end, because money is at stake; of a cancelled order, the
 * last two only once it is paid.
 */
const LASTING: readonly AttentionReason[] = ['refund_returned', 'other_utr', 'payment_reversed', 'payment_reopened'];

/**
 * The reason that a list names for an order: one about money first.
 *
 * @param paid the payment is verified
 */
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

/** Colour of the status pill (R2.2, Track order page); anything unknown is gray. */
export function statusTone(status: string): StatusTone {
  return isOrderStatus(status) ? STATUS_TABLE[status].tone : 'gray';
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

/**
 * Generates an order number in the browser when the draft request fails (D19, R2.7): 'ORD' and the
 * epoch milliseconds.
 */
export function clientOrderNumber(nowMs: number): string {
  return `ORD${Math.trunc(nowMs)}`;
}
