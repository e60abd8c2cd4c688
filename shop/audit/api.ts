import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';
import { AuditItem, AuditQuery } from './audit.ts';

const admin = { tag: 'audit', access: 'admin' } as const;

/** The audit log. For admins only, since it records the actions of the team. */
export const auditApi = {
  'GET /admin/audit': {
    ...admin,
    summary: 'The audit log, newest first',
    query: AuditQuery,
    responses: {
      200: ok({
        entries: z.array(AuditItem),
        next: z.string().nullable().describe('`before` of the next page; null on the last one'),
      }),
    },
  },
  'GET /admin/audit/choices': {
    ...admin,
    summary: 'What the filters of the audit log offer',
    responses: {
      200: ok({
        actors: z.array(z.object({ id: z.string(), name: z.string() })),
        actions: z.array(z.string()),
        subjects: z.array(z.string()),
      }),
    },
  },
} as const satisfies Contract;
