import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { OrderStatus } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { adminApi } from '../session.ts';
import type { OrderMail } from './mail-log.tsx';
import { type OrderFilter, PAGE_SIZE } from './order-filter.ts';

export interface OrderList {
  orders: AdminOrder[];
  pagination: { currentPage: number; totalPages: number; totalOrders: number };
}

/** Another order that may belong to the same payment or person; `total` in rupees, `createdAt` in epoch milliseconds. */
export interface OrderHint {
  orderNumber: string;
  status: OrderStatus;
  name: string;
  total: number;
  createdAt: number;
}

/** GET /orders/{id} for staff. */
export interface OrderDetail {
  order: AdminOrder;
  hints?: { sameUtr: OrderHint[]; samePhone: OrderHint[] };
  mails?: OrderMail[];
}

/** GET /orders/stats/summary; money in rupees, revenue without cancelled orders and drafts (spec 2 §9). */
export interface OrderStats {
  totalOrders: number;
  byStatus: Partial<Record<OrderStatus, number>>;
  revenue: number;
  todayOrders: number;
  todayRevenue: number;
  pendingPayments: number;
  needsAttention: number;
}

/** GET /orders with the filter of the address; the former page stays in view while the next one is on its way. */
export function ordersQuery(filter: OrderFilter) {
  return queryOptions({
    queryKey: ['orders', 'list', filter],
    queryFn: ({ signal }) => adminApi<OrderList>(`/orders?${listParameters(filter)}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

function listParameters({ status, payment, attention, q, from, to, page }: OrderFilter): URLSearchParams {
  const parameters = new URLSearchParams({ page: String(page), limit: String(PAGE_SIZE) });
  if (status !== 'all') parameters.set('status', status);
  if (payment) parameters.set('payment', payment);
  if (attention) parameters.set('attention', 'true');
  if (q.trim()) parameters.set('search', q.trim());
  if (from) parameters.set('from', from);
  if (to) parameters.set('to', to);
  return parameters;
}

/** GET /orders/export with the filter of the address, under /api. */
export function exportPath(filter: OrderFilter): string {
  const parameters = listParameters(filter);
  parameters.delete('page');
  parameters.delete('limit');
  return `/orders/export?${parameters}`;
}

export function orderQuery(orderNumber: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderNumber],
    queryFn: ({ signal }) => adminApi<OrderDetail>(`/orders/${encodeURIComponent(orderNumber)}`, { signal }),
  });
}

export const statsQuery = queryOptions({
  queryKey: ['orders', 'stats'],
  queryFn: async ({ signal }) => (await adminApi<{ stats: OrderStats }>('/orders/stats/summary', { signal })).stats,
});
