import { z } from 'zod';
import { cleanLine } from '../text/text.ts';

/** Minimum number of characters for the admin's search. */
export const FIND_FROM = 2;

export const FindQuery = z.object({
  q: z
    .string({ error: 'Give q once.' })
    .max(100, 'The search is limited to 100 characters')
    .default('')
    .transform((text) => cleanLine(text)),
});

/** GET /admin/search. Money in rupees, times in epoch milliseconds. */
export const Found = z.object({
  orders: z.array(
    z.object({
      orderNumber: z.string(),
      name: z.string(),
      phone: z.string(),
      status: z.string(),
      total: z.number(),
      createdAt: z.number(),
    }),
  ),
  products: z.array(z.object({ id: z.string(), name: z.string(), category: z.string(), status: z.string() })),
  contacts: z.array(
    z.object({ id: z.string(), name: z.string(), subject: z.string(), status: z.string(), createdAt: z.number() }),
  ),
});
export type Found = z.infer<typeof Found>;
