import { dashboardApi } from '#shop/dashboard/api.ts';
import { ShopError } from '#shop/errors.ts';
import { runBeside } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import { reportsBehind } from '../database/replica.ts';
import { actorOf } from '../http/auth.ts';
import { sendCsv } from '../http/csv.ts';
import { implement } from '../http/implement.ts';
import { networkHash } from '../http/limits.ts';
import type { ShopApp } from '../http/routes.ts';
import type { ComplianceService } from './compliance.service.ts';
import type { FinderService } from './finder.service.ts';
import type { InsightService } from './insight.service.ts';
import type { OverviewService } from './overview.service.ts';

interface RouteDeps {
  context: ServiceContext;
  overview: OverviewService;
  finder: FinderService;
  insight: InsightService;
  compliance: ComplianceService;
}

/**
 * Counts from one network in a minute, in memory. Many phones share one address; each sends a
 * handful a day.
 */
const COUNTS_PER_MINUTE = 120;

/**
 * The overview, the insight, the search and the compliance meter of the admin, and the counting of
 * visits.
 */
export async function dashboardArea(app: ShopApp, services: RouteDeps): Promise<void> {
  const { context, overview, finder, insight, compliance } = services;
  runBeside(app, () => [insight]);

  const count = app.createRateLimit({
    max: COUNTS_PER_MINUTE,
    timeWindow: 60_000,
    keyGenerator: ({ ip }) => networkHash(ip),
  });
  implement(
    app,
    dashboardApi,
    {
      'GET /admin/overview': async ({ query }) => ({ overview: await overview.read(query.days) }),
      'GET /admin/reports-age': async () => ({ behindMs: await reportsBehind(context) }),
      'POST /insight': async ({ body }) => {
        insight.count(body);
        return {};
      },
      'GET /admin/insight': async ({ query }) => ({ insight: await insight.read(query.days) }),
      'GET /admin/insight/:table': async ({ params, query }, reply) => {
        const file = await insight.table(query.days, params.table);
        return sendCsv(reply, file.name, file.content);
      },
      'GET /admin/search': async ({ query }) => ({ found: await finder.find(query.q) }),
      'GET /admin/compliance': async ({ query }) => compliance.read(query),
      'GET /admin/breach-list': async (request, reply) => {
        const file = await compliance.breachList(request.query, actorOf(request));
        return sendCsv(reply, file.name, file.pieces);
      },
    },
    {
      'POST /insight': async (request) => {
        const state = await count(request);
        if (!state.isAllowed && state.isExceeded) throw new ShopError('rate_limited');
      },
    },
  );
}
