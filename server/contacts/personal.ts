import { sql } from 'kysely';
import { whatsAppNumber } from '#shop/contacts/whatsapp.ts';
import { cleanPhone, internationalPhone } from '#shop/india/phones.ts';
import { forgetAuditValues } from '../audit/audit.ts';
import type { Reader, Trx } from '../database/transact.ts';
import { deleteContactMails, deleteMailsFrom } from '../mail/mail.queries.ts';
import type { ContactRow } from './contacts.queries.ts';

/**
 * A person as orders know one: a stored number with its country, and email addresses in lower case
 * that are nobody else's.
 */
export interface Person {
  phone: string;
  country: string;
  emails: readonly string[];
}

/** What a person has written, and the lists that the person is on. */
export async function contactsOfPerson(db: Reader, person: Person) {
  const contacts = (await messagesOf(db, person)).map(({ search_text: _, once: __, version: ___, ...row }) => row);
  return {
    contacts,
    newsletter:
      person.emails.length === 0
        ? []
        : await db.selectFrom('newsletter').selectAll().where('email', 'in', person.emails).execute(),
    stockAlerts: await alertsOf(db, person),
  };
}

/** Deletes messages, newsletter and stock alerts of a person. */
export async function eraseContacts(trx: Trx, person: Person): Promise<void> {
  const messages = await messagesOf(trx, person);
  const ids = messages.map((row) => row.id);
  if (ids.length > 0) await trx.deleteFrom('contacts').where('id', 'in', ids).execute();
  for (const message of messages) await deleteContactMails(trx, message);
  await deleteMailsFrom(trx, person.emails);
  await forgetAuditValues(trx, 'contact', ids);
  if (person.emails.length > 0) await trx.deleteFrom('newsletter').where('email', 'in', person.emails).execute();
  const alerts = (await alertsOf(trx, person)).map((row) => row.id);
  if (alerts.length > 0) await trx.deleteFrom('stock_alerts').where('id', 'in', alerts).execute();
}

const BARE = [' ', '-', '+', '(', ')', '.'].reduce((text, sign) => `replace(${text}, '${sign}', '')`, 'phone');
/**
 * The last nine digits of a number, or '' where that cannot be told; as in the index
 * contacts_number.
 */
const NUMBER = `case when trim(${BARE}, '0123456789') = '' and length(${BARE}) > 8
  then substr(${BARE}, length(${BARE}) - 8) else '' end`;

/** Messages with the number, however it was typed, or with one of the addresses. */
export async function messagesOf(db: Reader, { phone, country, emails }: Person): Promise<ContactRow[]> {
  const typed = await db
    .selectFrom('contacts')
    .select(['id', 'phone'])
    .where(sql<string>`${sql.raw(NUMBER)}`, 'in', [phone.slice(-9), ''])
    .where('phone', '!=', sql.lit(''))
    .execute();
  const ids = typed.filter((row) => cleanPhone(row.phone, country) === phone).map((row) => row.id);
  if (ids.length + emails.length === 0) return [];
  return db
    .selectFrom('contacts')
    .selectAll()
    .where((eb) =>
      eb.or([
        ...(ids.length > 0 ? [eb('id', 'in', ids)] : []),
        ...(emails.length > 0 ? [eb(eb.fn<string>('lower', ['email']), 'in', emails)] : []),
      ]),
    )
    .orderBy('created_at')
    .execute();
}

/** The sold-out sizes that a person waits for. */
export function alertsOf(db: Reader, { phone, country, emails }: Person) {
  const numbers = [phone, whatsAppNumber(internationalPhone(phone, country)) ?? phone];
  return db
    .selectFrom('stock_alerts')
    .select(['id', 'product_id', 'size', 'email', 'phone', 'created_at'])
    .where((eb) => eb.or([eb('phone', 'in', numbers), ...(emails.length > 0 ? [eb('email', 'in', emails)] : [])]))
    .execute();
}
