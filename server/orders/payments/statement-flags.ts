import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { type Actor, SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { unindexed } from '#server/database/engine.ts';
import { parts } from '#server/database/rows.ts';
import type { StatementImportsTable, Tables } from '#server/database/schema.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { missingInStatement, shownInStatement } from '#shop/orders/changes/payment.ts';
import { coversDay } from '#shop/orders/payments/coverage.ts';
import { sameAccount } from '#shop/orders/payments/credit.ts';
import { applyChange, type Facts } from '../lifecycle/change-order.ts';
import * as queries from './ledger.queries.ts';
import { lockImport } from './ledger.ts';
import type { ProofDeps } from './proof.ts';

/**
 * Flags orders whose credit came by message, and which this statement covers and does not show.
 *
 * @param unnamed no line of this statement names a UTR
 * @throws ShopError import_undone
 */
export async function flagMissing(
  context: ServiceContext,
  deps: ProofDeps,
  row: Selectable<StatementImportsTable>,
  unnamed: boolean,
): Promise<void> {
  const { covered_from: from, covered_to: to } = row;
  if (from === null || to === null) return;
  const { db } = context.database;
  const ids = await db
    .selectFrom('credits')
    .select('id')
    // Nearly all credits prove an order.
    .where(unindexed<string>(db, 'status'), '=', 'matched')
    .where('day', '>=', from)
    .where('day', '<', to)
    .where((eb) => eb.not(isShown(eb)))
    .execute();
  for (const part of parts(
    ids.map(({ id }) => id),
    50,
  )) {
    await transact(context, async (work) => {
      // An undo takes back the flags that are there, once.
      await lockImport(work.trx, row.id);
      for (const credit of await queries.lockCredits(work.trx, part)) {
        const orderNumber = provenBy(credit);
        const flags = queries.flagsOf(credit.row);
        const covered = coversDay(row, credit.day, credit.account);
        if (!covered || orderNumber === null || flags.includes('not_in_statement')) continue;
        if (unnamed && (await hasLoneLine(work.trx, credit))) continue;
        await queries.updateCredit(work.trx, credit.id, {
          flags: JSON.stringify([...flags, 'not_in_statement']),
        });
        const note = `the statement ${row.file_name} covers ${credit.day} and does not show the payment`;
        await applyChange(work, context, deps, {
          orderNumber,
          actor: SHOP,
          decide: ({ order }) => missingInStatement(order, note),
        });
      }
    });
  }
}

/** Channels of a line that may be a UPI payment; `other`: the bank names none. */
const MAY_BE_UPI: readonly (string | null)[] = ['upi', 'other', null];

/**
 * Whether one line without a reference, and no other credit, has the amount, day and account of
 * this credit: most likely it is its line. That is enough not to alarm staff. It proves nothing,
 * and the line stays open for a person: it may be another payment, whose message is missing.
 */
async function hasLoneLine(trx: Trx, { id, amount, day, account }: queries.LedgerCredit): Promise<boolean> {
  const rows = await trx
    .selectFrom('credits')
    .select('id')
    .where('day', '=', day)
    .where('amount', '=', amount)
    .where('status', '!=', 'undone')
    .where('id', '!=', id)
    .execute();
  const alike = await queries.creditsById(
    trx,
    rows.map((row) => row.id),
  );
  const [line, ...others] = alike.filter((one) => sameAccount(one.account, account));
  return (
    line !== undefined &&
    others.length === 0 &&
    line.status === 'open' &&
    line.refs.length === 0 &&
    line.sources.length > 0 &&
    line.sources.every(({ source }) => source === 'statement') &&
    MAY_BE_UPI.includes(line.row.channel)
  );
}

/** Credits that a statement covers and does not show. */
const flagged = ({ database }: ServiceContext) =>
  database.db
    .selectFrom('credits')
    .select('id')
    .where('status', '=', 'matched')
    // The condition of the index credits_flagged.
    .where('flags', '!=', sql.lit('[]'))
    .where('flags', 'like', '%not_in_statement%');

/** A statement shows a payment after all, for example the one of the next day. */
export async function unflagShown(context: ServiceContext, deps: ProofDeps): Promise<void> {
  const rows = await flagged(context).where(isShown).execute();
  for (const { id } of rows) {
    await transact(context, async (work) => {
      const [credit] = await queries.lockCredits(work.trx, [id]);
      const orderNumber = credit ? provenBy(credit) : null;
      if (!credit || orderNumber === null) return;
      const flags = queries.flagsOf(credit.row).filter((flag) => flag !== 'not_in_statement');
      await queries.updateCredit(work.trx, id, { flags: JSON.stringify(flags) });
      await applyChange(work, context, deps, {
        orderNumber,
        actor: SHOP,
        decide: ({ order }) => shownInStatement(order),
      });
    });
  }
}

/**
 * An undone import flags no order any more, unless another statement covers that day, too, and does
 * not show the payment. What staff have settled meanwhile stays, so that the same file does not
 * raise it again.
 */
export async function unflagUndone(
  context: ServiceContext,
  deps: ProofDeps,
  row: Pick<Selectable<StatementImportsTable>, 'file_name' | 'account' | 'covered_from' | 'covered_to'>,
  actor: Actor,
): Promise<void> {
  const { covered_from: from, covered_to: to } = row;
  if (from === null || to === null) return;
  const rows = await flagged(context).where('day', '>=', from).where('day', '<', to).execute();
  for (const { id } of rows) {
    await transact(context, async (work) => {
      const others = await work.trx
        .selectFrom('statement_imports')
        .select(['account', 'covered_from', 'covered_to'])
        .where('undone_at', 'is', null)
        .where('covered_from', '<', to)
        .where('covered_to', '>', from)
        .execute();
      const [credit] = await queries.lockCredits(work.trx, [id]);
      const orderNumber = credit ? provenBy(credit) : null;
      if (!credit || orderNumber === null || !coversDay(row, credit.day, credit.account)) return;
      if (others.some((other) => coversDay(other, credit.day, credit.account))) return;
      const note = `Not missing any more: the import of the statement ${row.file_name} was undone`;
      const decide = async ({ trx, order }: Facts) => {
        const change = shownInStatement(order, note);
        const flags = queries.flagsOf(credit.row).filter((flag) => flag !== 'not_in_statement');
        if (change) await queries.updateCredit(trx, id, { flags: JSON.stringify(flags) });
        return change;
      };
      await applyChange(work, context, deps, { orderNumber, actor, decide });
    });
  }
}

/**
 * The order that a locked credit proves; null when it has been taken off its order since it was
 * found.
 */
function provenBy({ row }: queries.LedgerCredit): string | null {
  return row.status === 'matched' ? row.order_number : null;
}

/** Whether a statement that was not undone shows the credit. */
function isShown(eb: ExpressionBuilder<Tables, 'credits'>) {
  return eb.exists(
    eb
      .selectFrom('credit_sources')
      .select('credit_sources.id')
      .whereRef('credit_sources.credit_id', '=', 'credits.id')
      .where('credit_sources.kind', '=', 'statement')
      .where('credit_sources.undone', '=', 0),
  );
}
