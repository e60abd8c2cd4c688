import type { ServiceContext } from '#server/context.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/http/csv.ts';
import { isoDay } from '#shop/india/dates.ts';
import { type AdminCoupon, wordsOf } from '#shop/orders/coupons/input.ts';
import { allCoupons } from './list.ts';

const COLUMNS = ['Code', 'Name', 'Gives', 'Status', 'From', 'Before', 'Used', 'Limit', 'Orders', 'Sales', 'Discount'];

/**
 * What each coupon has brought, as a CSV file like the other exports: a byte order mark, amounts in
 * rupees, no formulas.
 */
export async function couponReport(context: ServiceContext): Promise<{ name: string; content: string }> {
  const content = csvLines([COLUMNS, ...(await allCoupons(context)).map(cellsOf)]);
  return { name: `coupons-${isoDay(context.now())}.csv`, content: `${BYTE_ORDER_MARK}${content}` };
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
