import type { Insertable, Selectable } from 'kysely';
import type { ContactsTable } from '../database/schema.ts';
import type { Reader, Trx } from '../database/transact.ts';

export type ContactRow = Selectable<ContactsTable>;

export async function insertContact(trx: Trx, row: Insertable<ContactsTable>): Promise<void> {
  await trx.insertInto('contacts').values(row).execute();
}

/** The same message of the same sender, written at `since` (epoch ms) or later. */
export function findSameContact(
  db: Reader,
  contact: Pick<ContactRow, 'email' | 'subject' | 'message'>,
  since: number,
): Promise<Pick<ContactRow, 'id' | 'status' | 'created_at'> | undefined> {
  return db
    .selectFrom('contacts')
    .select(['id', 'status', 'created_at'])
    .where('created_at', '>=', since)
    .where('email', '=', contact.email)
    .where('subject', '=', contact.subject)
    .where('message', '=', contact.message)
    .executeTakeFirst();
}
