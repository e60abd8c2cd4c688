import { Readable } from 'node:stream';
import { z } from 'zod';
import { cleanText } from '#shop/text/text.ts';
import { actorOf, staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';
import { AddressBody, AttentionBody, ChangedAnswer, OrderListQuery, ParcelBody } from './orders.schemas.ts';

const tags = ['orders (staff)'];
const security = [{ admin: [] }];

/** Body of `PUT /orders/{id}/notes`. */
export const NotesBody = z.object({
  internalNotes: z
    .string({ error: 'Notes must be a text' })
    .overwrite(cleanText)
    .max(4000, 'Notes must be at most 4000 characters'),
  before: z
    .string({ error: 'Notes must be a text' })
    .max(4000, 'Notes must be at most 4000 characters')
    .optional()
    .describe('the notes over which these were written; when others are stored by now: 409, and nothing is changed'),
  version: z.number().int().optional(),
});

/** What only the admin does with orders: the staff's own notes, reasons for attention, a corrected address, and the list as a file. */
export function orderAdminRoutes(app: ShopApp, services: Services): void {
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
      const order = await orders.setNotes(request.params.id, request.body, actorOf(request));
      return { success: true as const, message: 'Notes saved', order };
    },
  );

  app.put(
    '/orders/:id/attention',
    {
      onRequest: staff,
      schema: {
        tags,
        security,
        summary: 'Take a reason for attention off an order; it does not come back from the same cause',
        params: z.object({ id: z.string().max(100) }),
        body: AttentionBody,
        response: { 200: ChangedAnswer },
      },
    },
    async (request) => {
      const order = await orders.settle(request.params.id, request.body, actorOf(request));
      return { success: true as const, message: 'Settled', order };
    },
  );

  app.put(
    '/orders/:id/parcel',
    {
      onRequest: staff,
      schema: {
        tags,
        security,
        summary: 'Enter or correct courier and tracking number of an order that has been shipped',
        params: z.object({ id: z.string().max(100) }),
        body: ParcelBody,
        response: { 200: ChangedAnswer },
      },
    },
    async (request) => {
      const { order, mailed } = await orders.setParcel(request.params.id, request.body, actorOf(request));
      const message = mailed ? 'Parcel saved. The shopper gets an e-mail.' : 'Parcel saved';
      return { success: true as const, message, order };
    },
  );

  app.put(
    '/orders/:id/address',
    {
      onRequest: staff,
      schema: {
        tags,
        security,
        summary: 'Correct where an order goes to, until it is shipped; an invoice that has been given stays as it is',
        params: z.object({ id: z.string().max(100) }),
        body: AddressBody,
        response: { 200: ChangedAnswer },
      },
    },
    async (request) => {
      const order = await orders.correctAddress(request.params.id, request.body, actorOf(request));
      return { success: true as const, message: 'Address corrected', order };
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
