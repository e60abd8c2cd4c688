import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { ShopError } from '#shop/errors.ts';
import {
  type DeliveredLine,
  type DeliveredPlan,
  planDelivered,
  readDeliveredRows,
  trackingIdsOf,
} from '#shop/orders/delivered-file.ts';
import { isOrderNumber, orderStatusOf } from '#shop/orders/order-status.ts';
import type { ChangeDeps } from '../lifecycle/change-order.ts';
import { changeStatus } from '../lifecycle/status.ts';
import type { OrderRow } from '../rows/orders.queries.ts';
import { unreadableFile } from './courier-cells.ts';
import { readCourierFile } from './courier-file.ts';
import { ordersOf, ordersTracked } from './papers.queries.ts';

export interface DeliveredImport {
  lines: DeliveredPlan[];
  /** Nothing was written. */
  dryRun: boolean;
}

/**
 * Marks the orders as delivered that a courier's report names so, each in its own transaction, as
 * if staff had done it: with event, audit entry and mail. The same file again changes nothing.
 *
 * @throws ShopError validation (not such a file)
 */
export async function importDelivered(
  context: ServiceContext,
  deps: ChangeDeps,
  { bytes, dryRun }: { bytes: Buffer; dryRun: boolean },
  actor: Actor,
): Promise<DeliveredImport> {
  const read = readDeliveredRows(await readCourierFile(bytes));
  if ('problem' in read) throw unreadableFile(read.problem);
  const rows = await ordersNamed(context, read.lines);
  const plan = planDelivered(
    read.lines,
    rows.map((row) => ({
      orderNumber: row.order_number,
      status: orderStatusOf(row.status),
      courierTracking: row.courier_tracking,
    })),
  );
  if (dryRun) return { lines: plan, dryRun };
  const byNumber = new Map(rows.map((row) => [row.order_number, row]));
  const lines: DeliveredPlan[] = [];
  for (const line of plan) {
    const row = byNumber.get(line.orderNumber);
    lines.push(row && line.outcome === 'deliver' ? await deliver(context, deps, line, row, actor) : line);
  }
  return { lines, dryRun };
}

async function ordersNamed({ database }: ServiceContext, lines: readonly DeliveredLine[]): Promise<OrderRow[]> {
  const numbers = [...new Set(lines.map(({ orderNumber }) => orderNumber))].filter(isOrderNumber);
  const ids = [...new Set(lines.flatMap(({ courierTracking }) => trackingIdsOf(courierTracking)))];
  const rows = [...(await ordersOf(database.db, numbers)), ...(await ordersTracked(database.db, ids))];
  return [...new Map(rows.map((row) => [row.order_number, row])).values()];
}

/** An error, such as another admin's change meanwhile, becomes the line's own problem. */
async function deliver(
  context: ServiceContext,
  deps: ChangeDeps,
  line: DeliveredPlan,
  { order_number: orderNumber, version }: OrderRow,
  actor: Actor,
): Promise<DeliveredPlan> {
  try {
    await changeStatus(context, deps, orderNumber, { status: 'delivered', mayVerify: false, version }, actor);
    return { ...line, message: 'Marked delivered.' };
  } catch (error) {
    if (!(error instanceof ShopError)) throw error;
    return { ...line, outcome: 'problem', message: error.message };
  }
}
