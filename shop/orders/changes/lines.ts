import { fieldError, ShopError } from '../../errors.ts';
import { type Coupon, type CouponFault, couponDiscount, couponFault } from '../../money/coupons.ts';
import { formatPaise, type Paise } from '../../money/money.ts';
import { offerOf } from '../../money/pricing.ts';
import { type CatalogueRow, resolveItems, unavailable, unpayable } from '../checkout/lines.ts';
import { lineWords, sum } from '../invoice.ts';
import { isBeforeShipping, linesClosedSentence } from '../order-status.ts';
import { priceOrder, withPaymentCode } from '../orders.ts';
import type { Note } from '../sentences.ts';
import { mergeAmounts, quantitiesByKey, type StockAmount, stockKey } from '../stock.ts';
import { type AttentionChange, type Change, type OrderedLine, type OrderState, takenAmounts } from './change.ts';
import { CHANGE_REASON_LABELS, type ChangeReason } from './change-reasons.ts';
import { missing, waivedOf } from './difference.ts';
import { owed, refundDue } from './refund.ts';

/** A line that stays, by its index in the order, or one that comes from the catalogue. */
type WantedLine =
  | { readonly line: number; readonly quantity: number }
  | { readonly product: string; readonly size: string; readonly quantity: number };

export interface LinesInput {
  lines: readonly WantedLine[];
  /** Staff keep the coupon although the order no longer reaches its minimum. */
  keepCoupon: boolean;
  reason: ChangeReason;
  note: string;
  /** Whether the shopper gets a mail. */
  notify: boolean;
}

/** What a change of the lines needs to know. */
export interface LineFacts {
  lines: readonly OrderedLine[];
  /** The products of all lines, with those that come. */
  catalogue: readonly CatalogueRow[];
  /** The coupon of the order; null without one, or when it is gone. */
  coupon: Coupon | null;
  /** What is free of each size, by `stockKey`. */
  inStock: ReadonlyMap<string, number>;
  /** Epoch ms: the coupon is judged by the time of the order. */
  placedAt: number;
}

/** The columns that a change of the lines writes. */
const PRICE_COLUMNS = [
  'subtotal',
  'discount',
  'coupon_id',
  'coupon_code',
  'coupon_label',
  'coupon_discount',
  'staff_discount',
  'payment_code',
  'total',
  'waived',
] as const;
type PriceColumns = Pick<OrderState, (typeof PRICE_COLUMNS)[number]>;

/** What an order was before a change of its lines. Persisted as JSON. */
export interface FormerOrder {
  readonly lines: readonly OrderedLine[];
  readonly columns: PriceColumns;
}

export interface ChangedLines {
  change: Change;
  former: FormerOrder;
  /** Why the coupon no longer applies, whether or not staff keep it. */
  couponFault: CouponFault | null;
}

/**
 * Changes the lines of an order that is not shipped: other sizes, products and quantities. Lines
 * that stay keep their price, and the online payment offer stays; what comes has the price of
 * today. The coupon is counted again, and lost when its conditions no longer hold. Money that is
 * missing then is due before the parcel is sent; what is too much goes on the list of refunds.
 *
 * @returns null when nothing changes
 * @throws ShopError wrong_move (shipped), validation, items_unavailable, out_of_stock
 */
export function changeLines(order: OrderState, facts: LineFacts, input: LinesInput): ChangedLines | null {
  assertOpen(order);
  const wanted = wantedLines(facts, input.lines);
  if (goodsOf(wanted) === goodsOf(facts.lines)) return null;
  assertStock(facts, wanted);
  const { columns, lines, fault } = priced(order, facts, wanted, input.keepCoupon);
  const why = [CHANGE_REASON_LABELS[input.reason].toLowerCase(), input.note].filter(Boolean).join(': ');
  const change = changeTo(order, facts.lines, { lines, columns }, { say: 'orderChanged', why, notify: input.notify });
  return { change, former: formerOf(order, facts.lines), couponFault: fault };
}

/**
 * Undoes the last change of the lines: those from before come back with their prices.
 *
 * @throws ShopError wrong_move (shipped), out_of_stock (others have bought what it took)
 */
export function undoLines(
  order: OrderState,
  facts: Pick<LineFacts, 'lines' | 'inStock'>,
  { lines: former, columns }: FormerOrder,
): Change {
  assertOpen(order);
  const lines = former.map((line) => ({ ...line, taken: takenAgain(line, facts.lines) }));
  assertStock(facts, lines);
  // Changes of earlier versions do not say what was waived.
  const waived = Math.max(columns.waived ?? 0, waivedOf(order));
  return changeTo(
    order,
    facts.lines,
    { lines, columns: { ...columns, waived } },
    { say: 'changeUndone', why: '', notify: true },
  );
}

/** Pieces of a line that comes back: what its size has now, and what the line had more of. */
function takenAgain({ product_id, stock_size, quantity }: OrderedLine, now: readonly OrderedLine[]): number {
  if (stock_size === null) return 0;
  const same = now.find((line) => line.product_id === product_id && line.stock_size === stock_size);
  if (!same) return quantity;
  return Math.min(same.taken, quantity) + Math.max(0, quantity - same.quantity);
}

