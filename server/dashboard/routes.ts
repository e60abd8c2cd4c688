import { dashboardApi } from '#shop/dashboard/api.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { FinderService } from './finder.service.ts';
import type { OverviewService } from './overview.service.ts';

interface RouteDeps {
  overview: OverviewService;
  finder: FinderService;
}

/** The overview and the search of the admin. */
export function dashboardRoutes(app: ShopApp, { overview, finder }: RouteDeps): void {
  implement(app, dashboardApi, {
    'GET /admin/overview': async ({ query }) => ({ overview: await overview.read(query.days) }),
    'GET /admin/search': async ({ query }) => ({ found: await finder.find(query.q) }),
  });
}
