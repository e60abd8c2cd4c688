import { Readable } from 'node:stream';
import { z } from 'zod';
import { cleanText } from '#shop/text.ts';
import { actorOf, staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';
import { ChangedAnswer, OrderListQuery } from './orders.schemas.ts';

const tags = ['orders (staff)'];
const security = [{ admin: [] }];

/** Body of `PUT /orders/{id}/notes`. */
export const NotesBody = z.object({
  internalNotes: z
    .string({ error: 'Notes must be a text' })
    .overwrite(cleanText)
    .max(4000, 'Notes must be at most 4000 characters'),
  version: z.number().int().optional(),
});

/** What only the desk does with orders: the staff's own notes, and the list as a file. */
export function orderDeskRoutes(app: ShopApp, services: Services): void {
  const { orders } = services;
  const staff = staffOnly(services);

  app.put(
    '/orders/:id/notes',
    {
      onRequest: staff,
      schema: {
        tags,
        security,
        summary: "Replace the staff's own notes on an order; shoppers never see them",
        params: z.object({ id: z.string().max(100) }),
        body: NotesBody,
        response: { 200: ChangedAnswer },
      },
    },
    async (request) => {
      const { internalNotes, version } = request.body;
      const order = await orders.setNotes(request.params.id, internalNotes, version, actorOf(request));
      return { success: true as const, message: 'Notes saved', order };
    },
  );

  app.get(
    '/orders/export',
    {
      onRequest: staff,
      schema: {
        tags,
        security,
        summary: 'The orders of a filter as a CSV file, newest first; page and limit are ignored',
        querystring: OrderListQuery,
      },
    },
    async (request, reply) => {
      const file = await orders.exportList(request.query, actorOf(request));
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(Readable.from(file.pieces));
    },
  );
}
