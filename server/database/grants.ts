import { sql } from 'kysely';
import { engineOf } from './engine.ts';
import type { Reader } from './handles.ts';

/** What another role may do with a table or one of its columns, as the operator has granted it. */
interface Grant {
  table: string;
  column: string | null;
  privilege: string;
  /** Quoted for SQL, or `public`. */
  role: string;
  grantable: boolean;
}

/** The grants on the shop's tables, which end with a table; none on SQLite. */
export async function readGrants(db: Reader): Promise<Grant[]> {
  if (engineOf(db) === 'sqlite') return [];
  const { rows } = await sql<Grant>`
    select "table", "column", privilege_type as privilege, is_grantable as grantable,
      case when grantee = 0 then 'public' else grantee::regrole::text end as role
    from (
      select relname as "table", null as "column", relowner, (aclexplode(relacl)).*
      from pg_class where relkind = 'r' and relnamespace = current_schema()::regnamespace
      union all
      select relname, attname, relowner, (aclexplode(attacl)).*
      from pg_class join pg_attribute on attrelid = pg_class.oid
      where relkind = 'r' and relnamespace = current_schema()::regnamespace
    ) as given
    where grantee <> relowner`.execute(db);
  return rows;
}

/** Gives them again, as far as the tables and columns are there. */
export async function giveGrants(db: Reader, grants: readonly Grant[]): Promise<void> {
  if (grants.length === 0) return;
  const { rows } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = current_schema()`.execute(db);
  for (const { table, column, privilege, role, grantable } of grants) {
    if (!rows.some((row) => row.table === table && (column === null || row.column === column))) continue;
    const columns = column === null ? sql`` : sql`(${sql.id(column)})`;
    const option = grantable ? sql`with grant option` : sql``;
    await sql`grant ${sql.raw(privilege)}${columns} on ${sql.id(table)} to ${sql.raw(role)} ${option}`.execute(db);
  }
}
