import { z } from 'zod';
import { cleanWord } from '../text/text.ts';

/** What other programs can be told of, for the owner. */
export const EVENT_WORDS = {
  'order.placed': 'An order was placed',
  'order.status': 'The status of an order changed',
  'payment.verified': 'A payment was verified',
  'stock.changed': 'Staff, a program or an order changed stock',
  'product.changed': 'A product was made, changed or deleted',
  'contact.received': 'A shopper wrote a message',
} as const;
export type EventType = keyof typeof EVENT_WORDS;
export const EVENT_TYPES = Object.keys(EVENT_WORDS) as [EventType, ...EventType[]];

/**
 * What a message tells, besides type and time: ids, and amounts in rupees. Neither names, addresses,
 * UTRs nor secrets: a program reads those with an API key that may.
 */
export type ShopEvent =
  | { type: 'order.placed'; data: { orderNumber: string; total: number } }
  | { type: 'order.status'; data: { orderNumber: string; status: string; before: string } }
  | { type: 'payment.verified'; data: { orderNumber: string; total: number } }
  | { type: 'stock.changed'; data: { products: string[] } }
  | { type: 'product.changed'; data: { product: string; change: string } }
  | { type: 'contact.received'; data: { contact: string } };

export const MOST_WEBHOOKS = 20;
const URL_MAX = 500;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Waits after each failed try, ms, about three days in all; then the message is given up. */
export const RETRY_WAITS = [
  5_000,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  24 * HOUR,
];
/** An endpoint that has taken nothing for so long is paused, ms. */
export const PAUSE_AFTER = 72 * HOUR;
/** How long the old secret signs beside a new one, ms. */
export const OLD_SECRET_MS = 24 * HOUR;
/** How long messages stay, ms, whatever became of them. */
export const KEPT_MS = 30 * 24 * HOUR;

/** When to try again after the n-th try that failed, ms from then; null: never. */
export function waitAfter(tries: number): number | null {
  return RETRY_WAITS[tries - 1] ?? null;
}

/**
 * What is wrong with an address for webhooks, or null. Where its name leads is checked at each
 * connection.
 */
function checkWebhookUrl(text: string): string | null {
  if (text === '') return 'Please enter the address of the program';
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url?.protocol !== 'https:') return 'The address must begin with https://';
  if (url.username !== '' || url.password !== '') return 'Please leave name and password out of the address';
  const isNumber = /^[\d.]+$/.test(url.hostname) || url.hostname.startsWith('[');
  if (isNumber || !url.hostname.includes('.')) return 'The address must have the name of a public server';
  return null;
}

const EVENT_MISSING = 'Please choose what the program is told';

/** Body of `POST /admin/webhooks`. */
export const WebhookInput = z.object({
  url: z
    .string({ error: 'Please enter the address of the program' })
    .overwrite(cleanWord)
    .max(URL_MAX, `Address must be at most ${URL_MAX} characters`)
    .superRefine((text, context) => {
      const message = checkWebhookUrl(text);
      if (message) context.addIssue({ code: 'custom', message });
    }),
  events: z
    .array(z.enum(EVENT_TYPES, { error: EVENT_MISSING }), { error: EVENT_MISSING })
    .min(1, EVENT_MISSING)
    .max(EVENT_TYPES.length, EVENT_MISSING),
});
export type WebhookInput = z.infer<typeof WebhookInput>;

/** Body of `PUT /admin/webhooks/{id}`. */
export const WebhookChange = z.object({ paused: z.boolean({ error: 'paused must be true or false' }) });

/** Times are epoch ms. */
export const Webhook = z.object({
  id: z.string(),
  url: z.string(),
  events: z.array(z.enum(EVENT_TYPES)),
  createdAt: z.number(),
  failingSince: z.number().nullable(),
  pausedAt: z.number().nullable(),
  waiting: z.number().describe('messages still to be sent'),
  failed: z.number().describe('messages of the last 30 days that were given up'),
});
export type Webhook = z.infer<typeof Webhook>;

export const WebhookMessage = z.object({
  id: z.string(),
  type: z.string(),
  payload: z.string(),
  status: z.enum(['queued', 'sent', 'failed']),
  tries: z.number(),
  nextTryAt: z.number().nullable(),
  lastError: z.string(),
  createdAt: z.number(),
  sentAt: z.number().nullable(),
});
export type WebhookMessage = z.infer<typeof WebhookMessage>;
