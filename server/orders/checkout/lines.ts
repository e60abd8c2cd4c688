import { labelOf } from '#shop/catalogue/stock.ts';
import { type FieldError, fieldError, ShopError, sentenceOf } from '#shop/errors.ts';
import { formatPaise, type Paise, toPaise, toRupees } from '#shop/money/money.ts';
import { DEFAULT_CART_SIZE } from '#shop/orders/cart.ts';
import { checkPayable, type OrderChange, type OrderPrice } from '#shop/orders/orders.ts';
import { type StockAmount, stockKey } from '#shop/orders/stock.ts';
import { LINE_FAULTS } from '#words/cart.ts';
import type { CatalogueRow, LineRow } from '../queries.ts';

/** ₹1,00,000: more than any pack costs. */
const MOST_CLAIMED: Paise = 10_000_000;

/** An item as the client sends it. For a known product, price and name are only compared, never used (D18). */
export interface WantedItem {
  /** Index in the body, for `errors[].path`. */
  index: number;
  product: string;
  name?: string | undefined;
  size: string;
  quantity: number;
  /** Rupees. */
  price?: number | undefined;
  originalPrice?: number | undefined;
}

/** An item looked up in the catalogue. */
export interface ResolvedLine {
  index: number;
  productId: string;
  /** Empty for an unknown product. */
  categoryId: string;
  name: string;
  /** The size label that the shopper saw. */
  size: string;
  /** The size of its stock row; null when there is none (unknown product or size). */
  stockSize: string | null;
  quantity: number;
  price: Paise;
  originalPrice: Paise;
  /** The price that the client sent, or null. */
  clientPrice: Paise | null;
  image: string;
  hsnCode: string;
  gstRateBp: number;
  /** `gone`: not in the catalogue (any more); `sold_out`: in the catalogue, but not for sale at the moment. */
  problem: 'gone' | 'sold_out' | null;
}

/**
 * Looks up the items: names, prices and images come from the catalogue only. A product without sizes has one stock row with an
 * empty label, which matches any label (D23); the label of the client is not stored, since it is printed. An unknown item keeps the
 * client's values; the caller rejects it, or records it for the admin to check (D22).
 *
 * A former label means the size that the draft had, or that had it at first. In a cart it is refused.
 *
 * @param former the lines of the draft, none for a paid order without one; null for a cart
 */
export function resolveItems(
  items: WantedItem[],
  catalogue: CatalogueRow[],
  former: readonly LineRow[] | null = null,
): ResolvedLine[] {
  const products = new Map<string, CatalogueRow[]>();
  for (const row of catalogue) {
    const known = products.get(row.id);
    if (known) known.push(row);
    else products.set(row.id, [row]);
  }
  return items.map((item) => {
    const rows = products.get(item.product) ?? [];
    const product = rows[0];
    const drafted = former?.find((line) => line.product_id === item.product && line.size === item.size);
    const key = former && (drafted?.stock_size ?? item.size);
    const size =
      rows.find((row) => labelOf(row) === item.size) ?? rows.find((row) => row.size === key || row.size === '');
    const base = {
      index: item.index,
      productId: item.product,
      categoryId: product?.category_id ?? '',
      size: size?.size === '' && item.size !== '' ? DEFAULT_CART_SIZE : item.size,
      quantity: item.quantity,
      clientPrice: item.price === undefined ? null : toPaise(item.price),
    };
    if (!product || !size || size.size === null) {
      return {
        ...base,
        name: product?.name ?? (item.name || 'Unknown item'),
        stockSize: null,
        price: claimed(item.price),
        originalPrice: claimed(item.originalPrice ?? item.price),
        image: product?.image ?? '',
        hsnCode: product?.hsn_code ?? '',
        gstRateBp: product?.gst_rate_bp ?? 0,
        problem: 'gone',
      };
    }
    const gone = product.deleted_at !== null || product.status === 'Inactive';
    return {
      ...base,
      name: product.name,
      stockSize: size.size,
      price: size.price ?? 0,
      originalPrice: size.original_price ?? 0,
      image: product.image ?? '',
      hsnCode: product.hsn_code,
      gstRateBp: product.gst_rate_bp,
      problem: gone ? 'gone' : product.status === 'Out of Stock' ? 'sold_out' : null,
    };
  });
}

