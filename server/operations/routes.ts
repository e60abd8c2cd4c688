import { operationsApi } from '#shop/operations/api.ts';
import type { ServiceContext } from '../context.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import { examine } from './doctor.ts';

export function operationsRoutes(app: ShopApp, { context }: { context: ServiceContext }): void {
  implement(app, operationsApi, {
    'GET /admin/doctor': async ({ headers }) => ({
      checks: await examine({ ...context, forwardedFor: headers['x-forwarded-for']?.toString() }),
    }),
  });
}
