import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import * as queries from './ledger.queries.ts';
import { lockLedger } from './ledger.ts';
import type { ProofDeps } from './proof.ts';
import { restoreRefunds } from './refunds.ts';

/** Sets a credit aside that is no sale. @throws ShopError credit_not_found, credit_taken */
export async function dismissCredit(context: ServiceContext, id: string, reason: string, actor: Actor): Promise<void> {
  const at = context.now();
  await transact(context, async ({ trx }) => {
    const [found] = await queries.creditsById(trx, [id]);
    if (!found) throw new ShopError('credit_not_found');
    const from = found.status === 'conflict' ? 'conflict' : 'open';
    const change = { status: 'dismissed' as const, reason, decided_by: actor.name };
    if (!(await queries.moveCredit(trx, id, from, change))) throw new ShopError('credit_taken');
    await writeAudit(trx, { at, actor, action: 'dismiss', entity: 'credit', entityId: id, after: { reason } });
  });
}

/**
 * Takes a credit back into the lists that was set aside by a person, or by the shop as an own
 * payment that came back. It confirms nothing by itself any more. Beside another credit of its
 * reference it is a conflict. Refunds that it brought back count as sent again.
 *
 * @throws ShopError credit_not_found, credit_taken (not set aside, or its import was undone)
 */
export async function openCredit(context: ServiceContext, deps: ProofDeps, id: string, actor: Actor): Promise<void> {
  const at = context.now();
  await transact(context, async ({ trx }) => {
    await lockLedger(trx);
    const [credit] = await queries.lockCredits(trx, [id]);
    if (!credit) throw new ShopError('credit_not_found');
    if (credit.status !== 'dismissed')
      throw new ShopError('credit_taken', { message: 'This credit is not set aside.' });
    const named = await queries.creditsById(trx, await queries.creditIdsOf(trx, credit.refs));
    const others = named.filter((one) => one.id !== id && one.status !== 'dismissed' && one.status !== 'undone');
    for (const other of others) await queries.moveCredit(trx, other.id, 'open', { status: 'conflict' });
    const status = others.length > 0 ? 'conflict' : 'open';
    // A reversal without its credit has no source either, but it contradicts another one.
    if (status === 'open' && credit.sources.length === 0) {
      throw new ShopError('credit_taken', { message: 'The import of this credit was undone.' });
    }
    const { reason } = credit.row;
    await queries.updateCredit(trx, id, { status, reason: '', flags: '["unmatched"]', decided_by: actor.name });
    await writeAudit(trx, { at, actor, action: 'open', entity: 'credit', entityId: id, before: { reason } });
  });
  await restoreRefunds(context, deps, [id], `${actor.name} opened the credit again`, actor);
}
