import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { isRepeated } from '#server/database/done-requests.ts';
import { transact } from '#server/database/transact.ts';
import type { StockHistory, StockInput } from '#shop/catalogue/product-admin.ts';
import { labelOf } from '#shop/catalogue/stock.ts';
import { MAX_STOCK } from '#shop/catalogue/stock-changes.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { readProductRow, type StockChange } from './products.queries.ts';
import { recordProduct } from './record-product.ts';
import { lockSizesOf, readStockHistory, recordStock } from './stock-changes.queries.ts';

/** Stock that staff receive or correct with a reason, and its history. */
export function stockWrites(context: ServiceContext) {
  return {
    /**
     * Adds or takes pieces of one or more sizes, all or none. Pieces that are sold meanwhile stay
     * sold.
     *
     * @returns how many sizes were changed
     * @throws ShopError product_not_found, stale (a size is gone, or another change with this key
     *   was saved), conflict (fewer in stock than would be taken)
     */
    changeStock(id: string, { once, reason, note, sizes }: StockInput, actor: Actor): Promise<number> {
      const now = context.now();
      return transact(context, async ({ trx, bump }) => {
        if (once && (await isRepeated(trx, once, { id, reason, note, sizes }, now))) {
          bump('catalogue', [id]);
          return sizes.length;
        }
        if (!(await readProductRow(trx, id))) throw new ShopError('product_not_found');
        const rows = await lockSizesOf(trx, id);
        const changes: StockChange[] = [];
        for (const [index, { size, change }] of sizes.entries()) {
          const row = rows.find((one) => labelOf(one) === size && one.removed_at === null);
          if (!row) throw new ShopError('stale');
          const stock = row.stock + change;
          const msg = stock < 0 ? `Only ${row.stock} in stock` : stock > MAX_STOCK ? 'Stock is too large' : null;
          if (msg) throw fieldError('conflict', `sizes.${index}.change`, msg);
          changes.push({ size: row.size, change, stock, reason, note });
        }
        for (const { size, stock } of changes) {
          await trx
            .updateTable('product_sizes')
            .set({ stock })
            .where('product_id', '=', id)
            .where('size', '=', size)
            .execute();
        }
        await recordStock(trx, id, changes, { at: now, by: actor.name });
        const before = changes.map(({ stock, change }, index) => ({ size: sizes[index]?.size, stock: stock - change }));
        const after = changes.map(({ stock }, index) => ({ size: sizes[index]?.size, stock, reason, note }));
        await recordProduct(trx, { at: now, actor, action: 'stock', id, before, after });
        bump('catalogue', [id]);
        return changes.length;
      });
    },

    /** @throws ShopError product_not_found */
    async stockHistory(id: string): Promise<StockHistory> {
      const { db } = context.database;
      if (!(await readProductRow(db, id))) throw new ShopError('product_not_found');
      return readStockHistory(db, id);
    },
  };
}
