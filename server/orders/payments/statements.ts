import type { Selectable } from 'kysely';
import { type Actor, SHOP, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/prepared.ts';
import type { StatementImportsTable } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { newId, sha256 } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { MAX_NARRATION, type StatementImport } from '#shop/orders/payments/api.ts';
import { coverageOf } from '#shop/orders/payments/coverage.ts';
import { type Match, matchCredit } from '#shop/orders/payments/match.ts';
import type { Statement, StatementLine } from '#shop/orders/payments/statement.ts';
import { cleanLine } from '#shop/text/text.ts';
import * as queries from './ledger.queries.ts';
import { type LedgerReport, lockImport, lockLedger, previewReports, recordReports } from './ledger.ts';
import { matchFields } from './messages.ts';
import { factsWith, freeOrder, ordersByUtr, type ProofDeps, proveOrders } from './proof.ts';
import { settleRefunds } from './refund-debits.ts';
import { restoreRefunds, returnRefunds } from './refunds.ts';
import { digest, reportOf } from './reports.ts';
import { reverseCredit } from './reversal.ts';
import { readStatementFile } from './statement-file.ts';
import { flagMissing, unflagShown, unflagUndone } from './statement-flags.ts';
import { reversalsOf } from './taken-back.ts';

type ImportRow = Selectable<StatementImportsTable>;

/** Lines per transaction: other requests wait for one part at most. */
const PART = 50;
/** Imports in the list. */
const LISTED = 100;
/** Older undone imports are not looked at again: reading their lines takes time. */
const UNFINISHED_MS = 30 * 86_400_000;

/**
 * Imports a statement: records its credits, takes reversed ones back, confirms the orders that it proves, and flags payments that it
 * should show and does not. The same file again changes nothing.
 *
 * @throws ShopError statement_unreadable with one sentence, for a file that is no statement; import_undone when staff undo it meanwhile
 */
export async function importStatement(
  context: ServiceContext,
  deps: ProofDeps,
  file: { name: string; bytes: Buffer },
  actor: Actor,
): Promise<StatementImport> {
  const startedAt = context.now();
  const hash = sha256(file.bytes);
  const statement = await readStatementFile(file.bytes);
  const row = await openImport(context, statement, { name: file.name, hash }, actor);
  const reportsOf = reporter(statement, row.id, context.now());
  const ids = new Set<string>();
  const returned: string[] = [];
  let credits = 0;
  let duplicates = 0;
  for await (const lines of queries.politeParts(statement.lines, PART)) {
    const reports = reportsOf(lines).filter((report) => report !== null);
    const recorded = await transact(context, async ({ trx }) => {
      await lockImport(trx, context.database.kind, row.id);
      return recordReports(trx, reports, context.now());
    });
    const orders = await ordersByUtr(
      context.database.db,
      reports.flatMap(({ refs }) => refs),
    );
    // A new credit proves nothing before an order names one of its references.
    for (const { report, kind, creditId, returned: isBack } of recorded) {
      if (kind !== 'new' || report.refs.some((ref) => orders.has(ref))) ids.add(creditId);
      if (isBack) returned.push(creditId);
    }
    credits += reports.length;
    duplicates += recorded.filter(({ shown }) => shown).length;
  }
  const reversals = await reversalsOf(context.database.db, statement, row.id, context.now());
  for (const reversal of reversals.values()) {
    if (reversal) await reverseCredit(context, deps, reversal.report, reversal.reference);
  }
  const matches = await proveOrders(context, deps, [...ids]);
  // The sweep may have confirmed some of them.
  const { db, kind } = context.database;
  const confirmed = (await queries.confirmedSince(db, kind, startedAt)).filter((id) => ids.has(id)).length;
  const counts = { ...countMatches([...matches.values()]), confirmed };
  const result = { credits, duplicates, refused: JSON.stringify(statement.refused.slice(0, 500)) };
  // The same file again keeps the figures of its first import.
  const isAgain = row.credits > 0 || row.refused !== '[]';
  await transact(context, async ({ trx }) => {
    await lockImport(trx, kind, row.id);
    await trx
      .updateTable('statement_imports')
      .set({ ...result, ...counts })
      .where('id', '=', row.id)
      .where('credits', '=', 0)
      .where('refused', '=', '[]')
      .execute();
  });
  await settleRefunds(context, { ...statement, lines: statement.lines.filter((line) => !reversals.has(line)) }, row.id);
  await returnRefunds(context, deps, returned);
  const unnamed = !statement.lines.some(({ direction, rrn }) => direction === 'credit' && rrn !== null);
  await flagMissing(context, deps, row, unnamed);
  await unflagShown(context, deps);
  return { ...toImport({ ...row, ...result }), ...(isAgain ? { confirmed: 0, review: 0, suggested: 0 } : counts) };
}

/** What an import would do. Nothing is written. @throws ShopError statement_unreadable */
export async function previewStatement(
  context: ServiceContext,
  deps: ProofDeps,
  file: { name: string; bytes: Buffer },
): Promise<StatementImport> {
  const { db } = context.database;
  const now = context.now();
  const statement = await readStatementFile(file.bytes);
  const reportsOf = reporter(statement, '', now);
  const reversals = await reversalsOf(db, statement, '', now);
  const takenBack = new Set([...reversals.values()].map((reversal) => reversal?.reference));
  const lines: NonNullable<StatementImport['lines']> = [];
  const fresh: Match[] = [];
  let credits = 0;
  let duplicates = 0;
  for await (const part of queries.politeParts(statement.lines, PART)) {
    const reports = reportsOf(part);
    const recorded = await previewReports(
      db,
      reports.filter((report) => report !== null),
      now,
    );
    const known = new Map(
      (
        await queries.creditsById(
          db,
          recorded.map((one) => one.creditId),
        )
      ).map((one) => [one.id, one]),
    );
    const orders = await ordersByUtr(
      db,
      recorded.flatMap(({ report }) => report.refs),
    );
    const previews = new Map<LedgerReport | null | undefined, { match: Match; shown: boolean }>();
    for (const one of recorded) {
      const { report, creditId, shown } = one;
      const told = factsWith(one, known.get(creditId), now);
      const facts = report.rrn && takenBack.has(report.rrn) ? { ...told, status: 'reversed' as const } : told;
      const found = report.refs.flatMap((ref) => orders.get(ref) ?? []);
      const match = matchCredit(facts, found, deps.rules);
      previews.set(report, { match, shown });
      if (shown) duplicates += 1;
      else fresh.push(match);
    }
    credits += recorded.length;
    lines.push(...part.map((line, index) => toLine(line, previews.get(reports[index]), reversals.has(line))));
  }
  const row = importRow(statement, { id: '', name: file.name, hash: '' }, '', now);
  return {
    ...toImport({ ...row, credits, duplicates, refused: JSON.stringify(statement.refused) }),
    ...countMatches(fresh),
    lines,
  };
}

function toLine(line: StatementLine, preview: { match: Match; shown: boolean } | undefined, takesBack: boolean) {
  return {
    date: line.date,
    amount: toRupees(line.amountPaise),
    direction: line.direction,
    rrn: line.rrn,
    refs: line.refs,
    payer: line.payerVpa ?? line.payerName,
    narration: line.narration.replace(/\s+/g, ' ').trim().slice(0, MAX_NARRATION),
    reversal: line.direction === 'debit' ? takesBack : line.reversal,
    duplicate: preview?.shown ?? false,
    ...(preview ? { match: matchFields(preview.match) } : {}),
  };
}

export async function listImports({ database }: ServiceContext): Promise<StatementImport[]> {
  const rows = await database.db
    .selectFrom('statement_imports')
    .selectAll()
    .orderBy('imported_at', 'desc')
    .limit(LISTED)
    .execute();
  return rows.map(toImport);
}

/**
 * Undoes an import. A credit that no other source reports is undone and its order pending again, unless staff have dismissed the credit;
 * the others are judged again by their other sources. If it is interrupted, the sweep finishes it.
 *
 * @throws ShopError import_not_found, import_undone
 */
export async function undoImport(
  context: ServiceContext,
  deps: ProofDeps,
  id: string,
  actor: Actor,
): Promise<StatementImport> {
  const { db } = context.database;
  const row = await db.selectFrom('statement_imports').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row) throw new ShopError('import_not_found');
  const now = context.now();
  await transact(context, async ({ trx }) => {
    // What an upload of this file adds at the moment is undone too; it adds nothing afterwards (`lockImport`).
    await lockLedger(trx, context.database.kind);
    await trx.updateTable('refunds').set({ shown_in: null }).where('shown_in', '=', id).execute();
    const { numUpdatedRows } = await trx
      .updateTable('statement_imports')
      .set({ undone_at: now })
      .where('id', '=', id)
      .where('undone_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ShopError('import_undone');
    await writeAudit(trx, {
      at: now,
      actor,
      action: 'undo',
      entity: 'statement',
      entityId: id,
      after: { file: row.file_name },
    });
  });
  await takeLinesBack(context, deps, row, actor);
  return toImport({ ...row, undone_at: now });
}

/**
 * Finishes undos that were interrupted: by the end of the process, or by a database that was busy. Finished ones stay as they are. A
 * statement without credits has no lines by which an unfinished undo could be told from them.
 */
export async function finishUndos(
  context: ServiceContext,
  deps: () => Promise<ProofDeps>,
  finished: Set<string>,
): Promise<void> {
  const rows = await context.database.db
    .selectFrom('statement_imports')
    .selectAll()
    .where('undone_at', '>', context.now() - UNFINISHED_MS)
    .execute();
  for (const row of rows) {
    if (finished.has(row.id)) continue;
    await takeLinesBack(context, await deps(), row, SHOP);
    finished.add(row.id);
  }
}

/** What an undone import has shown counts no more. */
async function takeLinesBack(context: ServiceContext, deps: ProofDeps, row: ImportRow, actor: Actor): Promise<void> {
  const { id, file_name } = row;
  const shown = await context.database.db
    .selectFrom('credit_sources')
    .select('credit_id')
    .distinct()
    .where('import_id', '=', id)
    .where('undone', '=', 0)
    .execute();
  const ids = shown.map((one) => one.credit_id);
  await unflagUndone(context, deps, row, actor);
  await restoreRefunds(context, deps, ids, `the import of the statement ${file_name} was undone`, actor);
  const left: string[] = [];
  for (const part of parts(ids, 50)) {
    await transact(context, async (work) => {
      const { trx } = work;
      for (const credit of await queries.lockCredits(trx, context.database.kind, part)) {
        const others = credit.sources.filter(({ importId }) => importId !== id);
        const proven = credit.status === 'matched' && credit.row.matched_source === 'statement';
        await trx
          .updateTable('credit_sources')
          .set({ undone: 1 })
          .where('credit_id', '=', credit.id)
          .where('import_id', '=', id)
          .execute();
        if (others.length > 0) left.push(credit.id);
        // What the bank or a person has decided stays, also when the line comes again.
        if (credit.status === 'reversed' || credit.status === 'dismissed') continue;
        if (others.some(({ source }) => source === 'statement')) continue;
        if (others.length === 0 || proven) {
          const note = `The import of the statement ${file_name} was undone`;
          await freeOrder(work, context, deps, { credit, actor, reversed: false, note, undone: true });
          await queries.updateCredit(trx, credit.id, {
            ...{ status: others.length === 0 ? 'undone' : 'open', order_number: null, matched_source: null },
            ...{ matched_at: null, decided_by: actor.name },
            flags: queries.flagsOf(credit.row).includes('unmatched') ? '["unmatched"]' : '[]',
          });
        }
      }
    });
  }
  await proveOrders(context, deps, left);
}

async function openImport(
  context: ServiceContext,
  statement: Statement,
  { name, hash }: { name: string; hash: string },
  actor: Actor,
): Promise<ImportRow> {
  return transact(context, async ({ trx }) => {
    const at = context.now();
    const row = importRow(statement, { id: newId('imp'), name, hash }, actor.name, at);
    const { numInsertedOrUpdatedRows } = await trx
      .insertInto('statement_imports')
      .values(row)
      .onConflict((conflict) => conflict.doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows === 0n) {
      const known = await trx
        .selectFrom('statement_imports')
        .selectAll()
        .where('file_hash', '=', hash)
        .where('undone_at', 'is', null)
        .executeTakeFirst();
      // Undone meanwhile.
      if (!known) throw new ShopError('busy');
      return known;
    }
    const after = { file: name, from: statement.from, to: statement.to, lines: statement.lines.length };
    await writeAudit(trx, { at, actor, action: 'import', entity: 'statement', entityId: row.id, after });
    return row;
  });
}

function importRow(
  statement: Statement,
  { id, name, hash }: { id: string; name: string; hash: string },
  by: string,
  at: number,
): ImportRow {
  return {
    id,
    file_name: cleanLine(name).slice(0, 200),
    file_hash: hash,
    bank: statement.bank,
    from_day: statement.from,
    to_day: statement.to,
    ...coverageOf(statement),
    credits: 0,
    duplicates: 0,
    refused: '[]',
    confirmed: 0,
    review: 0,
    suggested: 0,
    imported_by: by,
    imported_at: at,
    undone_at: null,
  };
}

/**
 * Reads the credits of one part of the lines after another. The same line in another file, or in a file of an overlapping period, has the
 * same fingerprint.
 *
 * @returns for each line its report; null for a debit, and for a row that the file prints twice
 */
function reporter(statement: Statement, importId: string, receivedAt: number) {
  const { accountTail, bank } = statement;
  const seen = new Map<string, number>();
  return (lines: readonly StatementLine[]): (LedgerReport | null)[] =>
    lines.map((line) => {
      const about = line.balancePaise === null ? line.narration : String(line.balancePaise);
      const key = [accountTail ?? '', line.date, line.direction, String(line.amountPaise), about].join('|');
      const number = (seen.get(key) ?? 0) + 1;
      seen.set(key, number);
      if (line.direction !== 'credit' || line.repeated) return null;
      const fingerprint = digest([key, line.rrn ?? '', String(number)]);
      return reportOf(
        { ...line, accountTail: line.accountTail ?? accountTail, bank: line.bank ?? bank },
        {
          ...{ source: 'statement' as const, receivedAt, sender: null, raw: line.narration },
          line: { importId, fingerprint, returned: line.reversal },
        },
      );
    });
}

function countMatches(matches: readonly Match[]) {
  const count = (decision: Match['decision']) => matches.filter((match) => match.decision === decision).length;
  return { confirmed: count('confirm'), review: count('review'), suggested: count('suggest') };
}

function toImport(row: ImportRow): StatementImport {
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
