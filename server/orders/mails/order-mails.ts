import { formatDateTime } from '#shop/india/dates.ts';
import { knownCountry } from '#shop/india/phones.ts';
import { formatPaise, type Paise } from '#shop/money/money.ts';
import type { OrderMailKind } from '#shop/orders/changes/change.ts';
import { courierLink } from '#shop/orders/couriers.ts';
import type { MailTexts } from '#shop/settings/mail-texts.ts';
import { lettersOf } from '#shop/text/text.ts';
import type { Part } from '../../mail/html.ts';
import type { Message } from '../../mail/mail.service.ts';
import { shopperLetter } from '../../mail/shopper-letter.ts';
import type { LineRow, OrderRow } from '../rows/orders.queries.ts';
import { discountsOf } from '../rows/wire.ts';

/** The shop data in the emails, from the settings. */
export interface MailShop {
  brandName: string;
  email: string;
  phone: string;
  supportHours: string;
  /** Public URL of the shop without a trailing slash, or null when it is not known. */
  url: string | null;
  /** What the owner has rewritten. */
  texts: MailTexts;
}

export interface MailOrder {
  orderNumber: string;
  name: string;
  email: string;
  /** Epoch ms. */
  createdAt: number;
  lines: { name: string; size: string; quantity: number; price: Paise }[];
  subtotal: Paise;
  discounts: { label: string; amount: Paise }[];
  total: Paise;
  /** Only in mails about an order whose payment the shop has accepted (D54). */
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  courier: string;
  trackingNumber: string;
  /**
   * The reason of a failed payment or a cancellation; for a parcel, a sentence about its new
   * tracking number.
   */
  note: string;
  /** Number of the attached invoice. */
  invoice: string | null;
  /** The order's status after the change that the email is about. */
  status: string;
  /** True when there is a UTR, so money may have moved. */
  paid: boolean;
  /**
   * The shop has accepted the payment. Before that the address may be a stranger's: no text of the
   * sender's own (D54).
   */
  proven: boolean;
}

/** The fields of an order that the emails need. */
export function mailOrder(order: OrderRow, lines: LineRow[]): MailOrder {
  return {
    orderNumber: order.order_number,
    name: lettersOf(order.name),
    email: order.email,
    createdAt: order.created_at,
    lines: lines.map((line) => ({ ...itemOf(line), quantity: line.quantity, price: line.price })),
    subtotal: order.subtotal,
    discounts: discountsOf(order),
    total: order.total,
    address: order.address,
    city: order.city,
    state: order.state,
    pincode: order.pincode,
    country: order.country,
    courier: order.courier,
    trackingNumber: order.courier_tracking,
    note: '',
    invoice: null,
    status: order.status,
    paid: order.utr !== null || order.payment_status === 'completed',
    proven: order.payment_status === 'completed',
  };
}

/** Name and size from the catalogue. Those of an unknown item are the sender's own text (D22). */
function itemOf(line: LineRow): { name: string; size: string } {
  return line.stock_size === null
    ? { name: 'An item that is not in our catalogue', size: '' }
    : { name: line.name, size: line.stock_size && line.size };
}

/**
 * Builds one email: the text of the owner or of the shop, and below it what a mail of this kind
 * always has. Pure.
 */
export function orderMail(kind: OrderMailKind, order: MailOrder, shop: MailShop): Message {
  const { orderNumber, note } = order;
  const values = {
    name: order.name || 'there',
    order: orderNumber,
    total: formatPaise(order.total),
    date: formatDateTime(order.createdAt),
    next: whereItIs(order.status),
    reason: note || null,
    refund: note || null,
  };
  const withItems = kind === 'order_received' || kind === 'shipped';
  const parts = [
    ...added(kind, order, shop),
    ...(order.invoice ? [`Your tax invoice ${order.invoice} is attached.`] : []),
    ...(withItems ? [...itemsParts(order), addressText(order)] : []),
    trackLink(shop, orderNumber),
    ...questionsTo(shop),
  ];
  return {
    kind,
    to: order.email,
    ...shopperLetter(kind, values, shop, parts),
    orderNumber,
    unproven: !order.proven,
    ...(order.invoice ? { attachments: ['invoice' as const] } : {}),
  };
}

function trackLink({ url }: MailShop, orderNumber: string): Part {
  return url
    ? {
        before: 'Track your order with your mobile number',
        link: `${url}/track-order?orderNumber=${orderNumber}`,
        words: 'Track your order',
      }
    : 'You can track your order with your mobile number on our website.';
}

/** `sentence`, which has no full stop, with a link to the page of the order. */
export function orderLink(sentence: string, { url }: Pick<MailShop, 'url'>, orderNumber: string): Part {
  return url
    ? { before: sentence, link: `${url}/order-details/${orderNumber}`, words: 'Open your order' }
    : `${sentence}.`;
}

