import { type Selectable, sql } from 'kysely';
import type { Coupon } from '#shop/money/coupons.ts';
import type { PhoneHistory } from '#shop/orders/checkout/coupon.ts';
import { NO_REVENUE_STATUSES } from '#shop/orders/order-status.ts';
import { inCodePointOrder, unindexed } from '../../database/engine.ts';
import type { CouponsTable } from '../../database/schema.ts';
import type { Reader, Trx } from '../../database/transact.ts';

export type CouponRow = Selectable<CouponsTable>;

/** Expired uses that one order frees; the timer frees the rest. */
const FREE_PER_ORDER = 500;

export function toCoupon(row: CouponRow): Coupon {
  return {
    id: row.id,
    code: row.code,
    name: row.name,
    kind: row.kind,
    value: row.value,
    maxDiscount: row.max_discount,
    minOrder: row.min_order,
    startsAt: row.starts_at,
    endsAt: row.ends_at,
    maxUses: row.max_uses,
    perPhone: row.per_phone,
    firstOrder: row.first_order === 1,
    scope: row.scope === 'all' ? { kind: 'all' } : { kind: row.scope, ids: JSON.parse(row.scope_ids) as string[] },
    paused: row.paused === 1,
  };
}

/**
 * The automatic offers that are not over, the coupon with this code ('' for none), and the one with
 * this id ('' for none).
 */
export async function couponsFor(
  db: Reader,
  { at, code, id }: { at: number; code: string; id: string },
): Promise<Coupon[]> {
  const rows = await db
    .selectFrom('coupons')
    .selectAll()
    .where((eb) =>
      eb.or([
        eb.and([
          eb('code', 'is', null),
          eb('paused', '=', sql.lit(0)),
          eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', at)]),
        ]),
        eb('code', '=', code),
        eb('id', '=', id),
      ]),
    )
    .execute();
  return rows.map(toCoupon);
}

/** Whether there is a coupon with this code, now or at another time. */
export async function hasCode(db: Reader, code: string): Promise<boolean> {
  return (await db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst()) !== undefined;
}

/** Locks and reads the use of a draft or an order. @returns its coupon, or null */
export async function readUse(trx: Trx, orderNumber: string): Promise<string | null> {
  const use = trx.selectFrom('coupon_uses').select('coupon_id').where('order_number', '=', orderNumber);
  const row = await use.forUpdate().executeTakeFirst();
  return row?.coupon_id ?? null;
}

const HAS_USE = sql<boolean>`(max_uses is null or taken < max_uses)`;

/**
 * Locks coupons until the end of the transaction, in the order of their ids (fault 8).
 *
 * @returns those that have a use left
 */
export async function lockCoupons(trx: Trx, ids: ReadonlySet<string>): Promise<Set<string>> {
  if (ids.size === 0) return new Set();
  const coupons = trx
    .selectFrom('coupons')
    .select(['id', 'max_uses', 'taken'])
    .where('id', 'in', [...ids]);
  const rows = await coupons.orderBy(inCodePointOrder(trx, 'id')).forNoKeyUpdate().execute();
  return new Set(rows.filter(({ max_uses, taken }) => max_uses === null || taken < max_uses).map(({ id }) => id));
}

/** Those of these coupons that have a use left. Locks nothing. */
export async function couponsLeft(db: Reader, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db.selectFrom('coupons').select('id').where('id', 'in', ids).where(HAS_USE).execute();
  return new Set(rows.map(({ id }) => id));
}

/** A use that has no row any more can be taken by others. */
async function giveBack(trx: Trx, couponId: string, uses = 1): Promise<void> {
  await trx
    .updateTable('coupons')
    .set((eb) => ({ taken: eb('taken', '-', uses) }))
    .where('id', '=', couponId)
    .execute();
}

/** Gives back the use of a draft or an order, if it has one. */
export async function dropUse(trx: Trx, orderNumber: string): Promise<void> {
  const use = await trx
    .deleteFrom('coupon_uses')
    .where('order_number', '=', orderNumber)
    .returning('coupon_id')
    .executeTakeFirst();
  if (use) await giveBack(trx, use.coupon_id);
}

