import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { isRepeated } from '#server/database/done-requests.ts';
import { inCodePointOrder } from '#server/database/engine.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { isProductId } from '#shop/catalogue/id-lists.ts';
import type { BulkInput } from '#shop/catalogue/product-admin.ts';
import { labelOf } from '#shop/catalogue/stock.ts';
import { ShopError } from '#shop/errors.ts';
import { toPaise } from '#shop/money/money.ts';
import { readProductRow, type StockChange, updateProduct } from './products.queries.ts';
import { recordProduct } from './record-product.ts';
import { lockSizesOf, readStockOf, recordStock } from './stock-changes.queries.ts';

type Row = BulkInput['rows'][number];

/** Prices and stock of many sizes in one transaction, all or none. */
export function bulkWrites(context: ServiceContext) {
  return {
    /**
     * Changes prices and stock. A price must still equal `from`; stock changes by the difference,
     * and never below 0.
     *
     * @returns the pieces that each row has moved
     * @throws ShopError product_not_found, stale (`errors` names the size that has changed
     *   meanwhile)
     */
    async bulk({ once, rows }: BulkInput, actor: Actor): Promise<number[]> {
      const now = context.now();
      const byProduct = Map.groupBy(rows, ({ id }) => id);
      return transact(context, async ({ trx, bump }) => {
        if (once && (await isRepeated(trx, once, rows, now))) return movedBefore(trx, once, rows);
        await lockProducts(trx, [...byProduct.keys()]);
        // In the order in which orders lock sizes, by product and size: otherwise two transactions
        // could deadlock.
        const moved = new Map<Row, number>();
        for (const id of [...byProduct.keys()].sort()) {
          const own = (byProduct.get(id) ?? []).sort((a, b) => (a.size < b.size ? -1 : 1));
          const changes = await changeProduct(trx, id, own, actor, now);
          for (const [index, row] of own.entries()) moved.set(row, changes[index] ?? 0);
        }
        bump('catalogue', byProduct.keys());
        return rows.map((row) => moved.get(row) ?? 0);
      });
    },
  };
}

/**
 * Products come before the sizes of any: the removal of the demo locks them so, and could deadlock
 * with a change that does not (fault 8).
 */
async function lockProducts(trx: Trx, ids: string[]): Promise<void> {
  const possible = ids.filter(isProductId);
  if (possible.length === 0) return;
  const products = trx.selectFrom('products').select('id').where('id', 'in', possible);
  await products.orderBy(inCodePointOrder(trx, 'id')).forNoKeyUpdate().execute();
}

/** What the rows moved when they were sent before. */
async function movedBefore(trx: Trx, once: string, rows: readonly Row[]): Promise<number[]> {
  const known = await readStockOf(
    trx,
    once,
    rows.map(({ id }) => id),
  );
  return rows.map(
    ({ id, size, stock }) => (stock && known.find((one) => one.product_id === id && one.size === size)?.change) ?? 0,
  );
}

/** @returns the pieces that each row has moved */
async function changeProduct(trx: Trx, id: string, rows: Row[], actor: Actor, now: number): Promise<number[]> {
  const product = await readProductRow(trx, id);
  if (!product) {
    throw new ShopError('product_not_found', { message: `Product not found: ${id}` });
  }
  const priced = rows.some(({ price, originalPrice }) => price || originalPrice);
  // A form that is open elsewhere still has the old prices, so its save must fail. Stock is saved
  // as a difference anyway.
  if (priced && !(await updateProduct(trx, id, product.version, { updated_at: now }))) {
    throw stale(product.name, '');
  }
  const sizes = (await lockSizesOf(trx, id)).filter(({ removed_at }) => removed_at === null);
  const changes: StockChange[] = [];
  const steps: { from: number; to: number }[] = [];
  for (const row of rows) {
    const size = sizes.find((known) => labelOf(known) === row.size);
    if (!size) throw stale(product.name, row.size);
    const prices = [
      { column: 'price', step: row.price },
      { column: 'original_price', step: row.originalPrice },
    ] as const;
    for (const { column, step } of prices) {
      if (!step) continue;
      if (size[column] !== toPaise(step.from)) throw stale(product.name, row.size);
      size[column] = toPaise(step.to);
    }
    const before = size.stock;
    if (row.stock) size.stock = Math.max(0, before + row.stock.to - row.stock.from);
    const { price, original_price, stock } = size;
    await trx
      .updateTable('product_sizes')
      .set({ price, original_price, stock })
      .where('product_id', '=', id)
      .where('size', '=', size.size)
      .execute();
    steps.push({ from: before, to: stock });
    if (stock !== before) changes.push({ size: size.size, change: stock - before, stock, reason: 'edited' });
  }
  await recordStock(trx, id, changes, { at: now, by: actor.name });
  const [before, after] = (['from', 'to'] as const).map((side) =>
    rows.map(({ size, price, originalPrice, stock }, index) => ({
      size,
      price: price?.[side],
      originalPrice: originalPrice?.[side],
      // Not the figures of the list, which may be older.
      stock: stock && steps[index]?.[side],
    })),
  );
  const action = priced ? 'prices' : 'stock';
  await recordProduct(trx, { at: now, actor, action, id, before, after });
  return steps.map(({ from, to }) => to - from);
}

function stale(name: string, size: string): ShopError {
  const msg = `${size ? `${name}, ${size}` : name} has changed meanwhile`;
  return new ShopError('stale', { errors: [{ path: 'rows', msg }] });
}
