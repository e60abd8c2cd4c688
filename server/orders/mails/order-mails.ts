import delivery from '#messages/delivery';
import discounts from '#messages/discounts';
import m from '#messages/mails';
import { countryName } from '#shop/catalogue/countries.ts';
import { sizeLabel } from '#shop/catalogue/packs.ts';
import { formatDateTime, formatWeekday } from '#shop/india/dates.ts';
import { knownCountry } from '#shop/india/phones.ts';
import { pathIn } from '#shop/language.ts';
import { jpegCopy } from '#shop/media/pictures.ts';
import { formatPaise, type Paise } from '#shop/money/money.ts';
import type { OrderMailKind } from '#shop/orders/changes/change.ts';
import { courierLink } from '#shop/orders/couriers.ts';
import { deliveryDays, shippingPrice } from '#shop/orders/delivery.ts';
import { isBeforeShipping, orderStatusOf } from '#shop/orders/order-status.ts';
import type { DiscountLine } from '#shop/orders/orders.ts';
import type { Note } from '#shop/orders/sentences.ts';
import { PROMISES, spanOf } from '#shop/promises.ts';
import { lettersOf } from '#shop/text/text.ts';
import { speaking } from '../../language.ts';
import type { Part } from '../../mail/html.ts';
import type { Message } from '../../mail/mail-queue.ts';
import { type MailShop, shopperLetter } from '../../mail/shopper-letter.ts';
import { inWords } from '../rows/notes.ts';
import type { LineRow, OrderRow } from '../rows/orders.queries.ts';
import { discountsOf, estimatedDelivery } from '../rows/wire.ts';