/**
 * Changes the use of a draft or an order, whose coupons the caller has locked.
 *
 * @param use the coupons of which it has a use until now, and from now on; `expiresAt` (epoch ms)
 *   for a draft, null for an order
 */
export async function setUse(
  trx: Trx,
  orderNumber: string,
  { before, after, expiresAt }: { before: string | null; after: string | null; expiresAt: number | null },
): Promise<void> {
  if (before !== null && before !== after) await dropUse(trx, orderNumber);
  if (after === null) return;
  if (before === after) {
    const changed = trx.updateTable('coupon_uses').set({ expires_at: expiresAt });
    await changed.where('order_number', '=', orderNumber).execute();
  } else if (!(await addUse(trx, after, orderNumber, expiresAt))) {
    throw new Error(`coupon ${after}: not as planned`);
  }
}

/**
 * Adds a use if one is left: one conditional update, as for stock.
 *
 * @returns false, without a change, when none is left
 */
async function addUse(trx: Trx, id: string, orderNumber: string, expiresAt: number | null): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('coupons')
    .set((eb) => ({ taken: eb('taken', '+', 1) }))
    .where('id', '=', id)
    .where(HAS_USE)
    .executeTakeFirst();
  if (numUpdatedRows === 0n) return false;
  const use = { order_number: orderNumber, coupon_id: id, expires_at: expiresAt };
  await trx.insertInto('coupon_uses').values(use).execute();
  return true;
}

/**
 * Adds a use of its coupon to an order that has none. Expired uses of drafts are freed first when
 * none is left.
 *
 * @returns whether it has one
 */
export async function giveUse(trx: Trx, id: string, orderNumber: string, at: number): Promise<boolean> {
  if ((await readUse(trx, orderNumber)) !== null) return true;
  if (await addUse(trx, id, orderNumber, null)) return true;
  const freed = await freeExpiredUses(trx, at, FREE_PER_ORDER, id);
  return freed > 0 && addUse(trx, id, orderNumber, null);
}

/**
 * The other orders of a phone, and how many of them have used each coupon. Drafts do not count,
 * since a shopper may have left one behind; without a phone there are none, and the question is
 * asked again when the order is placed.
 */
export async function phoneHistory(db: Reader, phone: string, orderNumber: string): Promise<PhoneHistory> {
  if (phone === '') return { orders: 0, uses: new Map() };
  const rows = await db
    .selectFrom('orders')
    .select((eb) => ['coupon_id', eb.fn.countAll().as('orders')])
    .where('phone', '=', phone)
    .where('status', 'not in', NO_REVENUE_STATUSES)
    .where('order_number', '!=', orderNumber)
    .groupBy('coupon_id')
    .execute();
  const uses = new Map(rows.map((row) => [row.coupon_id ?? '', Number(row.orders)]));
  return { orders: [...uses.values()].reduce((sum, count) => sum + count, 0), uses };
}

/**
 * Frees up to `limit` uses of expired drafts, each once: the process that deletes the row gives the
 * use back. Rows that another process has locked are skipped.
 *
 * @returns how many were freed
 */
export async function freeExpiredUses(trx: Trx, now: number, limit: number, couponId?: string): Promise<number> {
  let expired = trx.selectFrom('coupon_uses').select('order_number').where('expires_at', '<=', now).limit(limit);
  // Of the uses of a coupon, few are of drafts.
  if (couponId !== undefined) expired = expired.where(unindexed<string>(trx, 'coupon_id'), '=', couponId);
  const freeing = expired.forUpdate().skipLocked();
  const freed = await trx
    .deleteFrom('coupon_uses')
    .where('order_number', 'in', freeing)
    .returning('coupon_id')
    .execute();
  const uses = Map.groupBy(freed, (row) => row.coupon_id);
  // In the order of ids, as every transaction locks them (fault 8).
  for (const [id, rows] of [...uses].sort(([a], [b]) => (a < b ? -1 : 1))) await giveBack(trx, id, rows.length);
  return freed.length;
}

/** Whether any use has expired; saves an empty write transaction. */
export async function hasExpiredUses(db: Reader, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('coupon_uses')
    .select('order_number')
    .where('expires_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
