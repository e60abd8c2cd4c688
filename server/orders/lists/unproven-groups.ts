import type { Reader } from '#server/database/transact.ts';
import { toRupees } from '#shop/money/money.ts';
import { LEAST_GROUPED, MAX_BULK, type UnprovenGroup } from '#shop/orders/bulk.ts';

/** Unproven orders that are looked at, newest first. */
const LOOKED_AT = 2_000;

type Row = Awaited<ReturnType<typeof readUnproven>>[number];

/**
 * Unproven orders that wait for a decision about their payment, by network and by phone, largest
 * group first. A network is a hash, and of IPv6 the whole /48; a phone whose orders all come from
 * one network has no group of its own.
 */
export async function unprovenGroups(db: Reader): Promise<UnprovenGroup[]> {
  const rows = await readUnproven(db);
  const networks = grouped(rows, ({ network, network_48 }) => network_48 || network);
  const phones = grouped(rows, ({ phone }) => phone).filter(
    ([, some]) => new Set(some.map(({ network, network_48 }) => network_48 || network)).size > 1,
  );
  return [
    ...networks.map(([hash, some]) => toGroup('network', hash.slice(0, 4), some)),
    ...phones.map(([phone, some]) => toGroup('phone', phone, some)),
  ].toSorted((one, other) => other.orders.length - one.orders.length);
}

function readUnproven(db: Reader) {
  return db
    .selectFrom('claims')
    .innerJoin('orders', 'orders.order_number', 'claims.order_number')
    .select(['claims.network', 'claims.network_48', 'orders.phone', 'orders.order_number', 'orders.version'])
    .select(['orders.name', 'orders.total'])
    .where('claims.kind', 'in', ['order', 'unproven'])
    .where('orders.status', '=', 'pending')
    .where('orders.payment_status', '=', 'pending')
    .orderBy('claims.created_at', 'desc')
    .orderBy('claims.order_number', 'desc')
    .limit(LOOKED_AT)
    .execute();
}

function grouped(rows: Row[], keyOf: (row: Row) => string): [string, Row[]][] {
  return [...Map.groupBy(rows, keyOf)].filter(([key, some]) => key !== '' && some.length >= LEAST_GROUPED);
}

function toGroup(by: UnprovenGroup['by'], label: string, rows: Row[]): UnprovenGroup {
  const orders = rows.slice(0, MAX_BULK).map((row) => ({
    orderNumber: row.order_number,
    version: row.version,
    name: row.name,
    total: toRupees(row.total),
  }));
  return { by, label, orders };
}
