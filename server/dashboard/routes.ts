import { dashboardApi } from '#shop/dashboard/api.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { FinderService } from './finder.service.ts';
import type { OverviewService } from './overview.service.ts';

interface Needs {
  overview: OverviewService;
  finder: FinderService;
}

/** The admin's first page and its search. */
export function dashboardRoutes(app: ShopApp, { overview, finder }: Needs): void {
  implement(app, dashboardApi, {
    'GET /admin/overview': async ({ query }) => ({ overview: await overview.read(query.days) }),
    'GET /admin/search': async ({ query }) => ({ found: await finder.find(query.q) }),
  });
}
