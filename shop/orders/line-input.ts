import { z } from 'zod';
import { isWholePaise } from '../money/money.ts';
import { MAX_ORDER_ITEMS, MAX_QUANTITY } from '../money/pricing.ts';
import { canonicalUtr, checkUtr } from '../money/upi.ts';
import { cleanLine } from '../text/text.ts';
import { CHANGE_REASONS } from './changes/change-reasons.ts';
import { line } from './replacement-input.ts';

/** Bodies and responses of the calls that change the items of an order, or take some back. */

const QUANTITY = `Quantity must be a whole number from 1 to ${MAX_QUANTITY}`;
const quantity = z.number({ error: QUANTITY }).int(QUANTITY).min(1, QUANTITY).max(MAX_QUANTITY, QUANTITY);
const index = z.number().int().min(0).max(MAX_ORDER_ITEMS).describe('the item of the order, from 0');
/** Items have no names but their place, so the order must be the one that was read. */
const version = z.number({ error: 'Please load the order again' }).int().describe('the version that was read');
const rupees = z.number();
const why = z
  .string({ error: 'Please give the reason.' })
  .overwrite(cleanLine)
  .min(1, 'Please give the reason.')
  .max(300, 'The reason must be at most 300 characters');
const amount = z
  .number({ error: 'Please enter an amount' })
  .min(0, 'Please enter an amount')
  .max(1e9, 'Please enter an amount')
  .refine(isWholePaise, 'Amount must have at most two decimals');

/** Body of `PUT /orders/{id}/lines`: all items that the order has afterwards. */
export const LinesBody = z.object({
  lines: z
    .array(
      z.union([
        z.object({ line: index, quantity }).describe('stays, at its price'),
        z
          .object({ product: line(200, 'Product'), size: line(60, 'Size'), quantity })
          .describe('comes, at the price of today'),
      ]),
      { error: 'Items must be a list' },
    )
    .max(MAX_ORDER_ITEMS, `An order holds at most ${MAX_ORDER_ITEMS} different items`),
  keepCoupon: z.boolean().default(false).describe('although the order no longer reaches its minimum'),
  reason: z.enum(CHANGE_REASONS, { error: 'Please say why' }),
  note: line(300, 'Note').default('').describe('for staff'),
  notify: z.boolean().default(true).describe('write to the shopper'),
  dryRun: z.boolean().default(false).describe('only say what would become of it'),
  version,
});
export type LinesBody = z.input<typeof LinesBody>;

const Paper = z.object({
  kind: z.enum(['invoice', 'credit-note']),
  total: rupees,
  taxable: rupees,
  tax: rupees,
  items: z.array(z.object({ name: z.string(), quantity: z.number(), total: rupees })),
});

/** What a change of the items does to the money and to the papers. */
export const LinesPreview = z.object({
  subtotal: rupees,
  discounts: z.array(z.object({ label: z.string(), amount: rupees })),
  before: rupees.describe('the total before'),
  total: rupees,
  paid: rupees.nullable().describe('what was paid and not sent back; null while no payment is verified'),
  refundDue: rupees,
  restDue: rupees,
  coupon: z
    .object({
      label: z.string(),
      kept: z.boolean(),
      fault: z.string().nullable().describe('why its conditions no longer hold'),
      mayKeep: z.boolean(),
    })
    .nullable(),
  papers: z.array(Paper).describe('made on saving; none while the order has no invoice'),
});
export type LinesPreview = z.infer<typeof LinesPreview>;

export const VersionBody = z.object({ version });

/** Body of `POST /orders/{id}/difference`: the rest that was paid, or why it is waived. */
export const DifferenceBody = z
  .object({
    amount: amount.optional(),
    utrNumber: z
      .string()
      .max(100)
      .overwrite((text) => canonicalUtr(text))
      .refine((utr) => utr === '' || checkUtr(utr) === null, 'Please enter the UTR as the bank writes it')
      .optional(),
    waive: why.optional(),
    version: z.number().int().optional(),
  })
  .refine((body) => (body.amount ?? 0) > 0 || body.waive !== undefined, {
    path: ['amount'],
    message: 'Please enter an amount',
  });

/** Body of `POST /orders/{id}/returns`. */
export const ReturnBody = z.object({
  lines: z
    .array(z.object({ line: index, quantity }), { error: 'Please choose what came back' })
    .min(1, 'Please choose what came back')
    .max(MAX_ORDER_ITEMS),
  refund: amount.optional().describe('rupees that go back; without it what the items cost'),
  reason: why,
  restock: z.boolean().default(false).describe('the items can be sold again'),
  notify: z.boolean().default(true).describe('write to the shopper'),
  version,
});
export type ReturnBody = z.input<typeof ReturnBody>;

/** Query of the documents of an order, which may have several. */
export const DocumentQuery = z.object({
  number: z.string().max(40).overwrite(cleanLine).optional().describe('of the document; without it the first invoice'),
});

/** An invoice or a credit note of an order. */
export const OrderDocument = z.object({
  kind: z.enum(['invoice', 'credit-note']),
  number: z.string(),
  issuedAt: z.number(),
  total: rupees,
});
export type OrderDocument = z.infer<typeof OrderDocument>;

/** Goods that came back. */
export const OrderReturn = z.object({
  id: z.string(),
  items: z.array(z.object({ line: z.number(), name: z.string(), size: z.string(), quantity: z.number() })),
  amount: rupees,
  reason: z.string(),
  by: z.string(),
  at: z.number(),
});
export type OrderReturn = z.infer<typeof OrderReturn>;
