import { fieldError, ShopError } from '../../errors.ts';
import { formatPaise, type Paise } from '../../money/money.ts';
import { prorate } from '../../money/prorate.ts';
import { discountsPerLine, lineWords, sum } from '../invoice.ts';
import { wrongMoveSentence } from '../order-status.ts';
import type { Change, OrderedLine, OrderState, RestockedLine } from './change.ts';
import { leftOf, owed } from './refund.ts';

/** Goods that came back, by the index of their line. Persisted as JSON. */
export interface ReturnedLine {
  readonly line: number;
  readonly quantity: number;
  /** What was credited for them. */
  readonly amount: Paise;
  /** How many of them went back to stock. */
  readonly restocked: number;
}

/** A return of an order that was not undone. */
export interface GoodsReturn {
  readonly id: string;
  readonly lines: readonly ReturnedLine[];
  readonly amount: Paise;
}

export interface ReturnInput {
  lines: readonly { line: number; quantity: number }[];
  /** What goes back to the shopper; all that the goods cost if it is left out. */
  refund?: Paise | undefined;
  reason: string;
  /** Whether the goods can be sold again: food usually cannot. */
  restock: boolean;
  notify: boolean;
}

/** What of a line can still come back: pieces, and what was billed for them. */
export interface Returnable {
  quantity: number;
  amount: Paise;
}

/** What of each line can still come back. @param former the returns that were not undone */
export function returnableOf(
  order: Pick<OrderState, 'total'>,
  lines: readonly OrderedLine[],
  former: readonly Pick<GoodsReturn, 'lines'>[],
): Returnable[] {
  const off = discountsPerLine({
    total: order.total,
    lines: lines.map((line) => ({ ...line, ownDiscount: line.staff_discount + line.coupon_discount })),
  });
  const back = creditedOf(former);
  return lines.map(({ quantity, price }, index) => {
    const gone = back.get(index) ?? { quantity: 0, amount: 0 };
    return { quantity: quantity - gone.quantity, amount: price * quantity - (off[index] ?? 0) - gone.amount };
  });
}

/** How many pieces of each line are still with the shopper. */
export function piecesLeft(
  lines: readonly { quantity: number }[],
  returns: readonly Pick<GoodsReturn, 'lines'>[],
): number[] {
  const back = creditedOf(returns);
  return lines.map(({ quantity }, index) => quantity - (back.get(index)?.quantity ?? 0));
}

/** What has come back of each line, and what was credited for it. */
export function creditedOf(returns: readonly Pick<GoodsReturn, 'lines'>[]): Map<number, Returnable> {
  const sums = new Map<number, Returnable>();
  for (const { line, quantity, amount } of returns.flatMap(({ lines }) => lines)) {
    const sum = sums.get(line) ?? { quantity: 0, amount: 0 };
    sums.set(line, { quantity: sum.quantity + quantity, amount: sum.amount + amount });
  }
  return sums;
}

/** What the shopper paid for these pieces: their share of what is still billed. */
function worthOf({ quantity, amount }: Returnable, pieces: number): Paise {
  return pieces === quantity ? amount : Math.round((amount * pieces) / quantity);
}

/**
 * Takes goods of a delivered order back, all or a part. What is credited becomes a refund that is
 * due; an order of which nothing is left is returned.
 *
 * @returns the change, and the return to be stored
 * @throws ShopError wrong_move (not delivered), validation (more than was sold), refund_too_large
 */
export function returnGoods(
  order: OrderState,
  facts: { lines: readonly OrderedLine[]; former: readonly GoodsReturn[] },
  input: ReturnInput,
): { change: Change; lines: ReturnedLine[]; amount: Paise } {
  if (order.status !== 'delivered') {
    throw new ShopError('wrong_move', { message: wrongMoveSentence(order.status, 'returned') });
  }
  const left = returnableOf(order, facts.lines, facts.former);
  const values = valuesOf(input.lines, left);
  const worth = sum(values);
  const amount = input.refund ?? worth;
  if (input.refund !== undefined) assertRefund(order, amount, worth);
  const shares = prorate(amount, values);
  const lines = input.lines.map(({ line, quantity }, index) => {
    const restocked = input.restock ? Math.min(quantity, facts.lines[line]?.taken ?? 0) : 0;
    return { line, quantity, amount: shares[index] ?? 0, restocked };
  });
  const whole = left.every(({ quantity }, index) => quantity === quantityIn(input.lines, index));
  const credited = sum(facts.former.map((one) => one.amount)) + amount;
  const words = lines.map(({ line, quantity }) => `${wordsAt(facts.lines, line)} × ${quantity}`);
  const change: Change = {
    columns: whole
      ? { status: 'returned', kept: keptOf(order, amount, credited) }
      : { returned: order.returned + amount },
    events: [
      { kind: whole ? 'status' : 'return', status: whole ? 'returned' : null, note: { say: 'itemsReturned', amount } },
      {
        kind: 'note',
        status: null,
        note: [...words, `Why: ${input.reason}`, input.restock ? 'Back in stock.' : 'Not put back in stock.'].join(
          '\n',
        ),
      },
    ],
    audit: {
      action: 'order.return',
      before: { status: order.status, returned: order.returned },
      after: { items: words, amount, reason: input.reason, restocked: input.restock, whole },
    },
    mails: input.notify ? [{ kind: 'returned', note: { say: 'itemsReturned', amount } }] : [],
    ...documentsOf(whole && credited === order.total, facts.former),
    stock: { restocked: restockedOf(lines, facts.lines) },
  };
  return { change, lines, amount };
}

