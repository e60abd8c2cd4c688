import { Readable } from 'node:stream';
import { z } from 'zod';
import { actorOf, staffOnly } from '#server/http/auth.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { Subscriber, SubscriberQuery, SubscriberSearch } from '#shop/contacts/newsletter.ts';

const success = z.literal(true);

/** The newsletter list for staff (D10). */
export function newsletterAdminRoutes(app: ShopApp, services: Services): void {
  const { newsletter } = services;
  const onRequest = staffOnly(services);
  const shared = { tags: ['contacts (staff)'], security: [{ admin: [] }] };

  app.get(
    '/newsletter',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Addresses of the newsletter, newest first, paged',
        querystring: SubscriberQuery,
        response: {
          200: z.object({
            success,
            subscribers: z.array(Subscriber),
            active: z.number().describe('addresses of the search that have not left'),
            pagination: z.object({
              currentPage: z.number(),
              totalPages: z.number(),
              totalSubscribers: z.number(),
              hasPrev: z.boolean(),
              hasNext: z.boolean(),
            }),
          }),
        },
      },
    },
    async (request) => ({ success: true as const, ...(await newsletter.list(request.query)) }),
  );

  app.get(
    '/newsletter/export',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'The addresses of a search as a CSV file',
        querystring: SubscriberSearch,
      },
    },
    async (request, reply) => {
      const file = await newsletter.exportList(request.query.search ?? '', actorOf(request));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(Readable.from(file.pieces));
    },
  );

  app.delete(
    '/newsletter/:email',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Take an address off the list for good',
        params: z.object({ email: z.string().min(1).max(254) }),
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await newsletter.remove(request.params.email, actorOf(request));
      return { success: true as const, message: 'Address removed from the newsletter' };
    },
  );
}
