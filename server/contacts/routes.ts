import words from '#messages/contact-rules';
import { contactsApi } from '#shop/contacts/api.ts';
import { CONTACT_PRIORITIES, CONTACT_STATUSES } from '#shop/contacts/contacts.ts';
import type { GrievanceStep } from '#shop/contacts/grievances.ts';
import { actorOf } from '../http/auth.ts';
import { sendCsv } from '../http/csv.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { ContactsService } from './service.ts';

const GRIEVANCE_TEXTS: Record<GrievanceStep, string> = {
  register: 'Registered as a complaint',
  withdraw: 'No longer a complaint',
  acknowledge: 'The acknowledgement is on its way by email',
  close: 'Complaint closed',
};

/** The contact form, and its messages for staff. */
export function contactsRoutes(
  app: ShopApp,
  { contacts, mail }: { contacts: ContactsService; mail: Pick<MailService, 'onItsWay'> },
): void {
  const grievanceMessage = (step: GrievanceStep) =>
    step === 'acknowledge' ? mail.onItsWay(GRIEVANCE_TEXTS[step]) : GRIEVANCE_TEXTS[step];

  implement(app, contactsApi, {
    'POST /contacts': async ({ body, ip }) => ({
      contact: await contacts.send(body, ip),
      message: words.sent(),
    }),

    'GET /contacts': async ({ query: { page, limit, search, grievances, ...filter } }) => {
      const status = CONTACT_STATUSES.find((one) => one === filter.status);
      const priority = CONTACT_PRIORITIES.find((one) => one === filter.priority);
      return contacts.list({ page, limit, status, priority, search, grievances: grievances || undefined });
    },

    'GET /contacts/stats/summary': async () => contacts.stats(),

    'GET /contacts/:id': async ({ params }) => ({ contact: await contacts.one(params.id) }),

    'PUT /contacts/:id/status': async (request) => ({
      message: 'Contact status updated successfully',
      contact: await contacts.update(request.params.id, request.body, actorOf(request)),
    }),

    'POST /contacts/:id/reply': async (request) => ({
      message: mail.onItsWay('Reply is on its way by email'),
      contact: await contacts.reply(request.params.id, request.body, actorOf(request)),
    }),

    'PUT /contacts/:id/grievance': async (request) => ({
      message: grievanceMessage(request.body.step),
      contact: await contacts.grievance(request.params.id, request.body, actorOf(request)),
    }),

    'GET /contacts/grievances/export': async (request, reply) => {
      const file = await contacts.exportGrievances(actorOf(request));
      return sendCsv(reply, file.name, file.pieces);
    },

    'DELETE /contacts/:id': async (request) => {
      await contacts.remove(request.params.id, actorOf(request));
      return { message: 'Contact message deleted successfully' };
    },
  });
}
