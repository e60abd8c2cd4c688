import m from '#messages/cart-rules';
import { sizeLabel } from '../../catalogue/packs.ts';
import { labelOf } from '../../catalogue/stock.ts';
import { type FieldError, fieldError, ShopError, sentenceOf } from '../../errors.ts';
import { formatPaise, type Paise, toPaise, toRupees } from '../../money/money.ts';
import { cleanLine } from '../../text/text.ts';
import { DEFAULT_CART_SIZE } from '../cart.ts';
import { checkPayable, type OrderChange, type OrderInput, type OrderPrice, validItems } from '../orders.ts';
import { type StockAmount, stockKey } from '../stock.ts';

/** ₹1,00,000: more than any pack costs. */
const MOST_CLAIMED: Paise = 10_000_000;
/**
 * Of what a client calls an item: no product's id is longer, and its name is stored only of an
 * unknown item.
 */
const MOST_CHARACTERS = 100;

/**
 * One size of a product as an order needs it; a product without sizes gives one row with `size`
 * null.
 */
export interface CatalogueRow {
  id: string;
  name: string;
  category_id: string;
  status: string;
  deleted_at: number | null;
  hsn_code: string;
  gst_rate_bp: number;
  size: string | null;
  /** Its label since it was renamed. */
  label: string | null;
  /** What is charged now. */
  price: Paise | null;
  original_price: Paise | null;
  /** What a piece costs the owner. */
  cost: Paise | null;
  image: string | null;
}

/** A line of a draft, as it is stored. */
export interface DraftLine {
  product_id: string;
  name: string;
  size: string;
  quantity: number;
  price: Paise;
  original_price: Paise;
  image: string;
  hsn_code: string;
  gst_rate_bp: number;
  stock_size: string | null;
  coupon_discount: Paise;
  staff_discount: Paise;
  price_reason: string;
}

/**
 * An item as the client sends it. For a known product, price and name are only compared, never used
 * (D18).
 */
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

/**
 * The valid items, each with its index in the body. With `paid` (there is a UTR) money may have
 * moved, so an item without a product id is recorded as unknown (D22, D26).
 */
export function usableItems(items: OrderInput['items'], paid = false): WantedItem[] {
  const clip = (text: string) => cleanLine(text.slice(0, MOST_CHARACTERS));
  const valid = new Set(validItems(items));
  return items.flatMap((item, index) =>
    valid.has(item) || (paid && item.quantity > 0)
      ? [
          {
            index,
            product: clip(item.product),
            name: item.name && clip(item.name),
            size: item.size,
            quantity: item.quantity,
            price: item.price,
            originalPrice: item.originalPrice ?? undefined,
          },
        ]
      : [],
  );
}

/** An item looked up in the catalogue. */
export interface OrderLine {
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
  /** What a piece costs the owner; null: not known. */
  cost: Paise | null;
  /** What staff take off the whole line, and why its price is another one (D67). */
  staffDiscount: Paise;
  priceReason: string;
  /**
   * `gone`: not in the catalogue (any more); `sold_out`: in the catalogue, but not for sale at the
   * moment.
   */
  problem: 'gone' | 'sold_out' | null;
}

/**
 * Looks up the items: names, prices and images come from the catalogue only. A product without
 * sizes has one stock row with an empty label, which matches any label (D23); the label of the
 * client is not stored, since it is printed. An unknown item keeps the client's values; the caller
 * rejects it, or records it for the admin to check (D22).
 *
 * A former label means the size that the draft had, or that had it at first. In a cart it is
 * refused.
 *
 * @param former the lines of the draft, none for a paid order without one; null for a cart
 */
export function resolveItems(
  items: readonly WantedItem[],
  catalogue: readonly CatalogueRow[],
  former: readonly DraftLine[] | null = null,
): OrderLine[] {
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
      staffDiscount: 0,
      priceReason: '',
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
        cost: null,
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
      cost: size.cost,
      problem: gone ? 'gone' : product.status === 'Out of Stock' ? 'sold_out' : null,
    };
  });
}

/** The client's price of an unknown item, bounded so that all sums stay exact integers. */
function claimed(rupees: number | undefined): Paise {
  return Math.min(toPaise(rupees ?? 0), MOST_CLAIMED);
}

/** The draft that becomes an order. `live`: its prices still hold. */
export interface PricedDraft {
  lines: readonly DraftLine[];
  live: boolean;
}

/**
 * The lines of an order. The draft's prices apply to the same product and size, since the shopper
 * was asked to pay them (D22). A live draft keeps its prices. For a size that no longer exists, an
 * expired draft still counts more than the client's values.
 *
 * @param paid whether there is a UTR
 */
