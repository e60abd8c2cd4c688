import { actorOf } from '#server/http/auth.ts';
import { sendCsv } from '#server/http/csv.ts';
import { implement } from '#server/http/implement.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { couponsApi } from '#shop/orders/coupons/api.ts';
import type { CouponsService } from './service.ts';

/** Coupons and automatic offers, for the owner. */
export function couponRoutes(app: ShopApp, { coupons }: { coupons: CouponsService }): void {
  implement(app, couponsApi, {
    'GET /coupons': async () => coupons.list(),
    'GET /coupons/export': async (_request, reply) => {
      const file = await coupons.report();
      return sendCsv(reply, file.name, file.content);
    },
    'POST /coupons': async (request, reply) => {
      const coupon = await coupons.create(request.body, actorOf(request));
      reply.code(201);
      return { message: 'Coupon saved', coupon };
    },
    'PUT /coupons/:id': async (request) => ({
      message: 'Coupon saved',
      coupon: await coupons.update(request.params.id, request.body, actorOf(request)),
    }),
    'DELETE /coupons/:id': async (request) => {
      await coupons.remove(request.params.id, actorOf(request));
      return { message: 'Coupon deleted' };
    },
  });
}
