import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import { COURIER_FILE_NAMES, type CourierFile } from '#shop/orders/courier-files.ts';
import { isOnItsWay, isOrderNumber, isOrderStatus, orderStatusOf } from '#shop/orders/order-status.ts';
import { planTracking, readTrackingRows, type TrackingPlan } from '#shop/orders/tracking-file.ts';
import type { ChangeDeps } from '../lifecycle/change-order.ts';
import { changeParcel } from '../lifecycle/parcel.ts';
import { changeStatus } from '../lifecycle/status.ts';
import type { OrderRow } from '../rows/orders.queries.ts';
import { courierCells, unreadableFile } from './courier-cells.ts';
import { ordersOf, ordersTracked } from './papers.queries.ts';

export interface TrackingImport {
  lines: TrackingPlan[];
  /** Nothing was written. */
  dryRun: boolean;
}

/**
 * Ships orders with the tracking numbers of a courier's file, each in its own transaction, as if
 * staff had shipped it: with event, audit entry and mail. The same file again changes nothing.
 *
 * @throws ShopError validation (not such a file)
 */
export async function importTracking(
  context: ServiceContext,
  deps: ChangeDeps,
  { courier, file, dryRun }: { courier: CourierFile; file: string; dryRun: boolean },
  actor: Actor,
): Promise<TrackingImport> {
  const { db } = context.database;
  const read = readTrackingRows(courierCells(file));
  if ('problem' in read) throw unreadableFile(read.problem);
  const numbers = [...new Set(read.lines.map(({ orderNumber }) => orderNumber))].filter(isOrderNumber);
  const rows = await ordersOf(db, numbers);
  const byNumber = new Map(rows.map((row) => [row.order_number, row]));
  const tracking = [...new Set(read.lines.map(({ courierTracking }) => courierTracking))].filter(Boolean);
  const owners = (await ordersTracked(db, tracking)).map((row) => [row.courier_tracking, row.order_number] as const);
  const plan = planTracking(
    read.lines,
    new Map(rows.map((row) => [row.order_number, parcelOf(row)])),
    new Map(owners),
    COURIER_FILE_NAMES[courier],
  );
  if (dryRun) return { lines: plan, dryRun };
  const lines: TrackingPlan[] = [];
  for (const line of plan) {
    const row = byNumber.get(line.orderNumber);
    lines.push(row ? await apply(context, deps, line, row, actor) : line);
  }
  return { lines, dryRun };
}

/**
 * Changes the order of a line. An error, such as another admin's change meanwhile, becomes the
 * line's own problem.
 */
async function apply(
  context: ServiceContext,
  deps: ChangeDeps,
  line: TrackingPlan,
  { order_number: orderNumber, version, status }: OrderRow,
  actor: Actor,
): Promise<TrackingPlan> {
  const { courier, courierTracking, outcome } = line;
  const parcel = { courier, courierTracking, version };
  try {
    if (outcome === 'ship') {
      // The plan has no unpaid orders; one whose payment was taken back meanwhile is refused.
      const shipped = { status: 'shipped' as const, mayVerify: false, ...parcel };
      await changeStatus(context, deps, orderNumber, shipped, actor);
    } else if (outcome === 'add') {
      const notify = isOrderStatus(status) && isOnItsWay(status);
      await changeParcel(context, deps, orderNumber, { ...parcel, notify }, actor);
    }
    return line;
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return { ...line, outcome: 'problem', message: error.message };
  }
}

function parcelOf(row: OrderRow) {
  return {
    status: orderStatusOf(row.status),
    paymentStatus: row.payment_status,
    courierTracking: row.courier_tracking,
    courier: row.courier,
  };
}
