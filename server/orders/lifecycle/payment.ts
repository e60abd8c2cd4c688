import type { z } from 'zod';
import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { unlessTaken } from '#server/database/errors.ts';
import { transact, type Work } from '#server/database/transact.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { fieldError } from '#shop/errors.ts';
import type { Paise } from '#shop/money/money.ts';
import { canonicalUtr, typedUtr } from '#shop/money/upi.ts';
import type { BulkNotReceivedBody, BulkResult } from '#shop/orders/bulk.ts';
import type { Change } from '#shop/orders/changes/change.ts';
import { rejectPayment, undoDecision, utrUsed, type VerifyInput, verifyPayment } from '#shop/orders/changes/payment.ts';
import type { TermsSource } from '../order-terms.ts';
import { hasLapsed } from '../rows/claims.queries.ts';
import { ordersWithUtr, readLines } from '../rows/orders.queries.ts';
import { acceptedPayment, utrBefore } from '../rows/payments.queries.ts';
import { lastChange } from '../rows/returns.queries.ts';
import { inBulk } from './bulk.ts';
import { applyChange, type Facts } from './change-order.ts';

export interface PaymentDecision {
  status: 'completed' | 'failed';
  note?: string | undefined;
  /** The amount received, in paise, when it differs from the order's total. */
  amount?: Paise | undefined;
  /** The UTR from the bank statement as staff typed it, when the shopper's is missing or wrong. */
  utr?: string | undefined;
  /** Takes back this decision of staff. */
  undo?: boolean | undefined;
  /** Confirms the withdrawal of an accepted payment. */
  withdraw?: boolean | undefined;
  /** The version of the order that the admin saw. */
  version?: number | undefined;
  /** See `ChangeRequest`. */
  notify?: boolean | undefined;
}

export type PaymentsService = ReturnType<typeof createPaymentsService>;

/** Decisions on payments (D24, D36), by hand or by matching a bank statement. */
export function createPaymentsService(context: ServiceContext, deps: { orders: TermsSource; mail: MailService }) {
  const decisions = {
    /**
     * Records that the payment of an order has arrived (`completed`) or not (`failed`, with the
     * reason in `note`). A failed payment may be completed later; a completed one is withdrawn only
     * with `withdraw`. `undo` takes back either.
     *
     * @throws ShopError order_not_found, stale, wrong_move (a draft), payment_settled, utr_used
     *   (I4), validation (a failure without a reason)
     */
    async decide(orderNumber: string, decision: PaymentDecision, actor: Actor): Promise<void> {
      if (decision.status === 'failed' && !decision.undo && !decision.note?.trim()) {
        throw fieldError('validation', 'note', 'Please give the reason.');
      }
      const terms = await deps.orders.terms();
      const apply = async (work: Work) => {
        // Locked before the order, in the same sequence as `sendUtr`, so that two transactions
        // cannot deadlock.
        if (decision.utr) await lockKey(work.trx, canonicalUtr(decision.utr));
        const { version, notify } = decision;
        const request = { orderNumber, actor, version, notify };
        const decide = (facts: Facts) => decidePayment(facts, decision);
        await applyChange(work, context, { mail: deps.mail, terms }, { ...request, decide });
      };
      // Two admins accept one UTR at the same moment: the unique index rejects the second.
      await unlessTaken(
        () => transact(context, apply),
        () => utrUsed(null),
      );
    },

    /** Marks several payments as not received, or takes that back: each has its own result. */
    notReceivedMany(
      { orders, reason: note, notify, undo }: z.infer<typeof BulkNotReceivedBody>,
      actor: Actor,
    ): Promise<BulkResult[]> {
      const decision = { status: 'failed' as const, note, notify, undo };
      return inBulk(orders, ({ orderNumber, version }) =>
        decisions.decide(orderNumber, { ...decision, version }, actor),
      );
    },
  };
  return decisions;
}

async function decidePayment(facts: Facts, decision: PaymentDecision): Promise<Change> {
  const { status, undo, amount, utr, withdraw, note = '' } = decision;
  if (undo) {
    return undoDecision(facts.order, status, facts.at, await utrBefore(facts.trx, facts.order.order_number));
  }
  if (status === 'failed') {
    const before = await utrBefore(facts.trx, facts.order.order_number);
    const lines = await readLines(facts.trx, [facts.order.order_number]);
    return rejectPayment(facts.order, { note, amount, withdraw, utrBefore: before, lines }, facts.at);
  }
  const reference = utr === undefined ? {} : { utr: canonicalUtr(utr), typed: typedUtr(utr) };
  return acceptPayment(facts, { note, amount, ...reference });
}

/** Reads what else `verifyPayment` needs. @throws see `verifyPayment` */
export async function acceptPayment(
  { trx, order, at }: Facts,
  input: Pick<VerifyInput, 'note' | 'amount' | 'utr' | 'typed' | 'proof'>,
): Promise<Change> {
  const { amount = order.total } = input;
  const reference = input.utr ?? order.utr;
  const accepted = reference === null ? undefined : await acceptedPayment(trx, reference);
  const same = reference === null ? [] : await ordersWithUtr(trx, reference);
  return verifyPayment(
    order,
    {
      ...input,
      acceptedFor: accepted?.order_number ?? null,
      usedElsewhere: same.some((one) => one.order_number !== order.order_number),
      lapsed: await hasLapsed(trx, order),
      // Asked only where it decides something.
      itemsChanged: amount < order.total - order.returned && (await lastChange(trx, order.order_number)) !== null,
    },
    at,
  );
}
