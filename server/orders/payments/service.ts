import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { databaseFailure } from '#server/database/errors.ts';
import { transact, type Work } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { ShopError, sentenceOf } from '#shop/errors.ts';
import { formatPaise, type Paise } from '#shop/money/money.ts';
import { issueInvoice } from '../documents/issue.ts';
import { attentionColumns, isSettled } from '../lifecycle/attention.ts';
import { enqueueOrderMail, lockOrder, statusOf } from '../lifecycle/manage.ts';
import * as orders from '../queries.ts';
import type { OrdersService } from '../service.ts';
import type { OrderTerms } from '../terms.ts';
import { attentionAfterPayment } from '../wire.ts';
import * as queries from './queries.ts';

export interface PaymentDecision {
  status: 'completed' | 'failed';
  note?: string | undefined;
  /** What really arrived, when it is not the order's total. */
  amount?: Paise | undefined;
  /** The UTR of the account statement, when the shopper's was missing or mistyped. */
  utr?: string | undefined;
  /** Says on purpose that an accepted payment is taken back. */
  withdraw?: boolean | undefined;
  /** The version of the order that the admin was looking at. */
  version?: number | undefined;
}

export type PaymentsService = ReturnType<typeof createPaymentsService>;

/** Decisions on payments by hand (D24, D36); matching statements comes to the same place. */
export function createPaymentsService(context: ServiceContext, deps: { orders: OrdersService; mail: MailService }) {
  async function complete(
    work: Work,
    order: orders.OrderRow,
    decision: PaymentDecision,
    actor: Actor,
    terms: OrderTerms,
  ): Promise<void> {
    const { trx } = work;
    if (order.payment_status === 'completed') {
      throw new ShopError('payment_settled');
    }
    const at = context.now();
    const status = statusOf(order);
    const utr = decision.utr ?? order.utr;
    const amount = decision.amount ?? order.total;
    const note = decision.note ?? '';
    const other = utr === null ? undefined : await queries.acceptedPayment(trx, utr);
    if (other) {
      throw utrUsed(other.order_number);
    }
    const corrected = utr !== order.utr;
    const reasons = attentionAfterPayment(order);
    if (corrected && utr !== null && !reasons.includes('duplicate_utr')) {
      const same = (await orders.ordersWithUtr(trx, utr)).some((one) => one.order_number !== order.order_number);
      if (same && !(await isSettled(trx, order.order_number, 'duplicate_utr', utr))) reasons.push('duplicate_utr');
    }
    await queries.insertPayment(trx, {
      id: newId('pay'),
      order_number: order.order_number,
      utr,
      amount,
      status: 'accepted',
      decided_by: actor.name,
      decided_at: at,
      note,
    });
    const columns = {
      payment_status: 'completed' as const,
      payment_note: note,
      utr,
      paid_amount: amount,
      payment_decided_at: at,
      payment_decided_by: actor.name,
      ...attentionColumns(reasons),
      search_text: orders.searchText({ ...order, utr }),
      updated_at: at,
      // Verifying a payment moves a pending order to confirmed (D36).
      ...(status === 'pending' ? { status: 'confirmed' } : {}),
    };
    await orders.updateOrder(trx, order, columns);
    const difference = amount === order.total ? '' : `Received ${formatPaise(amount)} of ${formatPaise(order.total)}.`;
    const event = { orderNumber: order.order_number, at, author: actor.name };
    const remarks = [difference, note].filter(Boolean).join(' ');
    await orders.insertEvents(trx, [
      { ...event, kind: 'payment', status: status === 'pending' ? 'confirmed' : null, note: 'Payment verified' },
      // Nothing that the shopper gave is lost: it may be asked about.
      ...(corrected ? [{ ...event, kind: 'note' as const, status: null, note: correction(order.utr, utr) }] : []),
      // The staff's own words are not for the shopper's timeline.
      ...(remarks ? [{ ...event, kind: 'note' as const, status: null, note: remarks }] : []),
    ]);
    await audit(work, order, 'completed', actor, at, { amount, note, ...(corrected ? { utr } : {}) });
    const invoice = await issueInvoice(trx, { ...order, ...columns }, terms.issuer, at);
    if (status !== 'cancelled') {
      await enqueueOrderMail(
        trx,
        { mail: deps.mail, terms },
        'payment_verified',
        { ...order, ...columns },
        note,
        invoice,
      );
    }
  }

  async function fail(
    work: Work,
    order: orders.OrderRow,
    decision: PaymentDecision,
    actor: Actor,
    terms: OrderTerms,
  ): Promise<void> {
    const { trx } = work;
    const at = context.now();
    const note = decision.note ?? '';
    const accepted = order.payment_status === 'completed';
    if (accepted && decision.withdraw !== true) {
      throw new ShopError('payment_settled');
    }
    if (accepted) {
      await queries.withdrawPayments(trx, order.order_number, actor.name, at, note);
    } else {
      await queries.insertPayment(trx, {
        id: newId('pay'),
        order_number: order.order_number,
        utr: order.utr,
        amount: decision.amount ?? order.total,
        status: 'rejected',
        decided_by: actor.name,
        decided_at: at,
        note,
      });
    }
    const columns = {
      payment_status: 'failed' as const,
      payment_note: note,
      paid_amount: null,
      payment_decided_at: at,
      payment_decided_by: actor.name,
      ...attentionColumns(attentionAfterPayment(order)),
      updated_at: at,
    };
    await orders.updateOrder(trx, order, columns);
    await orders.insertEvents(trx, [
      {
        orderNumber: order.order_number,
        kind: 'payment',
        status: null,
        at,
        author: actor.name,
        note: `${accepted ? 'Payment withdrawn' : 'Payment not verified'}: ${note}`,
      },
    ]);
    await audit(work, order, 'failed', actor, at, { note, withdrawn: accepted });
    if (statusOf(order) !== 'cancelled') {
      await enqueueOrderMail(trx, { mail: deps.mail, terms }, 'payment_problem', { ...order, ...columns }, note);
    }
  }

  async function audit(
    work: Work,
    order: orders.OrderRow,
    status: string,
    actor: Actor,
    at: number,
    more: { utr?: string | null; [fact: string]: unknown },
  ): Promise<void> {
    await writeAudit(work.trx, {
      at,
      actor,
      action: 'order.payment',
      entity: 'order',
      entityId: order.order_number,
      before: {
        payment: order.payment_status,
        status: order.status,
        ...(more.utr === undefined ? {} : { utr: order.utr }),
      },
      after: { payment: status, ...more },
    });
  }

  return {
    /**
     * Records that the payment of an order has arrived (`completed`) or not (`failed`, with the reason in `note`). A failed
     * payment may be completed later; a completed one is only taken back with `withdraw`.
     *
     * @throws ShopError order_not_found, stale, payment_settled, utr_used (I4), validation (a failure without a reason)
     */
    async decide(orderNumber: string, decision: PaymentDecision, actor: Actor): Promise<void> {
      if (decision.status === 'failed' && !decision.note?.trim()) {
        const msg = 'Please give the reason.';
        throw new ShopError('validation', { message: msg, errors: [{ path: 'note', msg }] });
      }
      const terms = await deps.orders.terms();
      try {
        await transact(context, async (work) => {
          // Before the order, as where a shopper sends one: so no two transactions wait for each other crosswise.
          if (decision.utr) await orders.lockSubmit(work.trx, context.database.kind, decision.utr);
          const order = await lockOrder(work.trx, context, orderNumber, decision.version);
          if (order.status === 'draft') {
            throw new ShopError('wrong_move', { message: 'A draft has no payment yet.' });
          }
          const apply = decision.status === 'completed' ? complete : fail;
          await apply(work, order, decision, actor, terms);
          work.afterCommit(() => deps.mail.wake());
        });
      } catch (error) {
        // Two admins accepting one UTR in the same moment: the index decides.
        if (databaseFailure(error) === 'unique') {
          throw utrUsed(null);
        }
        throw error;
      }
    },
  };
}

function utrUsed(orderNumber: string | null): ShopError {
  const msg = orderNumber ? `This UTR has already been accepted for order ${orderNumber}.` : sentenceOf('utr_used');
  return new ShopError('utr_used', { message: msg, errors: [{ path: 'utrNumber', msg }] });
}

function correction(before: string | null, now: string | null): string {
  return before === null
    ? `UTR ${now} taken from the bank statement.`
    : `UTR corrected to ${now}. The UTR before was ${before}.`;
}
