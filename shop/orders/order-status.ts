/**
 * What an order can be and become (D36), and how that is called and coloured. Free of Zod, so that browser code that only
 * shows orders does not carry the schemas; orders.ts exports all of it again.
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

export const PAYMENT_STATUSES = ['pending', 'completed', 'failed'] as const;
/** `pending` until an admin verifies the payment; a client cannot set it (D24). */
export type PaymentStatus = (typeof PAYMENT_STATUSES)[number];

export const ATTENTION_REASONS = [
  'out_of_stock',
  'price_changed',
  'unknown_item',
  'amount_mismatch',
  'duplicate_utr',
  'placeholder_address',
  'utr_again',
  'state_unknown',
] as const;
/**
 * Why an admin should look at an order that was recorded because money may have moved (D22). `utr_again`: after a payment
 * that was not found the shopper has sent the same UTR once more; the next decision on the payment resolves it. `state_unknown`: neither
 * state nor PIN code of an Indian address tells where the goods are taxed.
 */
export type AttentionReason = (typeof ATTENTION_REASONS)[number];

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

const LABELS: Record<OrderStatus, string> = {
  draft: 'Draft',
  pending: 'Pending',
  confirmed: 'Confirmed',
  processing: 'Processing',
  shipped: 'Shipped',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Delivered',
  cancelled: 'Cancelled',
  returned: 'Returned',
};

const ATTENTION_LABELS: Record<AttentionReason, string> = {
  out_of_stock: 'Out of stock',
  price_changed: 'Price changed',
  unknown_item: 'Unknown item',
  amount_mismatch: 'Amount differs',
  duplicate_utr: 'UTR used before',
  placeholder_address: 'Address missing',
  utr_again: 'Same UTR sent again',
  state_unknown: 'State not known',
};

export function isOrderStatus(text: unknown): text is OrderStatus {
  return (ORDER_STATUSES as readonly unknown[]).includes(text);
}

/** Whether an order may go from one status to another (D36). Staying where it is is not a move. */
export function canMove(from: OrderStatus, to: OrderStatus): boolean {
  return MOVES[from].includes(to);
}

/** The statuses that can follow, forward ones first, `cancelled` last (D36). */
export function nextStatuses(from: OrderStatus): OrderStatus[] {
  return [...MOVES[from]];
}

/** The one step forward that an admin's main button offers (R2.2: Ship, Deliver), or null at the end. */
export function mainNextStatus(from: OrderStatus): OrderStatus | null {
  const next: Partial<Record<OrderStatus, OrderStatus>> = {
    pending: 'confirmed',
    confirmed: 'processing',
    processing: 'shipped',
    shipped: 'delivered',
    out_for_delivery: 'delivered',
  };
  return next[from] ?? null;
}

/** The sentence of a 409 on a wrong move (D36): 'An order that is delivered cannot become shipped.' */
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

/** An admin may cancel from any status but delivered, returned and cancelled (D36); a shopper only while pending (D32). */
export function canCancel(status: OrderStatus, by: 'shopper' | 'admin'): boolean {
  return by === 'shopper' ? status === 'pending' : canMove(status, 'cancelled');
}

/** Whether the order's parcel has left: from then on its courier and tracking number can be entered or corrected. */
export function hasParcel(status: OrderStatus): boolean {
  return isOnItsWay(status) || status === 'delivered';
}

/** Whether the parcel has left and not arrived: then its tracking number is of use to the shopper. */
export function isOnItsWay(status: OrderStatus): boolean {
  return status === 'shipped' || status === 'out_for_delivery';
}

/** Whether the address of an order can still be put right: until it is shipped (D36). */
export function canCorrectAddress(status: OrderStatus): boolean {
  return status === 'pending' || status === 'confirmed' || status === 'processing';
}

/** The sentence of a 409 when it is too late for that: 'An order that is shipped keeps its address.' */
export function addressClosedSentence(status: OrderStatus): string {
  return `An order that is ${being(status)} keeps its address.`;
}

