import { call, type ResponseFor } from './api.ts';
import type { Draft } from './stored-checkout.ts';

/** What the shop knows of the payment of a draft (D61). */
export type BankReport = ResponseFor<'GET /orders/draft/:orderNumber/payment'>;

/** @throws ApiError when the shop cannot be reached or does not know this draft (404) */
export function readReport({ orderNumber, accessToken }: Draft, signal?: AbortSignal): Promise<BankReport> {
  const headers = { 'x-order-token': accessToken };
  return call(
    'GET /orders/draft/:orderNumber/payment',
    { params: { orderNumber } },
    { headers, ...(signal ? { signal } : {}) },
  );
}
