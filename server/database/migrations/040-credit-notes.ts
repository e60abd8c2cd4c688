import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * Credit notes, each for one invoice, numbered without gaps in a financial year like the invoices.
 * `issued_at` of an invoice is also in its data; the column is for the documents of a month.
 */
const STATEMENTS = [
  `alter table invoices add column issued_at INT8 not null default 0`,
  `create table credit_note_series (financial_year text primary key, next_number INT8 not null) STRICT`,
  `create table credit_notes (
    number text primary key, order_number text not null unique references orders (order_number), financial_year text not null,
    reason text not null, issued_at INT8 not null) STRICT`,
];

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
  const time = kind === 'sqlite' ? `json_extract(data, '$.issuedAt')` : `(data::json ->> 'issuedAt')::bigint`;
  await sql.raw(`update invoices set issued_at = ${time}`).execute(db);
  await sql`create index invoices_issued on invoices (issued_at, number)`.execute(db);
  await sql`create index credit_notes_issued on credit_notes (issued_at, number)`.execute(db);
}