/** Whether the order counts as revenue: not cancelled and not a draft (R2.9). */
export function countsAsRevenue(status: OrderStatus): boolean {
  return status !== 'cancelled' && status !== 'draft';
}

/** 'Out for Delivery'; an unknown text is shown as it is. */
export function statusLabel(status: string): string {
  return isOrderStatus(status) ? LABELS[status] : status;
}

export function attentionLabel(reason: AttentionReason): string {
  return ATTENTION_LABELS[reason];
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

/** What the timeline needs of an order; times are epoch milliseconds. */
export interface TimelineOrder {
  status: OrderStatus;
  createdAt: number;
  events?: readonly { status?: string | null; at: number; by?: string; note?: string }[];
}

export interface TimelineStep {
  key: OrderStatus;
  label: string;
  /** `done` and `now` have happened; `todo` is still to come. */
  state: 'done' | 'now' | 'todo';
  /** Epoch ms of the event, or null when it is not known. */
  at: number | null;
  by: string | null;
  note: string;
}

const STEP_LABELS: Partial<Record<OrderStatus, string>> = {
  pending: 'Order Placed',
  processing: 'Order Processing',
  shipped: 'Order Shipped',
  out_for_delivery: 'Out for Delivery',
  delivered: 'Order Delivered',
  cancelled: 'Order Cancelled',
  returned: 'Order Returned',
};
const PATH: readonly OrderStatus[] = ['pending', 'processing', 'shipped', 'out_for_delivery', 'delivered'];

/**
 * The timeline of the order page (R2.2 and R2.4): Placed, Processing once no longer pending, Shipped, Delivered.
 * Out for Delivery stands in it only when the order went that way. A cancelled or returned order ends with that step, and
 * a cancelled one shows of the way only what it really went.
 */
export function timeline(order: TimelineOrder): TimelineStep[] {
  const events = order.events ?? [];
  const eventOf = (status: OrderStatus) =>
    events.findLast((event) => event.status === status) ??
    (status === 'processing' ? events.findLast((event) => event.status === 'confirmed') : undefined);
  const step = (key: OrderStatus, state: TimelineStep['state']): TimelineStep => {
    const event = state === 'todo' ? undefined : eventOf(key);
    return {
      key,
      label: STEP_LABELS[key] ?? statusLabel(key),
      state,
      at: event?.at ?? (key === 'pending' && state !== 'todo' ? order.createdAt : null),
      by: event?.by ?? null,
      note: event?.note ?? '',
    };
  };
  if (order.status === 'cancelled') {
    const gone = PATH.filter((key) => key === 'pending' || eventOf(key));
    return [...gone.map((key) => step(key, 'done')), step('cancelled', 'now')];
  }
  const wentOut = order.status === 'out_for_delivery' || eventOf('out_for_delivery') !== undefined;
  const path = PATH.filter((key) => key !== 'out_for_delivery' || wentOut);
  if (order.status === 'returned') {
    return [...path.map((key) => step(key, 'done')), step('returned', 'now')];
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
 * A number for an order that the server makes: 'ORD', the epoch milliseconds and three more digits.
 *
 * @param random3 0 to 999; keeps two orders of one millisecond apart
 */
export function makeOrderNumber(nowMs: number, random3: number): string {
  return `ORD${Math.trunc(nowMs)}${String(Math.abs(Math.trunc(random3)) % 1000).padStart(3, '0')}`;
}

/** The number that a browser makes when the draft call cannot be made (D19, R2.7): 'ORD' and the epoch milliseconds. */
export function clientOrderNumber(nowMs: number): string {
  return `ORD${Math.trunc(nowMs)}`;
}

/** Days from creation to the estimated delivery (R2.9). */
const ESTIMATED_DELIVERY_DAYS = 7;

/** Epoch ms of the estimated delivery: seven days after creation (R2.3). */
export function estimatedDelivery(createdAtMs: number, days: number = ESTIMATED_DELIVERY_DAYS): number {
  return createdAtMs + days * 86_400_000;
}
