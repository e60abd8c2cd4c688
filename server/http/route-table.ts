import type { Guard } from './auth.ts';
import type { ShopApp } from './routes.ts';

/** One route and who may call it. */
interface RouteEntry {
  method: string;
  /** As written: `/api/orders/:id`. */
  url: string;
  lets: Guard['lets'];
  /** Not in the OpenAPI document (catch-all, docs). */
  hidden: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in order of registration; the guard tests are generated from it. */
    routeTable: RouteEntry[];
  }
}

/** Records every route that is registered after this call. */
export function recordRoutes(app: ShopApp): void {
  const table: RouteEntry[] = [];
  app.decorate('routeTable', table);
  app.addHook('onRoute', (route) => {
    const hooks = [route.onRequest, route.preValidation, route.preHandler].flat() as (Partial<Guard> | undefined)[];
    const lets = hooks.find((hook) => hook?.lets !== undefined)?.lets ?? 'unguarded';
    const hidden = (route.schema as { hide?: boolean } | undefined)?.hide === true;
    for (const method of [route.method].flat()) {
      table.push({ method: String(method), url: route.url, lets, hidden });
    }
  });
}
