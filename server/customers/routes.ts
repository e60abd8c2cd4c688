import { Readable } from 'node:stream';
import { customersApi } from '#shop/customers/api.ts';
import { formatDate } from '#shop/india/dates.ts';
import { runBeside } from '../background.ts';
import { actorOf } from '../http/auth.ts';
import { sendCsv } from '../http/csv.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { CustomersService } from './service.ts';

/** Customers, for staff. */
export async function customersArea(app: ShopApp, { customers }: { customers: CustomersService }): Promise<void> {
  runBeside(app, () => [customers]);

  implement(app, customersApi, {
    'GET /customers': async ({ query }) => customers.list(query),

    'GET /customers/export': async (request, reply) => {
      const file = await customers.exportList(request.query, actorOf(request));
      return sendCsv(reply, file.name, file.pieces);
    },

    'GET /customers/:id': async ({ params }) => ({ customer: await customers.detail(params.id) }),

    'POST /customers/:id/notes': async (request) => ({
      message: 'Note saved',
      customer: await customers.addNote(request.params.id, request.body.note, actorOf(request)),
    }),

    'DELETE /customers/:id/notes/:note': async (request) => ({
      message: 'Note deleted',
      customer: await customers.removeNote(request.params.id, request.params.note, actorOf(request)),
    }),

    'POST /customers/:id/tags': async (request) => ({
      message: 'Tag added',
      customer: await customers.addTag(request.params.id, request.body.tag, actorOf(request)),
    }),

    'DELETE /customers/:id/tags/:tag': async (request) => ({
      message: 'Tag removed',
      customer: await customers.removeTag(request.params.id, request.params.tag, actorOf(request)),
    }),

    'GET /customers/:id/data': async (request, reply) => {
      const file = await customers.personData(request.params.id, actorOf(request));
      return reply
        .type('application/json; charset=utf-8')
        .header('cache-control', 'no-store')
        .header('content-disposition', `attachment; filename="${file.name}"`)
        .send(Readable.from([file.content]));
    },

    'POST /customers/:id/erase': async (request) => {
      const kept = await customers.erase(request.params.id, request.body.phone, actorOf(request));
      const invoices =
        kept?.orders === 1 ? 'One order with an invoice stays' : `${kept?.orders} orders with an invoice stay`;
      return {
        message: kept ? `Erased. ${invoices} until ${formatDate(kept.until - 1)}, as tax law requires.` : 'Erased',
        kept,
      };
    },
  });
}