function assertOpen({ status, returned }: OrderState): void {
  if (returned > 0) throw new ShopError('wrong_move', { message: 'Items of this order came back: it stays as it is.' });
  if (!isBeforeShipping(status)) throw new ShopError('wrong_move', { message: linesClosedSentence(status) });
}

function wantedLines({ lines, catalogue }: LineFacts, wanted: LinesInput['lines']): OrderedLine[] {
  if (wanted.length === 0) {
    throw fieldError('validation', 'lines', 'An order keeps at least one item. Cancel it if nothing is left.');
  }
  const stays = new Set<number>();
  return wanted.map((one, index) => {
    const path = `lines.${index}`;
    if (!('line' in one)) {
      const [found] = resolveItems([{ index, ...one }], catalogue);
      const refused = found && unavailable(found.problem === null ? [] : [found]);
      if (!found || refused) throw refused ?? fieldError('validation', path, 'Please choose an item');
      const same = lines.findIndex(
        (line) => line.product_id === found.productId && line.stock_size === found.stockSize,
      );
      if (wanted.some((other) => other !== one && isSame(other, one, same))) {
        throw fieldError('validation', path, `${found.name} is in the order twice. Change its number instead.`);
      }
      return {
        product_id: found.productId,
        name: found.name,
        size: found.size,
        quantity: found.quantity,
        price: found.price,
        original_price: found.originalPrice,
        image: found.image,
        hsn_code: found.hsnCode,
        gst_rate_bp: found.gstRateBp,
        stock_size: found.stockSize,
        coupon_discount: 0,
        staff_discount: 0,
        price_reason: '',
        cost: found.cost,
        taken: found.quantity,
      };
    }
    const line = lines[one.line];
    if (!line || stays.has(one.line)) throw fieldError('validation', path, 'The order has no such item');
    stays.add(one.line);
    const more = line.stock_size === null ? 0 : Math.max(0, one.quantity - line.quantity);
    return {
      ...line,
      quantity: one.quantity,
      // What is more comes at the shop's price: nobody has agreed to more.
      staff_discount: Math.floor((line.staff_discount * Math.min(one.quantity, line.quantity)) / line.quantity),
      taken: Math.min(line.taken, one.quantity) + more,
    };
  });
}

function isSame(other: WantedLine, one: WantedLine, stays: number): boolean {
  if ('line' in other) return other.line === stays;
  return 'product' in one && other.product === one.product && other.size === one.size;
}

function goodsOf(lines: readonly OrderedLine[]): string {
  return JSON.stringify(lines.map((line) => [line.product_id, line.size, line.quantity, line.price]).sort());
}

/** @throws ShopError out_of_stock (the message lists what is missing) */
function assertStock({ lines, inStock }: Pick<LineFacts, 'lines' | 'inStock'>, wanted: readonly OrderedLine[]): void {
  const before = quantitiesByKey(takenAmounts(lines));
  const short = mergeAmounts(takenAmounts(wanted)).flatMap((amount) => {
    const needed = amount.quantity - (before.get(stockKey(amount)) ?? 0);
    const left = inStock.get(stockKey(amount)) ?? 0;
    return needed > left ? [`${nameOf(wanted, amount)}: ${needed} more needed, ${left} in stock.`] : [];
  });
  if (short.length > 0) {
    throw new ShopError('out_of_stock', { message: `${short.join(' ')} Nothing was changed.` });
  }
}

function nameOf(lines: readonly OrderedLine[], { productId, size }: StockAmount): string {
  const line = lines.find((one) => one.product_id === productId && one.stock_size === size);
  return line ? lineWords(line) : productId;
}

/** The prices of the order with these lines; each line gets its part of the coupon. */
function priced(order: OrderState, facts: LineFacts, wanted: readonly OrderedLine[], keepCoupon: boolean) {
  const categories = new Map(facts.catalogue.map((row) => [row.id, row.category_id]));
  // A coupon counts from what staff have left of a price, as when the order was placed.
  const goods = wanted.map(({ product_id: productId, price, quantity, staff_discount: off }) => ({
    productId,
    categoryId: categories.get(productId) ?? '',
    price: price - off / quantity,
    quantity,
  }));
  const { coupon, placedAt } = facts;
  const fault =
    order.coupon_id === null
      ? null
      : coupon === null
        ? ('unknown' as const)
        : couponFault({ ...coupon, paused: false }, goods, placedAt);
  const keeps = fault === null || (keepCoupon && fault === 'minimum');
  const off = coupon && order.coupon_id !== null && keeps ? couponDiscount(coupon, goods) : goods.map(() => 0);
  const offer = { amount: offerOf(order) };
  const share = Math.min(1, worthOf(wanted) / worthOf(facts.lines));
  const onWhole = Math.floor((order.staff_discount - staffDiscountOn(facts.lines)) * share);
  const price = withPaymentCode(priceOrder(wanted, offer, off, onWhole + staffDiscountOn(wanted)), order.payment_code);
  const refused = unpayable(price.total);
  if (refused) throw refused;
  if (sum(off) + staffDiscountOn(wanted) > price.discount) {
    throw fieldError('validation', 'lines', 'At least ₹1 must be left to pay.');
  }
  const coupons = keeps
    ? { coupon_id: order.coupon_id, coupon_code: order.coupon_code, coupon_label: order.coupon_label }
    : { coupon_id: null, coupon_code: '', coupon_label: '' };
  const columns: PriceColumns = {
    subtotal: price.subtotal,
    discount: price.discount,
    ...coupons,
    coupon_discount: price.couponDiscount,
    staff_discount: price.staffDiscount,
    payment_code: price.paymentCode,
    total: price.total,
    waived: waivedOf(order),
  };
  return { columns, fault, lines: wanted.map((line, index) => ({ ...line, coupon_discount: off[index] ?? 0 })) };
}

