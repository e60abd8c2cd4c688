import { setImmediate } from 'node:timers/promises';
import { type Insertable, type Selectable, sql } from 'kysely';
import { insertRows, parts } from '#server/database/rows.ts';
import type { CreditSourcesTable, CreditsTable } from '#server/database/schema.ts';
import type { Reader, Trx } from '#server/database/transact.ts';
import type { CreditFlag, CreditStatus } from '#shop/orders/payments/credit.ts';
import type { KnownCredit, Report } from '#shop/orders/payments/join.ts';

export type CreditRow = Selectable<CreditsTable>;
const SOURCE_COLUMNS = [
  'credit_id',
  'kind',
  'fingerprint',
  'import_id',
  'at',
  'sender',
  'refs',
  'may_confirm',
  'note_order',
] as const;
type SourceRow = Pick<Selectable<CreditSourcesTable>, (typeof SOURCE_COLUMNS)[number]>;

/** A credit with its live sources. */
export interface LedgerCredit extends KnownCredit {
  readonly row: CreditRow;
  readonly sources: SourceOf[];
}
type SourceOf = KnownCredit['sources'][number] & {
  at: number;
  sender: string | null;
  mayConfirm: boolean;
  noteOrder: string | null;
};

/** Literals: SQLite uses a partial index only when the query names its condition. */
const NO_REFS = sql.lit('[]');
const LIVE = sql.lit(0);
export const MATCHED = sql.lit<'matched'>('matched');

/**
 * The credits that these reports may be about: with one of their references, of the same day and
 * amount, or reported by the same message or line.
 */
export async function candidates(db: Reader, reports: readonly Report[]): Promise<LedgerCredit[]> {
  const ids = new Set<string>();
  const refs = [...new Set(reports.flatMap((report) => report.refs))];
  for (const part of parts(refs)) {
    for (const id of await creditIdsOf(db, part)) ids.add(id);
  }
  for (const [kind, list] of Map.groupBy(reports, ({ source }) => source)) {
    for (const part of parts([...new Set(list.map(({ fingerprint }) => fingerprint))])) {
      const rows = await db
        .selectFrom('credit_sources')
        .select('credit_id')
        .where('kind', '=', kind)
        .where('fingerprint', 'in', part)
        .where('undone', '=', LIVE)
        .execute();
      for (const row of rows) ids.add(row.credit_id);
    }
  }
  // Amount and day join two reports only when one of them has no reference (join.ts).
  for (const [day, ofDay] of Map.groupBy(reports, (report) => report.day)) {
    for (const [bare, list] of Map.groupBy(ofDay, ({ refs }) => refs.length === 0)) {
      for (const part of parts([...new Set(list.map(({ amount }) => amount))])) {
        const alike = db.selectFrom('credits').select('id').where('day', '=', day).where('amount', 'in', part);
        const rows = await (bare ? alike : alike.where('refs', '=', NO_REFS)).execute();
        for (const row of rows) ids.add(row.id);
      }
    }
  }
  return withOrderUtrs(db, await creditsById(db, [...ids]));
}

/**
 * The references and amounts of recorded refunds among those of the reports: `R 29900`. Money with
 * both has come back, unless the reference is that of the payment itself.
 */
export async function refundsNamed(db: Reader, reports: readonly Pick<Report, 'refs'>[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of parts([...new Set(reports.flatMap(({ refs }) => refs))])) {
    const rows = await db
      .selectFrom('refunds')
      .innerJoin('orders', 'orders.order_number', 'refunds.order_number')
      .select(['reference', 'amount', 'utr'])
      .where('reference', 'in', part)
      .execute();
    for (const { reference, amount, utr } of rows) if (reference !== utr) found.add(`${reference} ${amount}`);
  }
  return found;
}

/** Adds the UTRs of the orders that credits without a reference prove. */
async function withOrderUtrs(db: Reader, credits: LedgerCredit[]): Promise<LedgerCredit[]> {
  const numbers = credits.flatMap(({ refs, row }) => (refs.length === 0 ? (row.order_number ?? []) : []));
  const utrs = new Map<string, string | null>();
  for (const part of parts(numbers)) {
    const rows = await db
      .selectFrom('orders')
      .select(['order_number', 'utr'])
      .where('order_number', 'in', part)
      .execute();
    for (const row of rows) utrs.set(row.order_number, row.utr);
  }
  return credits.map((credit) => ({ ...credit, orderUtr: utrs.get(credit.row.order_number ?? '') ?? null }));
}

/**
 * Credits with their live sources, oldest first. `lock` locks their rows until the end of the
 * transaction.
 */
export async function creditsById(db: Reader, ids: string[], lock?: 'for update'): Promise<LedgerCredit[]> {
  const rows: CreditRow[] = [];
  const sources: SourceRow[] = [];
  for (const part of parts([...ids].sort())) {
    const query = db.selectFrom('credits').selectAll().where('id', 'in', part).orderBy('id');
    rows.push(...(await (lock ? query.forUpdate() : query).execute()));
    const reported = db.selectFrom('credit_sources').select(SOURCE_COLUMNS).where('credit_id', 'in', part);
    sources.push(...(await reported.where('undone', '=', LIVE).orderBy('at').execute()));
  }
  const bySource = Map.groupBy(sources, (source) => source.credit_id);
  return rows
    .sort((a, b) => a.created_at - b.created_at || (a.id < b.id ? -1 : 1))
    .map((row) => ledgerCredit(row, bySource.get(row.id) ?? []));
}

