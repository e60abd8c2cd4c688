import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { type Trx, transact, type Work } from '#server/database/transact.ts';
import { newToken, sha256 } from '#server/ids.ts';
import { fieldError, isShopError, ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { canonicalUtr } from '#shop/money/upi.ts';
import { PICKUP } from '#shop/orders/address.ts';
import {
  type ReceivedAs,
  STAFF_HOLD_MS,
  type StaffOrderInput,
  type StaffPayment,
  staffPricesOf,
} from '#shop/orders/by-staff.ts';
import type { DraftInput } from '#shop/orders/orders.ts';
import { ownsOrder } from '../access/credentials.ts';
import { applyChange, lockOrder } from '../lifecycle/change-order.ts';
import { acceptPayment } from '../lifecycle/payment.ts';
import type { OrderTerms } from '../order-terms.ts';
import { writePayLink } from '../rows/access.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { draftInside } from './draft.ts';
import { withNumber } from './number.ts';
import { placeInside } from './place.ts';
import { submissionOf } from './place-draft.ts';
import type { PlaceDeps } from './write.ts';

/** Who takes an order. `lowestPercent`: see `StaffPrices`. */
export interface Taker {
  actor: Actor;
  lowestPercent: number | null;
  mayVerify: boolean;
}

/** `code`: of the link to its payment; null when it is paid. */
export interface Taken {
  orderNumber: string;
  code: string | null;
}

export type PaidAs = Exclude<StaffPayment, { by: 'link' }>;

const WAYS: Record<ReceivedAs, string> = { cash: 'In cash', card: 'By card', bank: 'To the bank account' };

/**
 * Takes an order for a customer (D67). It is a draft with the prices that staff have agreed, whose
 * stock is held for 48 hours. A link opens its payment, and from there it goes the way of every
 * draft. One that is paid becomes an order in the same transaction; money that staff have received
 * proves its payment. The same number and token again are the same order.
 *
 * @throws ShopError forbidden (a price below what this person may give; money without the right to
 *   verify payments), duplicate_order (it is an order already), utr_used; see `makeDraft`
 */
export async function takeOrder(
  context: ServiceContext,
  deps: PlaceDeps,
  input: StaffOrderInput,
  taker: Taker,
): Promise<Taken> {
  assertMayReceive(input.payment, taker);
  return withNumber((attempt) => transact(context, (work) => takeInside(work, context, deps, input, taker, attempt)));
}

async function takeInside(
  work: Work,
  context: ServiceContext,
  deps: PlaceDeps,
  input: StaffOrderInput,
  taker: Taker,
  attempt: number,
): Promise<Taken> {
  const { trx } = work;
  const { payment, orderNumber: wanted, accessToken } = input;
  await lockKey(trx, wanted);
  if (payment.by !== 'link') await lockAhead(trx, deps, payment, input.shippingAddress);
  const before = await queries.readOrder(trx, wanted);
  const { row, lines } = await draftInside(
    work,
    context,
    draftTerms(deps.terms, payment),
    {
      input: draftOf(input, deps.terms),
      credentials: { orderNumber: wanted, accessToken },
      claimant: null,
      language: input.language,
      staff: { name: taker.actor.name, prices: staffPricesOf(input, taker.lowestPercent) },
    },
    attempt,
  );
  const isNew = !before || !ownsOrder(before, accessToken);
  if (isNew) await recordTaken(trx, context, row, lines, input, taker.actor);
  if (payment.by !== 'link') {
    await placeTaken(work, context, deps, { row, lines, payment, actor: taker.actor });
    return { orderNumber: row.order_number, code: null };
  }
  return { orderNumber: row.order_number, code: await newPayLink(trx, row) };
}

/** A draft that staff have taken was paid: it becomes an order. @throws as `takeOrder`, and wrong_move */
export async function takePayment(
  context: ServiceContext,
  deps: PlaceDeps,
  orderNumber: string,
  payment: PaidAs,
  taker: Taker,
): Promise<void> {
  assertMayReceive(payment, taker);
  await transact(context, async (work) => {
    const { trx } = work;
    await lockKey(trx, orderNumber);
    if (payment.by === 'utr') await lockKey(trx, canonicalUtr(payment.utrNumber));
    const draft = await lockDraft(trx, orderNumber);
    const row = payment.by === 'received' ? await withoutOffer(trx, draft) : draft;
    const lines = await queries.readLines(trx, [orderNumber]);
    const after = payment.by === 'utr' ? { utr: payment.utrNumber } : { received: payment.as, note: payment.note };
    const about = { action: 'order.paid', entity: 'order', entityId: orderNumber };
    await writeAudit(trx, { at: context.now(), actor: taker.actor, ...about, after });
    await placeTaken(work, context, deps, { row, lines, payment, actor: taker.actor });
  });
}

/** A new link for a draft that staff have taken; the one before is void. @throws ShopError wrong_move */
export async function linkAgain(context: ServiceContext, orderNumber: string, actor: Actor): Promise<Taken> {
  return transact(context, async ({ trx }) => {
    const row = await lockDraft(trx, orderNumber);
    if ((row.reserved_until ?? 0) <= context.now()) {
      throw new ShopError('wrong_move', { message: 'This order was not paid within 48 hours. Please take it anew.' });
    }
    const about = { action: 'order.link', entity: 'order', entityId: orderNumber };
    await writeAudit(trx, { at: context.now(), actor, ...about, after: { until: row.reserved_until } });
    return { orderNumber, code: await newPayLink(trx, row) };
  });
}

async function lockDraft(trx: Trx, orderNumber: string): Promise<queries.OrderRow> {
  const row = await lockOrder(trx, orderNumber);
  if (row.status === 'draft' && row.taken_by !== '') return row;
  throw new ShopError('wrong_move', { message: 'This order does not wait for the payment of a link.' });
}

/** The online payment offer and the payment code are for UPI alone. */
async function withoutOffer(trx: Trx, row: queries.OrderRow): Promise<queries.OrderRow> {
  const discount = row.staff_discount + row.coupon_discount;
  const price = { discount, total: row.subtotal + row.shipping - discount, payment_code: 0 };
  await queries.updateOrder(trx, row, { ...price, updated_at: row.updated_at });
  return { ...row, ...price, version: row.version + 1 };
}

function assertMayReceive(payment: StaffPayment, { mayVerify }: Taker): void {
  if (payment.by !== 'received' || mayVerify) return;
  const message = 'Only somebody who may verify payments can record received money. Send a payment link instead.';
  throw fieldError('forbidden', 'payment', message);
}

/**
 * What placing the order locks before coupons and sizes, which its draft locks (fault 8): the
 * reference, and the mailbox.
 */
async function lockAhead(trx: Trx, { mail }: PlaceDeps, payment: PaidAs, { email }: { email: string }): Promise<void> {
  if (payment.by === 'utr') await lockKey(trx, canonicalUtr(payment.utrNumber));
  await mail.isFull(trx, email);
}

/** The online payment offer is for UPI alone, and what is paid already needs no payment code. */
function draftTerms(terms: OrderTerms, { by }: StaffPayment): OrderTerms {
  const offer = by === 'received' ? null : terms.offer;
  return { ...terms, offer, paymentCodes: terms.paymentCodes && by === 'link', holdMs: STAFF_HOLD_MS };
}

function draftOf(
  { items, shippingAddress: address, pickup, orderNote, giftMessage, couponCode }: StaffOrderInput,
  { issuer: { shop } }: OrderTerms,
): DraftInput {
  const here = {
    address: shop.address || shop.brandName,
    city: shop.city,
    state: shop.state,
    pincode: shop.pincode,
    country: 'India',
    addressType: PICKUP,
  };
  return {
    items: items.map(({ product, size, quantity }) => ({ product, size, quantity })),
    shippingAddress: pickup ? { ...address, ...here } : address,
    paymentMethod: 'upi',
    orderNote,
    giftMessage,
    couponCode,
  };
}

async function recordTaken(
  trx: Trx,
  { now }: ServiceContext,
  row: queries.OrderRow,
  lines: queries.LineRow[],
  { payment, discountReason }: StaffOrderInput,
  actor: Actor,
): Promise<void> {
  const { order_number: orderNumber, total, staff_discount } = row;
  const agreed = lines.filter(({ price_reason: why }) => why !== '');
  const prices = agreed.map((line) => {
    const price = toRupees(line.price - line.staff_discount / line.quantity);
    return { product: line.product_id, size: line.size, price, reason: line.price_reason };
  });
  const notes = agreed.map((line) => `${line.name}, ${line.size}: ${line.price_reason}`);
  const note = [...notes, discountReason].filter(Boolean).join(' · ');
  const event = { kind: 'taken' as const, status: null, note };
  await queries.insertEvents(trx, [{ ...event, orderNumber, at: now(), author: actor.name }]);
  const discount = { discount: toRupees(staff_discount), discountReason, prices };
  await writeAudit(trx, {
    at: now(),
    actor,
    action: 'order.take',
    entity: 'order',
    entityId: orderNumber,
    after: { total: toRupees(total), payment, ...discount },
  });
}

/** Makes an order of a draft that is paid. Received money proves its payment. */
async function placeTaken(
  work: Work,
  context: ServiceContext,
  deps: PlaceDeps,
  taken: { row: queries.OrderRow; lines: queries.LineRow[]; payment: PaidAs; actor: Actor },
): Promise<void> {
  const { row, lines, payment, actor } = taken;
  const orderNumber = row.order_number;
  const submission = submissionOf(row, lines, payment.by === 'utr' ? payment.utrNumber : null);
  if (payment.by === 'utr') {
    const placed = await placeInside(work, context, deps, { ...submission, takenBy: actor.name });
    if (isShopError(placed)) throw placed;
    return;
  }
  const placed = await placeInside(work, context, deps, {
    ...submission,
    takenBy: actor.name,
    receivedAs: payment.as,
  });
  if (isShopError(placed)) throw placed;
  await applyChange(work, context, deps, {
    orderNumber,
    actor,
    decide: (facts) => acceptPayment(facts, { note: `${WAYS[payment.as]}: ${payment.note}` }),
  });
}

/** @returns the code of the link, of which only the hash is stored */
async function newPayLink(trx: Trx, row: queries.OrderRow): Promise<string> {
  const code = newToken().slice(0, 20);
  const expires_at = row.reserved_until ?? 0;
  await writePayLink(trx, { order_number: row.order_number, code_hash: sha256(code), expires_at });
  return code;
}