export function linesOfOrder(
  items: readonly WantedItem[],
  catalogue: readonly CatalogueRow[],
  draft: PricedDraft | null,
  paid: boolean,
): OrderLine[] {
  const drafted = draft?.lines ?? [];
  return resolveItems(items, catalogue, draft || paid ? drafted : null).map((line) => {
    const known = drafted.find((row) => row.product_id === line.productId && row.size === line.size);
    if (!known || (!draft?.live && line.stockSize !== null)) return line;
    const agreed = draft?.live && known.quantity === line.quantity;
    const prices = {
      price: known.price,
      originalPrice: known.original_price,
      staffDiscount: agreed ? known.staff_discount : 0,
      priceReason: known.price_reason,
    };
    if (line.stockSize !== null) return { ...line, ...prices };
    const { name, image, hsn_code: hsnCode, gst_rate_bp: gstRateBp } = known;
    return { ...line, ...prices, name, image, hsnCode, gstRateBp };
  });
}

/** The stock that the lines need; lines without a stock row need none. */
export function demandOf(lines: readonly OrderLine[]): StockAmount[] {
  return lines.flatMap((line) =>
    line.stockSize === null ? [] : [{ productId: line.productId, size: line.stockSize, quantity: line.quantity }],
  );
}

/**
 * Where the shopper's cart differs from the current prices (D19). Prices in rupees. A client may
 * count without the coupon and the code.
 */
export function changesOf(
  lines: readonly OrderLine[],
  clientTotal: number | undefined,
  { total, couponDiscount, paymentCode }: Pick<OrderPrice, 'total' | 'couponDiscount'> & { paymentCode: Paise },
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
  const known = [0, paymentCode].flatMap((code) => [total + code, total + code + couponDiscount]);
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
export function priceDiffers(lines: readonly OrderLine[], draft: readonly DraftLine[]): boolean {
  return lines.some((line) => {
    const drafted = draft.find((row) => row.product_id === line.productId && row.size === line.size);
    const seen = line.clientPrice ?? drafted?.price ?? line.price;
    return line.stockSize !== null && seen !== line.price;
  });
}

/** The error for a total that cannot be paid (R2.9), or null. */
export function unpayable(total: Paise): ShopError | null {
  const message = checkPayable(total);
  return message ? fieldError('validation', 'total', message) : null;
}

/** A line that cannot be ordered: `details.lines` of the error. */
export type RefusedLine = Pick<OrderLine, 'index' | 'productId' | 'name' | 'size' | 'problem'>;

/** `errors[]` for the unavailable lines. */
export function lineErrors(lines: readonly RefusedLine[]): FieldError[] {
  return lines.map((line) => ({ path: `items.${line.index}`, msg: lineFault(line) }));
}

function lineFault({ problem, name, size }: RefusedLine): string {
  if (problem === 'gone') return m.gone_line({ name });
  return m.sold_out_line({ name: size ? `${name} (${sizeLabel(size)})` : name });
}

/**
 * items_unavailable or out_of_stock, or null without such lines. The first takes precedence, since
 * a refresh shows the rest.
 */
export function unavailable(lines: readonly OrderLine[]): ShopError | null {
  if (lines.length === 0) return null;
  const code = lines.some((line) => line.problem === 'gone') ? 'items_unavailable' : 'out_of_stock';
  return new ShopError(code, { message: sentenceOf(code), errors: lineErrors(lines), details: { lines } });
}

/** The lines of sizes with too little stock. @param short their `stockKey`s */
export function shortLines(lines: readonly OrderLine[], short: ReadonlySet<string>): OrderLine[] {
  return lines.filter((line) => short.has(keyOf(line)));
}

/**
 * Gives each line what is sold of its size, the first line first.
 *
 * @returns the pieces of each line
 */
export function soldPerLine(lines: readonly OrderLine[], sold: ReadonlyMap<string, number>): number[] {
  const left = new Map(sold);
  return lines.map((line) => {
    if (line.stockSize === null) return 0;
    const pieces = Math.min(line.quantity, left.get(keyOf(line)) ?? 0);
    left.set(keyOf(line), (left.get(keyOf(line)) ?? 0) - pieces);
    return pieces;
  });
}

const keyOf = (line: OrderLine): string => stockKey({ productId: line.productId, size: line.stockSize ?? '' });

/** For how many small orders so many lines count, when what one network stores is limited. */
export const bulkOf = (lines: number): number => Math.ceil(lines / 10);
