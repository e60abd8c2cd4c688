import { z } from 'zod';
import { type Contract, ok } from '../contract.ts';

/** What is looked at. */
const CHECK_NAMES = [
  'Environment',
  'Database',
  'Reports',
  'Disk space',
  'Mail',
  'Payment messages',
  'Payment proof',
  'Invoices',
  'Secrets',
  'Object storage',
  'Clock',
  'Public address',
  'Certificate',
  'Proxy',
  'Backup',
] as const;
export type CheckName = (typeof CHECK_NAMES)[number];

/** One thing that an operator has to know about the running shop. */
export const HealthCheck = z.object({
  name: z.enum(CHECK_NAMES),
  /** `fault`: something does not work, or will be lost. `warn`: it should be looked at. */
  state: z.enum(['ok', 'warn', 'fault']),
  /** What was found, in a sentence. */
  text: z.string(),
  /** What to do, in a sentence; null when all is well. */
  action: z.string().nullable(),
});
export type HealthCheck = z.infer<typeof HealthCheck>;

/** What `npm run doctor` says, for admins. */
export const operationsApi = {
  'GET /admin/doctor': {
    tag: 'operations (admin)',
    access: 'admin',
    summary:
      'Check the environment, database, disk, mail, payment messages, stored secrets, object storage, clock, address, certificate, proxy and backups of the shop',
    responses: {
      200: ok({
        checks: z.array(HealthCheck),
        /** Of the last 30 days, and worth sending again. */
        failedMails: z.number(),
      }),
    },
  },
  'POST /admin/mails/resend': {
    tag: 'operations (admin)',
    access: 'admin',
    summary:
      'Send the mails of the last 30 days that could not be sent again, at most 200 at once; not those that were held back or whose code has expired',
    responses: { 200: ok({ message: z.string(), count: z.number(), left: z.number() }) },
  },
} as const satisfies Contract;
