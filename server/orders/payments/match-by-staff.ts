import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { unlessTaken } from '#server/database/errors.ts';
import { transact, type Work } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { formatPaise, type Paise } from '#shop/money/money.ts';
import { applyChange } from '../lifecycle/change-order.ts';
import { acceptPayment } from '../lifecycle/payment.ts';
import { readOrder } from '../rows/orders.queries.ts';
import { creditsById, type LedgerCredit, lockCredits, updateCredit } from './ledger.queries.ts';
import { freeOrder, labelOf, type ProofDeps, takeCredit, WAYS } from './proof.ts';

/**
 * Confirms an order by a credit on behalf of staff. A draft becomes an order first.
 *
 * @throws ShopError order_not_found; credit_not_found; credit_taken; payment_settled, utr_used;
 *   amount_differs without `acceptAmount`
 */
export async function matchByStaff(
  context: ServiceContext,
  deps: ProofDeps,
  input: { creditId: string; orderNumber: string; acceptAmount: boolean },
  actor: Actor,
): Promise<void> {
  const { creditId, orderNumber, acceptAmount } = input;
  const match = async (work: Work) => {
    // Before the order, in the same sequence as `sendUtr`, so that two transactions cannot
    // deadlock.
    const rrn = (await creditsById(work.trx, [creditId]))[0]?.row.rrn;
    if (rrn) await lockKey(work.trx, rrn);
    await applyChange(work, context, deps, {
      orderNumber,
      actor,
      decide: async (facts) => {
        const [credit] = await creditsById(work.trx, [creditId], 'for update');
        if (!credit) throw new ShopError('credit_not_found');
        if (credit.status !== 'open' && credit.status !== 'conflict') throw takenError(credit);
        const { amount, rrn } = credit.row;
        const differs = amount !== facts.order.total;
        if (differs && !acceptAmount) throw differsError(amount, facts.order.total);
        await takeCredit(work.trx, creditId, {
          orderNumber,
          source: 'staff' as const,
          way: 'person' as const,
          by: actor.name,
          at: facts.at,
          from: credit.status,
          ...(differs ? { flags: '["amount_accepted"]' } : {}),
        });
        const label = `Confirmed by ${WAYS.person}: ${labelOf(credit, undefined)}`;
        const proof = { credit: creditId, source: 'staff', way: 'person', label } as const;
        return acceptPayment(facts, { note: '', amount, utr: rrn ?? undefined, proof });
      },
    });
  };
  await placeIfDraft(context, deps, input);
  await unlessTaken(
    () => transact(context, match),
    () => new ShopError('credit_taken'),
  );
}

/**
 * The draft that a person found for a credit becomes an order first, in a transaction of its own.
 */
async function placeIfDraft(
  context: ServiceContext,
  deps: ProofDeps,
  { creditId, orderNumber, acceptAmount }: Parameters<typeof matchByStaff>[2],
): Promise<void> {
  const { db } = context.database;
  const order = await readOrder(db, orderNumber);
  const [credit] = await creditsById(db, [creditId]);
  if (order?.status !== 'draft' || !credit) return;
  if (credit.status !== 'open' && credit.status !== 'conflict') throw takenError(credit);
  if (order.total !== credit.amount && !acceptAmount) throw differsError(credit.amount, order.total);
  await deps.placeDraft(context, orderNumber, credit.rrn ?? credit.refs[0] ?? null);
}

function differsError(amount: Paise, total: Paise): ShopError {
  return new ShopError('amount_differs', {
    message: `The bank received ${formatPaise(amount)}, the order is for ${formatPaise(total)}. Accept the difference to match them.`,
  });
}

/**
 * Takes a credit off its order, which is checked again.
 *
 * @throws ShopError credit_not_found, credit_not_matched
 */
export async function unmatchByStaff(
  context: ServiceContext,
  deps: ProofDeps,
  creditId: string,
  actor: Actor,
): Promise<void> {
  const note = `${actor.name} took the bank credit off this order`;
  await transact(context, async (work) => {
    const [credit] = await lockCredits(work.trx, [creditId]);
    if (!credit) throw new ShopError('credit_not_found');
    if (credit.status !== 'matched' || credit.row.order_number === null) throw new ShopError('credit_not_matched');
    await freeOrder(work, context, deps, { credit, actor, takenBack: null, note });
    await updateCredit(work.trx, creditId, {
      status: 'open',
      order_number: null,
      matched_source: null,
      matched_at: null,
      flags: '["unmatched"]',
      decided_by: actor.name,
    });
  });
}

function takenError({ row }: LedgerCredit): ShopError {
  const sentence: Partial<Record<string, string>> = {
    matched: `This credit already proves order ${row.order_number}.`,
    reversed: 'The bank took this credit back.',
    dismissed: 'This credit was set aside. Open it again first.',
    undone: 'The import of this credit was undone.',
  };
  const message = sentence[row.status];
  return new ShopError('credit_taken', message ? { message } : {});
}
