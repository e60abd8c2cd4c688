import { z } from 'zod';
import { SALE_STEP_MS } from './sale.ts';

/** Cost and sale price of each size of a product, for admins. Money in rupees, times in epoch ms. */

const amount = (what: string) =>
  z
    .number({ error: `${what} must be a number of rupees` })
    .positive(`${what} must be more than 0`)
    .max(10_000_000, `${what} is too large`)
    .refine((value) => Math.abs(value * 100 - Math.round(value * 100)) < 1e-6, `${what} may have at most two decimals`)
    .nullable();

const MOMENT = 'Please choose a full or half hour';
const moment = z
  .number({ error: MOMENT })
  .int(MOMENT)
  .min(0, MOMENT)
  .max(253_402_300_799_000, MOMENT)
  .refine((at) => at % SALE_STEP_MS === 0, MOMENT)
  .nullable();

const shape = {
  /** The label; empty for a product without sizes. */
  size: z.string().max(40),
  cost: amount('Cost').describe('what a piece costs the owner; never shown to shoppers or managers'),
  salePrice: amount('Sale price').describe('charged from saleFrom until saleUntil'),
  saleFrom: moment.describe('null: at once'),
  saleUntil: moment.describe('null: until it is taken away'),
};

export const SizePrices = z.object({ ...shape, price: z.number().describe('without a sale') });
export type SizePrices = z.infer<typeof SizePrices>;

/** PUT /admin/products/{id}/prices: all sizes of the product. */
export const SizePricesInput = z.object({
  sizes: z
    .array(
      z.object(shape).superRefine(({ salePrice, saleFrom, saleUntil }, context) => {
        if (salePrice === null && (saleFrom !== null || saleUntil !== null)) {
          context.addIssue({ code: 'custom', path: ['salePrice'], message: 'Please enter the sale price' });
        }
        if (saleFrom !== null && saleUntil !== null && saleUntil <= saleFrom) {
          context.addIssue({ code: 'custom', path: ['saleUntil'], message: 'The sale must end after it begins' });
        }
      }),
      { error: 'sizes are required' },
    )
    .min(1, 'sizes are required')
    .max(100, 'At most 100 sizes'),
  version: z.number().int().describe('of the product, as it was loaded'),
});
export type SizePricesInput = z.infer<typeof SizePricesInput>;
