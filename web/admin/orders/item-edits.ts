import { DEFAULT_CART_SIZE } from '#shop/orders/cart.ts';
import type { LinesBody } from '#shop/orders/line-input.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import type { SizeChoice } from '#shop/orders/pick-size.ts';

/** The items of an order while staff change them. Prices in rupees. */

export interface ItemEdit {
  key: string;
  /** Its index in the order; null for an item that comes. */
  line: number | null;
  product: string;
  name: string;
  image: string;
  size: string;
  price: number;
  quantity: number;
  removed: boolean;
  /** What was ordered in its place; null for an item that comes. */
  was: { product: string; name: string; size: string; price: number; quantity: number } | null;
}

export function editsOf({ items }: Pick<AdminOrder, 'items'>): ItemEdit[] {
  return items.map((item, line) => {
    const { product, name, size, price, quantity } = item;
    const was = { product, name, size, price, quantity };
    return { key: `line ${line}`, line, image: item.image, removed: false, was, ...was };
  });
}

/** Another size or product takes the place of an item; its own one has its price again. */
export function swapped(edit: ItemEdit, choice: Pick<SizeChoice, 'product' | 'name' | 'size' | 'price'>): ItemEdit {
  const { product, name, size, price } = choice;
  const { was } = edit;
  const back = was !== null && was.product === product && was.size === size;
  return { ...edit, product, name, size, price: back ? was.price : price };
}

/** Adds an item; one that is there gets more pieces. */
export function added(edits: readonly ItemEdit[], choice: SizeChoice, quantity: number): ItemEdit[] {
  const same = edits.find((edit) => !edit.removed && edit.product === choice.product && edit.size === choice.size);
  if (same) return edits.map((edit) => (edit === same ? { ...edit, quantity: edit.quantity + quantity } : edit));
  const { product, name, size, price, image } = choice;
  const come = { product, name, size, price, image, quantity, line: null, removed: false, was: null };
  return [...edits, { ...come, key: `${product} ${size} ${edits.length}` }];
}

/** An item that came is taken out; one that was ordered stays in sight, struck through. */
export function removed(edits: readonly ItemEdit[], edit: ItemEdit): ItemEdit[] {
  if (edit.was === null) return edits.filter((one) => one !== edit);
  return edits.map((one) => (one === edit ? { ...one, removed: true } : one));
}

function isSwapped({ was, product, size }: ItemEdit): boolean {
  return was !== null && (was.product !== product || was.size !== size);
}

/** What is struck through beside an item; empty when it is as it was ordered. */
export function wasWords(edit: ItemEdit): string {
  const { was, quantity } = edit;
  if (was === null || (!isSwapped(edit) && was.quantity === quantity)) return '';
  const name = was.product === edit.product ? '' : `${was.name}, `;
  return `${name}${was.size} × ${was.quantity}`;
}

/** The items as the API takes them. */
export function linesOf(edits: readonly ItemEdit[]): LinesBody['lines'] {
  return edits
    .filter((edit) => !edit.removed)
    .map((edit) => {
      const { line, product, size, quantity } = edit;
      return line === null || isSwapped(edit) ? { product, size, quantity } : { line, quantity };
    });
}

/** The sizes that staff may choose, with the one that the item has. */
export function sizesFor(
  { size, price }: Pick<ItemEdit, 'size' | 'price'>,
  product: { sizes: readonly { size: string; price: number; stock: number }[] } | undefined,
): { size: string; price: number; stock: number | null }[] {
  const sizes = product?.sizes ?? [];
  if (sizes.some((one) => one.size === size)) return [...sizes];
  return [{ size: size || DEFAULT_CART_SIZE, price, stock: null }, ...sizes];
}
