import { Readable } from 'node:stream';
import type { FastifyReply, FastifyRequest } from 'fastify';
import words from '#messages/tracking-rules';
import type { CatalogueService } from '#server/catalogue/products/service.ts';
import { fieldError, isShopError, ShopError } from '#shop/errors.ts';
import { toPaise } from '#shop/money/money.ts';
import { checkoutApi, ordersApi } from '#shop/orders/api.ts';
import type { BulkResult } from '#shop/orders/bulk.ts';
import { lineErrors, type RefusedLine } from '#shop/orders/checkout/lines.ts';
import { reportsApi } from '#shop/orders/reports.ts';
import { actorOf, orderToken, userOf } from '../http/auth.ts';
import { sendCsv } from '../http/csv.ts';
import { implement } from '../http/implement.ts';
import { requestLanguage } from '../http/language.ts';
import { filesOf } from '../http/multipart.ts';
import type { ShopApp } from '../http/routes.ts';
import { sendFile } from '../http/send-file.ts';
import type { MailService } from '../mail/mail.service.ts';
import type { Credentials } from './access/credentials.ts';
import type { Books } from './documents/books.ts';
import type { GstReports } from './documents/gst-reports.ts';
import type { createMarginReport } from './documents/margin.ts';
import type { PapersService } from './documents/papers.ts';
import type { InvoiceReader, InvoicesService } from './documents/service.ts';
import type { PaymentsService } from './lifecycle/payment.ts';
import type { ProofService } from './payments/service.ts';
import type { OrdersService } from './service.ts';

interface Named {
  items: { name: string }[];
}

interface Ordered {
  /** The product is an object in tracking. */
  items: { product: string | { _id: string }; name: string }[];
  replacements?: Named[] | undefined;
}

export interface OrderServices {
  catalogue: Pick<CatalogueService, 'nameIn'>;
  orders: OrdersService;
  payments: PaymentsService;
  invoices: InvoicesService;
  gst: GstReports;
  margin: ReturnType<typeof createMarginReport>;
  books: Books;
  papers: PapersService;
  proof: Pick<ProofService, 'utrGiven'>;
  mail: Pick<MailService, 'resend' | 'onItsWay'>;
}

/**
 * Orders from the draft to the invoice. Shoppers authenticate with x-order-token, staff with a
 * Bearer token.
 */
