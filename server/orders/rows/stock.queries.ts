import { sql } from 'kysely';
import type { SizeStock } from '#shop/orders/holds.ts';
import { mergeAmounts, type StockAmount, stockKey } from '#shop/orders/stock.ts';
import { inCodePointOrder } from '../../database/engine.ts';
import { insertRows } from '../../database/rows.ts';
import type { Reader, Trx } from '../../database/transact.ts';

/**
 * How one stock row changes. The three add up to 0, so `stock + held + sold` stays constant (I2).
 */
export interface StockMove {
  stock: number;
  held: number;
  sold: number;
  /**
   * How many of `sold` belong to an order that nobody has proved (D65). They grow only as long as
   * half of the size is free.
   */
  unproven?: number;
}

/** Key of a hold as a row value, which both databases can compare with a subquery. */
const TUPLE = sql<boolean>`(order_number, product_id, size)`;

/**
 * Moves stock of one size if there is enough of it: one conditional update, never a read followed
 * by a write (D23).
 *
 * @returns false, without a change, when there is too little or no such row
 */
export async function moveStock(
  trx: Trx,
  item: { productId: string; size: string },
  move: StockMove,
): Promise<boolean> {
  if (move.stock + move.held + move.sold !== 0) {
    throw new Error('a stock move must not make or lose stock');
  }
  const { productId, size } = item;
  const { unproven = 0 } = move;
  const result = await trx
    .updateTable('product_sizes')
    .set((eb) => ({
      stock: eb('stock', '+', move.stock),
      held: eb('held', '+', move.held),
      sold: eb('sold', '+', move.sold),
      unproven: plusUnproven(unproven),
    }))
    .where('product_id', '=', productId)
    .where('size', '=', size)
    .where('stock', '>=', Math.max(-move.stock, 0))
    .where('held', '>=', Math.max(-move.held, 0))
    .where('sold', '>=', Math.max(-move.sold, 0))
    .$if(unproven > 0, (query) => query.where('unproven', '<=', (eb) => eb('stock', '+', eb.ref('held'))))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** A row that was made anew counts from 0. */
const plusUnproven = (pieces: number) => {
  const sum = sql<number>`unproven + ${pieces}`;
  return sql<number>`case when ${sum} < 0 then 0 else ${sum} end`;
};

/**
 * Counts pieces that an order has taken as sold to somebody who has not proved the payment, or
 * (`-1`) no longer. The caller has locked the sizes.
 */
export async function countUnproven(trx: Trx, amounts: StockAmount[], sign: 1 | -1): Promise<void> {
  for (const { productId, size, quantity } of mergeAmounts(amounts)) {
    await trx
      .updateTable('product_sizes')
      .set({ unproven: plusUnproven(sign * quantity) })
      .where('product_id', '=', productId)
      .where('size', '=', size)
      .execute();
  }
}

/**
 * Locks sizes until the end of the transaction, in the order of their keys (fault 8). A transaction
 * that changes several sizes and may come back to one of them calls this first.
 *
 * @returns the pieces of each, by `stockKey`; none for a size that does not exist
 */
export async function lockStock(
  trx: Trx,
  items: readonly { productId: string; size: string }[],
): Promise<Map<string, SizeStock>> {
  if (items.length === 0) return new Map();
  const rows = await trx
    .selectFrom('product_sizes')
    .select(['product_id', 'size', 'stock', 'held', 'unproven'])
    .where((eb) =>
      eb.or(items.map(({ productId, size }) => eb.and([eb('product_id', '=', productId), eb('size', '=', size)]))),
    )
    .orderBy(inCodePointOrder(trx, 'product_id'))
    .orderBy(inCodePointOrder(trx, 'size'))
    .forUpdate()
    .execute();
  return new Map(rows.map(({ product_id, size, ...pieces }) => [stockKey({ productId: product_id, size }), pieces]));
}

/** Locks the sizes of all products, in the order of `lockStock`. */
export async function lockAllStock(trx: Trx): Promise<void> {
  await trx
    .selectFrom('product_sizes')
    .select('size')
    .orderBy(inCodePointOrder(trx, 'product_id'))
    .orderBy(inCodePointOrder(trx, 'size'))
    .forUpdate()
    .execute();
}

const toAmount = (row: { product_id: string; size: string; quantity: number }): StockAmount => ({
  productId: row.product_id,
  size: row.size,
  quantity: row.quantity,
});

/** Locks and reads what a draft holds. */
export async function readHolds(trx: Trx, orderNumber: string): Promise<StockAmount[]> {
  const holds = trx
    .selectFrom('holds')
    .select(['product_id', 'size', 'quantity'])
    .where('order_number', '=', orderNumber)
    .orderBy('product_id')
    .orderBy('size');
  return (await holds.forUpdate().execute()).map(toAmount);
}

/**
 * Deletes the holds of a draft and returns what they held. The caller sells it, holds it again or
 * returns it to stock.
 */
export async function dropHolds(trx: Trx, orderNumber: string): Promise<StockAmount[]> {
  const rows = await trx
    .deleteFrom('holds')
    .where('order_number', '=', orderNumber)
    .returning(['product_id', 'size', 'quantity'])
    .execute();
  return rows.map(toAmount);
}

export function insertHolds(trx: Trx, orderNumber: string, amounts: StockAmount[], expiresAt: number): Promise<void> {
  return insertRows(
    trx,
    'holds',
    amounts.map((amount) => ({
      order_number: orderNumber,
      product_id: amount.productId,
      size: amount.size,
      quantity: amount.quantity,
      expires_at: expiresAt,
    })),
  );
}

/**
 * Frees up to `limit` expired holds, each exactly once: the process that deletes the row returns
 * the stock (D19). `only` limits it to holds of others on these sizes, which the caller has locked
 * if it has locked other ones (`lockStock`). Rows that another process has locked are skipped.
 *
 * @returns what each freed hold held
 */
export async function freeExpiredHolds(
  trx: Trx,
  now: number,
  limit: number,
  only?: { sizes: readonly { productId: string; size: string }[]; except: string },
): Promise<StockAmount[]> {
  let expired = trx
    .selectFrom('holds')
    .select(['order_number', 'product_id', 'size'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit);
  if (only) {
    const { sizes, except } = only;
    expired = expired
      .where('order_number', '!=', except)
      .where((eb) =>
        eb.or(sizes.map(({ productId, size }) => eb.and([eb('product_id', '=', productId), eb('size', '=', size)]))),
      );
  }
  const freed = await trx
    .deleteFrom('holds')
    .where(sql<boolean>`${TUPLE} in (${expired.forUpdate().skipLocked()})`)
    .returning(['product_id as productId', 'size', 'quantity'])
    .execute();
  for (const amount of mergeAmounts(freed)) {
    // False only for a row that was edited by hand. It must not block the other holds.
    await moveStock(trx, amount, { stock: amount.quantity, held: -amount.quantity, sold: 0 });
  }
  return freed;
}

/** Whether any hold has expired; saves an empty write transaction every 30 s. */
export async function hasExpiredHolds(db: Reader, now: number): Promise<boolean> {
  const row = await db
    .selectFrom('holds')
    .select('order_number')
    .where('expires_at', '<=', now)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}
