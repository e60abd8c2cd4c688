import { z } from 'zod';
import { staffOrGuest } from '#server/http/auth.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { orderToken } from '../orders.routes.ts';

/** `GET /orders/{id}/invoice` (D32, D34, D50). */
export function invoicesRoutes(app: ShopApp, services: Services): void {
  app.get(
    '/orders/:id/invoice',
    {
      onRequest: staffOrGuest(services),
      schema: {
        tags: ['orders'],
        security: [{ order: [] }, { admin: [] }],
        summary: 'The GST tax invoice of an order as a PDF: for the shopper who holds its token, or for staff',
        produces: ['application/pdf'],
        params: z.object({ id: z.string().max(100) }),
      },
    },
    async (request, reply) => {
      const reader = request.user ? 'staff' : { accessToken: orderToken(request) };
      const { filename, contentType, content } = await services.invoices.pdf(request.params.id, reader);
      return reply
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${filename}"`)
        .type(contentType)
        .send(content);
    },
  );
}
