import type { Product } from '#shop/catalogue/catalogue.ts';
import { DEFAULT_CART_SIZE } from '#shop/orders/cart.ts';

/**
 * The part of a draft (web/lib/checkout.ts) that is read here: product pages do not load that
 * module.
 */
export interface OwnHold {
  reservedUntil: number;
  items: { product: string; size: string; quantity: number }[];
}

/**
 * Null for a draft for which not everything is held (D53): what is held of it is not known here.
 */
export function acceptHold(value: unknown): OwnHold | null {
  const { reservedUntil, items } = (value ?? {}) as Partial<OwnHold>;
  if (typeof reservedUntil !== 'number' || !Array.isArray(items)) return null;
  return { reservedUntil, items: items.filter((item) => item?.quantity > 0) };
}

type Stocked = Pick<Product, 'id' | 'stockCount'> & { sizes: readonly { size: string; stock: number }[] };

/**
 * The product with what this device's draft holds of it (D19): the shop counts that as gone, but
 * sells it to this shopper.
 *
 * @param now by the clock of this device, like the end of the hold
 */
export function withOwnHold<T extends Stocked>(product: T, hold: OwnHold | null, now: number): T {
  const own = hold && hold.reservedUntil > now ? hold.items.filter((item) => item.product === product.id) : [];
  if (own.length === 0) return product;
  const held = (label: string) => own.reduce((sum, { size, quantity }) => sum + (size === label ? quantity : 0), 0);
  return {
    ...product,
    stockCount: product.stockCount + held(product.sizes[0]?.size ?? DEFAULT_CART_SIZE),
    sizes: product.sizes.map((size) => ({ ...size, stock: size.stock + held(size.size) })),
  };
}
