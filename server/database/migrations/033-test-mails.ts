import { type Kysely, sql } from 'kysely';

/** The admin's checklist asks whether a test email has left: few rows among those of all orders. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`create index mail_outbox_test on mail_outbox (sent_at) where kind = 'test'`.execute(db);
}
