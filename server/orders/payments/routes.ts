import type { FastifyRequest } from 'fastify';
import { actorOf } from '#server/http/auth.ts';
import { implement } from '#server/http/implement.ts';
import { filesOf } from '#server/http/multipart.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { ShopError } from '#shop/errors.ts';
import { inboxApi, MAX_MESSAGE_BYTES, paymentsApi } from '#shop/orders/payments/api.ts';
import { bankMessageHandlers } from './bank-messages.routes.ts';
import type { ProofService } from './service.ts';

/** Bank credits for staff, and the address for forwarded messages. */
export function paymentRoutes(app: ShopApp, { proof }: { proof: ProofService }): void {
  implement(app, paymentsApi, {
    'POST /payments/statements': async (request) => {
      const [file] = await filesOf(request, 'file', () => ({ message: 'A statement can be 20 MB at most.' }));
      if (!file) throw new ShopError('statement_unreadable', { message: 'Please choose the statement file.' });
      return { import: await proof.statement(file, actorOf(request), request.query.dryRun) };
    },
    'GET /payments/statements': async () => ({ imports: await proof.imports() }),
    'POST /payments/statements/:id/undo': async (request) => ({
      import: await proof.undo(request.params.id, actorOf(request)),
    }),
    'POST /payments/messages': async (request) => {
      const { dryRun, receivedAt, ...message } = request.body;
      const at = typeof receivedAt === 'string' ? Date.parse(receivedAt) : receivedAt;
      return proof.message({ ...message, receivedAt: at }, dryRun, actorOf(request));
    },
    'POST /payments/inbox': async (request) => {
      const { secret, url } = await proof.makeInbox(actorOf(request));
      return { secret, url: url.startsWith('/') ? `${request.protocol}://${request.host}${url}` : url };
    },
    'GET /payments/inbox': async () => proof.inbox(),
    'GET /payments/credits': async ({ query }) => proof.credits(query),
    'POST /payments/credits/:id/match': async (request) => ({
      message: 'Payment confirmed',
      credit: await proof.match(request.params.id, request.body, actorOf(request)),
    }),
    'POST /payments/credits/:id/unmatch': async (request) => ({
      message: 'The credit is open again',
      credit: await proof.unmatch(request.params.id, actorOf(request)),
    }),
    'POST /payments/credits/:id/dismiss': async (request) => ({
      message: 'The credit is set aside',
      credit: await proof.dismiss(request.params.id, request.body.reason, actorOf(request)),
    }),
    'POST /payments/credits/:id/open': async (request) => ({
      message: 'The credit is open again',
      credit: await proof.open(request.params.id, actorOf(request)),
    }),
    'GET /payments/review': async () => proof.review(),
    'GET /payments/refunds': async ({ query }) => proof.refunds(query),
    'POST /orders/:id/refunds': async (request) => ({
      message: 'Refund recorded',
      refund: await proof.refund(request.params.id, request.body, actorOf(request)),
    }),
    'PUT /orders/:id/kept': async (request) => {
      await proof.keepRest(request.params.id, request.body, actorOf(request));
      return { message: request.body.kept ? 'No more is due' : 'The rest is due again' };
    },
    'POST /payments/refunds/:id/undo': async (request) => ({
      message: 'Refund taken back',
      refund: await proof.undoRefund(request.params.id, request.body.reason, actorOf(request)),
    }),
    'POST /payments/confirm-exact': async (request) => ({
      results: await proof.confirmExact(request.body.orderNumbers, actorOf(request)),
    }),
    ...bankMessageHandlers(() => proof.bankMessages),
  });

  // Forwarder apps post whatever they are made for (D59). Nothing is read from cookies or sessions:
  // the secret in the path is the only key, so a form of another site gains nothing.
  app.register(async (instance) => {
    const scope = instance as unknown as ShopApp;
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'string', bodyLimit: MAX_MESSAGE_BYTES }, (_request, body, done) => {
      done(null, body);
    });
    const take = async (request: FastifyRequest & { params: { secret: string } }) => {
      const { headers, ip, body, query } = request;
      await proof.forwarded({
        secret: request.params.secret,
        address: ip,
        headers,
        body: typeof body === 'string' ? body : '',
        query: query as Record<string, unknown>,
      });
      return {};
    };
    implement(scope, inboxApi, {
      'POST /payments/inbox/:secret': take,
      'PUT /payments/inbox/:secret': take,
      'GET /payments/inbox/:secret': take,
    });
  });
}