/** Courier and tracking number, as far as they are known, and the courier's own page. */
export function parcelParts(courier: string, trackingNumber: string): Part[] {
  const facts: [string, string][] = [
    ...(courier ? [['Courier', courier] as [string, string]] : []),
    ...(trackingNumber ? [['Tracking number', trackingNumber] as [string, string]] : []),
  ];
  const page = courierLink(courier, trackingNumber);
  return [
    ...(facts.length > 0 ? [{ facts }] : []),
    ...(page
      ? [
          {
            before: page.hasNumber
              ? `See where it is on the ${courier} website`
              : `Enter this number on the ${courier} website to see where it is`,
            link: page.url,
            words: `Track on ${courier}`,
          },
        ]
      : []),
  ];
}

/** What a mail of this kind has below its text. */
function added(kind: OrderMailKind, order: MailOrder, shop: MailShop): Part[] {
  switch (kind) {
    case 'payment_reminder':
      return order.note ? [order.note] : [];
    case 'payment_verified':
      // Its shopper may have closed the page before the shop placed the order (D61).
      return order.status === 'confirmed'
        ? [
            orderLink(
              'Your order is placed. Open it on the phone or computer you ordered from',
              shop,
              order.orderNumber,
            ),
          ]
        : [];
    case 'payment_problem':
    case 'payment_reversed':
      return whereToSend(shop, order.orderNumber);
    case 'shipped':
      return [...parcelParts(order.courier, order.trackingNumber), ...(order.note ? [order.note] : [])];
    case 'cancelled':
      return order.paid
        ? ['If you have paid, we will refund you to your original payment method in 7–14 business days.']
        : [];
    default:
      return [];
  }
}

function whereToSend(shop: MailShop, number: string): Part[] {
  return [
    // The page needs the secret that only this device has (D32). Emails never contain it.
    orderLink('Enter the UTR on your order page, on the phone or computer you ordered from', shop, number),
    ...otherDevice(shop),
  ];
}

/**
 * 'Questions? Write to … or call … (9 to 6).', as far as the shop has an address, a phone and
 * hours; otherwise no sentence.
 */
export function questionsTo({
  email,
  phone,
  supportHours,
}: Pick<MailShop, 'email' | 'phone' | 'supportHours'>): string[] {
  const call = phone && `call ${phone}${supportHours ? ` (${supportHours})` : ''}`;
  const ways = [email && `write to ${email}`, call].filter(Boolean).join(' or ');
  return ways === '' ? [] : [`Questions? ${ways[0]?.toUpperCase()}${ways.slice(1)}.`];
}

function otherDevice({ email, phone }: MailShop): string[] {
  const way = email ? `write to ${email} with` : phone ? `call ${phone} and tell us` : '';
  return way === '' ? [] : [`From another device, ${way} your order number and the UTR.`];
}

/** What follows a verified payment; the goods may have been shipped before it. */
function whereItIs(status: string): string {
  if (status === 'shipped' || status === 'out_for_delivery') return 'Your order is on its way.';
  if (status === 'delivered') return 'Your order has been delivered, so there is nothing more to do.';
  return status === 'returned' ? '' : 'We are getting your order ready.';
}

function itemsParts(order: MailOrder): Part[] {
  const lines = order.lines.map((line): [string, string] => [
    `${lineName(line)} × ${line.quantity}`,
    formatPaise(line.price * line.quantity),
  ]);
  const totals: [string, string][] = [
    ['Subtotal', formatPaise(order.subtotal)],
    ['Shipping', 'FREE'],
    ...order.discounts.map(({ label, amount }): [string, string] => [label, formatPaise(-amount)]),
    ['Total', formatPaise(order.total)],
  ];
  return [{ facts: [...lines, ...totals] }];
}

function addressText(order: MailOrder): string {
  const { proven } = order;
  const place = proven ? [order.city, order.state].filter(Boolean).join(', ') : lettersOf(order.city);
  const pincode = proven ? order.pincode : order.pincode.replace(/[^A-Za-z0-9 -]+/g, '').slice(0, 10);
  // Older orders may have any text as the country.
  const country = knownCountry(order.country);
  return [
    'Delivery to:',
    order.name,
    proven ? order.address : '',
    [place, pincode].filter(Boolean).join(' '),
    country === 'India' ? '' : (country ?? (proven ? order.country : '')),
  ]
    .filter(Boolean)
    .join('\n');
}

function lineName(line: { name: string; size: string }): string {
  return line.size ? `${line.name} (${line.size})` : line.name;
}
