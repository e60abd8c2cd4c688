import type { Kysely } from 'kysely';
import * as shop from './001-shop.ts';

/** Every migration in order, named by hand: no folder is scanned, so nothing runs that nobody listed. */
export const migrations: Record<string, (db: Kysely<unknown>, kind: 'sqlite' | 'postgres') => Promise<void>> = {
  '001-shop': shop.up,
};
