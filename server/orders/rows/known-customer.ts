import type { Reader } from '#server/database/transact.ts';
import { normalisePhone } from '#shop/india/india.ts';
import { storedForms } from '#shop/india/phones.ts';
import { toRupees } from '#shop/money/money.ts';
import { isPlaceholderAddress, PICKUP } from '#shop/orders/address.ts';
import type { KnownCustomer } from '#shop/orders/by-staff.ts';
import { resolveItems, usableItems } from '#shop/orders/checkout/lines.ts';
import { stockKey } from '#shop/orders/stock.ts';
import { type OrderRow, readForOrder, readLines } from './orders.queries.ts';

/** Orders of a number that are read to find its address. */
const LATEST = 10;

/** Who has ordered with this mobile number, with the address of their latest delivery; null: nobody. */
export async function knownCustomer(db: Reader, typed: string, at: number): Promise<KnownCustomer | null> {
  const phone = normalisePhone(typed);
  if (phone === null) return null;
  const rows = await db
    .selectFrom('orders')
    .selectAll()
    .where('phone', 'in', storedForms(phone))
    .where('status', '!=', 'draft')
    .orderBy('created_at', 'desc')
    .limit(LATEST)
    .execute();
  const [latest] = rows;
  if (!latest) return null;
  const counted = await db.selectFrom('customers').select('orders').where('phone', '=', phone).executeTakeFirst();
  const sent = rows.find((row) => row.address_type !== PICKUP && !isPlaceholderAddress(row));
  return {
    orders: counted?.orders ?? rows.length,
    language: latest.language,
    address: addressOf(sent ?? null, latest),
    last: await forSale(db, latest.order_number, at),
  };
}

function addressOf(sent: OrderRow | null, { name, email }: OrderRow): KnownCustomer['address'] {
  return {
    name,
    email,
    address: sent?.address ?? '',
    city: sent?.city ?? '',
    state: sent?.state ?? '',
    pincode: sent?.pincode ?? '',
    country: sent?.country ?? 'India',
    gstin: sent?.gstin ?? '',
  };
}

/** The items of an order that can be bought again, at the prices of today. */
async function forSale(db: Reader, orderNumber: string, at: number): Promise<KnownCustomer['last']> {
  const bought = await readLines(db, [orderNumber]);
  const items = usableItems(bought.map(({ product_id: product, size, quantity }) => ({ product, size, quantity })));
  if (items.length === 0) return [];
  const ids = [...new Set(items.map(({ product }) => product))];
  const lines = resolveItems(items, await readForOrder(db, ids, at)).filter(({ problem }) => problem === null);
  const sizes = await db
    .selectFrom('product_sizes')
    .select(['product_id', 'size', 'stock'])
    .where('product_id', 'in', ids)
    .execute();
  const stock = new Map(sizes.map((row) => [stockKey({ productId: row.product_id, size: row.size }), row.stock]));
  return lines
    .map((line) => ({
      product: line.productId,
      name: line.name,
      size: line.size,
      quantity: line.quantity,
      price: toRupees(line.price),
      originalPrice: toRupees(line.originalPrice),
      image: line.image,
      stock: stock.get(stockKey({ productId: line.productId, size: line.stockSize ?? '' })) ?? 0,
    }))
    .filter((item) => item.stock >= item.quantity);
}
