import { z } from 'zod';
import { cleanLine } from '../text/text.ts';

const word = z
  .string({ error: 'Give each filter once.' })
  .max(100, 'A filter is limited to 100 characters')
  .transform(cleanLine)
  .optional();
const day = z
  .string({ error: 'Give each filter once.' })
  .regex(/^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$/, 'A date is written like 2026-11-20')
  .optional();

/**
 * Filters of the audit log. Days are in Indian time, both inclusive. `before` is the `next` of the
 * previous response.
 */
export const AuditQuery = z.object({
  actor: word,
  action: word,
  subject: word,
  subjectId: word,
  from: day,
  to: day,
  text: word,
  before: z
    .string({ error: 'Give each filter once.' })
    .regex(/^\d{1,15}_\w{1,80}$/, 'before is what the last response gave as next')
    .optional(),
});
export type AuditQuery = z.infer<typeof AuditQuery>;

/** An entry of the log. `at` in epoch milliseconds; `before` and `after` as recorded. */
export const AuditItem = z.object({
  id: z.string(),
  at: z.number(),
  actor: z.string(),
  actorId: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
  subjectId: z.string(),
  before: z.unknown(),
  after: z.unknown(),
  address: z.string(),
});
export type AuditItem = z.infer<typeof AuditItem>;

/** A field that differs between two records: its path and values (undefined: missing). */
export interface Difference {
  path: string;
  before: unknown;
  after: unknown;
}

/**
 * The differences between two JSON values by field, at most `most`; arrays are compared as a whole.
 */
export function differences(before: unknown, after: unknown, most = 100): Difference[] {
  const found: Difference[] = [];
  const walk = (path: string, a: unknown, b: unknown) => {
    if (found.length >= most || JSON.stringify(a) === JSON.stringify(b)) return;
    if ((isRecord(a) || a == null) && (isRecord(b) || b == null) && (isRecord(a) || isRecord(b))) {
      for (const key of new Set([...Object.keys(a ?? {}), ...Object.keys(b ?? {})])) {
        walk(
          path ? `${path}.${key}` : key,
          (a as Record<string, unknown>)?.[key],
          (b as Record<string, unknown>)?.[key],
        );
      }
      return;
    }
    found.push({ path, before: a, after: b });
  };
  walk('', before, after);
  return found;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
