import { type Kysely, sql } from 'kysely';

/**
 * Runs statements in the words of one engine: `INT8` is its 64-bit integer, and `STRICT` at the end
 * is for SQLite alone.
 */
export async function runStatements(
  db: Kysely<unknown>,
  kind: 'sqlite' | 'postgres',
  statements: readonly string[],
): Promise<void> {
  for (const text of statements) {
    const statement =
      kind === 'sqlite'
        ? text.replaceAll('INT8', 'integer')
        : text.replaceAll('INT8', 'bigint').replace(/ STRICT$/, '');
    await sql.raw(statement).execute(db);
  }
}
