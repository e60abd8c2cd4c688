import type { WantedItem } from './lines.ts';

/** An order or draft that a submission may belong to. */
interface Known {
  order_number: string;
  status: string;
  phone: string;
  utr: string | null;
}

export interface SubmissionFacts<Order extends Known> {
  /** The order or draft with the number that was sent. */
  numbered: Order | undefined;
  /** Whether its secret was sent, too. */
  proven: boolean;
  /** Whether the shop has cancelled it for want of a UTR (D53). */
  lapsed: boolean;
  /** The orders with the UTR that was sent, oldest first, and the lines of those of the phone. */
  withUtr: readonly Order[];
  lines: readonly {
    order_number: string;
    product_id: string;
    size: string;
    stock_size: string | null;
    quantity: number;
  }[];
  /**
   * The order of the phone with the secret that was sent, when it is not the secret of `numbered`.
   */
  ofSecret: Order | undefined;
}

/** The order that this submission repeats (D21), if any. An equal number alone is not enough. */
export function repeatedOrder<Order extends Known>(
  { numbered, proven, lapsed, withUtr, lines, ofSecret }: SubmissionFacts<Order>,
  { utr, phone, items }: { utr: string | null; phone: string; items: readonly WantedItem[] },
): Order | undefined {
  const own = proven ? numbered : undefined;
  // Paid after it was cancelled: money may have moved, so it is recorded as a new order (D22). A
  // lapsed one is reopened instead (D53).
  const paidAfterwards = own?.status === 'cancelled' && utr !== null && own.utr !== utr && !lapsed;
  if (own && own.status !== 'draft' && !paidAfterwards) return own;
  // A submission with its own draft, or with other items, is another order, perhaps with an old UTR
  // by mistake. It is recorded and marked `duplicate_utr`; returning the former order would lose
  // this one (D22).
  const sameUtr = withUtr.find(({ order_number: number, phone: owner }) => {
    const bought = lines.filter((line) => line.order_number === number);
    return owner === phone && isSame(bought, items);
  });
  if (sameUtr && own?.status !== 'draft') return sameUtr;
  return proven ? undefined : ofSecret;
}

/** Whether an order has exactly these items. */
function isSame(bought: SubmissionFacts<Known>['lines'], items: readonly WantedItem[]): boolean {
  // Any label fits a product without sizes.
  const sizeless = new Set(bought.filter((line) => line.stock_size === '').map((line) => line.product_id));
  const textOf = (list: readonly { product: string; size: string; quantity: number }[]) =>
    list
      .map(({ product, size, quantity }) => [product, sizeless.has(product) ? '' : size, quantity].join('\n'))
      .sort()
      .join('\n\n');
  return textOf(bought.map((line) => ({ ...line, product: line.product_id }))) === textOf(items);
}
