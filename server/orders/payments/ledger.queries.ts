import type { Insertable, Selectable } from 'kysely';
import type { Database } from '#server/database/connect.ts';
import { insertRows } from '#server/database/prepared.ts';
import type { CreditSourcesTable, CreditsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import type { CreditFlag, CreditStatus } from '#shop/orders/payments/credit.ts';
import type { KnownCredit, Report } from '#shop/orders/payments/join.ts';

export type CreditRow = Selectable<CreditsTable>;
type SourceRow = Selectable<CreditSourcesTable>;

/** A credit with its live sources. */
export interface LedgerCredit extends KnownCredit {
  readonly row: CreditRow;
  readonly sources: SourceOf[];
}
type SourceOf = KnownCredit['sources'][number] & { at: number; sender: string | null };

/** The size of `in` lists: SQLite and PostgreSQL bound the number of parameters. */
const PART = 400;

/**
 * The credits that these reports may be about: with one of their references, of the same day and amount, or reported by the same
 * message or line.
 */
export async function candidates(db: Reader, reports: readonly Report[]): Promise<LedgerCredit[]> {
  const ids = new Set<string>();
  const refs = [...new Set(reports.flatMap((report) => report.refs))];
  for (const part of parts(refs)) {
    const rows = await db.selectFrom('credit_refs').select('credit_id').where('ref', 'in', part).execute();
    for (const row of rows) ids.add(row.credit_id);
  }
  for (const part of parts([...new Set(reports.map((report) => report.fingerprint))])) {
    const rows = await db.selectFrom('credit_sources').select('credit_id').where('fingerprint', 'in', part).execute();
    for (const row of rows) ids.add(row.credit_id);
  }
  for (const day of new Set(reports.map((report) => report.day))) {
    const amounts = [...new Set(reports.filter((report) => report.day === day).map(({ amount }) => amount))];
    for (const part of parts(amounts)) {
      const rows = await db
        .selectFrom('credits')
        .select('id')
        .where('day', '=', day)
        .where('amount', 'in', part)
        .execute();
      for (const row of rows) ids.add(row.id);
    }
  }
  return creditsById(db, [...ids]);
}

/** Credits with their live sources, oldest first. `lock` locks their rows until the end of the transaction. */
export async function creditsById(db: Reader, ids: string[], lock?: Database['kind']): Promise<LedgerCredit[]> {
  const rows: CreditRow[] = [];
  const sources: SourceRow[] = [];
  for (const part of parts([...ids].sort())) {
    const query = db.selectFrom('credits').selectAll().where('id', 'in', part).orderBy('id');
    rows.push(...(await (lock === 'postgres' ? query.forUpdate() : query).execute()));
    sources.push(
      ...(await db
        .selectFrom('credit_sources')
        .selectAll()
        .where('credit_id', 'in', part)
        .where('undone', '=', 0)
        .orderBy('at')
        .execute()),
    );
  }
  const bySource = Map.groupBy(sources, (source) => source.credit_id);
  return rows
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    .map((row) => ledgerCredit(row, bySource.get(row.id) ?? []));
}

function ledgerCredit(row: CreditRow, sources: readonly SourceRow[]): LedgerCredit {
  return {
    row,
    id: row.id,
    rrn: row.rrn,
    refs: JSON.parse(row.refs) as string[],
    amount: row.amount,
    day: row.day,
    minute: row.minute,
    account: row.account,
    status: row.status,
    sources: sources.map((source) => ({
      source: source.kind,
      fingerprint: source.fingerprint,
      importId: source.import_id,
      at: source.at,
      sender: source.sender,
    })),
  };
}

export function flagsOf(row: Pick<CreditRow, 'flags'>): CreditFlag[] {
  return JSON.parse(row.flags) as CreditFlag[];
}

/** @throws a unique violation when another transaction has stored one of these references */
export async function insertCredits(trx: Trx, rows: Insertable<CreditsTable>[]): Promise<void> {
  for (const part of parts(rows, 20)) await insertRows(trx, 'credits', part);
}

export async function insertRefs(trx: Trx, refs: { ref: string; credit_id: string }[]): Promise<void> {
  for (const part of parts(refs)) {
    await trx
      .insertInto('credit_refs')
      .values(part)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function insertSources(trx: Trx, rows: Insertable<CreditSourcesTable>[]): Promise<void> {
  for (const part of parts(rows, 40)) await insertRows(trx, 'credit_sources', part);
}

export async function updateCredit(trx: Trx, id: string, change: Partial<CreditRow>): Promise<void> {
  await trx.updateTable('credits').set(change).where('id', '=', id).execute();
}

/** Moves a credit from one status to another. @returns false when it has another status by now */
export async function moveCredit(
  trx: Trx,
  id: string,
  from: CreditStatus,
  change: Partial<CreditRow> & { status: CreditStatus },
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('credits')
    .set(change)
    .where('id', '=', id)
    .where('status', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export function* parts<T>(list: readonly T[], size = PART): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
