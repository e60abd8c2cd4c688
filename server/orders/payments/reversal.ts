import { SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { missPayment, reopenPayment } from '#shop/orders/changes/payment.ts';
import type { CreditStatus } from '#shop/orders/payments/credit.ts';
import { applyChange, type Facts, lockOrder } from '../lifecycle/change-order.ts';
import { inWords } from '../rows/notes.ts';
import { ordersWithUtr } from '../rows/orders.queries.ts';
import { acceptedPayment } from '../rows/payments.queries.ts';
import * as queries from './ledger.queries.ts';
import { type LedgerReport, lockLedger } from './ledger.ts';
import { freeOrder, type ProofDeps } from './proof.ts';

/** A credit that has been decided: a second one of its reference is a conflict. */
const SETTLED: readonly CreditStatus[] = ['matched', 'dismissed', 'reversed'];

/**
 * The bank takes a credit back: its order is open again (D36), also one that staff have accepted by
 * themselves. The payment of the one order that only waits for this credit is marked as failed. The
 * credit may still be unknown; when it is reported later, it is reversed already. The same holds
 * when its import was undone. A credit of the same reference with another amount proves nothing
 * until a person has looked; if it has been decided, it stays, and what was taken back is the
 * conflict.
 *
 * @param reference RRN of the credit that is taken back
 * @returns the id of the credit
 */
export async function reverseCredit(
  context: ServiceContext,
  deps: ProofDeps,
  report: LedgerReport,
  reference: string,
): Promise<string> {
  return transact(context, async (work) => {
    const { trx } = work;
    const now = context.now();
    await lockLedger(trx);
    const about = { ...report, refs: [reference], rrn: reference, fingerprint: '' };
    const known = (await queries.candidates(trx, [about])).filter(({ refs }) => refs.includes(reference));
    const found = known.filter(({ status }) => status !== 'undone');
    const same = found.find(({ amount }) => amount === report.amount);
    // Staff may have accepted it by themselves. An order is locked before its credit.
    const accepted = same?.row.order_number ? undefined : await acceptedPayment(trx, reference);
    const byStaff = accepted?.amount === report.amount ? accepted.order_number : null;
    const order = byStaff === null ? null : await lockOrder(trx, byStaff);
    // One order that waits for this credit: nobody else is told that its money has come and gone.
    const waiting = same?.status === 'open' ? await ordersWithUtr(trx, reference) : [];
    const [missed] = waiting.length === 1 ? waiting.filter(({ total }) => total === report.amount) : [];
    if (missed) await lockOrder(trx, missed.order_number);
    // Read again with a lock: it may be proving an order at this moment.
    const ids = [...new Set([same?.id ?? [], order?.credit_id ?? []].flat())];
    // PostgreSQL knows no empty list.
    const locked = ids.length > 0 ? await queries.lockCredits(trx, ids) : [];
    // Staff may have matched the order with a credit that names no reference: without another one,
    // it is the one that is taken back.
    const unnamed = locked.find(({ id, refs }) => id === order?.credit_id && refs.length === 0);
    const credit = same ? locked.find(({ id }) => id === same.id) : unnamed;
    const others = found.filter((other) => other !== same);
    for (const other of others) await queries.moveCredit(trx, other.id, 'open', { status: 'conflict' });
    const isDoubtful = others.some(({ status }) => SETTLED.includes(status));
    const takenBack = { say: 'takenBack' as const, amount: report.amount, utr: reference };
    const note = inWords(takenBack, 'en');
    const freeByStaff = async () => {
      if (byStaff === null) return;
      const proof = unnamed && unnamed !== credit ? unnamed.id : null;
      const decide = ({ order, at }: Facts) => reopenPayment(order, { credit: proof, takenBack, note }, at);
      await applyChange(work, context, deps, { orderNumber: byStaff, actor: SHOP, decide });
    };
    if (!credit) {
      await freeByStaff();
      const id = newId('crd');
      const { reading } = report;
      await queries.insertCredits(trx, [
        {
          id,
          rrn: reference,
          refs: JSON.stringify([reference]),
          amount: report.amount,
          day: report.day,
          minute: report.minute,
          at: report.at,
          account: report.account,
          bank: reading.bank,
          channel: reading.channel,
          payer_vpa: reading.payerVpa,
          payer_name: reading.payerName,
          status: isDoubtful ? 'conflict' : 'reversed',
          reason: 'Taken back by the bank',
          created_at: now,
        },
      ]);
      await queries.insertRefs(trx, [{ ref: reference, credit_id: id }]);
      return id;
    }
    if (credit.status === 'reversed' || (credit.status === 'conflict' && isDoubtful)) return credit.id;
    await freeByStaff();
    await freeOrder(work, context, deps, { credit, actor: SHOP, takenBack, note });
    if (missed && credit.status === 'open') {
      const decide = (facts: Facts) => missPayment(facts.order, { takenBack, note }, facts.at);
      await applyChange(work, context, deps, { orderNumber: missed.order_number, actor: SHOP, decide });
    }
    await queries.updateCredit(trx, credit.id, {
      status: 'reversed',
      matched_source: null,
      matched_at: null,
      flags: '[]',
      reason: note,
      decided_by: SHOP.name,
      // The database allows one credit of an RRN.
      ...(credit === unnamed ? { refs: JSON.stringify([reference]), rrn: isDoubtful ? null : reference } : {}),
    });
    if (credit === unnamed) await queries.insertRefs(trx, [{ ref: reference, credit_id: credit.id }]);
    return credit.id;
  });
}
