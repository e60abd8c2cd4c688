import { randomInt } from 'node:crypto';
import type { ServiceContext } from '#server/context.ts';
import { type Trx, transact } from '#server/database/transact.ts';
import { newToken, sha256 } from '#server/ids.ts';
import { ShopError } from '#shop/errors.ts';
import { type DraftInput, makeOrderNumber, type OrderChange, priceOrder } from '#shop/orders/orders.ts';
import { mergeAmounts, stockKey } from '#shop/orders/stock.ts';
import { type Claimant, dropClaim, writeClaim } from '../claims.queries.ts';
import { type Credentials, ownsOrder } from '../credentials.ts';
import { duplicateOrder } from '../duplicate-order.ts';
import * as queries from '../queries.ts';
import { insertHolds, takeHolds } from '../stock.queries.ts';
import type { OrderTerms } from '../terms.ts';
import { keepable } from './keep.ts';
import { changesOf, demandOf, lineFailure, type ResolvedLine, refuseUnpayable, resolveItems } from './lines.ts';
import { addressColumns, usableItems } from './record.ts';
import { reserve } from './reserve.ts';

export interface Draft {
  row: queries.OrderRow;
  lines: queries.LineRow[];
  accessToken: string;
  changes: OrderChange[];
}

const TRIES = 5;

/**
 * Creates a draft, or refreshes the one that `credentials` own: looks up prices and holds the stock for `reservationMinutes`, all or
 * nothing (D19), within the limits of D53. Beyond them the draft is made and stock is checked, but not everything is held, and
 * `row.reserved_until` is null. A number without its token gets a new draft.
 *
 * @throws ShopError empty_cart, items_unavailable, out_of_stock (with `errors[]` per line); duplicate_order with
 *   `data.order` when the draft has already become an order
 */
export async function makeDraft(
  context: ServiceContext,
  terms: OrderTerms,
  input: DraftInput,
  credentials: Credentials,
  claimant: Claimant | null,
): Promise<Draft> {
  const { database, now } = context;
  const items = usableItems(input.items);
  if (items.length === 0) {
    throw new ShopError('empty_cart');
  }
  // Read before the transaction, since all other buyers wait while it is open (SQLite).
  const catalogue = await queries.readForOrder(database.db, [...new Set(items.map((item) => item.product))]);
  const lines = resolveItems(items, catalogue);
  const unavailable = lines.filter((line) => line.problem !== null);
  if (unavailable.length > 0) {
    const { code, ...failure } = lineFailure(unavailable);
    throw new ShopError(code, failure);
  }
  const pricing = priceOrder(lines, terms.offer);
  refuseUnpayable(pricing.total);

  return transact(context, async ({ trx, afterCommit }) => {
    const at = now();
    const reservedUntil = at + terms.reservationMs;
    const columns = {
      ...addressColumns(input),
      subtotal: pricing.subtotal,
      shipping: pricing.shipping,
      discount: pricing.discount,
      total: pricing.total,
      reserved_until: reservedUntil,
      updated_at: at,
    };

    let row =
      credentials.orderNumber && credentials.accessToken
        ? await queries.readOrder(trx, credentials.orderNumber, database.kind)
        : undefined;
    // A cancelled order stays cancelled: the shopper gets a new draft.
    if (row && (!ownsOrder(row, credentials.accessToken) || row.status === 'cancelled')) {
      row = undefined;
    }
    if (row && row.status !== 'draft') {
      throw await duplicateOrder(trx, row, terms.estimatedDeliveryDays);
    }
    let accessToken = credentials.accessToken ?? '';
    let held: Awaited<ReturnType<typeof takeHolds>> = [];
    if (row) {
      await queries.updateOrder(trx, row, columns);
      row = { ...row, ...columns, version: row.version + 1 };
      held = await takeHolds(trx, row.order_number);
      await queries.deleteLines(trx, row.order_number);
    } else {
      accessToken = newToken();
      row = await insertDraft(trx, {
        ...columns,
        access_token_hash: sha256(accessToken),
        status: 'draft',
        created_at: at,
      });
    }

    const demand = demandOf(lines);
    const own = { orderNumber: row.order_number, held };
    const most = await keepable(trx, database.kind, at, demand, claimant, own);
    const want = { wanted: demand, held, into: 'held', partial: false, most } as const;
    const reservation = await reserve(trx, database.kind, at, want);
    if (reservation.short.size > 0) {
      const short = lines.filter((line) =>
        reservation.short.has(stockKey({ productId: line.productId, size: line.stockSize ?? '' })),
      );
      const { code, ...failure } = lineFailure(short);
      throw new ShopError(code, failure);
    }
    const holds = mergeAmounts(demand).map((one) => ({ ...one, quantity: most.get(stockKey(one)) ?? 0 }));
    await insertHolds(
      trx,
      row.order_number,
      holds.filter(({ quantity }) => quantity > 0),
      reservedUntil,
    );
    const pieces = holds.reduce((sum, { quantity }) => sum + quantity, 0);
    if (pieces > 0) {
      await writeClaim(trx, {
        ...{ order_number: row.order_number, kind: 'draft', pieces, expires_at: reservedUntil, remind_at: null },
        ...{ network: claimant?.network ?? '', phone: row.phone },
      });
    } else if (held.length > 0) {
      await dropClaim(trx, row.order_number);
    }
    const lineRows = lines.map((line, position) => lineRow(row.order_number, line, position, 0));
    await queries.insertLines(trx, lineRows);
    afterCommit(() => context.versions.touch('catalogue'));
    // The row keeps the time: until then the prices of the draft hold, held or not.
    const whole = pieces === demand.reduce((sum, { quantity }) => sum + quantity, 0);
    return {
      row: whole ? row : { ...row, reserved_until: null },
      lines: lineRows,
      accessToken,
      changes: changesOf(lines, input.total, pricing.total),
    };
  });
}

/** A line as it is stored; `taken` is the quantity taken from stock. HSN code and GST rate are frozen with it (D34). */
export function lineRow(orderNumber: string, line: ResolvedLine, position: number, taken: number): queries.LineRow {
  return {
    order_number: orderNumber,
    position,
    product_id: line.productId,
    name: line.name,
    size: line.size,
    quantity: line.quantity,
    price: line.price,
    original_price: line.originalPrice,
    image: line.image,
    hsn_code: line.hsnCode,
    gst_rate_bp: line.gstRateBp,
    stock_size: line.stockSize,
    taken,
  };
}

/** A new order number: 'ORD', the time, three random digits. */
export function freshNumber(at: number): string {
  return makeOrderNumber(at, randomInt(1_000));
}

type NewDraft = Omit<Parameters<typeof queries.wholeOrder>[0], 'order_number'>;

async function insertDraft(trx: Trx, columns: NewDraft): Promise<queries.OrderRow> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const row = queries.wholeOrder({ ...columns, order_number: freshNumber(columns.created_at + attempt) });
    if (await queries.insertOrder(trx, row)) {
      return row;
    }
  }
  throw new ShopError('busy');
}
