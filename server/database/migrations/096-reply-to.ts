import type { Kysely } from 'kysely';
import { runStatements } from './statements.ts';

/** `mail_outbox.reply_to`: who gets the answer to a mail; empty for its sender. */
const STATEMENTS = [`alter table mail_outbox add column reply_to text not null default ''`];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
}
