import { z } from 'zod';
import { ContactInput } from '#shop/contacts/contact-input.ts';
import { CONTACT_STATUSES, CONTACT_TEXTS } from '#shop/contacts/contacts.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const Receipt = z.object({
  _id: z.string(),
  id: z.string(),
  status: z.enum(CONTACT_STATUSES),
  createdAt: z.number(),
});

/** The contact form (spec 1 §5, §7). */
export function contactsRoutes(app: ShopApp, { contacts }: Services): void {
  app.post(
    '/contacts',
    {
      schema: {
        tags: ['contacts'],
        summary: 'Write to the shop; answers the number of the message, and an acknowledgement goes to the sender',
        body: ContactInput,
        response: { 201: z.object({ success: z.literal(true), message: z.string(), contact: Receipt }) },
      },
    },
    async (request, reply) => {
      const contact = await contacts.send(request.body, request.ip);
      return reply.code(201).send({ success: true, message: CONTACT_TEXTS.sent, contact });
    },
  );
}
