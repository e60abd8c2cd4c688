import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import type { SizePrices, SizePricesInput } from '#shop/catalogue/size-prices.ts';
import { labelOf } from '#shop/catalogue/stock.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { toPaise, toRupees } from '#shop/money/money.ts';
import { readProductRow, readSizesOf, type SizeRow, updateProduct } from './products.queries.ts';
import { recordProduct } from './record-product.ts';
import { lockSizesOf } from './stock-changes.queries.ts';

/** Costs and sale prices of the sizes of a product. */
export function sizePrices(context: ServiceContext) {
  const { db } = context.database;
  return {
    /** @throws ShopError product_not_found */
    async sizePrices(id: string): Promise<{ sizes: SizePrices[]; version: number }> {
      const product = await readProductRow(db, id);
      if (!product) throw new ShopError('product_not_found');
      return { sizes: livesOf(await readSizesOf(db, id)).map(toPrices), version: product.version };
    },

    /**
     * Saves them, all or none.
     *
     * @throws ShopError product_not_found, stale (also for sizes that have changed), validation
     */
    async saveSizePrices(id: string, { sizes, version }: SizePricesInput, actor: Actor): Promise<void> {
      const now = context.now();
      await transact(context, async ({ trx, bump }) => {
        if (!(await readProductRow(trx, id))) throw new ShopError('product_not_found');
        // A form that is open elsewhere must not be saved over the new prices.
        if (!(await updateProduct(trx, id, version, { updated_at: now }))) throw new ShopError('stale');
        const rows = livesOf(await lockSizesOf(trx, id));
        const before = rows.map(toPrices);
        const after: SizePrices[] = [];
        for (const [index, input] of sizes.entries()) {
          const row = rows.find((one) => labelOf(one) === input.size);
          if (!row || sizes.length !== rows.length) throw new ShopError('stale');
          if (input.salePrice !== null && toPaise(input.salePrice) >= row.price) {
            throw fieldError('validation', `sizes.${index}.salePrice`, 'The sale price must be below the price');
          }
          const columns = {
            cost: paiseOf(input.cost),
            sale_price: paiseOf(input.salePrice),
            sale_from: input.saleFrom,
            sale_until: input.saleUntil,
          };
          await trx
            .updateTable('product_sizes')
            .set(columns)
            .where('product_id', '=', id)
            .where('size', '=', row.size)
            .execute();
          after.push(toPrices({ ...row, ...columns }));
        }
        await recordProduct(trx, { at: now, actor, action: 'prices', id, before, after });
        bump('catalogue', [id]);
      });
    },
  };
}

const livesOf = (rows: readonly SizeRow[]) => rows.filter(({ removed_at }) => removed_at === null);
const paiseOf = (rupees: number | null) => (rupees === null ? null : toPaise(rupees));
const rupeesOf = (paise: number | null) => (paise === null ? null : toRupees(paise));

function toPrices(row: SizeRow): SizePrices {
  return {
    size: labelOf(row),
    price: toRupees(row.price),
    cost: rupeesOf(row.cost),
    salePrice: rupeesOf(row.sale_price),
    saleFrom: row.sale_from,
    saleUntil: row.sale_until,
  };
}
