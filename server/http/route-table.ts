import type { Guard } from './auth.ts';
import type { ShopApp } from './routes.ts';

/** One call of the API: whom its guard lets in. */
interface RouteEntry {
  method: string;
  /** As written: `/api/orders/:id`. */
  url: string;
  lets: Guard['lets'] | 'unguarded';
  /** Not part of the API's description (catch-all, documentation). */
  hidden: boolean;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Every route, in the order of registration; what the tests of the guards are generated from. */
    routeTable: RouteEntry[];
  }
}

/** Writes down every route that is registered from now on. */
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
