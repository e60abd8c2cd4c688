import { z } from 'zod';

/** The periods of the admin's overview, in days of Indian time, including today. */
export const OVERVIEW_DAYS = [1, 7, 30, 90] as const;
export type OverviewDays = (typeof OVERVIEW_DAYS)[number];

export const OverviewQuery = z.object({
  days: z
    .string({ error: 'Give days once.' })
    .regex(/^(1|7|30|90)$/, 'days must be 1, 7, 30 or 90')
    .default('7')
    .transform((text) => Number(text) as OverviewDays),
});

const Totals = z.object({
  /** Rupees, of the orders that are not cancelled or draft (R2.9). */
  revenue: z.number(),
  orders: z.number(),
  /** Rupees to two decimals; null without orders. */
  average: z.number().nullable(),
});

/** GET /admin/overview. Money in rupees, times in epoch milliseconds. */
export const Overview = z.object({
  days: z.number(),
  from: z.number(),
  to: z.number(),
  /** One point per day, or per hour if the period is one day. */
  step: z.enum(['hour', 'day']),
  series: z.array(z.object({ at: z.number(), revenue: z.number(), orders: z.number() })),
  totals: Totals,
  /** Totals of the previous period of the same length. */
  before: Totals,
  /** Median minutes from order to verified payment; null if none was verified. */
  medianMinutesToVerify: z.number().nullable(),
  bestProducts: z.array(
    z.object({ productId: z.string(), name: z.string(), quantity: z.number(), revenue: z.number() }),
  ),
  payments: z.array(
    z.object({ status: z.enum(['pending', 'completed', 'failed']), orders: z.number(), revenue: z.number() }),
  ),
  /**
   * Distinguished by mobile number; `returning` have an earlier order, in the period or before it.
   */
  shoppers: z.object({ all: z.number(), returning: z.number() }),
  lowStock: z.array(z.object({ productId: z.string(), name: z.string(), size: z.string(), stock: z.number() })),
});
export type Overview = z.infer<typeof Overview>;
