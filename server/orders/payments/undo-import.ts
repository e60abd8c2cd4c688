import { type Actor, SHOP, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { parts } from '#server/database/rows.ts';
import { transact } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import type { StatementImport } from '#shop/orders/payments/api.ts';
import { type ImportRow, toImport } from './import-list.ts';
import * as queries from './ledger.queries.ts';
import { lockLedger } from './ledger.ts';
import { freeOrder, type ProofDeps, proveOrders } from './proof.ts';
import { restoreRefunds } from './refunds.ts';
import { unflagUndone } from './statement-flags.ts';

/** Older undone imports are not looked at again: reading their lines takes time. */
const UNFINISHED_MS = 30 * 86_400_000;

/**
 * Undoes an import. A credit that no other source reports is undone and its order pending again,
 * unless staff have dismissed the credit; the others are judged again by their other sources. If it
 * is interrupted, the sweep finishes it.
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
    // What an upload of this file adds at the moment is undone too; it adds nothing afterwards
    // (`lockImport`).
    await lockLedger(trx);
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
 * Finishes undos that were interrupted: by the end of the process, or by a database that was busy.
 * Finished ones stay as they are. A statement without credits has no lines by which an unfinished
 * undo could be told from them.
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
      for (const credit of await queries.lockCredits(trx, part)) {
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
          await freeOrder(work, context, deps, { credit, actor, takenBack: null, note, undone: true });
          await queries.updateCredit(trx, credit.id, {
            status: others.length === 0 ? 'undone' : 'open',
            order_number: null,
            matched_source: null,
            matched_at: null,
            decided_by: actor.name,
            flags: queries.flagsOf(credit.row).includes('unmatched') ? '["unmatched"]' : '[]',
          });
        }
      }
    });
  }
  await proveOrders(context, deps, left);
}
