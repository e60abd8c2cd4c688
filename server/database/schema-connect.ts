import type { Optional } from './columns.ts';

/** The tables of what connects the shop with other programs. */

/** See migration 103. */
export interface ApiKeysTable {
  id: string;
  name: string;
  start: string;
  key_hash: string;
  /** JSON: a list of scopes. */
  scopes: string;
  made_by: string;
  created_at: number;
  last_used_at: Optional<number>;
  ended_at: Optional<number>;
}
