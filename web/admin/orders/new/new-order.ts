import { typedNumber } from '#shop/catalogue/product-form.ts';
import type { Language } from '#shop/language.ts';
import { toPaise } from '#shop/money/money.ts';
import type { KnownCustomer, ReceivedAs, StaffOrderBody, StaffPayment, StaffPriceBody } from '#shop/orders/by-staff.ts';
import { clientOrderNumber } from '#shop/orders/order-status.ts';
import type { SizeChoice } from '#shop/orders/pick-size.ts';

/** An order that staff are taking, as typed. Prices in rupees. */

export interface NewLine {
  product: string;
  name: string;
  size: string;
  quantity: number;
  /** Of the shop. */
  price: number;
  image: string;
  cloth: string;
  sizes: SizeChoice['sizes'];
  /** The price that was agreed, and why; null: that of the shop. */
  agreed: { price: number; reason: string } | null;
}

/** How it is paid: the code on the screen opens the same link. */
export type PaidBy = 'link' | 'qr' | 'utr' | 'received';

export interface NewOrder {
  orderNumber: string;
  accessToken: string;
  shippingAddress: Record<'name' | 'phone' | 'email' | 'address' | 'city' | 'state' | 'pincode' | 'gstin', string>;
  /** The number whose address is filled in. */
  filledFor: string;
  pickup: boolean;
  language: Language;
  items: NewLine[];
  discount: string;
  discountReason: string;
  couponCode: string;
  orderNote: string;
  isGift: boolean;
  giftMessage: string;
  by: PaidBy;
  utr: string;
  as: ReceivedAs;
  receivedNote: string;
}

/** An empty order, with a number and a token of its own: sent twice, it counts once. */
export function emptyOrder(now: number, accessToken: string): NewOrder {
  return {
    orderNumber: clientOrderNumber(now),
    accessToken,
    shippingAddress: { name: '', phone: '', email: '', address: '', city: '', state: '', pincode: '', gstin: '' },
    filledFor: '',
    pickup: false,
    language: 'en',
    items: [],
    discount: '',
    discountReason: '',
    couponCode: '',
    orderNote: '',
    isGift: false,
    giftMessage: '',
    by: 'link',
    utr: '',
    as: 'cash',
    receivedNote: '',
  };
}

/** The lines with a pack more; of the same size, the number grows. */
export function withPick(lines: readonly NewLine[], choice: SizeChoice, quantity: number): NewLine[] {
  const { asked: _asked, stock: _stock, ...line } = choice;
  const known = lines.find((one) => one.product === choice.product && one.size === choice.size);
  if (!known) return [...lines, { ...line, quantity, agreed: null }];
  return lines.map((one) => (one === known ? { ...one, quantity: Math.min(999, one.quantity + quantity) } : one));
}

/** What a customer bought last, as lines. */
export function linesAgain(last: KnownCustomer['last']): NewLine[] {
  return last.map(({ product, name, size, quantity, price, image, stock }) => ({
    product,
    name,
    size,
    quantity,
    price,
    image,
    cloth: '',
    sizes: [{ size, price, stock }],
    agreed: null,
  }));
}

export const priceOf = ({ price, agreed }: NewLine): number => agreed?.price ?? price;
export const totalOf = (line: NewLine): number => (toPaise(priceOf(line)) * line.quantity) / 100;
export const packsOf = (lines: readonly NewLine[]): number => lines.reduce((sum, { quantity }) => sum + quantity, 0);

function itemsOf({ items }: NewOrder) {
  return items.map(({ product, size, quantity, agreed }) => ({
    product,
    size,
    quantity,
    price: agreed?.price,
    reason: agreed?.reason ?? '',
  }));
}

/** What is asked for the totals. */
export function priceBody(order: NewOrder): StaffPriceBody {
  const discount = typedNumber(order.discount) ?? 0;
  return {
    items: itemsOf(order),
    discount: discount > 0 ? discount : 0,
    discountReason: order.discountReason,
    couponCode: order.couponCode,
    phone: order.shippingAddress.phone,
    online: order.by !== 'received',
  };
}

export function bodyOf(order: NewOrder): StaffOrderBody {
  const { orderNumber, accessToken, shippingAddress, pickup, language, orderNote, discountReason, couponCode } = order;
  return {
    orderNumber,
    accessToken,
    shippingAddress: { ...shippingAddress, country: 'India' },
    pickup,
    language,
    items: itemsOf(order),
    discount: typedNumber(order.discount) ?? 0,
    discountReason,
    couponCode,
    orderNote,
    giftMessage: order.isGift ? order.giftMessage : null,
    payment: paymentOf(order),
  };
}

function paymentOf({ by, utr, as, receivedNote }: NewOrder): StaffPayment {
  if (by === 'utr') return { by, utrNumber: utr };
  return by === 'received' ? { by, as, note: receivedNote } : { by: 'link' };
}
