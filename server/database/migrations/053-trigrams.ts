import { type Kysely, sql } from 'kysely';

/**
 * The searched text of a row, and its columns. `lower` is that of LIKE: it knows only the letters
 * of ASCII.
 */
const TEXTS = {
  orders: { columns: 'search_text', text: (row: string) => `lower(${row}search_text)` },
  customers: { columns: 'search_text', text: (row: string) => `lower(${row}search_text)` },
  contacts: { columns: 'search_text', text: (row: string) => `lower(${row}search_text)` },
  reviews: {
    columns: 'customer_name, title, comment',
    text: (row: string) => `lower(${row}customer_name || ' ' || ${row}title || ' ' || ${row}comment)`,
  },
};

/**
 * Indexes of the trigrams of texts on SQLite, for searches inside of words; PostgreSQL has its own
 * (migration 007).
 *
 * An FTS5 table is written at each commit, which costs as much for one row as for a hundred.
 * Triggers therefore collect new texts in `…_waiting`, and server/database/trigrams.ts moves them.
 * The tables keep no text beside the trigrams (`content=''`), so a text is removed by naming it,
 * and with `secure-delete` nothing of it stays behind.
 */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  if (kind === 'postgres') return;
  for (const [table, { columns, text }] of Object.entries(TEXTS)) {
    const words = `trigrams_${table}`;
    const remove = `insert into ${words} (${words}, rowid, text) select 'delete', old.rowid, ${text('old.')}
        where ${text('old.')} <> '' and not exists (select 1 from ${words}_waiting where id = old.rowid)`;
    const statements = [
      `create virtual table ${words}
        using fts5 (text, content='', columnsize=0, tokenize='trigram case_sensitive 1')`,
      `insert into ${words} (${words}, rank) values ('secure-delete', 1)`,
      `create table ${words}_waiting (id integer primary key, text text not null) strict`,
      `create trigger ${words}_added after insert on ${table} when ${text('new.')} <> '' begin
        insert into ${words}_waiting values (new.rowid, ${text('new.')});
      end`,
      `create trigger ${words}_changed after update of ${columns} on ${table} when ${text('new.')} <> ${text('old.')} begin
        ${remove};
        -- Not 'or replace': the conflict clause of the statement that fires a trigger is used instead.
        delete from ${words}_waiting where id = old.rowid;
        insert into ${words}_waiting values (new.rowid, ${text('new.')});
      end`,
      `create trigger ${words}_removed after delete on ${table} when ${text('old.')} <> '' begin
        ${remove};
        delete from ${words}_waiting where id = old.rowid;
      end`,
      `insert into ${words} (rowid, text) select rowid, ${text('')} from ${table} where ${text('')} <> ''`,
    ];
    for (const statement of statements) await sql.raw(statement).execute(db);
  }
}
