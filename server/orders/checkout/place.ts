import type { ServiceContext } from '#server/context.ts';
import { transact, type Work } from '#server/database/transact.ts';
import { LIMITS, limitAttempts } from '#server/http/limits.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { usableItems } from '#shop/orders/checkout/lines.ts';
import { planOrder } from '#shop/orders/checkout/order.ts';
import { utrOf } from '#shop/orders/orders.ts';
import { withNumber } from './number.ts';
import { findSubmission, readOrderFacts, type Submission } from './read.ts';
import { type Placed, submitAgain } from './submit-again.ts';
import { type PlaceDeps, writeOrder } from './write.ts';

/**
 * Turns a draft into an order, or creates an order directly (D21). Idempotent: a caller with the
 * token of an existing order, or its phone and UTR, gets that order and never a second one. One
 * transaction: hold or stock, order, lines, event, mail.
 *
 * With a UTR, money may have moved: the order is recorded even if something is missing, and marked
 * for the admin (D22). Within the limits of D53 it keeps stock: without a UTR until the shop
 * cancels it; with one, the rest is sold to it when its payment is verified.
 *
 * @throws ShopError empty_cart, too_many_attempts; items_unavailable, out_of_stock (without a UTR
 *   only); duplicate_order with `data.order`
 */
export async function placeOrder(context: ServiceContext, deps: PlaceDeps, submission: Submission): Promise<Placed> {
  // Another submission can take the client's number after this one has looked for it: the next try
  // finds that order.
  const placed = await withNumber(() => transact(context, (work) => placeInside(work, context, deps, submission)));
  if (isShopError(placed)) throw placed;
  return placed;
}

/** `placeOrder` inside a transaction of the caller. @throws also TakenMeanwhile */
export async function placeInside(work: Work, context: ServiceContext, deps: PlaceDeps, submission: Submission) {
  const { input, claimant } = submission;
  const at = context.now();
  const items = usableItems(input.items, utrOf(input) !== null);
  if (items.length === 0) throw new ShopError('empty_cart');

  const found = await findSubmission(work.trx, submission, items);
  if (found.same) return submitAgain(work, context, deps, found.same, submission);

  const facts = await readOrderFacts(work.trx, deps, submission, { items, found, at });
  const plan = planOrder(facts, input, at);
  if (isShopError(plan)) throw plan;
  if (plan.counted > 0 && claimant) {
    await limitAttempts(context, 'orders', claimant, LIMITS.unverifiedOrders, work.trx, plan.counted);
  }
  return writeOrder(work, context, deps, submission, { facts, plan, at });
}
