import { idOf } from '../text/sheet-cell.ts';
import { type CourierRow, readCourierLines } from './courier-columns.ts';
import { isOnItsWay, isOrderNumber, isOver, type OrderStatus, wrongMoveSentence } from './order-status.ts';

/**
 * A courier's status report: read into lines, and what each line does to its order. Only a status
 * of this table delivers an order.
 */

/** Lines of one file. */
export const MAX_DELIVERED_LINES = 2_000;
/** Characters of a cell that are kept. */
const LONGEST_TEXT = 100;

/** In lower case, with one space for anything but letters and digits. */
const DELIVERED: readonly string[] = [
  'delivered',
  'dl',
  'dlvd',
  'delivered successfully',
  'successfully delivered',
  'shipment delivered',
  'package delivered',
  'delivered to consignee',
  'delivered to addressee',
  'item delivered',
  'item delivery',
  'item delivered addressee',
  'item delivered to addressee',
];
const RETURNED: readonly string[] = [
  'rto',
  'rt',
  'dto',
  'rto initiated',
  'rto in transit',
  'rto delivered',
  'delivered rto',
  'return delivered',
  'returned',
  'return to origin',
  'returned to origin',
  'returned to sender',
  'returned to shipper',
  'returned to seller',
  'delivered to shipper',
  'shipment returned',
  'item returned',
  'item returned to sender',
];

export interface DeliveredLine {
  /** In the file, from 1. */
  line: number;
  /** Empty when the file does not name it. */
  orderNumber: string;
  courierTracking: string;
  /** As the courier writes them. */
  status: string;
  date: string;
}

/**
 * Finds the columns of a courier's report and reads its lines.
 *
 * @returns a sentence when the file has no such columns or no lines
 */
export function readDeliveredRows(rows: readonly CourierRow[]): { lines: DeliveredLine[] } | { problem: string } {
  return readCourierLines(rows, {
    isHead: (has) => has('status') && (has('tracking') || has('order')),
    noHead:
      'This file has no column ‘Status’ beside one with tracking numbers (such as ‘AWB’ or ‘Waybill’) or order numbers (such as ‘Order Id’).',
    most: MAX_DELIVERED_LINES,
    lineOf: (cellOf, line) => ({
      line,
      orderNumber: cellOf('order').toUpperCase().slice(0, LONGEST_TEXT),
      courierTracking: cellOf('tracking').slice(0, LONGEST_TEXT),
      status: cellOf('status').slice(0, LONGEST_TEXT),
      date: cellOf('date').slice(0, LONGEST_TEXT),
    }),
  });
}

/** The tracking numbers that a cell may stand for: a spreadsheet takes a zero in front away. */
export function trackingIdsOf(cell: string): string[] {
  const read = idOf(cell);
  if ('lost' in read) return [];
  return /^\d+$/.test(read.id) ? [read.id, `0${read.id}`] : [read.id];
}

/** What is known of an order that a line names. */
export interface SentOrder {
  orderNumber: string;
  status: OrderStatus;
  courierTracking: string;
}

export const DELIVERED_OUTCOMES = ['deliver', 'same', 'waiting', 'unknown', 'returned', 'problem'] as const;
/**
 * `deliver`: the order becomes delivered; `same`: it is already; `waiting`: the courier does not say
 * that it is; `unknown`: not an order of the shop; `returned`, `problem`: a person has to look.
 */
export type DeliveredOutcome = (typeof DELIVERED_OUTCOMES)[number];

export interface DeliveredPlan extends DeliveredLine {
  outcome: DeliveredOutcome;
  /** A sentence for staff. */
  message: string;
}

/**
 * What each line does, in the order of the file.
 *
 * @param orders those that the lines may mean, by order number or tracking number
 */
export function planDelivered(lines: readonly DeliveredLine[], orders: readonly SentOrder[]): DeliveredPlan[] {
  const byNumber = new Map(orders.map((order) => [order.orderNumber, order]));
  const byTracking = Map.groupBy(orders, ({ courierTracking }) => courierTracking);
  const found = lines.map((line) => ({ line, named: orderOf(line, byNumber, byTracking) }));
  const returned = new Map<string, number>();
  for (const { line, named } of found) {
    if ('order' in named && meaningOf(line.status) === 'returned') returned.set(named.order.orderNumber, line.line);
  }
  const delivered = new Map<string, number>();
  return found.map(({ line, named }) => {
    if (!('order' in named)) return { ...line, ...named };
    const { orderNumber } = named.order;
    const decided = decide(line, named.order, returned.get(orderNumber), delivered.get(orderNumber));
    if (decided.outcome === 'deliver') delivered.set(orderNumber, line.line);
    return { ...line, orderNumber, ...decided };
  });
}

