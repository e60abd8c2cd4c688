import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { isRepeated } from '#server/database/done-requests.ts';
import { unlessTaken } from '#server/database/errors.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { type AdminCoupon, type CouponInput, type NewCoupon, paiseOf } from '#shop/orders/coupons/input.ts';
import type { CouponRow } from '../rows/coupons.queries.ts';
import { isUsed, readCoupon } from './coupon-figures.queries.ts';
import { couponForStaff } from './list.ts';

/**
 * @throws ShopError name_taken, stale when another coupon was made with this key,
 * coupon_not_found when this one was deleted since
 */
export async function createCoupon(
  context: ServiceContext,
  { once, ...input }: NewCoupon,
  actor: Actor,
): Promise<AdminCoupon> {
  // From the key, so that a repetition finds it.
  const id = once ? `cpn_${once}` : newId('cpn');
  await withCode(input.code, () =>
    transact(context, async ({ trx, bump }) => {
      const at = context.now();
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
  return couponForStaff(context, id);
}

/** @throws ShopError coupon_not_found, stale, name_taken */
export async function updateCoupon(
  context: ServiceContext,
  id: string,
  { version, ...input }: CouponInput,
  actor: Actor,
): Promise<AdminCoupon> {
  await withCode(input.code, () =>
    transact(context, async ({ trx, bump }) => {
      const at = context.now();
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
  return couponForStaff(context, id);
}

/**
 * Deletes a coupon that no order or draft has.
 *
 * @throws ShopError coupon_not_found, coupon_in_use
 */
export async function deleteCoupon(context: ServiceContext, id: string, actor: Actor): Promise<void> {
  await transact(context, async ({ trx, bump }) => {
    bump('settings');
    const { code, name, taken } = await lock(trx, id);
    if (taken > 0 || (await isUsed(trx, id))) throw new ShopError('coupon_in_use');
    await trx.deleteFrom('coupons').where('id', '=', id).execute();
    const before = { code, name };
    await writeAudit(trx, { at: context.now(), actor, action: 'delete', entity: 'coupon', entityId: id, before });
  });
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
  const row = await readCoupon(trx, id);
  if (!row) throw new ShopError('coupon_not_found');
  return row;
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
