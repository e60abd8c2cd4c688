import type { Trx } from '#server/database/transact.ts';
import { NO_STOCK, type SizeStock, unprovenPieces } from '#shop/orders/holds.ts';
import { stockKey } from '#shop/orders/stock.ts';
import { readLines, setTaken } from '../rows/orders.queries.ts';
import { lockStock, moveStock } from '../rows/stock.queries.ts';

/** What the lines of an order lack. */
export async function readLacking(trx: Trx, orderNumber: string) {
  return (await readLines(trx, [orderNumber])).flatMap(({ stock_size: size, product_id: productId, ...line }) =>
    size !== null && line.taken < line.quantity
      ? [{ productId, size, position: line.position, taken: line.taken, quantity: line.quantity - line.taken }]
      : [],
  );
}

/**
 * Takes from stock what the lines of an order lack, as far as stock goes (D22).
 *
 * @param most how many pieces of each size an unproven order may take (D65), by `stockKey`
 * @returns how many pieces it took, and whether something is missing in stock
 */
export async function takeRest(
  trx: Trx,
  orderNumber: string,
  lacking: Awaited<ReturnType<typeof readLacking>>,
  most?: Map<string, number>,
): Promise<{ pieces: number; short: boolean }> {
  const sizes = await lockStock(trx, lacking);
  const allowed = most ? limited(most, sizes) : null;
  const result = { pieces: 0, short: false };
  for (const line of lacking) {
    const key = stockKey(line);
    const size = sizes.get(key);
    const left = size?.stock ?? 0;
    const may = allowed?.get(key) ?? line.quantity;
    const taken = Math.min(left, line.quantity, may);
    if (size && taken > 0) {
      size.stock -= taken;
      allowed?.set(key, may - taken);
      await moveStock(trx, line, { stock: -taken, held: 0, sold: taken, unproven: most ? taken : 0 });
      await setTaken(trx, orderNumber, line.position, line.taken + taken);
      result.pieces += taken;
    }
    result.short ||= left < line.quantity;
  }
  return result;
}

/** What of `most` an order may take whose payment nobody has proved. */
function limited(most: ReadonlyMap<string, number>, sizes: ReadonlyMap<string, SizeStock>): Map<string, number> {
  return new Map([...most].map(([key, quantity]) => [key, unprovenPieces(quantity, sizes.get(key) ?? NO_STOCK)]));
}
