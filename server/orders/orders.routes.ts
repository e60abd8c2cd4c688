import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { ShopError } from '#shop/errors.ts';
import { DraftInput, OrderInput } from '#shop/orders/orders.ts';
import { actorOf, staffOnly, staffOrGuest } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';
import type { Shown } from './checkout/record.ts';
import * as schemas from './orders.schemas.ts';

const params = z.object({ id: z.string().max(100) });
const tags = ['orders'];
const adminTags = ['orders (staff)'];
const security = [{ admin: [] }];

/** The calls of spec 2 §7 and D50 on orders. Shoppers prove themselves with x-order-token, staff with a Bearer token. */
export function ordersRoutes(app: ShopApp, services: Services): void {
  const { orders } = services;
  const staff = staffOnly(services);
  const either = staffOrGuest(services);

  app.post(
    '/orders/draft',
    {
      schema: {
        tags,
        summary: 'Make or refresh a draft: prices, stock hold, order number and access token (D19)',
        body: DraftInput,
        response: { 201: schemas.DraftAnswer },
      },
    },
    async (request, reply) => {
      const { order, changes } = await orders.draft(request.body, shownBy(request, request.body));
      return reply.code(201).send({ success: true, order, changes });
    },
  );

  app.post(
    '/orders',
    {
      schema: {
        tags,
        summary:
          'Place an order, once (D21). The same order again: 409 with data.order; a UTR for an order without one: 200',
        body: OrderInput,
        response: { 200: schemas.PlacedAnswer, 201: schemas.PlacedAnswer },
      },
    },
    async (request, reply) => {
      const { order, created } = await orders.place(request.body, shownBy(request, request.body));
      return created
        ? reply.code(201).send({ success: true, message: 'Order placed successfully!', order })
        : reply.code(200).send({ success: true, message: 'Payment reference received.', order });
    },
  );

  app.get(
    '/orders',
    {
      onRequest: staff,
      schema: {
        tags: adminTags,
        security,
        summary: 'List orders, newest first; drafts only with status=draft',
        querystring: schemas.OrderListQuery,
        response: { 200: schemas.OrderListAnswer },
      },
    },
    async (request) => ({ success: true as const, ...(await orders.list(request.query)) }),
  );

  app.get(
    '/orders/stats/summary',
    {
      onRequest: staff,
      schema: {
        tags: adminTags,
        security,
        summary: 'Live figures of the dashboard',
        response: { 200: schemas.StatsAnswer },
      },
    },
    async () => ({ success: true as const, stats: await orders.stats() }),
  );

  app.get('/orders/track', { schema: { hide: true } }, async () => {
    throw new ShopError('mobile_required');
  });
  app.get(
    '/orders/track/:mobile',
    {
      schema: {
        tags,
        summary: 'Orders of a mobile number, masked (D33)',
        params: z.object({ mobile: z.string().max(100) }),
        response: { 200: schemas.TrackAnswer },
      },
    },
    async (request) => ({ success: true as const, orders: await orders.track(request.params.mobile, request.ip) }),
  );

  app.get(
    '/orders/:id',
    {
      onRequest: either,
      schema: {
        tags,
        security: [{ order: [] }, { admin: [] }],
        summary: 'One order: for the shopper who holds its token, or for staff with mails, payments and hints',
        params,
        response: { 200: schemas.OrderAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      if (request.user) {
        return { success: true as const, ...(await orders.detail(id)) };
      }
      return { success: true as const, order: await orders.forShopper(id, orderToken(request)) };
    },
  );

  app.put(
    '/orders/:id/status',
    {
      onRequest: staff,
      schema: {
        tags: adminTags,
        security,
        summary: 'Move an order on (D36); 409 with a sentence on a wrong move, an unpaid shipment or a stale version',
        params,
        body: schemas.StatusBody,
        response: { 200: schemas.ChangedAnswer },
      },
    },
    async (request) => ({
      success: true as const,
      message: 'Order status updated successfully!',
      order: await orders.setStatus(request.params.id, request.body, actorOf(request)),
    }),
  );

  app.post(
    '/orders/:id/utr',
    {
      schema: {
        tags,
        security: [{ order: [] }],
        summary:
          'Send the UTR of an order without one, or another one after a payment that was not found: the payment is pending again. The one that was not found: staff look again',
        params,
        body: schemas.UtrBody,
        response: { 200: schemas.UtrAnswer },
      },
    },
    async (request) => {
      const { utrNumber: utr, app: upiApp } = request.body;
      const { order, outcome } = await orders.sendUtr(request.params.id, orderToken(request), { utr, app: upiApp });
      const message = outcome === 'again' ? 'We have this UTR and will look again.' : 'Payment reference received.';
      return { success: true as const, message, order };
    },
  );

  app.post(
    '/orders/:id/cancel',
    {
      onRequest: either,
      schema: {
        tags,
        security: [{ order: [] }, { admin: [] }],
        summary: 'Cancel an order: the shopper while it is pending, staff as D36 allows',
        params,
        body: schemas.CancelBody,
        response: { 200: schemas.ChangedAnswer },
      },
    },
    async (request) => {
      const { id } = request.params;
      const input = request.body ?? { reason: '' };
      const order = request.user
        ? await orders.cancel(id, input, actorOf(request))
        : await orders.cancelByShopper(id, orderToken(request), input.reason);
      return { success: true as const, message: 'Order cancelled successfully', order };
    },
  );
}

/** The order's secret from the header; an oversized one is as good as none. */
export function orderToken(request: FastifyRequest): string | undefined {
  const header = request.headers['x-order-token'];
  return typeof header === 'string' && header !== '' && header.length <= 200 ? header : undefined;
}

function shownBy(
  request: FastifyRequest,
  body: { orderNumber?: string | null | undefined; accessToken?: string | null | undefined },
): Shown {
  return { orderNumber: body.orderNumber ?? undefined, accessToken: body.accessToken || orderToken(request) };
}
