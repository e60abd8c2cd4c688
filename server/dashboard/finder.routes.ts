import { z } from 'zod';
import { FindQuery, Found } from '#shop/dashboard/finder.ts';
import { staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

/** The admin's search over everything. */
export function finderRoutes(app: ShopApp, services: Services): void {
  app.get(
    '/admin/search',
    {
      onRequest: staffOnly(services),
      schema: {
        tags: ['admin'],
        security: [{ admin: [] }],
        summary: 'Orders, products and contacts that a text begins; people by any of their names',
        querystring: FindQuery,
        response: { 200: z.object({ success: z.literal(true), found: Found }) },
      },
    },
    async (request) => ({ success: true as const, found: await services.finder.find(request.query.q) }),
  );
}
