import { type Selectable, sql } from 'kysely';
import type { Coupon, CouponFault } from '#shop/money/coupons.ts';
import type { Database } from '../database/connect.ts';
import { insertRows, prepared, unindexed } from '../database/prepared.ts';
import type { CouponsTable } from '../database/schema.ts';
import type { Reader, Trx } from '../database/transact.ts';

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

/** The automatic offers that are not over, the coupon with this code ('' for none), and the one with this id ('' for none). */
export async function couponsFor(
  db: Reader,
  { at, code, id }: { at: number; code: string; id: string },
): Promise<Coupon[]> {
  const { rows } = await prepared(db, 'orders.couponsFor', { at, code, id }, (slot) =>
    db
      .selectFrom('coupons')
      .selectAll()
      .where((eb) =>
        eb.or([
          eb.and([
            eb('code', 'is', null),
            eb('paused', '=', sql.lit(0)),
            eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', slot.at)]),
          ]),
          eb('code', '=', slot.code),
          eb('id', '=', slot.id),
        ]),
      ),
  );
  return rows.map(toCoupon);
}

/** Whether there is a coupon with this code, now or at another time. */
export async function hasCode(db: Reader, code: string): Promise<boolean> {
  return (await db.selectFrom('coupons').select('id').where('code', '=', code).executeTakeFirst()) !== undefined;
}

/**
 * Takes the use of a draft or an order out of the table and returns its coupon, which still counts it: the caller writes it again or
 * gives it back with `giveBack`.
 */
export async function takeOutUse(trx: Trx, orderNumber: string): Promise<string | null> {
  const { rows } = await prepared(trx, 'orders.takeOutUse', { orderNumber }, (slot) =>
    trx.deleteFrom('coupon_uses').where('order_number', '=', slot.orderNumber).returning('coupon_id'),
  );
  return rows[0]?.coupon_id ?? null;
}

/** Locks coupons until the end of the transaction, in the order of their ids (fault 8): before a transaction that may change several. */
export async function lockCoupons(trx: Trx, kind: Database['kind'], ids: ReadonlySet<string>): Promise<void> {
  if (kind === 'sqlite' || ids.size < 2) return;
  const coupons = trx
    .selectFrom('coupons')
    .select('id')
    .where('id', 'in', [...ids]);
  await coupons.orderBy(sql`id collate "C"`).forNoKeyUpdate().execute();
}

/** A use that has no row any more can be taken by others. */
export async function giveBack(trx: Trx, couponId: string, uses = 1): Promise<void> {
  await prepared(trx, 'orders.giveBackUse', { couponId, uses }, (slot) =>
    trx
      .updateTable('coupons')
      .set((eb) => ({ taken: eb('taken', '-', slot.uses) }))
      .where('id', '=', slot.couponId),
  );
}

/** Gives back the use of a draft or an order, if it has one. */
export async function dropUse(trx: Trx, orderNumber: string): Promise<void> {
  const couponId = await takeOutUse(trx, orderNumber);
  if (couponId !== null) await giveBack(trx, couponId);
}

/** Whose use it is. `expiresAt` (epoch ms) for a draft, null for an order. */
export interface CouponUser {
  orderNumber: string;
  phone: string;
  expiresAt: number | null;
}

/**
 * Takes a use of a coupon for a draft or an order, if one is left: one conditional update, as for stock. It locks the coupon's row, so that
 * the uses of one phone are counted one after the other. Expired uses of drafts are freed first when none is left.
 *
 * @param own the coupon whose use the caller has just taken out of the table for the same order
 * @returns why it cannot be used, without a change; or null
 */
export async function takeUse(
  trx: Trx,
  kind: Database['kind'],
  coupon: Pick<Coupon, 'id' | 'perPhone' | 'firstOrder'>,
  user: CouponUser,
  { at, own }: { at: number; own: string | null },
): Promise<CouponFault | null> {
  const counted = own === coupon.id;
  const taken =
    (await countUse(trx, coupon.id, counted)) ||
    ((await freeExpiredUses(trx, kind, at, FREE_PER_ORDER, coupon.id)) > 0 &&
      (await countUse(trx, coupon.id, counted)));
  if (!taken) return 'used_up';
  const fault = await phoneFault(trx, coupon, user);
  if (fault) {
    if (!counted) await giveBack(trx, coupon.id);
    return fault;
  }
  const { orderNumber: order_number, expiresAt: expires_at } = user;
  // A row is there only when another order has just got the same number: then the caller's insert fails, and it begins again.
  await insertRows(trx, 'coupon_uses', [{ order_number, coupon_id: coupon.id, expires_at }], 'or nothing');
  return null;
}

/** @param counted the coupon counts this use already: its row is only locked */
async function countUse(trx: Trx, id: string, counted: boolean): Promise<boolean> {
  const result = await prepared(trx, `orders.countUse ${counted}`, { id }, (slot) => {
    const update = trx
      .updateTable('coupons')
      .set((eb) => ({ taken: eb('taken', '+', sql.lit(counted ? 0 : 1)) }))
      .where('id', '=', slot.id);
    return counted
      ? update
      : update.where((eb) => eb.or([eb('max_uses', 'is', null), eb('taken', '<', eb.ref('max_uses'))]));
  });
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** Whether the coupon has a use left. Holds nothing. */
export async function hasUse(db: Reader, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('coupons')
    .select('id')
    .where('id', '=', id)
    .where((eb) => eb.or([eb('max_uses', 'is', null), eb('taken', '<', eb.ref('max_uses'))]))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Whether other orders of this phone rule the coupon out. Drafts do not count, since a shopper may have left one behind; orders without a
 * phone are not asked, and the question is asked again when the order is placed.
 */
export async function phoneFault(
  db: Reader,
  { id, perPhone, firstOrder }: Pick<Coupon, 'id' | 'perPhone' | 'firstOrder'>,
  { phone, orderNumber }: Pick<CouponUser, 'phone' | 'orderNumber'>,
): Promise<'used_by_phone' | 'not_first' | null> {
  if (phone === '') return null;
  const others = db
    .selectFrom('orders')
    .where('phone', '=', phone)
    .where('status', 'not in', ['draft', 'cancelled'])
    .where('order_number', '!=', orderNumber);
  if (perPhone !== null) {
    const { uses } = await others
      .select((eb) => eb.fn.countAll<number>().as('uses'))
      // No index of coupons for it: SQLite would read all orders with this one.
      .where(sql<string>`coupon_id || ''`, '=', id)
      .executeTakeFirstOrThrow();
    if (Number(uses) >= perPhone) return 'used_by_phone';
  }
  if (!firstOrder) return null;
  const earlier = await others.select('order_number').limit(1).executeTakeFirst();
  return earlier === undefined ? null : 'not_first';
}

/**
 * Frees up to `limit` uses of expired drafts, each once: the process that deletes the row gives the use back. Rows that another process has
 * locked are skipped.
 *
 * @returns how many were freed
 */
export async function freeExpiredUses(
  trx: Trx,
  kind: Database['kind'],
  now: number,
  limit: number,
  couponId?: string,
): Promise<number> {
  let expired = trx.selectFrom('coupon_uses').select('order_number').where('expires_at', '<=', now).limit(limit);
  // Of the uses of a coupon, few are of drafts.
  if (couponId !== undefined) expired = expired.where(unindexed<string>(kind, 'coupon_id'), '=', couponId);
  if (kind === 'postgres') expired = expired.modifyEnd(sql`for update skip locked`);
  const freed = await trx
    .deleteFrom('coupon_uses')
    .where('order_number', 'in', expired)
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
