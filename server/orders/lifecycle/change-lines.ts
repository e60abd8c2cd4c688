import type { z } from 'zod';
import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { newId } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { COUPON_FAULT_WORDS } from '#shop/orders/changes/coupon-words.ts';
import { missing } from '#shop/orders/changes/difference.ts';
import { type ChangedLines, changeLines, type LineFacts, undoLines } from '#shop/orders/changes/lines.ts';
import { leftOf, owed } from '#shop/orders/changes/refund.ts';
import type { LinesBody, LinesPreview } from '#shop/orders/line-input.ts';
import { couponsFor, lockCoupons } from '../rows/coupons.queries.ts';
import { orderColumns } from '../rows/notes.ts';
import { readForOrder, readLines } from '../rows/orders.queries.ts';
import { insertChange, lastChange, setUndone } from '../rows/returns.queries.ts';
import { lockStock } from '../rows/stock.queries.ts';
import { discountsOf } from '../rows/wire.ts';
import { type ChangeDeps, changeOrder, type Facts } from './change-order.ts';
import { previewPapers } from './issue-invoice.ts';

type Input = z.output<typeof LinesBody>;

/**
 * Changes the items of an order that is not shipped. A dry run locks and reads the same, and writes
 * nothing.
 *
 * @returns what becomes of money and papers
 * @throws ShopError order_not_found, stale; see `changeLines`
 */
export async function changeItems(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { version, dryRun, ...input }: Input,
  actor: Actor,
): Promise<LinesPreview> {
  let preview: LinesPreview | null = null;
  await changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: async (facts) => {
      await lockMailbox(facts, deps, input.notify);
      const products = input.lines.flatMap((line) => ('product' in line ? [line.product] : []));
      const sizes = input.lines.flatMap((line) => ('product' in line ? [line] : []));
      const found = await readFacts(facts, { coupon: facts.order.coupon_id, products, sizes });
      const changed = changeLines(facts.order, found, input);
      preview = await previewOf(facts, deps, changed, found);
      if (dryRun || !changed) return null;
      await insertChange(facts.trx, {
        id: newId('chg'),
        order_number: orderNumber,
        before: JSON.stringify(changed.former),
        changed_at: facts.at,
      });
      return changed.change;
    },
  });
  if (!preview) throw new ShopError('internal');
  return preview;
}

/**
 * Undoes the last change of the items that was not undone.
 *
 * @throws ShopError order_not_found, stale, conflict (there is none); see `undoLines`
 */
export async function undoItems(
  context: ServiceContext,
  deps: ChangeDeps,
  orderNumber: string,
  { version }: { version: number },
  actor: Actor,
): Promise<void> {
  await changeOrder(context, deps, {
    orderNumber,
    actor,
    version,
    decide: async (facts) => {
      const last = await lastChange(facts.trx, orderNumber);
      if (!last) throw new ShopError('conflict', { message: 'This order has no change to undo.' });
      await lockMailbox(facts, deps, true);
      const sizes = last.former.lines.map((line) => ({ product: line.product_id, size: line.stock_size ?? '' }));
      const coupon = facts.order.coupon_id ?? last.former.columns.coupon_id;
      const found = await readFacts(facts, { coupon, products: [], sizes });
      const change = undoLines(facts.order, found, last.former);
      await setUndone(facts.trx, 'order_changes', last.id, facts.at);
      return change;
    },
  });
}

/** A mailbox is locked before coupons, and coupons before stock (fault 8). */
async function lockMailbox({ trx, order }: Facts, { mail }: ChangeDeps, notify: boolean): Promise<void> {
  if (notify && order.payment_status !== 'completed') await mail.isFull(trx, order.email);
}

async function readFacts(
  { trx, order, at }: Facts,
  wanted: { coupon: string | null; products: string[]; sizes: { product: string; size: string }[] },
): Promise<LineFacts> {
  const { order_number: orderNumber } = order;
  const lines = await readLines(trx, [orderNumber]);
  const ids = [...new Set([...lines.map((line) => line.product_id), ...wanted.products])];
  const catalogue = await readForOrder(trx, ids, at);
  const id = wanted.coupon;
  if (id !== null) await lockCoupons(trx, new Set([id]));
  const coupons = id === null ? [] : await couponsFor(trx, { at: 0, code: '', id });
  // All sizes of the products, since a label may have been renamed.
  const sizes = [
    ...lines.map((line) => ({ productId: line.product_id, size: line.stock_size ?? '' })),
    ...wanted.sizes.map(({ product, size }) => ({ productId: product, size })),
    ...catalogue.map((row) => ({ productId: row.id, size: row.size ?? '' })),
  ];
  const stock = await lockStock(trx, sizes);
  return {
    lines,
    catalogue,
    coupon: coupons.find((one) => one.id === id) ?? null,
    inStock: new Map([...stock].map(([key, row]) => [key, row.stock])),
    placedAt: order.placed_at ?? order.created_at,
  };
}

async function previewOf(
  { trx, order }: Facts,
  deps: ChangeDeps,
  changed: ChangedLines | null,
  { lines: before }: LineFacts,
): Promise<LinesPreview> {
  const after = { ...order, ...orderColumns(changed?.change.columns ?? {}) };
  const lines = changed?.change.lines ?? before;
  const asks = changed?.change.attention?.raised?.includes('difference_due') ?? false;
  const paid = order.payment_status === 'completed' ? leftOf(order) : null;
  const fault = changed?.couponFault ?? null;
  return {
    subtotal: toRupees(after.subtotal),
    discounts: discountsOf(after).map(({ label, amount }) => ({ label, amount: toRupees(amount) })),
    before: toRupees(order.total),
    total: toRupees(after.total),
    paid: paid === null ? null : toRupees(paid),
    refundDue: paid === null ? 0 : toRupees(owed(after)),
    restDue: asks ? toRupees(missing(after)) : 0,
    coupon:
      order.coupon_id === null
        ? null
        : {
            label: order.coupon_label,
            kept: after.coupon_id !== null,
            fault: fault === null ? null : COUPON_FAULT_WORDS[fault],
            mayKeep: fault === 'minimum',
          },
    papers: await previewPapers(trx, after, lines, deps.terms.issuer),
  };
}
