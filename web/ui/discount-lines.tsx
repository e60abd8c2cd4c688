import m from '#messages/discounts';
import { formatRupees } from '#shop/money/money.ts';
import type { DiscountLine } from '#shop/orders/orders.ts';

/** The discounts by name: 'Coupon DIWALI10 −₹120', 'Online payment offer −₹33' (D30). Rupees. */
export function DiscountLines({ discounts }: { discounts: readonly DiscountLine[] }) {
  return discounts.map(({ kind, code, label, amount }) => (
    <div key={kind}>
      <dt className="wrap-anywhere">{kind === 'online_offer' ? m.onlineOffer() : code ? m.coupon({ code }) : label}</dt>
      <dd className="weight-650 text-raisin-700">{formatRupees(-amount)}</dd>
    </div>
  ));
}
