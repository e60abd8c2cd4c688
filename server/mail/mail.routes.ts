import { z } from 'zod';
import { actorOf, staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

/** The log of an order's mails is part of `GET /orders/{id}` for staff; here is what can be done about one of them. */
export function mailRoutes(app: ShopApp, services: Services): void {
  app.post(
    '/orders/:id/mails/:mail/resend',
    {
      onRequest: staffOnly(services),
      schema: {
        tags: ['orders (staff)'],
        security: [{ admin: [] }],
        summary: 'Send a mail of this order again: at once when it failed or waits, as a new message when it was sent',
        params: z.object({ id: z.string().max(100), mail: z.string().max(100) }),
        response: { 200: z.object({ success: z.literal(true), message: z.string() }) },
      },
    },
    async (request) => {
      await services.mail.resend(request.params.id, request.params.mail, actorOf(request));
      return { success: true as const, message: 'The e-mail is on its way again.' };
    },
  );
}
