import { auditApi } from '#shop/audit/api.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import type { AuditReads } from './log.ts';

/** The audit log, for admins. */
export async function auditArea(app: ShopApp, { audit }: { audit: AuditReads }): Promise<void> {
  implement(app, auditApi, {
    'GET /admin/audit': async ({ query }) => audit.list(query),
    'GET /admin/audit/choices': async () => audit.choices(),
  });
}
