import type { Product } from '../catalogue/catalogue.ts';
import { stockOf } from '../catalogue/stock.ts';
import { type Paise, toPaise } from '../money/money.ts';

/**
 * The cart in browser storage, under the key 'cart' (R1.3, R1.4). Lines are plain data and never
 * mutated. This file does not import Zod.
 */

/** Size label of a product without sizes (R1.9). */
export const DEFAULT_CART_SIZE = 'Standard';
/** Maximum quantity of a line (D21). */
const MAX_QUANTITY = 999;
/** Maximum price of a valid stored line, in rupees. */
const MAX_PRICE = 10_000_000;

/** Prices in rupees; `stock` is the stock at the time the line was added. */
export interface CartLine {
  id: string;
  productId: string;
  name: string;
  size: string;
  price: number;
  originalPrice?: number;
  quantity: number;
  image: string;
  stock: number;
}

/** The id of a line, from its product and size. */
export function lineId(productId: string, size: string): string {
  return `${productId}-${size}`;
}

/**
 * Creates a line for a product and size. Defaults to the first size, or 'Standard' for a product
 * without sizes.
 *
 * @param quantity clamped to 1–999
 */
export function cartLine(
  product: Pick<Product, 'id' | 'name' | 'image' | 'price' | 'originalPrice' | 'status' | 'stockCount' | 'sizes'>,
  sizeLabel?: string | null,
  quantity = 1,
): CartLine {
  const size = sizeLabel ? product.sizes.find((known) => known.size === sizeLabel) : product.sizes[0];
  const { price, originalPrice } = size ?? product;
  const label = size?.size ?? DEFAULT_CART_SIZE;
  return {
    id: lineId(product.id, label),
    productId: product.id,
    name: product.name,
    size: label,
    price,
    ...(originalPrice > price ? { originalPrice } : {}),
    quantity: clampQuantity(quantity),
    image: product.image,
    stock: stockOf(product, size?.size),
  };
}

/**
 * Parses the stored cart. Returns an empty cart if the text is not a JSON array; invalid lines are
 * dropped.
 */
export function parseCart(text: string | null | undefined): CartLine[] {
  // addLine merges stored lines with the same product and size.
  return (readList(text ?? '') ?? [])
    .map(readLine)
    .reduce<CartLine[]>((lines, line) => (line ? addLine(lines, line) : lines), []);
}

/** The stored lines; null if the text is not a JSON array. */
export function readList(text: string): unknown[] | null {
  try {
    const stored: unknown = JSON.parse(text);
    return Array.isArray(stored) ? stored : null;
  } catch {
    return null;
  }
}

/**
 * Adds a line, or increases the quantity of the line with the same product and size (at most 999).
 */
export function addLine(lines: readonly CartLine[], line: CartLine): CartLine[] {
  const added = { ...line, quantity: clampQuantity(line.quantity) };
  const index = lines.findIndex((known) => isSame(known, line.productId, line.size));
  if (index === -1) {
    return [...lines, added];
  }
  // The new line has the current price and stock.
  return lines.map((known, at) =>
    at === index ? { ...added, id: known.id, quantity: clampQuantity(known.quantity + added.quantity) } : known,
  );
}

/** How many packs of this product and size are in the cart. */
export function quantityIn(
  lines: readonly CartLine[],
  { productId, size }: Pick<CartLine, 'productId' | 'size'>,
): number {
  return lines.find((line) => isSame(line, productId, size))?.quantity ?? 0;
}

/** Sets a line's quantity (whole, at most 999). 0 or less removes the line; NaN changes nothing. */
export function setQuantity(lines: readonly CartLine[], productId: string, size: string, quantity: number): CartLine[] {
  if (Number.isNaN(quantity)) {
    return [...lines];
  }
  if (quantity <= 0) {
    return removeLine(lines, productId, size);
  }
  return lines.map((line) => (isSame(line, productId, size) ? { ...line, quantity: clampQuantity(quantity) } : line));
}

/** Removes a line. */
export function removeLine(lines: readonly CartLine[], productId: string, size: string): CartLine[] {
  return lines.filter((line) => !isSame(line, productId, size));
}

/**
 * Puts a Buy Now line into the cart. The same product and size keeps the larger quantity, so that
 * going back and forth does not add up.
 */
export function keepLine(lines: readonly CartLine[], line: CartLine): CartLine[] {
  const known = lines.find((one) => isSame(one, line.productId, line.size));
  if (!known) return addLine(lines, line);
  return setQuantity(lines, line.productId, line.size, Math.max(known.quantity, line.quantity));
}

/**
 * The lines that can be ordered, and those that are sold out or no longer sold. Both keep the order
 * of the cart.
 */
export function splitCart(lines: readonly CartLine[]): { available: CartLine[]; gone: CartLine[] } {
  return { available: lines.filter(({ stock }) => stock > 0), gone: lines.filter(({ stock }) => stock <= 0) };
}

/** Price of a line in paise. */
function lineTotal(line: Pick<CartLine, 'price' | 'quantity'>): Paise {
  return toPaise(line.price) * line.quantity;
}

/**
 * Sum of price × quantity in paise, and the number of pieces, of the lines that can be ordered.
 * Shipping is 0 (D20), so total equals subtotal.
 */
export function cartTotals(lines: readonly CartLine[]): { subtotal: Paise; total: Paise; count: number } {
  const { available } = splitCart(lines);
  const subtotal = available.reduce((sum, line) => sum + lineTotal(line), 0);
  return { subtotal, total: subtotal, count: available.reduce((sum, line) => sum + line.quantity, 0) };
}

function isSame(line: CartLine, productId: string, size: string): boolean {
  return line.productId === productId && line.size === size;
}

/** Whole, 1–999; 1 when it is not a number (R1.5). */
export function clampQuantity(quantity: number): number {
  return Math.min(MAX_QUANTITY, Math.max(1, Math.trunc(quantity) || 1));
}

/**
 * Parses a stored line by the rules of R1.5: price as a number (default 0), quantity whole (default
 * 1).
 */
function readLine(stored: unknown): CartLine | null {
  if (typeof stored !== 'object' || stored === null) {
    return null;
  }
  const line = stored as Record<string, unknown>;
  const productId = readText(line.productId);
  const quantity = line.quantity === undefined ? 1 : readNumber(line.quantity, 1);
  const price = readNumber(line.price, 0);
  if (!productId || quantity < 1 || price < 0 || price > MAX_PRICE) {
    return null;
  }
  const size = readText(line.size) || DEFAULT_CART_SIZE;
  const originalPrice = readNumber(line.originalPrice, 0);
  return {
    id: readText(line.id) || lineId(productId, size),
    productId,
    name: readText(line.name),
    size,
    price,
    ...(originalPrice > price && originalPrice <= MAX_PRICE ? { originalPrice } : {}),
    quantity: clampQuantity(quantity),
    image: readText(line.image),
    // Not known until the cart is compared with the catalogue: not sold out.
    stock: Math.trunc(readNumber(line.stock, MAX_QUANTITY)),
  };
}

function readText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : '';
}

function readNumber(value: unknown, fallback: number): number {
  const number = typeof value === 'number' ? value : typeof value === 'string' ? Number.parseFloat(value) : Number.NaN;
  return Number.isFinite(number) ? number : fallback;
}
