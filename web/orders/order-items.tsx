import m from '#messages/order-items';
import { countryName, stateName } from '#shop/catalogue/countries.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { internationalPhone } from '#shop/india/phones.ts';
import { formatPaise, formatRupees, toPaise } from '#shop/money/money.ts';
import { shippingPrice } from '#shop/orders/delivery.ts';
import type { DiscountLine } from '#shop/orders/orders.ts';
import { DiscountLines } from '#web/ui/discount-lines.tsx';
import { ProductImage } from '#web/ui/product-image.tsx';

export interface ItemView {
  name: string;
  size: string;
  quantity: number;
  /** Rupees per piece. */
  price: number;
  image: string;
}

/** The items of an order: picture, name, size, quantity and line total. */
export function OrderItems({ items }: { items: readonly ItemView[] }) {
  return (
    <ul className="grid gap-3">
      {items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an order can contain the same item twice, and its lines never move
        <li className="mini" key={`${index}-${item.name}-${item.size}`}>
          <ProductImage src={item.image} alt="" sizes="3.5rem" />
          <div>
            <span className="weight-600">{item.name}</span>
            <span className="block text-small text-ink-soft">
              {sizeLabel(item.size)} × {item.quantity}
            </span>
          </div>
          <span className="num weight-600">{formatPaise(toPaise(item.price) * item.quantity)}</span>
        </li>
      ))}
    </ul>
  );
}

/** Subtotal, shipping (free, D20; agreed by mail abroad, D68), discounts if any (D30) and total. Rupees. */
export function OrderSums({
  subtotal,
  discounts,
  total,
  country = 'India',
  shipping = true,
  className = '',
}: {
  subtotal: number;
  discounts: readonly DiscountLine[];
  total: number;
  /** Of the delivery. */
  country?: string;
  shipping?: boolean;
  className?: string;
}) {
  return (
    <dl className={`sum ${className}`}>
      <div>
        <dt>{m.subtotal()}</dt>
        <dd>{formatRupees(subtotal)}</dd>
      </div>
      {shipping && (
        <div>
          <dt>{m.shipping()}</dt>
          <dd className="free">{shippingPrice(country, m.free())}</dd>
        </div>
      )}
      <DiscountLines discounts={discounts} />
      <div className="total">
        <dt>{m.total()}</dt>
        <dd>{formatRupees(total)}</dd>
      </div>
    </dl>
  );
}

/** A delivery address in postal format. */
export function AddressLines({
  address,
}: {
  address: {
    name: string;
    phone: string;
    address: string;
    city: string;
    state: string;
    pincode: string;
    country: string;
    gstin?: string | undefined;
  };
}) {
  return (
    <address className="not-italic text-ink-soft wrap-anywhere">
      <b className="weight-600 block text-ink">{address.name}</b>
      <span className="block">{address.address}</span>
      <span className="block">{`${address.city}, ${stateName(address.state)} ${address.pincode}`}</span>
      <span className="block">{countryName(address.country)}</span>
      <span className="block">{m.phone({ phone: spaced(internationalPhone(address.phone, address.country)) })}</span>
      {address.gstin && <span className="block">{`GSTIN ${address.gstin}`}</span>}
    </address>
  );
}

/** Groups a phone number: '9000000002' becomes '90000 00002'. */
function spaced(phone: string): string {
  return /^\d{10}$/.test(phone) ? `${phone.slice(0, 5)} ${phone.slice(5)}` : phone;
}