/**
 * Locks credits until the end of the transaction, and before them the orders that they prove: a
 * change of an order locks the order before its credit, too, so the two cannot deadlock (fault 8).
 */
export async function lockCredits(trx: Trx, ids: string[]): Promise<LedgerCredit[]> {
  const proven = trx.selectFrom('credits').select('order_number').where('id', 'in', ids);
  const orders = trx.selectFrom('orders').select('order_number').where('order_number', 'in', proven);
  await orders.orderBy('order_number').forUpdate().execute();
  return creditsById(trx, ids, 'for update');
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
    flags: flagsOf(row),
    sources: sources.map((source) => ({
      source: source.kind,
      fingerprint: source.fingerprint,
      importId: source.import_id,
      at: source.at,
      sender: source.sender,
      refs: source.refs === null ? null : (JSON.parse(source.refs) as string[]),
      mayConfirm: source.may_confirm === 1,
      noteOrder: source.note_order,
    })),
  };
}

/** How long after staff have accepted a payment its credit is still looked for. */
const ACCEPTED_MS = 7 * 86_400_000;

/**
 * The UTRs of orders that wait for a credit: unpaid ones, and those whose payment staff have
 * accepted in the last seven days without one. The conditions are those of the indexes in
 * migrations 025 and 063, so that neither all orders nor all open credits are read.
 *
 * @param now epoch ms
 */
export async function utrsToProve(db: Reader, now: number): Promise<string[]> {
  const orders = db
    .selectFrom('orders')
    .select('utr')
    .where('utr', 'is not', null)
    .where('status', 'not in', [sql.lit('draft'), sql.lit('cancelled'), sql.lit('returned')]);
  const completed = sql.lit<'completed'>('completed');
  const unpaid = await orders.where('payment_status', '!=', completed).execute();
  const accepted = await orders
    .where('payment_status', '=', completed)
    .where('credit_id', 'is', null)
    .where('payment_decided_at', '>=', now - ACCEPTED_MS)
    .execute();
  return [...new Set([...unpaid, ...accepted].flatMap(({ utr }) => utr ?? []))];
}

/**
 * How long an open credit may prove a draft or an order that has come after it, or could not be
 * proved when it came.
 */
const TRIED_MS = 48 * 3_600_000;

/**
 * Open credits of the last 48 hours whose note names an order, or whose amount a shopper was asked
 * for with a payment code.
 */
export async function creditsToPlace(db: Reader, now: number): Promise<string[]> {
  const open = db
    .selectFrom('credits')
    .select('credits.id')
    .where('credits.status', '=', 'open')
    .where('credits.at', '>=', now - TRIED_MS);
  const named = open.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('credit_sources')
        .select('credit_sources.id')
        .whereRef('credit_sources.credit_id', '=', 'credits.id')
        .where('credit_sources.note_order', 'is not', null)
        .where('credit_sources.undone', '=', LIVE),
    ),
  );
  const asked = open.where(({ exists, selectFrom }) =>
    exists(
      selectFrom('payment_totals')
        .select('payment_totals.total')
        .whereRef('payment_totals.total', '=', 'credits.amount'),
    ),
  );
  const rows = [...(await named.execute()), ...(await asked.execute())];
  return [...new Set(rows.map(({ id }) => id))];
}

/** The ids of the credits with one of these references. */
export async function creditIdsOf(db: Reader, refs: readonly string[]): Promise<string[]> {
  if (refs.length === 0) return [];
  const rows = await db.selectFrom('credit_refs').select('credit_id').distinct().where('ref', 'in', refs).execute();
  return rows.map((row) => row.credit_id);
}

export function flagsOf(row: Pick<CreditRow, 'flags'>): CreditFlag[] {
  return JSON.parse(row.flags) as CreditFlag[];
}

/** @throws a unique violation when another transaction has stored one of these references */
export async function insertCredits(trx: Trx, rows: Insertable<CreditsTable>[]): Promise<void> {
  for (const part of parts(rows, 20)) await insertRows(trx, 'credits', part);
}

export async function insertRefs(trx: Trx, refs: { ref: string; credit_id: string }[]): Promise<void> {
  for (const part of parts(refs, 40)) await insertRows(trx, 'credit_refs', part, 'or nothing');
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

/** Turns of the event loop that other requests get at most between two parts. */
const MOST_TURNS = 50;
/** Milliseconds: a shorter turn had no other work. */
const IDLE_MS = 0.3;

/** `parts` for long work: between two parts, other requests run until none is waiting. */
export async function* politeParts<T>(list: readonly T[], size: number): AsyncGenerator<T[]> {
  for (const part of parts(list, size)) {
    yield part;
    for (let turn = 0; turn < MOST_TURNS; turn++) {
      const from = performance.now();
      await setImmediate();
      if (performance.now() - from < IDLE_MS) break;
    }
  }
}
