import { z } from 'zod';
import {
  Contact,
  ContactListQuery,
  ContactPagination,
  ContactReply,
  ContactStats,
  ContactUpdate,
} from '#shop/contacts/contact-input.ts';
import { CONTACT_PRIORITIES, CONTACT_STATUSES } from '#shop/contacts/contacts.ts';
import { actorOf, staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const success = z.literal(true);
const params = z.object({ id: z.string().min(1).max(200) });
const Changed = z.object({ success, message: z.string(), contact: Contact });

/** Contact messages for staff (spec 2 §7). */
export function contactsAdminRoutes(app: ShopApp, services: Services): void {
  const { contacts } = services;
  const onRequest = staffOnly(services);
  const shared = { tags: ['contacts (staff)'], security: [{ admin: [] }] };

  app.get(
    '/contacts',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Contact messages, newest first, paged; search goes over name, e-mail, phone, subject and message',
        querystring: ContactListQuery,
        response: { 200: z.object({ success, contacts: z.array(Contact), pagination: ContactPagination }) },
      },
    },
    async (request) => {
      const { page, limit, search } = request.query;
      const status = CONTACT_STATUSES.find((one) => one === request.query.status);
      const priority = CONTACT_PRIORITIES.find((one) => one === request.query.priority);
      return { success: true as const, ...(await contacts.list({ page, limit, status, priority, search })) };
    },
  );

  app.get(
    '/contacts/stats/summary',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Live figures of the contact messages',
        response: { 200: ContactStats.extend({ success }) },
      },
    },
    async () => ({ success: true as const, ...(await contacts.stats()) }),
  );

  app.get(
    '/contacts/:id',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'One contact message',
        params,
        response: { 200: z.object({ success, contact: Contact }) },
      },
    },
    async (request) => ({ success: true as const, contact: await contacts.one(request.params.id) }),
  );

  app.put(
    '/contacts/:id/status',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Status, priority and notes; what is left out stays',
        params,
        body: ContactUpdate,
        response: { 200: Changed },
      },
    },
    async (request) => {
      const contact = await contacts.update(request.params.id, request.body, actorOf(request));
      return { success: true as const, message: 'Contact status updated successfully', contact };
    },
  );

  app.post(
    '/contacts/:id/reply',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Answer by e-mail; the message becomes replied',
        params,
        body: ContactReply,
        response: { 200: Changed },
      },
    },
    async (request) => {
      const contact = await contacts.reply(request.params.id, request.body, actorOf(request));
      return { success: true as const, message: 'Reply is on its way by e-mail', contact };
    },
  );

  app.delete(
    '/contacts/:id',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Delete a contact message',
        params,
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await contacts.remove(request.params.id, actorOf(request));
      return { success: true as const, message: 'Contact message deleted successfully' };
    },
  );
}