interface Decision {
  outcome: DeliveredOutcome;
  message: string;
}
const problem = (message: string): Decision => ({ outcome: 'problem', message });

/** The order that a line means, or why there is none. */
function orderOf(
  { orderNumber, courierTracking }: DeliveredLine,
  byNumber: ReadonlyMap<string, SentOrder>,
  byTracking: ReadonlyMap<string, SentOrder[]>,
): { order: SentOrder } | Decision {
  const ids = trackingIdsOf(courierTracking);
  const owners = ids.flatMap((id) => byTracking.get(id) ?? []);
  if (isOrderNumber(orderNumber)) {
    const order = byNumber.get(orderNumber);
    if (!order) return { outcome: 'unknown', message: 'No order has this number.' };
    const isOther = ids.length > 0 && order.courierTracking !== '' && !ids.includes(order.courierTracking);
    return isOther ? problem(`This order was sent with ${order.courierTracking}.`) : { order };
  }
  const [order, ...others] = owners;
  if (others.length > 0) return problem('More than one order has this tracking number.');
  if (order) return { order };
  const read = idOf(courierTracking);
  if ('lost' in read && read.lost !== 'nothing') {
    return problem('A spreadsheet has changed this number. Upload the courier’s original file.');
  }
  return { outcome: 'unknown', message: 'No order has this tracking number.' };
}

function decide(
  { status }: DeliveredLine,
  order: SentOrder,
  returnedIn: number | undefined,
  deliveredIn: number | undefined,
): Decision {
  const meaning = meaningOf(status);
  if (meaning === 'returned') {
    return isOver(order.status)
      ? { outcome: 'same', message: 'Closed already.' }
      : { outcome: 'returned', message: 'The courier brings it back. Mark it as returned by hand.' };
  }
  if (meaning === 'other') {
    return {
      outcome: 'waiting',
      message: status === '' ? 'The courier gives no status.' : `The courier says ‘${status}’.`,
    };
  }
  if (returnedIn !== undefined) return problem(`Line ${returnedIn} says that it was returned.`);
  if (deliveredIn !== undefined) return { outcome: 'same', message: `Line ${deliveredIn} says the same.` };
  if (order.status === 'delivered') return { outcome: 'same', message: 'Delivered already.' };
  if (!isOnItsWay(order.status)) return problem(wrongMoveSentence(order.status, 'delivered'));
  return { outcome: 'deliver', message: 'Will be marked delivered.' };
}

function meaningOf(status: string): 'delivered' | 'returned' | 'other' {
  const key = status
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, ' ')
    .trim();
  if (DELIVERED.includes(key)) return 'delivered';
  return RETURNED.includes(key) ? 'returned' : 'other';
}

const WORDS: Record<DeliveredOutcome, (count: number) => string> = {
  deliver: () => 'will be marked delivered',
  same: (count) => (count === 1 ? 'is done already' : 'are done already'),
  waiting: (count) => (count === 1 ? 'is not delivered yet' : 'are not delivered yet'),
  unknown: (count) => (count === 1 ? 'is not in the shop' : 'are not in the shop'),
  returned: (count) => (count === 1 ? 'was returned: do it by hand' : 'were returned: do them by hand'),
  problem: (count) => (count === 1 ? 'needs a look' : 'need a look'),
};

/** '18 will be marked delivered, 2 are not in the shop, 1 was returned: do it by hand' */
export function deliveredSummary(lines: readonly Pick<DeliveredPlan, 'outcome'>[]): string {
  const counts = DELIVERED_OUTCOMES.map((outcome) => ({
    outcome,
    count: lines.filter((line) => line.outcome === outcome).length,
  }));
  return counts
    .filter(({ outcome, count }) => count > 0 || outcome === 'deliver')
    .map(({ outcome, count }) => `${count === 0 ? 'None' : count} ${WORDS[outcome](count)}`)
    .join(', ');
}
