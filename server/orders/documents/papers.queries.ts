import { type SqlBool, sql } from 'kysely';
import { parts } from '#server/database/rows.ts';
import type { Reader } from '#server/database/transact.ts';
import type { InvoiceRow } from '../rows/invoices.queries.ts';
import { type LineRow, type OrderRow, readLines } from '../rows/orders.queries.ts';
import type { PaperOrder } from './paper-order.ts';

/** An order with all of its lines. */
export interface PackedOrder extends PaperOrder {
  lines: (LineRow & { grams: number | null })[];
}

/**
 * The orders with these numbers and their lines, in the order of the numbers. Unknown numbers are
 * left out.
 */
export async function readPaperOrders(db: Reader, numbers: string[]): Promise<PackedOrder[]> {
  const rows = new Map((await ordersOf(db, numbers)).map((row) => [row.order_number, row]));
  const lines = await readLines(db, numbers);
  const gramsOf = await packWeights(
    db,
    lines.map((line) => line.product_id),
  );
  const byOrder = Map.groupBy(lines, (line) => line.order_number);
  return numbers.flatMap((number) => {
    const row = rows.get(number);
    const own = byOrder.get(number) ?? [];
    return row
      ? [{ row, lines: own.map((line) => ({ ...line, grams: gramsOf(line.product_id, line.stock_size) })) }]
      : [];
  });
}

/** The net weight of a pack of these products; null when it is not known. */
export async function packWeights(
  db: Reader,
  productIds: string[],
): Promise<(product: string, size: string | null) => number | null> {
  const products = [...new Set(productIds)];
  const sizes =
    products.length === 0
      ? []
      : await db
          .selectFrom('product_sizes')
          .select(['product_id', 'size', 'net_quantity_grams'])
          .where('product_id', 'in', products)
          .execute();
  const grams = new Map(sizes.map((size) => [JSON.stringify([size.product_id, size.size]), size.net_quantity_grams]));
  return (product, size) => grams.get(JSON.stringify([product, size])) ?? null;
}

export async function ordersOf(db: Reader, numbers: string[]): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (const part of parts(numbers)) {
    rows.push(...(await db.selectFrom('orders').selectAll().where('order_number', 'in', part).execute()));
  }
  return rows;
}

/** Which of these orders were handed over at the counter, and are still delivered. */
export async function handedOverOf(db: Reader, numbers: string[]): Promise<Set<string>> {
  const found = new Set<string>();
  for (const part of parts(numbers)) {
    const rows = await db
      .selectFrom('order_events')
      .innerJoin('orders', 'orders.order_number', 'order_events.order_number')
      .select('orders.order_number')
      .where('orders.order_number', 'in', part)
      .where('orders.status', '=', 'delivered')
      .where('order_events.sentence', '=', JSON.stringify({ say: 'handedOver' }))
      .execute();
    for (const row of rows) found.add(row.order_number);
  }
  return found;
}

/** The invoices of these orders, by order number. */
export async function invoicesOf(db: Reader, numbers: string[]): Promise<Map<string, InvoiceRow>> {
  const rows: InvoiceRow[] = [];
  for (const part of parts(numbers)) {
    rows.push(...(await db.selectFrom('invoices').selectAll().where('order_number', 'in', part).execute()));
  }
  return new Map(rows.map((row) => [row.order_number, row]));
}

/** The orders that were sent with these tracking numbers. */
export async function ordersTracked(db: Reader, tracking: string[]): Promise<OrderRow[]> {
  const rows: OrderRow[] = [];
  for (const part of parts(tracking)) {
    rows.push(
      ...(await db
        .selectFrom('orders')
        .selectAll()
        .where('courier_tracking', 'in', part)
        // A literal, as in the partial index: SQLite does not use that index otherwise.
        .where(sql<SqlBool>`courier_tracking <> ''`)
        .where('status', '!=', 'cancelled')
        .execute()),
    );
  }
  return rows;
}
