import type { Db } from '#server/database/connect.ts';
import { START } from '#tests/app.ts';

export interface NewSize {
  size?: string;
  /** Rupees. */
  price?: number;
  stock?: number;
}

/**
 * Inserts a product with its sizes (by default one of 250g at ₹299 with 10 in stock).
 *
 * @returns its id
 */
export async function addProduct(
  db: Db,
  options: { id?: string; name?: string; status?: 'Active' | 'Inactive' | 'Out of Stock'; sizes?: NewSize[] } = {},
): Promise<string> {
  const id = options.id ?? 'almonds';
  await db
    .insertInto('categories')
    .values({ id: 'nuts', name: 'Nuts', slug: 'nuts', created_at: START, updated_at: START })
    // Also the slug is unique: of two such inserts at once, PostgreSQL would refuse one if only the
    // id may conflict.
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await db
    .insertInto('products')
    .values({
      id,
      name: options.name ?? 'California Almonds',
      description: 'Almonds',
      category_id: 'nuts',
      status: options.status ?? 'Active',
      hsn_code: '0802',
      gst_rate_bp: 500,
      created_at: START,
      updated_at: START,
    })
    .execute();
  await db
    .insertInto('product_sizes')
    .values(
      (options.sizes ?? [{}]).map((size, position) => ({
        product_id: id,
        size: size.size ?? '250g',
        position,
        price: Math.round((size.price ?? 299) * 100),
        original_price: Math.round((size.price ?? 299) * 100) + 5_000,
        stock: size.stock ?? 10,
      })),
    )
    .execute();
  await db
    .insertInto('product_images')
    .values({ product_id: id, position: 0, url: `/media/${id}.webp` })
    .execute();
  return id;
}

export const ADDRESS = {
  name: 'Ananya Iyer',
  phone: '9876543210',
  email: 'ananya@example.com',
  address: '12/4, Second Main Road, Adyar',
  city: 'Chennai',
  state: 'Tamil Nadu',
  pincode: '600020',
  country: 'India',
};

/** The body of an order of one almond pack at ₹299, without UTR. */
export function orderBody(more: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    items: [{ product: 'almonds', name: 'California Almonds', size: '250g', quantity: 1, price: 299 }],
    shippingAddress: ADDRESS,
    paymentMethod: 'upi',
    total: 299,
    ...more,
  };
}

/**
 * A request of a network of its own, through one proxy (TRUST_PROXY=1): what one network keeps is
 * limited (D53).
 */
export function fromNetwork(number: number): { 'x-forwarded-for': string } {
  return { 'x-forwarded-for': `198.18.${(number >> 8) & 255}.${number & 255}` };
}

/** `paymentDetails` with a UTR of twelve digits ending in `number`. */
export function paid(number: number): { paymentDetails: { utrNumber: string; method: string; app: string } } {
  return { paymentDetails: { utrNumber: String(632_400_000_000 + number), method: 'upi', app: 'phonepe' } };
}

/** Stock, held and sold of one size; the three together never change (I2). */
export async function stockOf(db: Db, productId = 'almonds', size = '250g') {
  const row = await db
    .selectFrom('product_sizes')
    .select(['stock', 'held', 'sold'])
    .where('product_id', '=', productId)
    .where('size', '=', size)
    .executeTakeFirstOrThrow();
  return { stock: row.stock, held: row.held, sold: row.sold };
}

/** Why an order needs the attention of staff, as stored. */
export async function reasonsOf(db: Db, orderNumber: string): Promise<string[]> {
  const row = await db
    .selectFrom('orders')
    .select('needs_attention')
    .where('order_number', '=', orderNumber)
    .executeTakeFirstOrThrow();
  return JSON.parse(row.needs_attention) as string[];
}
