import { sql } from 'kysely';
import { mergeAmounts, type StockAmount, stockKey } from '#shop/orders/stock.ts';
import type { Database } from '../database/connect.ts';
import { isDivisionByZero } from '../database/errors.ts';
import { insertRows, named, prepared } from '../database/prepared.ts';
import type { Reader, Trx } from '../database/transact.ts';
import { TakenMeanwhile } from './queries.ts';

/** How one stock row changes. The three add up to 0, so `stock + held + sold` stays constant (I2). */
export interface StockMove {
  stock: number;
  held: number;
  sold: number;
}

/** Key of a hold as a row value, which both databases can compare with a subquery. */
const TUPLE = sql<boolean>`(order_number, product_id, size)`;

/**
 * Moves stock of one size if there is enough of it: one conditional update, never a read followed by a write (D23).
 *
 * @param needed pieces that must be in stock, if more than the move takes
 * @param orFail fails the transaction instead of returning false; for `commitWith`, PostgreSQL only
 * @returns false, without a change, when there is too little or no such row
 * @throws TakenMeanwhile with `orFail`
 */
export async function moveStock(
  trx: Trx,
  item: { productId: string; size: string },
  move: StockMove,
  needed = 0,
  orFail = false,
): Promise<boolean> {
  if (move.stock + move.held + move.sold !== 0) {
    throw new Error('a stock move must not make or lose stock');
  }
  const { productId, size } = item;
  const least = {
    leastStock: Math.max(needed, -move.stock, 0),
    leastHeld: Math.max(0, -move.held),
    leastSold: Math.max(0, -move.sold),
  };
  const values = { productId, size, ...move, ...least };
  const update = (db: Reader, slot: typeof values) =>
    db
      .updateTable('product_sizes')
      .set((eb) => ({
        stock: eb('stock', '+', slot.stock),
        held: eb('held', '+', slot.held),
        sold: eb('sold', '+', slot.sold),
      }))
      .where('product_id', '=', slot.productId)
      .where('size', '=', slot.size)
      .where('stock', '>=', slot.leastStock)
      .where('held', '>=', slot.leastHeld)
      .where('sold', '>=', slot.leastSold);
  if (orFail) {
    await prepared(trx, 'orders.moveStockOrFail', values, (slot) =>
      trx
        .with('moved', (db) => update(db as unknown as Reader, slot).returning('size'))
        .selectFrom('moved')
        // Divides by zero if no row was changed.
        .select((eb) => sql<number>`1 / ${eb.fn.countAll()}`.as('moved')),
    ).catch((error) => {
      throw isDivisionByZero(error) ? new TakenMeanwhile() : error;
    });
    return true;
  }
  const result = await prepared(trx, 'orders.moveStock', values, (slot) => update(trx, slot));
  return (result.numAffectedRows ?? 0n) > 0n;
}

/** What is in stock and held of one size; zeros when the size does not exist. */
export async function sizeStock(
  trx: Trx,
  item: { productId: string; size: string },
): Promise<{ stock: number; held: number }> {
  const row = await trx
    .selectFrom('product_sizes')
    .select(['stock', 'held'])
    .where('product_id', '=', item.productId)
    .where('size', '=', item.size)
    .executeTakeFirst();
  return row ?? { stock: 0, held: 0 };
}

/**
 * Locks sizes until the end of the transaction, in the order of their keys (fault 8). A transaction that changes several sizes and may
 * come back to one of them calls this first.
 *
 * @returns the stock of each, by `stockKey`; none for a size that does not exist
 */
export async function lockStock(
  trx: Trx,
  kind: Database['kind'],
  items: readonly { productId: string; size: string }[],
): Promise<Map<string, number>> {
  if (items.length === 0) return new Map();
  const values = {
    ...named(
      items.map((item) => item.productId),
      'product',
    ),
    ...named(
      items.map((item) => item.size),
      'size',
    ),
  };
  const { rows } = await prepared(trx, `orders.lockStock ${kind} ${items.length}`, values, (slots) => {
    const query = trx
      .selectFrom('product_sizes')
      .select(['product_id', 'size', 'stock'])
      .where((eb) =>
        eb.or(
          items.map((_, index) =>
            eb.and([eb('product_id', '=', slots[`product${index}`]!), eb('size', '=', slots[`size${index}`]!)]),
          ),
        ),
      );
    return kind === 'sqlite'
      ? query
      : query.orderBy(sql`product_id collate "C"`).orderBy(sql`size collate "C"`).forUpdate();
  });
  return new Map(rows.map((row) => [stockKey({ productId: row.product_id, size: row.size }), row.stock]));
}

const toAmount = (row: { product_id: string; size: string; quantity: number }): StockAmount => ({
  productId: row.product_id,
  size: row.size,
  quantity: row.quantity,
});

/** Deletes the holds of a draft and returns what they held. The caller sells it, holds it again or returns it to stock. */
export async function takeHolds(trx: Trx, orderNumber: string): Promise<StockAmount[]> {
  const { rows } = await prepared(trx, 'orders.takeHolds', { orderNumber }, (slot) =>
    trx.deleteFrom('holds').where('order_number', '=', slot.orderNumber).returning(['product_id', 'size', 'quantity']),
  );
  return rows.map(toAmount);
}

/** `takeHolds`, but only from a draft with this token: it can be sent with the statement that reads and locks the draft, after it. */
export async function takeHoldsOfDraft(trx: Trx, orderNumber: string, tokenHash: string): Promise<StockAmount[]> {
  const { rows } = await prepared(trx, 'orders.takeHoldsOfDraft', { orderNumber, tokenHash }, (slot) =>
    trx
      .deleteFrom('holds')
      .where('order_number', '=', slot.orderNumber)
      .where((eb) =>
        eb.exists(
          eb
            .selectFrom('orders')
            .select(sql.lit(1).as('one'))
            .where('order_number', '=', slot.orderNumber)
            .where('status', '=', sql.lit('draft'))
            .where('access_token_hash', '=', slot.tokenHash),
        ),
      )
      .returning(['product_id', 'size', 'quantity']),
  );
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
 * Frees up to `limit` expired holds, each exactly once: the process that deletes the row returns the stock (D19). `sizes` limits it to
 * holds on these sizes, which the caller has locked if it has locked other ones (`lockStock`). Rows that another process has locked are
 * skipped.
 *
 * @returns what each freed hold held
 */
export async function freeExpiredHolds(
  trx: Trx,
  kind: Database['kind'],
  now: number,
  limit: number,
  sizes?: readonly { productId: string; size: string }[],
): Promise<StockAmount[]> {
  let expired = trx
    .selectFrom('holds')
    .select(['order_number', 'product_id', 'size'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit);
  if (sizes) {
    expired = expired.where((eb) =>
      eb.or(sizes.map(({ productId, size }) => eb.and([eb('product_id', '=', productId), eb('size', '=', size)]))),
    );
  }
  if (kind === 'postgres') {
    expired = expired.modifyEnd(sql`for update skip locked`);
  }
  const freed = await trx
    .deleteFrom('holds')
    .where(sql<boolean>`${TUPLE} in (${expired})`)
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
