import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { rehearse } from '#server/database/rehearse.ts';
import { type Reader, transact } from '#server/database/transact.ts';
import { newId, sha256 } from '#server/ids.ts';
import { type Statement, type StatementLine, withheldOf } from '#shop/bank/statement/statement.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { MAX_NARRATION, type StatementImport } from '#shop/orders/payments/api.ts';
import { coverageOf } from '#shop/orders/payments/coverage.ts';
import type { Match } from '#shop/orders/payments/match.ts';
import { cleanLine } from '#shop/text/text.ts';
import { reportsOfOrders } from './candidates.ts';
import { type ImportRow, toImport } from './import-list.ts';
import { politeParts } from './ledger.queries.ts';
import { type LedgerReport, lockImport, type Recorded, recordReports } from './ledger.ts';
import { matchFields } from './messages.ts';
import { type ProofDeps, proveOrders } from './proof.ts';
import { settleRefunds } from './refund-debits.ts';
import { returnRefunds } from './refunds.ts';
import { reverseCredit } from './reversal.ts';
import { flagMissing, unflagShown } from './statement-flags.ts';
import { reportsOf } from './statement-lines.ts';
import { reversalsOf } from './taken-back.ts';

/** Lines per transaction: other requests wait for one part at most. */
const PART = 50;
/** What the import does with one line. */
interface Outcome {
  match: Match;
  creditId: string;
  /** An earlier statement has shown its credit. */
  shown: boolean;
}

interface Done {
  row: ImportRow;
  counts: { credits: number; duplicates: number; confirmed: number; review: number; suggested: number };
  outcomes: Map<StatementLine, Outcome>;
  /** Lines that take an earlier credit back. */
  reversals: ReadonlySet<StatementLine>;
}

interface StatementFile {
  name: string;
  bytes: Buffer;
}

/**
 * Imports a statement: records its credits, takes reversed ones back, confirms the orders that it
 * proves, and flags payments that it should show and does not. The same file again changes nothing.
 *
 * @returns also the lines that need a person
 * @throws ShopError statement_unreadable with one sentence, for a file that is no statement;
 *   import_undone when staff undo it meanwhile
 */
export async function importStatement(
  context: ServiceContext,
  deps: ProofDeps,
  file: StatementFile,
  actor: Actor,
): Promise<StatementImport> {
  const statement = await deps.readers.statement(file.bytes);
  const done = await runImport(context, deps, statement, file, actor);
  const needed = statement.lines.filter((line) =>
    NEEDS_A_PERSON.includes(done.outcomes.get(line)?.match.decision ?? ''),
  );
  return { ...toResult(statement, done, deps), lines: needed.slice(0, MOST_NEEDED).map((line) => toLine(line, done)) };
}

const NEEDS_A_PERSON: readonly string[] = ['suggest', 'review'];
/** Lines of an import that are returned for a decision; all of them wait on the Payments screen. */
const MOST_NEEDED = 200;

/**
 * What an import would do: the import without its commit.
 *
 * @throws ShopError statement_unreadable
 */
export async function previewStatement(
  context: ServiceContext,
  deps: ProofDeps,
  file: StatementFile,
  actor: Actor,
): Promise<StatementImport> {
  const statement = await deps.readers.statement(file.bytes);
  const done = await rehearse(context, (inside) => runImport(inside, deps, statement, file, actor));
  const lines = statement.lines.map((line) => ({ ...toLine(line, done), creditId: undefined }));
  return { ...toResult(statement, done, deps), id: '', importedBy: '', lines };
}

