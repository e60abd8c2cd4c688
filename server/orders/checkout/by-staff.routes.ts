import type { FastifyRequest } from 'fastify';
import type { ServiceContext } from '#server/context.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { byStaffApi, payLinkApi } from '#shop/orders/by-staff-api.ts';
import { actorOf, userOf } from '../../http/auth.ts';
import { implement } from '../../http/implement.ts';
import { requestLanguage } from '../../http/language.ts';
import type { ShopApp } from '../../http/routes.ts';
import type { ProofService } from '../payments/service.ts';
import type { OrdersService } from '../service.ts';
import type { ByStaffService } from './by-staff.ts';
import type { Taker } from './take-order.ts';

interface ByStaffDeps {
  context: ServiceContext;
  byStaff: ByStaffService;
  orders: Pick<OrdersService, 'forStaff'>;
  proof: Pick<ProofService, 'utrGiven'>;
}

/** Orders that staff take, and the link that opens the payment of one (D67). */
export function byStaffRoutes(app: ShopApp, { context, byStaff, orders, proof }: ByStaffDeps): void {
  const lowestFor = async (request: FastifyRequest) =>
    userOf(request).role === 'admin' ? null : byStaff.lowestPercent();
  const takerOf = async (request: FastifyRequest): Promise<Taker> => ({
    actor: actorOf(request),
    lowestPercent: await lowestFor(request),
    mayVerify: userOf(request).mayVerifyPayments,
  });
  /** Without a public address, where this request has gone. */
  const urlOf = (request: FastifyRequest) => context.env.publicUrl ?? `${request.protocol}://${request.host}`;

  implement(app, byStaffApi, {
    'GET /orders/by-staff/customer': async ({ query }) => ({ customer: await byStaff.customer(query.phone) }),

    'POST /orders/by-staff/price': async (request) => byStaff.price(request.body, await lowestFor(request)),

    'POST /orders/by-staff': async (request) => {
      const { body } = request;
      try {
        const taken = await byStaff.take(body, await takerOf(request), urlOf(request));
        if (body.payment.by === 'utr') await proof.utrGiven(body.payment.utrNumber);
        return taken;
      } catch (error) {
        // Sent again after its response was lost.
        if (!isShopError(error) || error.code !== 'duplicate_order') throw error;
        return { order: await orders.forStaff(body.orderNumber), link: null };
      }
    },

    'POST /orders/:id/pay-link': async (request) => byStaff.link(request.params.id, actorOf(request), urlOf(request)),

    'POST /orders/:id/paid': async (request) => {
      const { payment } = request.body;
      if (payment.by === 'link') throw new ShopError('validation', { message: 'Please choose how it was paid' });
      const order = await byStaff.paid(request.params.id, payment, await takerOf(request));
      if (payment.by === 'utr') await proof.utrGiven(payment.utrNumber);
      return { message: payment.by === 'utr' ? 'UTR saved' : 'Payment recorded', order };
    },
  });

  implement(app, payLinkApi, {
    'GET /pay/:code': async ({ params }) => ({ payment: await byStaff.linked(params.code) }),

    'POST /pay/:code/utr': async ({ params, body }) => {
      await byStaff.payLinked(params.code, { utr: body.utrNumber, app: body.app });
      await proof.utrGiven(body.utrNumber);
      return { payment: await byStaff.linked(params.code) };
    },

    'POST /pay/:code/order': async (request) => byStaff.orderOfLink(request.params.code, requestLanguage(request)),
  });
}
