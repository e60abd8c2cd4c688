import type { z } from 'zod';

/**
 * The first error message of each invalid field, by path. The server validates with the same
 * schema.
 */
export function firstErrors(schema: z.ZodType, value: unknown): Record<string, string> {
  const result = schema.safeParse(value);
  const errors: Record<string, string> = {};
  for (const { path, message } of result.success ? [] : result.error.issues) {
    errors[path.join('.')] ??= message;
  }
  return errors;
}
