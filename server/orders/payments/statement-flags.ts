import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import { SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { parts, unindexed } from '#server/database/prepared.ts';
import type { StatementImportsTable, Tables } from '#server/database/schema.ts';
import { transact } from '#server/database/transact.ts';
import { missingInStatement, shownInStatement } from '#shop/orders/changes/payment.ts';
import { coversDay } from '#shop/orders/payments/coverage.ts';
import { applyChange } from '../lifecycle/change-order.ts';
import * as queries from './ledger.queries.ts';
import type { ProofDeps } from './proof.ts';

/** Flags orders whose credit came by message, and which this statement covers and does not show. */
export async function flagMissing(
  context: ServiceContext,
  deps: ProofDeps,
  row: Selectable<StatementImportsTable>,
): Promise<void> {
  const { covered_from: from, covered_to: to } = row;
  if (from === null || to === null) return;
  const { db, kind } = context.database;
  const ids = await db
    .selectFrom('credits')
    .select('id')
    // Nearly all credits prove an order.
    .where(unindexed<string>(kind, 'status'), '=', 'matched')
    .where('day', '>=', from)
    .where('day', '<', to)
    .where((eb) => eb.not(isShown(eb)))
    .execute();
  for (const part of parts(
    ids.map(({ id }) => id),
    50,
  )) {
    await transact(context, async (work) => {
      for (const credit of await queries.lockCredits(work.trx, kind, part)) {
        const orderNumber = provenBy(credit);
        const flags = queries.flagsOf(credit.row);
        const covered = coversDay(row, credit.day, credit.account);
        if (!covered || orderNumber === null || flags.includes('not_in_statement')) continue;
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

/** A statement shows a payment after all, for example the one of the next day. */
export async function unflagShown(context: ServiceContext, deps: ProofDeps): Promise<void> {
  const rows = await context.database.db
    .selectFrom('credits')
    .select('id')
    .where('status', '=', 'matched')
    // The condition of the index credits_flagged.
    .where('flags', '!=', sql.lit('[]'))
    .where('flags', 'like', '%not_in_statement%')
    .where(isShown)
    .execute();
  for (const { id } of rows) {
    await transact(context, async (work) => {
      const [credit] = await queries.lockCredits(work.trx, context.database.kind, [id]);
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

/** The order that a locked credit proves; null when it has been taken off its order since it was found. */
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
