import { queryOptions } from '@tanstack/react-query';
import type { ResponseFor } from '#web/lib/api.ts';
import { adminCall } from '../lib/session.ts';

/** The most entries of each list of the review, and of the sent refunds. */
export const LISTED = 200;

export type Review = ResponseFor<'GET /payments/review'>;
export type Figures = Review['figures'];
export type OrderToVerify = Review['toVerify'][number];
export type OpenCredit = Review['withoutOrder'][number];
export type ReviewOrder = Review['missingUtr'][number];

export const LOAD_FAILED = 'Failed to load the payments. Please check your connection.';

export const reviewQuery = queryOptions({
  queryKey: ['payments', 'review'],
  queryFn: ({ signal }) => adminCall('GET /payments/review', {}, { signal }),
});

export const sentRefundsQuery = queryOptions({
  queryKey: ['payments', 'refunds', 'sent'],
  queryFn: async ({ signal }) =>
    (await adminCall('GET /payments/refunds', { query: { status: 'sent' } }, { signal })).refunds,
});

export const setAsideQuery = queryOptions({
  queryKey: ['payments', 'credits', 'dismissed'],
  queryFn: async ({ signal }) =>
    (await adminCall('GET /payments/credits', { query: { status: 'dismissed', limit: 50 } }, { signal })).credits,
});

/** The credits that prove an order, the newest. */
export const provedQuery = queryOptions({
  queryKey: ['payments', 'credits', 'matched'],
  queryFn: async ({ signal }) =>
    (await adminCall('GET /payments/credits', { query: { status: 'matched', limit: 50 } }, { signal })).credits,
});

/** Messages of the bank that wait for a person, the newest. */
export const bankMessagesQuery = queryOptions({
  queryKey: ['payments', 'bank-messages', 'waiting'],
  queryFn: ({ signal }) => adminCall('GET /payments/bank-messages', {}, { signal }),
});

export const importsQuery = queryOptions({
  queryKey: ['payments', 'statements'],
  queryFn: async ({ signal }) => (await adminCall('GET /payments/statements', {}, { signal })).imports,
});
