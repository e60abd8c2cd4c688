import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { isRepeated } from '#server/database/done-requests.ts';
import { unlessTaken } from '#server/database/errors.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/http/csv.ts';
import { newId } from '#server/ids.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { isoDay, midnightOf } from '#shop/india/dates.ts';
import { COUPON_KINDS, couponStatus } from '#shop/money/coupons.ts';
import { toRupees } from '#shop/money/money.ts';
import {
  type AdminCoupon,
  type CouponInput,
  type CouponMonth,
  type NewCoupon,
  paiseOf,
  wordsOf,
} from '#shop/orders/coupons/input.ts';
import { type CouponRow, toCoupon } from '../rows/coupons.queries.ts';
import * as queries from './coupon-figures.queries.ts';

const COLUMNS = ['Code', 'Name', 'Gives', 'Status', 'From', 'Before', 'Used', 'Limit', 'Orders', 'Sales', 'Discount'];

export type CouponsService = ReturnType<typeof createCouponsService>;

/**
 * Coupons and automatic offers for staff. What orders get of them is decided in
 * shop/orders/checkout/coupon.ts.
 */
export function createCouponsService(context: ServiceContext) {
  const { database, now } = context;
  const { db } = database;

  async function one(id: string): Promise<AdminCoupon> {
    const row = await queries.readCoupon(db, id);
    if (!row) throw new ShopError('coupon_not_found');
    return toAdmin(row, await queries.broughtBy(db), now());
  }

  /**
   * Runs `work`, which writes a coupon with this code.
   *
   * @throws ShopError name_taken, also when two admins write it at once
   */
  function withCode(code: string | null, work: () => Promise<void>): Promise<void> {
    return unlessTaken(work, () => fieldError('name_taken', 'code', `There is already a coupon ${code}.`));
  }

  async function lock(trx: Trx, id: string): Promise<CouponRow> {
    // Locks the row on both databases, and waits for orders that are taking a use.
    await trx
      .updateTable('coupons')
      .set((eb) => ({ taken: eb.ref('taken') }))
      .where('id', '=', id)
      .execute();
    const row = await queries.readCoupon(trx, id);
    if (!row) throw new ShopError('coupon_not_found');
    return row;
  }

  async function all(): Promise<AdminCoupon[]> {
    const brought = await queries.broughtBy(db);
    return (await queries.allCoupons(db)).map((row) => toAdmin(row, brought, now()));
  }

  return {
    /** Whether carts must ask for their price because of an automatic offer. */
    hasAutomatic: () => queries.hasAutomatic(db, now()),

    /**
     * All coupons with what they brought, newest first, and the figures since the start of the
     * month in India.
     */
    async list(): Promise<{ coupons: AdminCoupon[]; month: CouponMonth }> {
      const at = now();
      const from = midnightOf(`${isoDay(at).slice(0, 7)}-01`);
      const { sales, discount, orders, withOffer } = await queries.sumsSince(db, from);
      return {
        coupons: await all(),
        month: {
          orders,
          sales: toRupees(sales),
          discount: toRupees(discount),
          withOffer: { orders: withOffer.orders, sales: toRupees(withOffer.sales) },
          newCustomers: await queries.newCustomersSince(context.database.db, from),
        },
      };
    },

    /**
     * What each coupon has brought, as a CSV file like the other exports: a byte order mark,
     * amounts in rupees, no formulas.
     */
    async report(): Promise<{ name: string; content: string }> {
      const content = csvLines([COLUMNS, ...(await all()).map(cellsOf)]);
      return { name: `coupons-${isoDay(now())}.csv`, content: `${BYTE_ORDER_MARK}${content}` };
    },

    /**
     * @throws ShopError name_taken, stale when another coupon was made with this key,
     * coupon_not_found when this one was deleted since
     */
    async create({ once, ...input }: NewCoupon, actor: Actor): Promise<AdminCoupon> {
      // From the key, so that a repetition finds it.
      const id = once ? `cpn_${once}` : newId('cpn');
      await withCode(input.code, () =>
        transact(context, async ({ trx, bump }) => {
          const at = now();
          if (once && (await isRepeated(trx, once, input, at))) return;
          bump('settings');
          const columns = columnsOf(input);
          await trx
            .insertInto('coupons')
            .values({ id, ...columns, created_at: at })
            .execute();
          await writeAudit(trx, { at, actor, action: 'create', entity: 'coupon', entityId: id, after: columns });
        }),
      );
      return one(id);
    },

    /** @throws ShopError coupon_not_found, stale, name_taken */
    async update(id: string, { version, ...input }: CouponInput, actor: Actor): Promise<AdminCoupon> {
      await withCode(input.code, () =>
        transact(context, async ({ trx, bump }) => {
          const at = now();
          bump('settings');
          const before = await lock(trx, id);
          if (version !== undefined && version !== before.version) throw new ShopError('stale');
          const columns = columnsOf(input);
          const change = { ...columns, version: before.version + 1 };
          await trx.updateTable('coupons').set(change).where('id', '=', id).execute();
          const was = Object.fromEntries(Object.keys(columns).map((key) => [key, before[key as keyof CouponRow]]));
          await writeAudit(trx, {
            at,
            actor,
            action: 'update',
            entity: 'coupon',
            entityId: id,
            before: was,
            after: columns,
          });
        }),
      );
      return one(id);
    },

    /**
     * Deletes a coupon that no order or draft has.
     *
     * @throws ShopError coupon_not_found, coupon_in_use
     */
    async remove(id: string, actor: Actor): Promise<void> {
      await transact(context, async ({ trx, bump }) => {
        bump('settings');
        const { code, name, taken } = await lock(trx, id);
        if (taken > 0 || (await queries.isUsed(trx, id))) throw new ShopError('coupon_in_use');
        await trx.deleteFrom('coupons').where('id', '=', id).execute();
        const before = { code, name };
        await writeAudit(trx, { at: now(), actor, action: 'delete', entity: 'coupon', entityId: id, before });
      });
    },
  };
}

