import { z } from 'zod';
import { toPaise } from '#shop/money.ts';
import { cleanText } from '#shop/text.ts';
import { checkUtr, cleanUtr } from '#shop/upi.ts';
import { actorOf, staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import { ChangedAnswer } from '../orders/orders.schemas.ts';
import type { Services } from '../services.ts';

const AMOUNT = 'Amount must be a number of rupees above 0';

/** Body of `PUT /orders/{id}/payment` (D50). */
export const PaymentBody = z.object({
  status: z.enum(['completed', 'failed'], { error: 'Please choose completed or failed' }),
  note: z.string().overwrite(cleanText).max(500, 'Note must be at most 500 characters').default(''),
  amount: z
    .number({ error: AMOUNT })
    .positive(AMOUNT)
    .max(1e9, AMOUNT)
    .optional()
    .describe('rupees that really arrived; the total when left out'),
  utrNumber: z
    .string()
    .max(200, 'UTR/Reference number must be at most 20 characters long')
    .overwrite(cleanUtr)
    .superRefine((utr, context) => {
      const message = checkUtr(utr);
      if (message) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe("the reference of the account statement, when the shopper's was missing or mistyped"),
  withdraw: z.boolean().default(false).describe('take an accepted payment back on purpose'),
  version: z.number().int().optional(),
});

/** Decisions on payments by staff (D24). */
export function paymentsRoutes(app: ShopApp, services: Services): void {
  app.put(
    '/orders/:id/payment',
    {
      onRequest: staffOnly(services),
      schema: {
        tags: ['orders (staff)'],
        security: [{ admin: [] }],
        summary: 'Verify a payment, or say with a reason that it has not arrived',
        params: z.object({ id: z.string().max(100) }),
        body: PaymentBody,
        response: { 200: ChangedAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const { status, note, amount, utrNumber, withdraw, version } = request.body;
      await services.payments.decide(
        id,
        { status, note, amount: amount === undefined ? undefined : toPaise(amount), utr: utrNumber, withdraw, version },
        actorOf(request),
      );
      return {
        success: true as const,
        message: status === 'completed' ? 'Payment verified successfully!' : 'Payment marked as failed',
        order: await services.orders.forStaff(id),
      };
    },
  );
}
