import { type Kysely, sql } from 'kysely';

/** Covering indexes for the contact list of the admin, one for each combination of filters. */
const TEXTS = [
  `create index if not exists contacts_list on contacts (created_at desc, id desc)`,
  `create index if not exists contacts_list_status on contacts (status, created_at desc, id desc)`,
  `create index if not exists contacts_list_priority on contacts (priority, created_at desc, id desc)`,
  `create index if not exists contacts_list_both on contacts (status, priority, created_at desc, id desc)`,
  `drop index if exists contacts_created`,
  `drop index if exists contacts_status`,
  `drop index if exists contacts_priority`,
  `create index if not exists newsletter_list on newsletter (created_at desc, email)`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of TEXTS) {
    await sql.raw(text).execute(db);
  }
}
