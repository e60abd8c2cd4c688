import { queryOptions } from '@tanstack/react-query';
import type { Credit } from '#shop/orders/payments/credit.ts';
import { api, pathFor, type ResponseFor } from '#web/lib/api.ts';
import { adminCall } from '../../lib/session.ts';

/** How often the page looks for a new message while it is visible. */
const LOOK_MS = 3_000;

export type InboxState = ResponseFor<'GET /payments/inbox'>;
/** One message, of a text that may hold several. */
export type ReadMessage = ResponseFor<'POST /payments/messages'>['more'][number];

export const inboxQuery = queryOptions({
  queryKey: ['payments', 'inbox'],
  queryFn: ({ signal }) => adminCall('GET /payments/inbox', {}, { signal }),
  refetchInterval: LOOK_MS,
});

export const makeAddress = () => adminCall('POST /payments/inbox');

/** The credit that an SMS reported last, from the newest credits. */
export function lastSmsCredit(at: number) {
  return queryOptions({
    queryKey: ['payments', 'last-sms', at],
    queryFn: async ({ signal }) => {
      const { credits } = await adminCall('GET /payments/credits', { query: { limit: 20 } }, { signal });
      const reported = ({ sources }: Credit) =>
        Math.max(0, ...sources.filter(({ kind }) => kind === 'sms').map((source) => source.at));
      return credits.filter((credit) => reported(credit) > 0).toSorted((a, b) => reported(b) - reported(a))[0] ?? null;
    },
  });
}

/** The sender of the page's own test. */
export const TEST_SENDER = 'SHOP-TEST';

/** Posts a harmless message to the secret address, as a forwarder app does. */
export async function sendTest(secret: string): Promise<void> {
  await api(pathFor('POST /payments/inbox/:secret', { params: { secret } }), {
    method: 'POST',
    body: { from: TEST_SENDER, text: 'A test from your shop. No money has moved.', receivedStamp: Date.now() },
  });
}

/** Reads a message without recording anything. */
export const tryMessage = (sender: string, text: string) =>
  adminCall('POST /payments/messages', { body: { via: 'sms', sender, text, dryRun: true } });
