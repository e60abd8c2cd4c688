import m from '#messages/discounts';
import { formatRupees } from '#shop/money/money.ts';
import type { DiscountLine } from '#shop/orders/orders.ts';

function nameOf({ kind, code, label }: Omit<DiscountLine, 'amount'>): string {
  if (kind === 'online_offer') return m.onlineOffer();
  if (kind === 'staff') return m.agreed();
  if (kind === 'payment_code') return m.paymentCode();
  return code ? m.coupon({ code }) : label;
}

/** The discounts by name: 'Coupon DIWALI10 −₹120', 'Online payment offer −₹33' (D30). Rupees. */
export function DiscountLines({ discounts }: { discounts: readonly DiscountLine[] }) {
  return discounts.map(({ kind, code, label, amount }) => (
    <div key={kind}>
      <dt className="wrap-anywhere">{nameOf({ kind, code, label })}</dt>
      <dd className="weight-650 whitespace-nowrap text-raisin-700">{formatRupees(-amount)}</dd>
    </div>
  ));
}