function columnsOf(input: Omit<CouponInput, 'version'>) {
  const { code, name, startsAt, endsAt, maxUses, perPhone, firstOrder, scope, paused } = input;
  const { kind, value, maxDiscount, minOrder } = paiseOf(input);
  return {
    code,
    name,
    kind,
    value,
    max_discount: maxDiscount,
    min_order: minOrder,
    starts_at: startsAt,
    ends_at: endsAt,
    max_uses: maxUses,
    per_phone: perPhone,
    first_order: firstOrder ? 1 : 0,
    paused: paused ? 1 : 0,
    scope: scope.kind,
    scope_ids: JSON.stringify(scope.kind === 'all' ? [] : scope.ids),
  };
}

function toAdmin(row: CouponRow, brought: Awaited<ReturnType<typeof queries.broughtBy>>, at: number): AdminCoupon {
  const { maxDiscount, minOrder, value, scope, ...coupon } = toCoupon(row);
  const { orders, sales, discount } = brought.get(row.id) ?? { orders: 0, sales: 0, discount: 0 };
  return {
    ...coupon,
    value: COUPON_KINDS[coupon.kind].isAmount ? toRupees(value) : value,
    maxDiscount: maxDiscount === null ? null : toRupees(maxDiscount),
    minOrder: toRupees(minOrder),
    scope: scope.kind === 'all' ? scope : { kind: scope.kind, ids: [...scope.ids] },
    status: couponStatus(coupon, at, row.taken),
    taken: row.taken,
    orders,
    sales: toRupees(sales),
    discount: toRupees(discount),
    version: row.version,
  };
}

/** A coupon as a row of `COLUMNS`. An automatic offer has no code. */
function cellsOf(coupon: AdminCoupon): (string | number)[] {
  const { code, name, status, startsAt, endsAt, taken, maxUses, orders, sales, discount } = coupon;
  const day = (at: number | null) => (at === null ? '' : isoDay(at));
  return [
    code ?? '',
    name,
    wordsOf(coupon),
    status.replace('_', ' '),
    day(startsAt),
    day(endsAt),
    taken,
    maxUses ?? '',
    orders,
    sales,
    discount,
  ];
}
