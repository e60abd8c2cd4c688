import type { Kysely, Transaction } from 'kysely';
import type { Tables } from './schema.ts';

/** For pure reads: the database or a transaction. */
export type Reader = Kysely<Tables>;
export type Trx = Transaction<Tables>;
