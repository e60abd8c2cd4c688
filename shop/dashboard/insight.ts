import { z } from 'zod';
import { asciiDigits, cleanLine } from '../text/text.ts';

/**
 * What the shop counts about visits and orders. A browser counts each step once a day, as a number
 * without a name: no cookie, no id, no address. The last two steps are counted from the orders
 * themselves.
 */

/** The steps that browsers report. */
export const VISIT_STEPS = ['product', 'cart', 'address', 'payment'] as const;
export type VisitStep = (typeof VISIT_STEPS)[number];

const FUNNEL_STEPS = [...VISIT_STEPS, 'utr', 'received'] as const;
export type FunnelStep = (typeof FUNNEL_STEPS)[number];

/** Body of POST /insight. */
export const Counted = z.discriminatedUnion('what', [
  z.object({ what: z.enum(VISIT_STEPS) }),
  z.object({
    what: z.literal('search').describe('a search that found nothing, or only similar products'),
    words: z.string().max(200),
  }),
]);
export type Counted = z.infer<typeof Counted>;

/** How long counts by day are kept, in days. */
export const KEEP_DAYS = 400;
export const KEEP_WORDS_DAYS = 90;
/** Different search words that are kept of a day. The rest is only counted. */
export const MOST_WORDS = 200;
/** Words that were searched less often in a period are not shown: they may be a person's. */
export const LEAST_TIMES = 2;

const WORDS_LENGTH = 40;
const WORDS_COUNT = 5;
/** A PIN code has six digits, and phone, order and reference numbers more. */
const DIGITS = 5;

/**
 * The words of a search as they are counted: lower case, without punctuation, 'Sugar-free!' →
 * 'sugar free'. Null for what must not be kept: email and web addresses, texts with the digits of a
 * phone or order number, and texts that are too long to be words for a product.
 */
export function searchWords(text: string): string | null {
  const plain = asciiDigits(cleanLine(text)).toLowerCase();
  if (/@|:\/\/|\bwww\.|\.(com|in|org|net)\b/.test(plain)) return null;
  if (plain.replace(/\P{N}/gu, '').length >= DIGITS) return null;
  const words = plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
  if (words.length < 2 || words.length > WORDS_LENGTH || words.split(' ').length > WORDS_COUNT) return null;
  return words;
}

/**
 * One step of the funnel. `count` is null while it was not counted; `share` is that of the step
 * before, from 0 to 1.
 */
export interface FunnelRow {
  step: FunnelStep;
  count: number | null;
  share: number | null;
}

/**
 * The funnel with the share of each step in the one before. There is none where the step before is
 * unknown, empty or smaller: somebody can pay today for a cart that was filled last week.
 */
export function funnelOf(counts: Record<FunnelStep, number | null>): FunnelRow[] {
  return FUNNEL_STEPS.map((step, at) => {
    const before = at === 0 ? null : counts[FUNNEL_STEPS[at - 1] as FunnelStep];
    return { step, count: counts[step], share: shareOf(counts[step], before) };
  });
}

/** `part` of `whole`, from 0 to 1; null if either is unknown, or `part` is the larger one. */
export function shareOf(part: number | null, whole: number | null): number | null {
  return part === null || whole === null || whole === 0 || part > whole ? null : part / whole;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/** Upper bounds of the bars, ms; one bar more is for what took longer. */
export const VERIFY_BOUNDS = [MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 24 * HOUR] as const;
export const SHIP_BOUNDS = [6 * HOUR, 12 * HOUR, 24 * HOUR, 48 * HOUR, 96 * HOUR] as const;

/**
 * How long something took: the lower median (ms; null without any), and how many took up to each
 * bound.
 */
export function timesOf(times: readonly number[], bounds: readonly number[]): Times {
  const sorted = times.toSorted((one, other) => one - other);
  const parts = [...bounds, null].map((upTo, at) => {
    const from = at === 0 ? Number.NEGATIVE_INFINITY : (bounds[at - 1] as number);
    return { upTo, orders: sorted.filter((ms) => ms > from && (upTo === null || ms <= upTo)).length };
  });
  return { median: sorted[Math.floor((sorted.length - 1) / 2)] ?? null, orders: sorted.length, parts };
}

const Times = z.object({
  median: z.number().nullable().describe('ms; null without orders'),
  orders: z.number().describe('how many were looked at: the newest of the period, up to a thousand'),
  parts: z.array(z.object({ upTo: z.number().nullable(), orders: z.number() })),
});
export type Times = z.infer<typeof Times>;

/**
 * GET /admin/insight. Money in rupees, times in epoch milliseconds, shares from 0 to 1; null: not
 * counted yet.
 */
export const Insight = z.object({
  days: z.number(),
  from: z.number(),
  to: z.number(),
  countedSince: z.number().nullable().describe('the first day with a visit; null before it'),
  funnel: z.array(z.object({ step: z.enum(FUNNEL_STEPS), count: z.number().nullable(), share: z.number().nullable() })),
  funnelFrom: z.number().describe('where the funnel begins: the period, or the first day with a visit'),
  paid: z
    .object({ share: z.number().nullable(), before: z.number().nullable() })
    .describe('received payments per visitor of a product, and in the period before'),
  left: z.object({ payments: z.number(), amount: z.number() }),
  verify: Times.extend({ automatic: z.number() }),
  ship: Times,
  apps: z.array(
    z.object({
      app: z.string().describe('empty: the order names none'),
      opened: z.number(),
      orders: z.number(),
      utr: z.number(),
      received: z.number(),
      median: z.number().nullable(),
    }),
  ),
  coupons: z.array(
    z.object({
      id: z.string(),
      label: z.string(),
      orders: z.number(),
      received: z.number(),
      sales: z.number(),
      discount: z.number(),
    }),
  ),
  searches: z.object({
    times: z.number(),
    words: z.array(z.object({ words: z.string(), times: z.number() })),
  }),
});
export type Insight = z.infer<typeof Insight>;

/** The tables that can be saved as a file. */
export const INSIGHT_TABLES = ['funnel', 'times', 'apps', 'coupons', 'searches'] as const;
export type InsightTable = (typeof INSIGHT_TABLES)[number];

const STEP_NAMES: Record<FunnelStep, string> = {
  product: 'Saw a product',
  cart: 'Added to cart',
  address: 'Gave an address',
  payment: 'Opened the payment page',
  utr: 'Sent a UTR',
  received: 'Payment received',
};

/** What a step is called, for staff. */
export function stepName(step: FunnelStep): string {
  return STEP_NAMES[step];
}

/** '38 s', '30 min', '2 h', '4 days'. */
export function spokenTime(ms: number): string {
  if (ms < MINUTE) return `${Math.round(ms / 1_000)} s`;
  if (ms < 2 * HOUR) return `${Math.round(ms / MINUTE)} min`;
  return ms < 72 * HOUR ? `${Math.round(ms / HOUR)} h` : `${Math.round(ms / (24 * HOUR))} days`;
}