export function ordersRoutes(
  app: ShopApp,
  { catalogue, orders, payments, invoices, gst, margin, books, papers, mail, proof }: OrderServices,
): void {
  /**
   * An order as the page that asks shows it. Orders keep the English names of their products, for
   * invoices.
   */
  async function shown<Shown extends Ordered>(request: FastifyRequest, order: Shown): Promise<Shown> {
    const language = requestLanguage(request);
    if (language === 'en') return order;
    const nameOf = await catalogue.nameIn(language);
    const names = new Map(
      order.items.map(({ product, name }) => [name, nameOf(typeof product === 'string' ? product : product._id, name)]),
    );
    const named = <Listed extends Named>(one: Listed): Listed => ({
      ...one,
      items: one.items.map((item) => ({ ...item, name: names.get(item.name) ?? item.name })),
    });
    const { replacements } = order;
    return { ...named(order), ...(replacements ? { replacements: replacements.map(named) } : {}) };
  }

  /** Runs `work`, with its errors about lines in the language of the page that asks. */
  async function refusedIn<Result>(request: FastifyRequest, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      const lines = isShopError(error) ? (error.details as { lines?: RefusedLine[] } | undefined)?.lines : undefined;
      const language = requestLanguage(request);
      if (!lines || !isShopError(error) || language === 'en') throw error;
      const nameOf = await catalogue.nameIn(language);
      const named = lines.map((line) => ({ ...line, name: nameOf(line.productId, line.name) }));
      throw new ShopError(error.code, {
        message: error.message,
        errors: lineErrors(named),
      });
    }
  }

  implement(app, checkoutApi, {
    'POST /orders/draft': async (request) => {
      const { body, ip } = request;
      const drafted = await refusedIn(request, () =>
        orders.draft(body, credentialsOf(request, body), ip, requestLanguage(request)),
      );
      return { ...drafted, order: await shown(request, drafted.order) };
    },

    'GET /orders/draft/:orderNumber/payment': async (request) => {
      const { order, ...payment } = await orders.draftPayment(
        request.params.orderNumber,
        orderToken(request),
        requestLanguage(request),
      );
      return { ...payment, ...(order ? { order: await shown(request, order) } : {}) };
    },

    'POST /orders/draft/:orderNumber/close': async (request) => ({
      closed: await orders.closeDraft(request.params.orderNumber, orderToken(request)),
    }),

    'POST /orders/price': async ({ body, ip }) => orders.price(body, ip),

    'POST /orders': async (request, reply) => {
      const { body, ip } = request;
      const { order, created } = await refusedIn(request, () =>
        orders.place(body, credentialsOf(request, body), ip, requestLanguage(request)),
      );
      await proof.utrGiven(order.payment.utrNumber);
      reply.code(created ? 201 : 200);
      return {
        message: created ? 'Order placed successfully!' : 'Payment reference received.',
        order: await shown(request, order),
      };
    },
  });

  // Without this route, a missing number would match GET /orders/:id with the id 'track'.
  app.get('/orders/track', { schema: { hide: true } }, async () => {
    throw new ShopError('mobile_required');
  });

  implement(app, ordersApi, {
    'GET /orders': async ({ query }) => orders.list(query),

    'GET /orders/stats/summary': async () => ({ stats: await orders.stats() }),

    'GET /orders/unproven-groups': async () => ({ groups: await orders.unprovenGroups() }),

    'POST /orders/bulk/not-received': async (request) =>
      bulkDone(await payments.notReceivedMany(request.body, actorOf(request))),

    'POST /orders/bulk/cancel': async (request) => bulkDone(await orders.cancelMany(request.body, actorOf(request))),

    'POST /orders/bulk/delivered': async (request) =>
      bulkDone(await orders.deliverMany(request.body, request.user?.mayVerifyPayments === true, actorOf(request))),

    'GET /orders/export': async (request, reply) => {
      const file = await orders.exportList(request.query, actorOf(request));
      return sendCsv(reply, file.name, file.pieces);
    },

    'GET /orders/papers/:paper': async ({ params, query }, reply) =>
      sendFile(reply, await papers.print(params.paper, query.orders)),

    'GET /orders/invoices': async (request, reply) => {
      const { name, pieces } = await invoices.print(request.query.orders, actorOf(request));
      return sendPieces(reply, { name, contentType: 'application/pdf', pieces });
    },

    'GET /orders/courier-file': async (request, reply) => {
      const { courier, orders: numbers } = request.query;
      const { name, text } = await papers.courierFile(courier, numbers, actorOf(request));
      return sendCsv(reply, name, text);
    },

    'POST /orders/tracking-file': async (request) => papers.importTracking(request.body, actorOf(request)),

    'POST /orders/delivered-file': async (request) => {
      const [file] = await filesOf(request, 'file', () => ({ message: 'A courier’s report can be 5 MB at most.' }));
      if (!file) throw fieldError('validation', 'file', 'Please choose a file');
      return papers.importDelivered({ bytes: file.bytes, dryRun: request.query.dryRun }, actorOf(request));
    },

    'GET /orders/track/:mobile': async (request) => {
      const tracked = await orders.track(request.params.mobile, request.ip);
      return { orders: await Promise.all(tracked.map((order) => shown(request, order))) };
    },

    'POST /orders/:id/code': async ({ params, ip }) => {
      await orders.sendCode(params.id, ip);
      return { message: words.code_sent() };
    },

    'POST /orders/:id/code/verify': async (request) => {
      const opened = await orders.openByCode(
        request.params.id,
        request.body.code,
        request.ip,
        requestLanguage(request),
      );
      return { ...opened, order: await shown(request, opened.order) };
    },

    'GET /orders/:id': async (request) => {
      // Without mails, hints at other orders, and who decided the payment.
      if (request.key) return { order: await orders.forStaff(request.params.id) };
      return request.user
        ? orders.detail(request.params.id)
        : {
            order: await shown(
              request,
              await orders.forShopper(request.params.id, orderToken(request), requestLanguage(request)),
            ),
            usualCheckMs: await orders.usualCheckMs(),
          };
    },

    'PUT /orders/:id/status': async (request) => ({
      message: 'Order status updated successfully!',
      order: await orders.setStatus(
        request.params.id,
        { ...request.body, mayVerify: userOf(request).mayVerifyPayments },
        actorOf(request),
      ),
    }),

    'PUT /orders/:id/payment': async (request) => {
      const { status, note, amount, utrNumber: utr, withdraw, undo, version } = request.body;
      const paise = amount === undefined ? undefined : toPaise(amount);
      const decision = { status, note, amount: paise, utr, withdraw, undo, version };
      await payments.decide(request.params.id, decision, actorOf(request));
      if (status === 'completed' && !undo)
        await proof.utrGiven((await orders.forStaff(request.params.id)).payment.utrNumber);
      return {
        message: undo
          ? 'The payment is to verify again'
          : status === 'completed'
            ? 'Payment verified successfully!'
            : 'Payment marked as failed',
        order: await orders.forStaff(request.params.id),
      };
    },

    'PUT /orders/:id/notes': async (request) => ({
      message: 'Notes saved',
      order: await orders.setNotes(request.params.id, request.body, actorOf(request)),
    }),

    'PUT /orders/:id/attention': async (request) => ({
      message: 'Settled',
      order: await orders.settle(request.params.id, request.body, actorOf(request)),
    }),

    'PUT /orders/:id/parcel': async (request) => {
      const { order, mailed } = await orders.setParcel(request.params.id, request.body, actorOf(request));
      const saved = `Parcel saved. ${mail.onItsWay('The shopper gets an email.')}`;
      return { message: mailed ? saved : 'Parcel saved', order };
    },

    'PUT /orders/:id/address': async (request) => ({
      message: 'Address corrected',
      order: await orders.correctAddress(request.params.id, request.body, actorOf(request)),
    }),

    'PUT /orders/:id/gift': async (request) => ({
      message: 'Gift message corrected',
      order: await orders.correctGift(request.params.id, request.body, actorOf(request)),
    }),

    'PUT /orders/:id/lines': async (request) => ({
      message: request.body.dryRun ? 'Nothing is saved yet' : 'Order changed',
      ...(await orders.changeItems(request.params.id, request.body, actorOf(request))),
    }),

    'POST /orders/:id/lines/undo': async (request) => ({
      message: 'Change undone',
      order: await orders.undoItems(request.params.id, request.body, actorOf(request)),
    }),

    'POST /orders/:id/difference': async (request) => ({
      message: request.body.waive === undefined ? 'Payment recorded' : 'The rest is waived',
      order: await orders.settleDifference(request.params.id, request.body, actorOf(request)),
    }),

    'POST /orders/:id/returns': async (request) => {
      const { refund, ...body } = request.body;
      const input = { ...body, refund: refund === undefined ? undefined : toPaise(refund) };
      return { message: 'Items taken back', order: await orders.takeBack(request.params.id, input, actorOf(request)) };
    },

    'POST /orders/:id/returns/undo': async (request) => ({
      message: 'Return undone',
      order: await orders.undoTakeBack(request.params.id, request.body, actorOf(request)),
    }),

    'POST /orders/:id/utr': async (request) => {
      const payment = { utr: request.body.utrNumber, app: request.body.app };
      const { order, outcome } = await orders.sendUtr(
        request.params.id,
        orderToken(request),
        payment,
        requestLanguage(request),
      );
      await proof.utrGiven(order.payment.utrNumber);
      return {
        message: outcome === 'again' ? 'We have this UTR and will look again.' : 'Payment reference received.',
        order: await shown(request, order),
      };
    },

    'POST /orders/:id/cancel': async (request) => {
      const { id } = request.params;
      const input = request.body ?? { reason: '' };
      const order = request.user
        ? await orders.cancel(id, input, actorOf(request))
        : await orders.cancelByShopper(id, orderToken(request), input.reason, requestLanguage(request));
      return { message: 'Order cancelled successfully', order: await shown(request, order) };
    },

    'GET /orders/:id/invoice': async (request, reply) =>
      sendFile(reply, await invoices.pdf(request.params.id, readerOf(request), request.query.number)),

    'GET /orders/:id/credit-note': async (request, reply) =>
      sendFile(reply, await invoices.creditNotePdf(request.params.id, readerOf(request), request.query.number)),

    'POST /orders/:id/mails/:mail/resend': async (request) => {
      await mail.resend(request.params.id, request.params.mail, actorOf(request));
      return { message: mail.onItsWay('The email is on its way again.') };
    },
  });

  implement(app, reportsApi, {
    'GET /reports/gst': async ({ query }) => ({ summary: await gst.summary(query) }),

    'GET /reports/gst/:table': async (request, reply) => {
      const file = await gst.table(request.query, request.params.table, actorOf(request));
      return sendCsv(reply, file.name, file.content);
    },

    'GET /reports/margin': async ({ query }) => ({ report: await margin(query) }),

    'GET /reports/invoices': async (request, reply) => {
      const file = await gst.invoices(request.query, actorOf(request));
      return sendPieces(reply, { ...file, contentType: 'application/pdf' });
    },

    'GET /reports/books': async (request, reply) =>
      sendPieces(reply, await books.file(request.query, actorOf(request))),
  });
}

function bulkDone(results: BulkResult[]) {
  const changed = results.filter(({ done }) => done).length;
  return { message: changed === 1 ? '1 order changed' : `${changed} orders changed`, results };
}

function readerOf(request: FastifyRequest): InvoiceReader {
  return request.user || request.key ? 'staff' : { accessToken: orderToken(request) };
}

function sendPieces(
  reply: FastifyReply,
  { name, contentType, pieces }: { name: string; contentType: string; pieces: AsyncIterable<string | Buffer> },
): FastifyReply {
  return reply
    .header('cache-control', 'no-store')
    .header('content-disposition', `attachment; filename="${name}"`)
    .type(contentType)
    .send(Readable.from(pieces));
}

/**
 * The caller's credentials for a draft or an order: from the body, or the token from the header
 * (D19).
 */
function credentialsOf(
  request: FastifyRequest,
  body: { orderNumber?: string | null | undefined; accessToken?: string | null | undefined },
): Credentials {
  return { orderNumber: body.orderNumber ?? undefined, accessToken: body.accessToken || orderToken(request) };
}
