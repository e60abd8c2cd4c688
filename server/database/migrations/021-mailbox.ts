import { type Kysely, sql } from 'kysely';

/**
 * The mailbox of a mail to an address that nobody has proved (D54), without tag and case; empty for
 * mails that are not limited and for those that the limit held back.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table mail_outbox add column mailbox text not null default ''`.execute(db);
  await sql`create index mail_outbox_mailbox on mail_outbox (mailbox, created_at) where mailbox <> ''`.execute(db);
}
