import type { Selectable } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { StatementImportsTable } from '#server/database/schema.ts';
import type { StatementImport } from '#shop/orders/payments/api.ts';

export type ImportRow = Selectable<StatementImportsTable>;

/** Imports in the list. */
const LISTED = 100;

/** The last imports of statements, newest first. */
export async function listImports({ database }: ServiceContext): Promise<StatementImport[]> {
  const rows = await database.db
    .selectFrom('statement_imports')
    .selectAll()
    .orderBy('imported_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(toImport);
}

/** An import as the API returns it. */
export function toImport(row: ImportRow): StatementImport {
  return {
    id: row.id,
    name: row.file_name,
    bank: row.bank,
    account: row.account,
    from: row.from_day,
    to: row.to_day,
    credits: row.credits,
    duplicates: row.duplicates,
    refused: JSON.parse(row.refused) as StatementImport['refused'],
    confirmed: row.confirmed,
    review: row.review,
    suggested: row.suggested,
    importedAt: row.imported_at,
    importedBy: row.imported_by,
    undoneAt: row.undone_at,
  };
}