/** The steps of an import, in their order. */
async function runImport(
  context: ServiceContext,
  deps: ProofDeps,
  statement: Statement,
  { name, bytes }: StatementFile,
  actor: Actor,
): Promise<Done> {
  const { db } = context.database;
  const row = await openImport(context, statement, { name, hash: sha256(bytes) }, actor);
  const reports = await reportsOf(db, statement, { importId: row.id, receivedAt: context.now() }, deps);
  const recorded = await recordLines(context, row.id, reports);
  const reversals = await reversalsOf(db, statement, row.id, context.now());
  for (const reversal of reversals.values()) {
    if (reversal) await reverseCredit(context, deps, reversal.report, reversal.reference);
  }
  const matches = await proveOrders(context, deps, await provable(db, recorded.values()));
  const outcomes = new Map([...recorded].map(([line, one]) => [line, outcomeOf(one, matches)]));
  const counts = countOutcomes([...outcomes.values()]);
  await transact(context, async ({ trx }) => {
    await lockImport(trx, row.id);
    await trx
      .updateTable('statement_imports')
      .set({ ...counts, refused: refusedOf(statement) })
      .where('id', '=', row.id)
      // The same file again keeps the figures of its first import.
      .where('credits', '=', 0)
      .where('refused', '=', '[]')
      .execute();
  });
  await settleRefunds(context, { ...statement, lines: statement.lines.filter((line) => !reversals.has(line)) }, row.id);
  await returnRefunds(
    context,
    deps,
    [...recorded.values()].flatMap((one) => (one.returned ? one.creditId : [])),
  );
  const unnamed = !statement.lines.some(({ direction, rrn }) => direction === 'credit' && rrn !== null);
  await flagMissing(context, deps, row, unnamed);
  await unflagShown(context, deps);
  return { row, counts, outcomes, reversals: new Set(reversals.keys()) };
}

/** Adds the credits to the ledger, part by part, so that other requests go on. */
async function recordLines(
  context: ServiceContext,
  importId: string,
  reports: ReadonlyMap<StatementLine, LedgerReport>,
): Promise<Map<StatementLine, Recorded>> {
  const found = new Map<StatementLine, Recorded>();
  for await (const part of politeParts([...reports], PART)) {
    const recorded = await transact(context, async ({ trx }) => {
      await lockImport(trx, importId);
      return recordReports(
        trx,
        part.map(([, report]) => report),
        context.now(),
      );
    });
    const byReport = new Map(recorded.map((one) => [one.report, one]));
    for (const [line, report] of part) {
      const one = byReport.get(report);
      if (one) found.set(line, one);
    }
  }
  return found;
}

/** The credits that may prove an order now: a new one that leads to no order proves nothing. */
async function provable(db: Reader, recorded: Iterable<Recorded>): Promise<string[]> {
  const all = [...recorded];
  const leading = await reportsOfOrders(
    db,
    all.map(({ report }) => report),
  );
  const some = all.filter(({ kind, report }) => kind !== 'new' || leading.has(report));
  return [...new Set(some.map(({ creditId }) => creditId))];
}

const NO_ORDER: Match = { decision: 'none', orderNumber: null, reason: 'no_order' };

function outcomeOf({ creditId, shown, before }: Recorded, matches: ReadonlyMap<string, Match>): Outcome {
  const match = matches.get(creditId) ?? NO_ORDER;
  // The sweep was faster: it has confirmed the order between two steps.
  const bySweep = match.reason === 'matched' && before !== 'matched';
  return { creditId, shown, match: bySweep ? { ...match, decision: 'confirm', reason: 'exact' } : match };
}

function countOutcomes(outcomes: readonly Outcome[]): Done['counts'] {
  const matches = new Map(outcomes.map(({ creditId, match }) => [creditId, match.decision]));
  const count = (decision: Match['decision']) => [...matches.values()].filter((one) => one === decision).length;
  return {
    credits: outcomes.length,
    duplicates: outcomes.filter(({ shown }) => shown).length,
    confirmed: count('confirm'),
    review: count('review'),
    suggested: count('suggest'),
  };
}

/** Lines that could not be read, as stored: at most 500. */
const refusedOf = ({ refused }: Statement) => JSON.stringify(refused.slice(0, 500));

function toResult(statement: Statement, { row, counts }: Done, { rules }: ProofDeps): StatementImport {
  return {
    ...toImport({ ...row, ...counts, refused: refusedOf(statement) }),
    withheld: withheldOf(statement, rules.accounts),
    shortened: statement.shortened,
  };
}

function toLine(line: StatementLine, { outcomes, reversals }: Done): NonNullable<StatementImport['lines']>[number] {
  const outcome = outcomes.get(line);
  return {
    date: line.date,
    amount: toRupees(line.amountPaise),
    direction: line.direction,
    rrn: line.rrn,
    refs: line.refs,
    payer: line.payerVpa ?? line.payerName,
    narration: line.narration.replace(/\s+/g, ' ').trim().slice(0, MAX_NARRATION),
    read: line.read,
    reversal: line.direction === 'debit' ? reversals.has(line) : line.reversal,
    duplicate: outcome?.shown ?? false,
    ...(outcome ? { creditId: outcome.creditId, match: matchFields(outcome.match) } : {}),
  };
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
