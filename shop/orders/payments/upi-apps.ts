import { z } from 'zod';
import { type Contract, ok } from '../../contract.ts';

/** What happens to a payment in a UPI app, as far as the payment page sees it. */
const APP_EVENTS = ['opened', 'declined'] as const;
export type AppEvent = (typeof APP_EVENTS)[number];

/** How payments by one UPI app went. */
export const AppHealth = z.object({
  app: z.string(),
  opened: z.number().describe('how often it came up from the payment page of a phone'),
  declined: z.number().describe('how often a shopper said, or the app reported, that the payment failed'),
  utrGiven: z.number().describe('orders with a UTR'),
  verified: z.number().describe('orders whose payment was received'),
  usualCheckMs: z.number().nullable().describe('median ms from UTR to verified payment; null with too few orders'),
});
export type AppHealth = z.infer<typeof AppHealth>;

/** The health of the UPI apps. */
export const upiAppsApi = {
  'POST /payments/apps/:app': {
    tag: 'payments',
    access: 'public',
    summary: 'Count that a UPI app was opened, or that it declined',
    params: z.object({ app: z.string().max(40) }),
    body: z.object({ what: z.enum(APP_EVENTS) }),
    responses: { 200: ok({}) },
    fails: [404],
  },
  'GET /payments/apps': {
    tag: 'payments (staff)',
    access: 'staff',
    summary: 'How payments by each UPI app went in the last 30 days',
    responses: { 200: ok({ apps: z.array(AppHealth) }) },
  },
} as const satisfies Contract;

/**
 * The share of opened apps or, without them, of UTRs that ended in a received payment; null with
 * nothing to go by.
 */
function success({ opened, utrGiven, verified }: AppHealth): number | null {
  const tried = Math.max(opened, utrGiven);
  return tried === 0 ? null : verified / tried;
}

/** Puts the apps that work best first. Apps without payments keep their order, at the end. */
export function byHealth<App extends { id: string }>(apps: readonly App[], health: readonly AppHealth[]): App[] {
  const rate = (id: string) => {
    const found = health.find(({ app }) => app === id);
    return found ? success(found) : null;
  };
  // Sorting is stable.
  return apps.toSorted((one, other) => (rate(other.id) ?? -1) - (rate(one.id) ?? -1));
}
