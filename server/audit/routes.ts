import { z } from 'zod';
import { AuditItem, AuditQuery } from '#shop/audit/audit.ts';
import { adminOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const success = z.literal(true);
const described = { tags: ['audit'], security: [{ admin: [] }] };

/** Who did what and when; for admins alone, since it tells of the team too. */
export function auditRoutes(app: ShopApp, services: Services): void {
  const onRequest = adminOnly(services);

  app.get(
    '/admin/audit',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'The audit log, newest first',
        querystring: AuditQuery,
        response: { 200: z.object({ success, entries: z.array(AuditItem), next: z.string().nullable() }) },
      },
    },
    async (request) => ({ success: true as const, ...(await services.audit.list(request.query)) }),
  );

  app.get(
    '/admin/audit/choices',
    {
      onRequest,
      schema: {
        ...described,
        summary: 'What the filters of the audit log offer',
        response: {
          200: z.object({
            success,
            actors: z.array(z.object({ id: z.string(), name: z.string() })),
            actions: z.array(z.string()),
            subjects: z.array(z.string()),
          }),
        },
      },
    },
    async () => ({ success: true as const, ...(await services.audit.choices()) }),
  );
}