export interface MailOrder {
  orderNumber: string;
  name: string;
  email: string;
  /** Epoch ms. */
  createdAt: number;
  /** `name`: null for an item that is not in the catalogue. */
  lines: { name: string | null; size: string; quantity: number; price: Paise }[];
  /** Of a product of the catalogue: stored address, and its name. Null when none has one in JPEG. */
  picture: { address: string; name: string } | null;
  subtotal: Paise;
  /** In paise. */
  discounts: DiscountLine[];
  total: Paise;
  /** Only in mails about an order whose payment the shop has accepted (D54). */
  address: string;
  city: string;
  state: string;
  pincode: string;
  country: string;
  /** The last promised day, epoch ms; null when the customer picks it up, and abroad. */
  deliveryBy: number | null;
  courier: string;
  trackingNumber: string;
  /**
   * The reason of a failed payment or a cancellation; for a parcel, a sentence about its new
   * tracking number.
   */
  note: Note;
  /** Whether the invoice is attached. */
  invoice: boolean;
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

/**
 * The fields of an order that the emails need.
 *
 * @param nameOf the name of a product in the order's language
 */
export function mailOrder(order: OrderRow, lines: LineRow[], nameOf: (name: string) => string): MailOrder {
  return {
    orderNumber: order.order_number,
    name: lettersOf(order.name),
    email: order.email,
    createdAt: order.created_at,
    picture: pictureOf(lines, nameOf),
    lines: lines.map((line) => ({ ...itemOf(line, nameOf), quantity: line.quantity, price: line.price })),
    subtotal: order.subtotal,
    discounts: discountsOf(order),
    total: order.total,
    address: order.address,
    city: order.city,
    state: order.state,
    pincode: order.pincode,
    country: order.country,
    deliveryBy: estimatedDelivery(order),
    courier: order.courier,
    trackingNumber: order.courier_tracking,
    note: '',
    invoice: false,
    status: order.status,
    paid: order.utr !== null || order.payment_status === 'completed',
    proven: order.payment_status === 'completed',
  };
}

/** Name and size from the catalogue. Those of an unknown item are the sender's own text (D22). */
function itemOf(line: LineRow, nameOf: (name: string) => string): { name: string | null; size: string } {
  return line.stock_size === null
    ? { name: null, size: '' }
    : { name: nameOf(line.name), size: line.stock_size && line.size };
}

/** The first picture that the shop has stored. That of an unknown item is the sender's own address. */
function pictureOf(lines: LineRow[], nameOf: (name: string) => string): MailOrder['picture'] {
  const isStored = (image: string) => image.startsWith('/media/') && jpegCopy(image) !== null;
  const line = lines.find(({ stock_size, image }) => stock_size !== null && isStored(image));
  return line ? { address: line.image, name: nameOf(line.name) } : null;
}

/**
 * Builds one email: the text of the owner or of the shop, and below it what a mail of this kind
 * always has. Pure.
 */
export function orderMail(kind: OrderMailKind, order: MailOrder, shop: MailShop): Message {
  return speaking(shop.language, () => writeOrderMail(kind, order, shop));
}

function writeOrderMail(kind: OrderMailKind, order: MailOrder, shop: MailShop): Message {
  const { orderNumber } = order;
  const note = inWords(order.note, shop.language);
  const values = {
    name: order.name || m.there(),
    order: orderNumber,
    total: formatPaise(order.total),
    date: formatDateTime(order.createdAt),
    next: whereItIs(order.status),
    reason: note || null,
    refund: note || null,
  };
  const withItems = kind === 'order_received' || kind === 'changed' || kind === 'shipped';
  const own = added(kind, order, shop);
  const parts = [
    ...own,
    ...(order.invoice ? [m.invoice()] : []),
    ...pictureParts(order, shop),
    ...(withItems ? [...itemsParts(order), addressText(order)] : []),
    ...deliveryParts(kind, order),
    ...openOrder(own, shop, orderNumber),
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

function trackLink({ url, language }: MailShop, orderNumber: string): Part {
  if (!url) return m.trackOnSite();
  const link = url + pathIn(language, `/track-order?orderNumber=${orderNumber}`);
  return { before: m.track(), link, words: m.trackLink() };
}

const orderPage = (url: string, { language }: Pick<MailShop, 'language'>, orderNumber: string) =>
  url + pathIn(language, `/order-details/${orderNumber}`);

/** The button to the page of the order, unless `parts` have it with words of their own. */
function openOrder(parts: readonly Part[], shop: MailShop, orderNumber: string): Part[] {
  if (!shop.url) return [];
  const link = orderPage(shop.url, shop, orderNumber);
  const isThere = parts.some((part) => typeof part !== 'string' && 'link' in part && part.link === link);
  return isThere ? [] : [{ link, words: m.openOrder() }];
}

/** Pixels of the width of a product's picture. */
const PICTURE_WIDTH = 120;

/** The picture of the order, which leads to its page; none without PUBLIC_URL. */
function pictureParts({ picture, orderNumber }: MailOrder, shop: MailShop): Part[] {
  const copy = picture && jpegCopy(picture.address);
  if (!shop.url || !copy) return [];
  const height = Math.round((copy.height * PICTURE_WIDTH) / copy.width);
  const link = orderPage(shop.url, shop, orderNumber);
  return [{ picture: { src: shop.url + copy.url, alt: picture.name, width: PICTURE_WIDTH, height, link } }];
}

/** `sentence`, which has no full stop, with a link to the page of the order. */
export function orderLink(
  sentence: string,
  { url, language }: Pick<MailShop, 'url' | 'language'>,
  orderNumber: string,
): Part {
  if (!url) return m.sentence({ words: sentence });
  return { before: sentence, link: orderPage(url, { language }, orderNumber), words: m.openOrder() };
}

/** Courier and tracking number, as far as they are known, and the courier's own page. */
export function parcelParts(courier: string, trackingNumber: string): Part[] {
  const known: [string, string][] = [
    [m.courier(), courier],
    [m.trackingNumber(), trackingNumber],
  ];
  const facts = known.filter(([, value]) => value !== '');
  const page = courierLink(courier, trackingNumber);
  return [
    ...(facts.length > 0 ? [{ facts }] : []),
    ...(page
      ? [
          {
            before: page.hasNumber ? m.seeParcel({ courier }) : m.enterNumber({ courier }),
            link: page.url,
            words: m.trackOn({ courier }),
          },
        ]
      : []),
  ];
}

/** What a mail of this kind has below its text. */
function added(kind: OrderMailKind, order: MailOrder, shop: MailShop): Part[] {
  const note = inWords(order.note, shop.language);
  switch (kind) {
    case 'payment_reminder':
      return note ? [note] : [];
    case 'payment_verified':
      // Its shopper may have closed the page before the shop placed the order (D61).
      return order.status === 'confirmed' ? [orderLink(m.placed(), shop, order.orderNumber)] : [];
    case 'payment_problem':
    case 'payment_reversed':
      return whereToSend(shop, order.orderNumber);
    case 'shipped':
      return [...parcelParts(order.courier, order.trackingNumber), ...(note ? [note] : [])];
    case 'changed':
      return restParts(order, note, shop);
    case 'returned':
      return note ? [m.sentence({ words: note })] : [];
    case 'cancelled':
      return order.paid ? [m.refundTime({ days: spanOf(PROMISES.refundDays) })] : [];
    default:
      return [];
  }
}

/** What becomes of the money, and the page where the rest of it can be paid. */
function restParts({ note, orderNumber }: MailOrder, words: string, shop: MailShop): Part[] {
  const asks = typeof note !== 'string' && note.say === 'restToPay';
  return [...(words ? [words] : []), ...(asks ? [orderLink(m.payRest(), shop, orderNumber)] : [])];
}

function whereToSend(shop: MailShop, number: string): Part[] {
  return [
    // The page needs the secret that only this device has (D32). Emails never contain it.
    orderLink(m.enterUtr(), shop, number),
    ...otherDevice(shop),
  ];
}

/**
 * 'Questions? Write to … or call … (9 to 6).', as far as the shop has an address, a phone and
 * hours; otherwise no sentence.
 */
export function questionsTo({ email, phone, supportHours }: MailShop): string[] {
  const when = supportHours ? `${phone} (${supportHours})` : phone;
  if (email && phone) return [m.questionsBoth({ email, phone: when })];
  if (email) return [m.questionsWrite({ email })];
  return phone ? [m.questionsCall({ phone: when })] : [];
}

function otherDevice({ email, phone }: MailShop): string[] {
  if (email) return [m.otherDeviceWrite({ email })];
  return phone ? [m.otherDeviceCall({ phone })] : [];
}

/** What follows a verified payment; the goods may have been shipped before it. */
function whereItIs(status: string): string {
  if (status === 'shipped' || status === 'out_for_delivery') return m.onItsWay();
  if (status === 'delivered') return m.isDelivered();
  return status === 'returned' ? '' : m.gettingReady();
}

/** When the parcel comes, in the mails before it is on its way (D68, D70). */
function deliveryParts(kind: OrderMailKind, { status, pincode, country, deliveryBy, proven }: MailOrder): string[] {
  if (kind !== 'order_received' && kind !== 'payment_verified') return [];
  if (!isBeforeShipping(orderStatusOf(status))) return [];
  const days = deliveryDays({ pincode, country });
  if (days === null) return [delivery.abroad()];
  if (deliveryBy === null) return [];
  return [proven ? m.deliveryBy({ date: formatWeekday(deliveryBy) }) : m.deliveryInDays({ days: spanOf(days) })];
}

function itemsParts(order: MailOrder): Part[] {
  const lines = order.lines.map((line): [string, string] => [itemName(line), formatPaise(line.price * line.quantity)]);
  const totals: [string, string][] = [
    [m.subtotal(), formatPaise(order.subtotal)],
    [m.shipping(), shippingPrice(order.country, m.free())],
    ...order.discounts.map((line): [string, string] => [discountName(line), formatPaise(-line.amount)]),
    [m.total(), formatPaise(order.total)],
  ];
  return [{ facts: [...lines, ...totals] }];
}

/** An automatic offer has the name that the owner has given it. */
function discountName({ kind, code, label }: DiscountLine): string {
  if (kind === 'online_offer') return discounts.onlineOffer();
  if (kind === 'staff') return discounts.agreed();
  if (kind === 'payment_code') return discounts.paymentCode();
  return code ? discounts.coupon({ code }) : label;
}

function addressText(order: MailOrder): string {
  const { proven } = order;
  const place = proven ? [order.city, order.state].filter(Boolean).join(', ') : lettersOf(order.city);
  const pincode = proven ? order.pincode : order.pincode.replace(/[^A-Za-z0-9 -]+/g, '').slice(0, 10);
  // Older orders may have any text as the country.
  const country = knownCountry(order.country);
  const other = proven ? order.country : '';
  const shownCountry = country === null ? other : country === 'India' ? '' : countryName(country);
  return [
    m.deliveryTo(),
    order.name,
    proven ? order.address : '',
    [place, pincode].filter(Boolean).join(' '),
    shownCountry,
  ]
    .filter(Boolean)
    .join('\n');
}

/** 'Almonds (250g) × 2' */
export function itemName({ name, size, quantity }: { name: string | null; size: string; quantity: number }): string {
  const shown = name ?? m.unknownItem();
  return `${size ? `${shown} (${sizeLabel(size)})` : shown} × ${quantity}`;
}
