import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import type { ClaimUsage } from '#shop/orders/holds.ts';
import type { Database } from '../database/connect.ts';
import { prepared, unindexed } from '../database/prepared.ts';
import type { ClaimsTable } from '../database/schema.ts';
import type { Reader, Trx } from '../database/transact.ts';

/** Who asks for stock: hash of the network address, and the phone of the order; an empty one is not counted. */
export interface Claimant {
  network: string;
  phone: string;
}

/**
 * The live claims of the network, and those of them with the phone, without the one of `orderNumber`. Claims of other networks with the
 * phone do not count: anybody can type the number of somebody else.
 */
export async function claimUsage(
  trx: Trx,
  { network, phone }: Claimant,
  orderNumber: string,
  now: number,
): Promise<ClaimUsage> {
  const { rows } = await prepared(trx, 'orders.claimUsage', { network, orderNumber, now }, (slot) =>
    trx
      .selectFrom('claims')
      .select(['kind', 'phone', 'pieces'])
      .where('network', '=', slot.network)
      .where((eb) => eb.or([eb('expires_at', '>', slot.now), eb('kind', '=', sql.lit('unproven' as const))]))
      .where('pieces', '>', sql.lit(0))
      .where('order_number', '!=', slot.orderNumber)
      .limit(sql.lit(1_000)),
  );
  const count = (some: typeof rows) => {
    const withUtr = some.filter((row) => row.kind === 'unproven').length;
    return { claims: some.length - withUtr, withUtr };
  };
  return {
    network: { ...count(rows), pieces: rows.reduce((sum, row) => sum + row.pieces, 0) },
    phone: count(phone === '' ? [] : rows.filter((row) => row.phone === phone)),
  };
}

/** Orders of one network whose mails go out in an hour, while their payments are not verified (D54). */
const MOST_MAILED = 30;
const HOUR_MS = 3_600_000;

/** Whether the network has placed so many orders within an hour that their mails wait for staff. Simultaneous orders may be a few more. */
export async function isCrowded(trx: Trx, network: string, now: number): Promise<boolean> {
  if (network === '') return false;
  const { rows } = await prepared(trx, 'orders.isCrowded', { network, since: now - HOUR_MS }, (slot) =>
    trx
      .selectFrom('claims')
      .select('created_at')
      .where('network', '=', slot.network)
      .where('kind', 'in', [sql.lit('order' as const), sql.lit('unproven' as const), sql.lit('ended' as const)])
      .where('created_at', '>', slot.since)
      .limit(sql.lit(MOST_MAILED)),
  );
  return rows.length === MOST_MAILED;
}

/** An order with the pieces of a live draft counts for the network that has drafted them: two networks would else keep all stock. */
const NETWORK = sql<string>`case when claims.pieces > 0 and claims.expires_at > excluded.created_at and excluded.kind <> 'draft'
  then claims.network else excluded.network end`;

export async function writeClaim(trx: Trx, claim: Required<Insertable<ClaimsTable>>): Promise<void> {
  await prepared(trx, 'orders.writeClaim', claim, ({ order_number, ...values }) =>
    trx
      .insertInto('claims')
      .values({ order_number, ...values })
      .onConflict((conflict) => conflict.column('order_number').doUpdateSet({ ...values, network: NETWORK })),
  );
}

/** How long after an order without a UTR the reminder is sent (D53). */
export const REMIND_AFTER_MS = 2 * 3_600_000;

export async function dropClaim(trx: Trx, orderNumber: string): Promise<void> {
  await prepared(trx, 'orders.dropClaim', { orderNumber }, (slot) =>
    trx.deleteFrom('claims').where('order_number', '=', slot.orderNumber),
  );
}

/**
 * The UTR of an unpaid or lapsed order has come: it is neither reminded nor cancelled any more, and counts until its payment is verified.
 *
 * @param reopened what the claim of a lapsed order has lost
 */
export async function utrCame(
  trx: Trx,
  orderNumber: string,
  reopened: Pick<Updateable<ClaimsTable>, 'phone' | 'pieces' | 'expires_at' | 'created_at'> = {},
): Promise<void> {
  const unproven = { kind: 'unproven', remind_at: null, ...reopened } as const;
  await trx.updateTable('claims').set(unproven).where('order_number', '=', orderNumber).execute();
}

/**
 * The order is cancelled. A claim that has `lapsed` tells that a late UTR reopens it; one that has `ended` counts among the orders of its
 * network until its time is over.
 */
export async function endClaim(trx: Trx, orderNumber: string, kind: 'lapsed' | 'ended'): Promise<void> {
  const network = kind === 'lapsed' ? { network: '' } : {};
  const ended = { kind, ...network, phone: '', pieces: 0, remind_at: null };
  await trx.updateTable('claims').set(ended).where('order_number', '=', orderNumber).execute();
}

/** The reminder was sent, or nobody can be reminded. */
export async function reminded(trx: Trx, orderNumber: string): Promise<void> {
  await trx.updateTable('claims').set({ remind_at: null }).where('order_number', '=', orderNumber).execute();
}

export function readClaim(db: Reader, orderNumber: string): Promise<Selectable<ClaimsTable> | undefined> {
  return db.selectFrom('claims').selectAll().where('order_number', '=', orderNumber).executeTakeFirst();
}

/** Whether the shop has cancelled the order for want of a UTR, which reopens it. */
export async function hasLapsed(db: Reader, order: { order_number: string; status: string }): Promise<boolean> {
  return order.status === 'cancelled' && (await readClaim(db, order.order_number))?.kind === 'lapsed';
}

/** The pieces of one size that orders have taken whose payment is not verified. */
export async function unpaidPieces(
  trx: Trx,
  kind: Database['kind'],
  item: { productId: string; size: string },
): Promise<number> {
  const row = await trx
    .selectFrom('claims')
    .innerJoin('order_lines', 'order_lines.order_number', 'claims.order_number')
    .select((eb) => eb.fn.sum('order_lines.taken').as('pieces'))
    .where('claims.kind', 'in', ['order', 'unproven'])
    // Anybody can send orders that take nothing, of a hundred lines each.
    .where('claims.pieces', '>', 0)
    // Unpaid orders are few; all lines ever sold of a product are many.
    .where(unindexed<string>(kind, 'order_lines.product_id'), '=', item.productId)
    .where('order_lines.stock_size', '=', item.size)
    .executeTakeFirst();
  return Number(row?.pieces ?? 0);
}

/** Numbers of unpaid orders whose reminder is due, or that the shop cancels now; oldest first, at most `limit`. */
export async function dueClaims(db: Reader, due: 'remind' | 'cancel', now: number, limit: number): Promise<string[]> {
  const query = db.selectFrom('claims').select('order_number').where('kind', '=', 'order').limit(limit);
  const rows =
    due === 'remind'
      ? await query.where('remind_at', '<=', now).where('expires_at', '>', now).orderBy('remind_at').execute()
      : await query.where('expires_at', '<=', now).orderBy('expires_at').execute();
  return rows.map((row) => row.order_number);
}

/** Deletes the claims of drafts and of cancelled orders whose time is over. */
export async function dropExpiredClaims(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('claims').where('kind', 'in', ['draft', 'ended']).where('expires_at', '<=', now).execute();
}
