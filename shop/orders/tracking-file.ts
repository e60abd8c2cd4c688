import { idOf } from '../text/sheet-cell.ts';
import { type CourierRow, readCourierLines } from './courier-columns.ts';
import { courierName } from './couriers.ts';
import { canMove, hasParcel, type OrderStatus, type PaymentStatus, wrongMoveSentence } from './order-status.ts';

/**
 * A courier's file with the tracking numbers of parcels: read into lines, and what each line does
 * to its order.
 */

/** Lines of one file. */
export const MAX_TRACKING_LINES = 500;
/** Characters of a number and of a courier's name, as in the API's body of a parcel. */
const LONGEST_TEXT = 100;
export interface TrackingLine {
  /** In the file, from 1. */
  line: number;
  orderNumber: string;
  courierTracking: string;
  /** Empty when the file does not name it. */
  courier: string;
}

/**
 * Finds the columns of a courier's file and reads its lines. Lines without any of the values are
 * left out.
 *
 * @param rows cells of the file with their line
 * @returns a sentence when the file has no such columns or no lines
 */
export function readTrackingRows(rows: readonly CourierRow[]): { lines: TrackingLine[] } | { problem: string } {
  return readCourierLines(rows, {
    isHead: (has) => has('order') && has('tracking'),
    noHead:
      'This file has no column with order numbers (such as ‘Order Id’ or ‘Reference No’) beside one with tracking numbers (such as ‘AWB’, ‘Waybill’ or ‘Barcode No’).',
    most: MAX_TRACKING_LINES,
    lineOf: (cellOf, line) => ({
      line,
      orderNumber: cellOf('order').toUpperCase(),
      courierTracking: cellOf('tracking'),
      courier: cellOf('courier'),
    }),
  });
}

/** What is known of an order that a line names. */
export interface TrackedParcel {
  status: OrderStatus;
  paymentStatus: PaymentStatus;
  courierTracking: string;
  courier: string;
}

/**
 * `ship`: the order is shipped; `add`: it was shipped without a number; `same`: nothing changes;
 * `problem`: a person has to look.
 */
export type TrackingOutcome = 'ship' | 'add' | 'same' | 'problem';

export interface TrackingPlan extends TrackingLine {
  outcome: TrackingOutcome;
  /** A sentence for staff. */
  message: string;
}

/**
 * What each line does, in the order of the file.
 *
 * @param orders the orders by number
 * @param taken the order that has a tracking number already, by tracking number
 * @param courier the courier of the file, for lines that name none
 */
export function planTracking(
  lines: readonly TrackingLine[],
  orders: ReadonlyMap<string, TrackedParcel>,
  taken: ReadonlyMap<string, string>,
  courier: string,
): TrackingPlan[] {
  const byOrder = new Map<string, TrackingLine>();
  const byNumber = new Map<string, TrackingLine>();
  return lines.map((line) => {
    const named = { ...line, courier: courierName(line.courier || courier) };
    const decided = decide(named, orders.get(line.orderNumber), {
      order: byOrder.get(line.orderNumber),
      number: byNumber.get(line.courierTracking),
      owner: taken.get(line.courierTracking),
    });
    if (decided.outcome !== 'problem' && !byOrder.has(line.orderNumber)) {
      byOrder.set(line.orderNumber, line);
      byNumber.set(line.courierTracking, line);
    }
    return { ...named, ...decided };
  });
}

const LOST = {
  nothing: 'There is no tracking number yet.',
  changed:
    'There is no tracking number yet. A spreadsheet has made an amount of it: upload the courier’s original file, or enter the number in the order.',
  shortened:
    'A spreadsheet has shortened this number. Upload the courier’s original file, or enter the number in the order.',
};

interface Earlier {
  /** The line before with this order, and the one with this tracking number. */
  order: TrackingLine | undefined;
  number: TrackingLine | undefined;
  /** The order in the shop that has this tracking number. */
  owner: string | undefined;
}

function decide(
  { orderNumber, courierTracking: number, courier }: TrackingLine,
  order: TrackedParcel | undefined,
  earlier: Earlier,
): { outcome: TrackingOutcome; message: string } {
  const problem = (message: string) => ({ outcome: 'problem' as const, message });
  if (orderNumber === '') return problem('This line has no order number.');
  if (!order) return problem('No order has this number.');
  const read = idOf(number);
  if ('lost' in read && number.length <= LONGEST_TEXT) return problem(LOST[read.lost]);
  if (courier.length > LONGEST_TEXT) return problem('The name of the courier is too long.');
  if (number.length > LONGEST_TEXT) return problem('This tracking number is too long.');
  if (earlier.order && earlier.order.courierTracking === number) {
    return { outcome: 'same', message: `Line ${earlier.order.line} says the same.` };
  }
  if (earlier.order) return problem(`Line ${earlier.order.line} gives this order another number.`);
  if (earlier.number) return problem(`Line ${earlier.number.line} gives this number to ${earlier.number.orderNumber}.`);
  if (hasParcel(order.status)) {
    if (order.courierTracking === number) return { outcome: 'same', message: 'Shipped with this number already.' };
    if (order.courierTracking !== '') {
      return problem(
        `Shipped with ${order.courierTracking}. If the new number is right, edit the parcel in the order.`,
      );
    }
  }
  if (earlier.owner && earlier.owner !== orderNumber) {
    return problem(`${earlier.owner} has this tracking number already.`);
  }
  if (hasParcel(order.status)) return { outcome: 'add', message: `${courier} tracking number will be added.` };
  if (!canMove(order.status, 'shipped')) return problem(wrongMoveSentence(order.status, 'shipped'));
  if (order.paymentStatus !== 'completed') {
    return problem('The payment is not verified. Verify it first, or ship this order separately.');
  }
  return { outcome: 'ship', message: `Ships with ${courier}.` };
}
