import type { Reader } from '#server/database/transact.ts';
import { startOfDay } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import type { OrderStats } from '#shop/orders/order-calls.ts';
import { countsAsRevenue, isOrderStatus, ORDER_STATUSES, type OrderStatus } from '#shop/orders/orders.ts';
import * as lists from './lists.queries.ts';

/**
 * Current figures for the dashboard (D37), in rupees. Revenue excludes drafts and cancelled orders
 * (R2.9).
 *
 * @param now epoch ms; 'today' is the day in India at that time
 */
export async function readStats(db: Reader, now: number): Promise<OrderStats> {
  const all = await lists.sumByStatus(db);
  const today = await lists.sumByStatus(db, startOfDay(now));
  const byStatus = Object.fromEntries(ORDER_STATUSES.map((status) => [status, 0])) as Record<OrderStatus, number>;
  let pendingPayments = 0;
  for (const row of all) {
    if (!isOrderStatus(row.status)) continue;
    byStatus[row.status] += row.count;
    if (countsAsRevenue(row.status) && row.payment_status === 'pending') pendingPayments += row.count;
  }
  return {
    totalOrders: all.filter((row) => row.status !== 'draft').reduce((sum, row) => sum + row.count, 0),
    byStatus,
    revenue: revenueOf(all),
    todayOrders: today.filter((row) => row.status !== 'draft').reduce((sum, row) => sum + row.count, 0),
    todayRevenue: revenueOf(today),
    pendingPayments,
    needsAttention: await lists.countAttention(db),
  };
}

function revenueOf(rows: { status: string; total: number }[]): number {
  return toRupees(
    rows.reduce((sum, row) => (isOrderStatus(row.status) && countsAsRevenue(row.status) ? sum + row.total : sum), 0),
  );
}
