import { z } from 'zod';
import { actorOf, staffOnly } from '#server/http/auth.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { toPaise } from '#shop/money/money.ts';
import { PaymentInput } from '#shop/orders/payment-input.ts';
import { ChangedAnswer } from '../orders.schemas.ts';

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
        body: PaymentInput,
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