/** The client's price of an unknown item, bounded so that all sums stay exact integers. */
function claimed(rupees: number | undefined): Paise {
  return Math.min(toPaise(rupees ?? 0), MOST_CLAIMED);
}

/**
 * Applies the draft's prices to the same product and size, since the shopper was asked to pay them (D22). A live draft keeps its
 * prices. For a size that no longer exists, an expired draft still counts more than the client's values.
 */
export function keepDraftLines(lines: ResolvedLine[], draft: LineRow[], live: boolean): ResolvedLine[] {
  return lines.map((line) => {
    const known = draft.find((row) => row.product_id === line.productId && row.size === line.size);
    if (!known || (!live && line.stockSize !== null)) {
      return line;
    }
    const prices = { price: known.price, originalPrice: known.original_price };
    return line.stockSize !== null
      ? { ...line, ...prices }
      : {
          ...line,
          ...prices,
          name: known.name,
          image: known.image,
          hsnCode: known.hsn_code,
          gstRateBp: known.gst_rate_bp,
        };
  });
}

/** The stock that the lines need; lines without a stock row need none. */
export function demandOf(lines: ResolvedLine[]): StockAmount[] {
  return lines.flatMap((line) =>
    line.stockSize === null ? [] : [{ productId: line.productId, size: line.stockSize, quantity: line.quantity }],
  );
}

/** Where the shopper's cart differs from the current prices (D19). Prices in rupees. A client may count without the coupon. */
export function changesOf(
  lines: ResolvedLine[],
  clientTotal: number | undefined,
  { total, couponDiscount }: Pick<OrderPrice, 'total' | 'couponDiscount'>,
): OrderChange[] {
  const changes: OrderChange[] = lines.flatMap((line) =>
    line.clientPrice === null || line.clientPrice === line.price
      ? []
      : [
          {
            product: line.productId,
            size: line.size,
            kind: 'price',
            from: toRupees(line.clientPrice),
            to: toRupees(line.price),
            message: `The price of ${line.name} changed from ${formatPaise(line.clientPrice)} to ${formatPaise(line.price)}.`,
          },
        ],
  );
  const known = [total, total + couponDiscount];
  if (changes.length === 0 && clientTotal !== undefined && !known.includes(toPaise(clientTotal))) {
    changes.push({
      product: '',
      size: '',
      kind: 'total',
      from: clientTotal,
      to: toRupees(total),
      message: `The total is ${formatPaise(total)}.`,
    });
  }
  return changes;
}

/** Whether the shopper saw a price other than the line's: in the cart, or else in the draft. */
export function priceDiffers(lines: ResolvedLine[], draft: LineRow[]): boolean {
  return lines.some((line) => {
    const drafted = draft.find((row) => row.product_id === line.productId && row.size === line.size);
    const seen = line.clientPrice ?? drafted?.price ?? line.price;
    return line.stockSize !== null && seen !== line.price;
  });
}

/** @throws ShopError validation, for a total that cannot be paid (R2.9) */
export function refuseUnpayable(total: Paise): void {
  const message = checkPayable(total);
  if (message) throw fieldError('validation', 'total', message);
}

/** A line that cannot be ordered: `details.lines` of the error. */
export type RefusedLine = Pick<ResolvedLine, 'index' | 'productId' | 'name' | 'size' | 'problem'>;

/** `errors[]` for the unavailable lines, in the words of a language. */
export function lineErrors(lines: readonly RefusedLine[], words: typeof LINE_FAULTS = LINE_FAULTS): FieldError[] {
  return lines.map((line) => ({
    path: `items.${line.index}`,
    msg: words[line.problem === 'gone' ? 'gone' : 'sold_out'](line),
  }));
}

/** @throws ShopError items_unavailable or out_of_stock, if there are any lines; the first takes precedence, since a refresh shows the rest */
export function refuseLines(lines: ResolvedLine[]): void {
  if (lines.length === 0) return;
  const code = lines.some((line) => line.problem === 'gone') ? 'items_unavailable' : 'out_of_stock';
  throw new ShopError(code, { message: sentenceOf(code), errors: lineErrors(lines), details: { lines } });
}

/** The lines of sizes with too little stock. @param short their `stockKey`s */
export function shortLines(lines: ResolvedLine[], short: ReadonlySet<string>): ResolvedLine[] {
  return lines.filter((line) => short.has(stockKey({ productId: line.productId, size: line.stockSize ?? '' })));
}