/** What the shop keeps of the payment of an order that is returned for less than it cost. */
function keptOf(order: OrderState, amount: Paise, credited: Paise): Paise {
  if (order.payment_status !== 'completed') return order.total - credited;
  const due = owed({ ...order, kept: 0 });
  // What was kept of an earlier return is settled.
  const settled = Math.min(order.kept, order.returned);
  return Math.max(0, leftOf(order) - due - amount + settled);
}

/** One note takes back a whole invoice of which nothing was taken back before. */
function documentsOf(all: boolean, former: readonly GoodsReturn[]): Pick<Change, 'creditNote' | 'settlesInvoice'> {
  return all && former.length === 0 ? { creditNote: 'returned' } : { settlesInvoice: 'returned' };
}

/** A refund that was sent stays: then the return stays too. */
export function undoReturn(
  order: OrderState,
  facts: { lines: readonly OrderedLine[]; last: GoodsReturn; former: readonly GoodsReturn[] },
): Change {
  if (order.status !== 'delivered' && order.status !== 'returned') {
    throw new ShopError('wrong_move', { message: 'This order is not delivered any more.' });
  }
  const { lines, amount } = facts.last;
  const returned = sum(facts.former.map((one) => one.amount));
  const columns = { status: 'delivered' as const, returned, kept: 0 };
  if (order.refunded > 0 && receivedLess(order, returned)) {
    throw new ShopError('wrong_move', {
      message: 'A refund for these goods has been recorded. Take the refund back first.',
    });
  }
  const whole = order.status === 'returned';
  return {
    columns: whole ? columns : { returned, kept: Math.min(order.kept, owed({ ...order, returned, kept: 0 })) },
    events: [
      {
        kind: whole ? 'status' : 'return',
        status: whole ? 'delivered' : null,
        note: { say: 'returnUndone', amount },
      },
    ],
    audit: { action: 'order.return_undo', before: { amount }, after: { returned } },
    mails: [],
    invoice: true,
    settlesInvoice: 'returned',
    stock: { takenAgain: restockedOf(lines, facts.lines) },
  };
}

/** Whether more has been sent back than is due without the return. */
function receivedLess(order: OrderState, returned: Paise): boolean {
  return leftOf(order) + order.waived < order.total - returned;
}

function valuesOf(wanted: ReturnInput['lines'], left: readonly Returnable[]): Paise[] {
  if (wanted.length === 0) throw fieldError('validation', 'lines', 'Please choose what came back');
  return wanted.map(({ line, quantity }, index) => {
    const found = left[line];
    if (!found || wanted.findIndex((one) => one.line === line) !== index) {
      throw fieldError('validation', `lines.${index}`, 'The order has no such item');
    }
    if (quantity > found.quantity) {
      const most = found.quantity === 0 ? 'All of it is back already' : `At most ${found.quantity} can come back`;
      throw fieldError('validation', `lines.${index}.quantity`, most);
    }
    return worthOf(found, quantity);
  });
}

/** Never more than the goods cost, nor than the shop still has of the payment. */
function assertRefund(order: OrderState, amount: Paise, worth: Paise): void {
  if (amount > worth) {
    throw fieldError('validation', 'refund', `These items cost ${formatPaise(worth)}: not more can go back`);
  }
  const most = mayGoBack(order, worth);
  if (amount > most) {
    throw new ShopError('refund_too_large', {
      message: `Of what was paid, only ${formatPaise(most)} can still go back.`,
    });
  }
}

/** Goods that nobody has paid for are credited, and nothing goes back. */
function mayGoBack(order: OrderState, worth: Paise): Paise {
  if (order.payment_status !== 'completed') return worth;
  return Math.max(0, leftOf(order) - owed(order));
}

function restockedOf(returned: readonly ReturnedLine[], lines: readonly OrderedLine[]): RestockedLine[] {
  return returned.flatMap(({ line: position, restocked: quantity }) => {
    const line = lines[position];
    return quantity > 0 && line && line.stock_size !== null
      ? [{ position, productId: line.product_id, size: line.stock_size, quantity }]
      : [];
  });
}

function wordsAt(lines: readonly OrderedLine[], index: number): string {
  const line = lines[index];
  return line ? lineWords(line) : '';
}

function quantityIn(wanted: ReturnInput['lines'], index: number): number {
  return wanted.find(({ line }) => line === index)?.quantity ?? 0;
}
