import type { ServiceContext } from '#server/context.ts';
import type { Trx, Work } from '#server/database/transact.ts';
import type { Paise } from '#shop/money/money.ts';
import { couponColumns } from '#shop/orders/checkout/coupon.ts';
import type { DraftPlan } from '#shop/orders/checkout/draft.ts';
import { demandOf } from '#shop/orders/checkout/lines.ts';
import type { CouponResult, OrderChange } from '#shop/orders/orders.ts';
import { CODE_KEPT_MS } from '#shop/orders/payments/payment-code.ts';
import { productsOf } from '#shop/orders/stock.ts';
import { dropClaim, writeClaim } from '../rows/claims.queries.ts';
import { setUse } from '../rows/coupons.queries.ts';
import * as queries from '../rows/orders.queries.ts';
import { dropHolds, insertHolds } from '../rows/stock.queries.ts';
import type { DraftSubmission, ReadDraft } from './read-draft.ts';
import { addressColumns, lineRow, ownerOf, priceColumns, writeRow, writeStock } from './write.ts';

export interface Draft {
  row: queries.OrderRow;
  lines: queries.LineRow[];
  accessToken: string;
  changes: OrderChange[];
  coupon: CouponResult | null;
}

/**
 * Writes a planned draft: its row and lines, coupon, payment code, claim and holds.
 *
 * @throws TakenMeanwhile
 */
export async function writeDraft(
  { trx, afterCommit }: Work,
  context: ServiceContext,
  { input, claimant, language, staff }: DraftSubmission,
  { facts, plan, at }: { facts: ReadDraft; plan: DraftPlan; at: number },
): Promise<Draft> {
  const { orderNumber, held } = facts;
  const { pieces, reservedUntil } = plan;
  const columns = {
    language,
    ...addressColumns(input),
    ...priceColumns(plan.price),
    ...couponColumns(plan.offer),
    taken_by: staff?.name ?? '',
    staff_reason: staff?.prices.reason ?? '',
    reserved_until: reservedUntil,
    updated_at: at,
  };
  const { row, accessToken } = await writeRow(trx, facts.row, {
    orderNumber,
    secret: facts.secret,
    columns,
    added: { status: 'draft', created_at: at },
  });
  const lines = plan.lines.map((line, index) => lineRow(orderNumber, line, index, 0, plan.offer?.lines[index]));
  if (facts.row) await queries.deleteLines(trx, orderNumber);
  await queries.insertLines(trx, lines);
  await setUse(trx, orderNumber, { before: facts.coupon.used, after: plan.use, expiresAt: reservedUntil });
  if (row.payment_code > 0) await writeTotal(trx, row, at, reservedUntil);
  const claim = { order_number: orderNumber, kind: 'draft' as const, pieces, expires_at: reservedUntil };
  const owner = { ...ownerOf(claimant), phone: row.phone, created_at: at, remind_at: null, quiet: 0 };
  // What the shop itself holds is no network's.
  if (pieces > 0 && claimant) await writeClaim(trx, { ...claim, ...owner });
  else if (held.length > 0) await dropClaim(trx, orderNumber);
  if (held.length > 0) await dropHolds(trx, orderNumber);
  const holds = plan.stock.sizes.map((size) => ({ ...size, quantity: size.pieces }));
  await insertHolds(
    trx,
    orderNumber,
    holds.filter(({ quantity }) => quantity > 0),
    reservedUntil,
  );
  await writeStock(trx, plan.stock, 'held');
  if (pieces > 0 || held.length > 0 || facts.freed) {
    afterCommit(() => context.versions.touch('catalogue', productsOf([...demandOf(facts.lines), ...held])));
  }
  // The row keeps the time: until then the prices of the draft hold, held or not.
  const shown = plan.whole ? row : { ...row, reserved_until: null };
  return { row: shown, lines, accessToken, changes: plan.changes, coupon: plan.coupon };
}

/** Nobody else is asked for this total until 48 hours after the draft has ended. */
async function writeTotal(
  trx: Trx,
  { order_number, total }: { order_number: string; total: Paise },
  at: number,
  endsAt: number,
): Promise<void> {
  const until = endsAt + CODE_KEPT_MS;
  await trx
    .insertInto('payment_totals')
    .values({ total, order_number, asked_at: at, until })
    .onConflict((conflict) => conflict.columns(['total', 'order_number']).doUpdateSet({ until }))
    .execute();
}
