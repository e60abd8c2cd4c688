import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { pathFor, type ResponseFor } from '#web/lib/api.ts';
import { adminCall } from '../lib/session.ts';
import { type OrderFilter, PAGE_SIZE } from './order-filter.ts';

export type OrderList = ResponseFor<'GET /orders'>;
export type OrderDetail = ResponseFor<'GET /orders/:id'>;

/** GET /orders with the filter of the URL. Keeps the previous page while the next one loads. */
export function ordersQuery(filter: OrderFilter) {
  const query = { ...queryOf(filter), page: filter.page, limit: PAGE_SIZE };
  return queryOptions({
    queryKey: ['orders', 'list', filter],
    queryFn: ({ signal }) => adminCall('GET /orders', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

function queryOf({ status, payment, attention, view, q, from, to }: OrderFilter) {
  return {
    status: status === 'all' ? undefined : status,
    payment,
    view,
    attention: attention ? 'true' : undefined,
    search: q.trim(),
    from,
    to,
  };
}

/** The path below /api of GET /orders/export with the filter of the URL. */
export function exportPath(filter: OrderFilter): string {
  return pathFor('GET /orders/export', { query: queryOf(filter) });
}

export function orderQuery(orderNumber: string) {
  return queryOptions({
    queryKey: ['orders', 'one', orderNumber],
    queryFn: ({ signal }) => adminCall('GET /orders/:id', { params: { id: orderNumber } }, { signal }),
  });
}

/** The refunds of an order that have not been taken back, newest first. */
export function refundsQuery(orderNumber: string) {
  return queryOptions({
    queryKey: ['orders', 'refunds', orderNumber],
    queryFn: async ({ signal }) => {
      const query = { status: 'sent' as const, order: orderNumber };
      const { refunds } = await adminCall('GET /payments/refunds', { query }, { signal });
      return refunds.filter(({ takenBackAt }) => takenBackAt === null);
    },
  });
}

/** The UPI ID that paid an order; null when the bank has named none. */
export function payerQuery(orderNumber: string) {
  return queryOptions({
    queryKey: ['orders', 'payer', orderNumber],
    queryFn: async ({ signal }) => {
      const query = { status: 'due' as const, order: orderNumber };
      return (await adminCall('GET /payments/refunds', { query }, { signal })).payer;
    },
  });
}

export const statsQuery = queryOptions({
  queryKey: ['orders', 'stats'],
  queryFn: async ({ signal }) => (await adminCall('GET /orders/stats/summary', {}, { signal })).stats,
});
