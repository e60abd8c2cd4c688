import { z } from 'zod';
import m from '#messages/utr';
import { isWholePaise } from '../money/money.ts';
import { checkUtr, cleanUtr } from '../money/upi.ts';
import { cleanText } from '../text/text.ts';

/**
 * A UTR as it is typed, which the order shows; it is compared in its canonical form. `empty`: an
 * empty text is valid too.
 */
export const utrInput = ({ empty = false } = {}) =>
  z
    .string({ error: m.missing })
    .max(200, { error: m.long })
    .overwrite(cleanUtr)
    .superRefine((utr, context) => {
      const message = empty && utr === '' ? null : checkUtr(utr);
      if (message) context.addIssue({ code: 'custom', message });
    });

const AMOUNT = 'Amount must be a number of rupees above 0';

/** Body of `PUT /orders/{id}/payment` (D50). */
export const PaymentInput = z.object({
  status: z.enum(['completed', 'failed'], { error: 'Please choose completed or failed' }),
  note: z.string().overwrite(cleanText).max(500, 'Note must be at most 500 characters').default(''),
  amount: z
    .number({ error: AMOUNT })
    .positive(AMOUNT)
    .max(1e9, AMOUNT)
    .refine(isWholePaise, 'Amount must have at most two decimals')
    .optional()
    .describe('rupees that really arrived; the total when left out'),
  utrNumber: utrInput()
    .optional()
    .describe("the reference of the account statement, when the shopper's was missing or mistyped"),
  withdraw: z.boolean().default(false).describe('take an accepted payment back on purpose'),
  undo: z
    .boolean()
    .default(false)
    .describe('take this decision back, if staff made it by hand: the payment is to verify again'),
  version: z.number().int().optional(),
});
/** What a caller sends: fields with a default are optional. */
export type PaymentInput = z.input<typeof PaymentInput>;
