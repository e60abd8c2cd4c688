import { z } from 'zod';
import { cleanLine } from '../text/text.ts';
import { SCOPES } from './scopes.ts';

/** Before the 192 random bits of a key: people and scanners for leaked secrets know it by this. */
export const KEY_PREFIX = 'kishmish_';

/** A whole key in a text. */
export const KEY_IN_TEXT = new RegExp(`${KEY_PREFIX}[\\w-]{32}`);

export const KEY_NAME_MAX = 60;
/** Keys that work at the same time. */
export const MOST_KEYS = 50;

const SCOPE_MISSING = 'Please choose what the key may do';

/** Body of `POST /admin/api-keys`. */
export const ApiKeyInput = z.object({
  name: z
    .string({ error: 'Please name the program that will use the key' })
    .overwrite(cleanLine)
    .min(1, 'Please name the program that will use the key')
    .max(KEY_NAME_MAX, `Name must be at most ${KEY_NAME_MAX} characters`),
  scopes: z
    .array(z.enum(SCOPES, { error: SCOPE_MISSING }), { error: SCOPE_MISSING })
    .min(1, SCOPE_MISSING)
    .max(SCOPES.length, SCOPE_MISSING)
    .refine((scopes) => new Set(scopes).size === scopes.length, SCOPE_MISSING),
});
export type ApiKeyInput = z.infer<typeof ApiKeyInput>;

/** A key that has not been ended, as admins see it. Times are epoch ms. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  start: z.string().describe('how the key begins, to tell keys apart'),
  scopes: z.array(z.enum(SCOPES)),
  madeBy: z.string(),
  works: z.boolean().describe('false while the account that made it is disabled, or is no admin any more'),
  createdAt: z.number(),
  lastUsedAt: z.number().nullable().describe('exact to five minutes; null: never used'),
});
export type ApiKey = z.infer<typeof ApiKey>;
