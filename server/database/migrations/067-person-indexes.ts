import { type Kysely, sql } from 'kysely';

const BARE = [' ', '-', '+', '(', ')', '.'].reduce((text, sign) => `replace(${text}, '${sign}', '')`, 'phone');

/**
 * What a person has written is found without reading all messages and reviews. Of a number, the
 * last nine digits are the same however it is typed; what has other characters or fewer digits has
 * the key ''.
 */
const STATEMENTS = [
  `create index contacts_number on contacts ((case when trim(${BARE}, '0123456789') = '' and length(${BARE}) > 8
    then substr(${BARE}, length(${BARE}) - 8) else '' end)) where phone <> ''`,
  `create index reviews_email on reviews (lower(customer_email))`,
];

export async function up(db: Kysely<unknown>): Promise<void> {
  for (const text of STATEMENTS) await sql.raw(text).execute(db);
}
