import { z } from 'zod';
import { Overview, OverviewQuery } from '#shop/dashboard/overview.ts';
import { staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

/** The figures of the admin's first page (D37). */
export function overviewRoutes(app: ShopApp, services: Services): void {
  app.get(
    '/admin/overview',
    {
      onRequest: staffOnly(services),
      schema: {
        tags: ['admin'],
        security: [{ admin: [] }],
        summary: 'Revenue, orders, payments, products and shoppers of a period',
        querystring: OverviewQuery,
        response: { 200: z.object({ success: z.literal(true), overview: Overview }) },
      },
    },
    async (request) => ({ success: true as const, overview: await services.overview.read(request.query.days) }),
  );
}