const staffDiscountOn = (lines: readonly OrderedLine[]): Paise => sum(lines.map((line) => line.staff_discount));

/** What lines come to, before what is taken off the whole order. */
const worthOf = (lines: readonly OrderedLine[]): Paise =>
  sum(lines.map((line) => line.price * line.quantity - line.staff_discount));

function formerOf(order: OrderState, lines: readonly OrderedLine[]): FormerOrder {
  const columns = Object.fromEntries(PRICE_COLUMNS.map((name) => [name, order[name]])) as unknown as PriceColumns;
  return { lines, columns: { ...columns, waived: waivedOf(order) } };
}

function changeTo(
  order: OrderState,
  before: readonly OrderedLine[],
  { lines, columns: prices }: FormerOrder,
  { say, why, notify }: { say: 'orderChanged' | 'changeUndone'; why: string; notify: boolean },
): Change {
  // Of what was waived only what the order still lacks.
  const waived = Math.min(prices.waived, missing({ ...order, ...prices, waived: 0 }));
  const columns = { ...prices, waived };
  const after = { ...order, ...columns };
  const attention = attentionAfter(after, lines);
  const goods = differenceOf(before, lines);
  const sums = { say, from: order.total, to: after.total };
  return {
    columns: { ...columns, ...keptAfter(after) },
    events: [
      { kind: 'changed', status: null, note: sums },
      { kind: 'note', status: null, note: [...goods, why && `Why: ${why}`].filter(Boolean).join('\n') },
    ],
    audit: {
      action: say === 'orderChanged' ? 'order.lines' : 'order.lines_undo',
      before: { items: before.map(itemWords), total: order.total },
      after: { items: lines.map(itemWords), total: after.total, ...(why ? { why } : {}) },
    },
    mails: notify ? [{ kind: 'changed', note: moneyWords(order, after, attention) }] : [],
    settlesInvoice: 'changed',
    lines,
    ...(order.coupon_id !== null && after.coupon_id === null ? { dropsCoupon: true } : {}),
    attention,
  };
}

const itemWords = (line: OrderedLine) => `${lineWords(line)} × ${line.quantity} at ${formatPaise(line.price)}`;

/** '− Afghan Figs, 250g × 1', '+ California Almonds, 1kg × 1' */
function differenceOf(before: readonly OrderedLine[], after: readonly OrderedLine[]): string[] {
  const counts = new Map<string, number>();
  const count = (lines: readonly OrderedLine[], sign: 1 | -1) => {
    for (const line of lines) counts.set(lineWords(line), (counts.get(lineWords(line)) ?? 0) + sign * line.quantity);
  };
  count(before, -1);
  count(after, 1);
  return [...counts]
    .filter(([, quantity]) => quantity !== 0)
    .sort(([, one], [, other]) => one - other)
    .map(([words, quantity]) => `${quantity < 0 ? '−' : '+'} ${words} × ${Math.abs(quantity)}`);
}

function attentionAfter(after: OrderState, lines: readonly OrderedLine[]): AttentionChange {
  return {
    raised: missing(after) > 0 ? ['difference_due'] : [],
    resolved: [
      ...(lines.every(({ stock_size }) => stock_size !== null) ? ['unknown_item' as const] : []),
      ...(lines.every(({ taken, quantity }) => taken >= quantity) ? ['out_of_stock' as const] : []),
    ],
  };
}

/** What the shop has kept of an excess pays for what comes. */
function keptAfter(order: OrderState): { kept?: Paise } {
  const excess = owed({ ...order, kept: 0 });
  return order.kept > excess ? { kept: excess } : {};
}

/** What the mail says about the money. */
function moneyWords(order: OrderState, after: OrderState, { raised = [] }: AttentionChange): Note {
  if (raised.length > 0) return { say: 'restToPay', amount: missing(after) };
  const back = refundDue(after, order.attention.open);
  if (back) return { say: 'moneyBack', amount: back.due };
  return order.payment_status === 'completed' ? { say: 'sameTotal', amount: after.total } : '';
}
