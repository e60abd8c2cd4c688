import { type Insertable, type Selectable, sql, type Updateable } from 'kysely';
import { NETWORKS_OF_48 } from '#shop/network.ts';
import type { ClaimUsage } from '#shop/orders/holds.ts';
import { lockKey } from '../../database/engine.ts';
import type { ClaimsTable } from '../../database/schema.ts';
import type { Reader, Trx } from '../../database/transact.ts';
import type { Networks } from '../../http/limits.ts';

/**
 * Who asks for stock: hashes of the network address and of its /48, and the phone of the order; an
 * empty one is not counted.
 */
export interface Claimant extends Networks {
  phone: string;
}

const DRAFT = sql.lit<'draft'>('draft');
const ORDER = sql.lit<'order'>('order');
const UNPROVEN = sql.lit<'unproven'>('unproven');
const ENDED = sql.lit<'ended'>('ended');

/**
 * What else the claimant has without a verified payment. The claims of a network, and then those of
 * its /48, are counted one after the other, until the end of the transaction.
 *
 * @param own number of the draft or order, which is not counted
 */
export async function lockUsage(trx: Trx, claimant: Claimant, own: string, now: number): Promise<ClaimUsage> {
  const { network, network48 } = claimant;
  await lockKey(trx, `claims of network ${network}`);
  if (network48 !== '') await lockKey(trx, `claims of /48 ${network48}`);
  return claimUsage(trx, claimant, own, now);
}

/**
 * The live claims of the network, and those of them with the phone, without the one of
 * `orderNumber`. Claims of other networks with the phone do not count: anybody can type the number
 * of somebody else.
 */
async function claimUsage(
  trx: Trx,
  { network, network48, phone }: Claimant,
  orderNumber: string,
  now: number,
): Promise<ClaimUsage> {
  const rows = await trx
    .selectFrom('claims')
    .select(['kind', 'phone', 'pieces'])
    .where('network', '=', network)
    .where((eb) => eb.or([eb('expires_at', '>', now), eb('kind', '=', UNPROVEN)]))
    .where('pieces', '>', sql.lit(0))
    .where('order_number', '!=', orderNumber)
    .limit(sql.lit(1_000))
    .execute();
  const count = (some: typeof rows) => {
    const withUtr = some.filter((row) => row.kind === 'unproven').length;
    return { claims: some.length - withUtr, withUtr };
  };
  return {
    network: { ...count(rows), pieces: rows.reduce((sum, row) => sum + row.pieces, 0) },
    ...(network48 === '' ? {} : { network48: await usageOf48(trx, network48, orderNumber, now) }),
    phone: count(phone === '' ? [] : rows.filter((row) => row.phone === phone)),
  };
}

/** The live claims of all networks of a /48. */
async function usageOf48(trx: Trx, network48: string, orderNumber: string, now: number) {
  const rows = await trx
    .selectFrom('claims')
    .select((eb) => ['kind', eb.fn.countAll().as('claims'), eb.fn.sum('pieces').as('pieces')])
    .where('network_48', '=', network48)
    // A literal, as in the partial index.
    .where('network_48', '<>', sql.lit(''))
    .where((eb) => eb.or([eb('expires_at', '>', now), eb('kind', '=', UNPROVEN)]))
    .where('pieces', '>', 0)
    .where('order_number', '!=', orderNumber)
    .groupBy('kind')
    .execute();
  const sum = (some: typeof rows, what: 'claims' | 'pieces') =>
    some.reduce((total, row) => total + Number(row[what]), 0);
  const withUtr = rows.filter(({ kind }) => kind === 'unproven');
  const without = rows.filter(({ kind }) => kind !== 'unproven');
  return { claims: sum(without, 'claims'), withUtr: sum(withUtr, 'claims'), pieces: sum(rows, 'pieces') };
}

/**
 * Orders of one network whose mails go out in an hour, while their payments are not verified (D54).
 */
const MOST_MAILED = 30;
const HOUR_MS = 3_600_000;

/**
 * Whether the network, or its /48, has placed so many orders within an hour that their mails wait for
 * staff. Simultaneous orders may be a few more.
 */
export async function isCrowded(trx: Trx, claimant: Networks | null, now: number): Promise<boolean> {
  if (!claimant) return false;
  const { network, network48 } = claimant;
  if (await hasClaims(trx, 'network', network, MOST_MAILED, now)) return true;
  return hasClaims(trx, 'network_48', network48, MOST_MAILED * NETWORKS_OF_48, now);
}

async function hasClaims(
  trx: Trx,
  column: 'network' | 'network_48',
  hash: string,
  most: number,
  now: number,
): Promise<boolean> {
  if (hash === '') return false;
  const rows = await trx
    .selectFrom('claims')
    .select('created_at')
    .where(column, '=', hash)
    // A literal, as in the partial index.
    .where(column, '<>', sql.lit(''))
    .where('kind', 'in', [ORDER, UNPROVEN, ENDED])
    .where('created_at', '>', now - HOUR_MS)
    .limit(sql.lit(most))
    .execute();
  return rows.length === most;
}

/**
 * An order with the pieces of a live draft counts for the network that has drafted them: two
 * networks would else keep all stock.
 */
const ofDraft = (column: 'network' | 'network_48') => sql<string>`case when claims.pieces > 0
  and claims.expires_at > excluded.created_at and excluded.kind <> ${DRAFT}
  then ${sql.ref(`claims.${column}`)} else ${sql.ref(`excluded.${column}`)} end`;

export async function writeClaim(trx: Trx, claim: Required<Insertable<ClaimsTable>>): Promise<void> {
  const { order_number, ...values } = claim;
  await trx
    .insertInto('claims')
    .values(claim)
    .onConflict((conflict) =>
      conflict
        .column('order_number')
        .doUpdateSet({ ...values, network: ofDraft('network'), network_48: ofDraft('network_48') }),
    )
    .execute();
}

export async function dropClaim(trx: Trx, orderNumber: string): Promise<void> {
  await trx.deleteFrom('claims').where('order_number', '=', orderNumber).execute();
}

/**
 * The order has a UTR: it is neither reminded nor cancelled any more, and counts until its payment
 * is verified.
 *
 * @param until epoch ms: when its stock is free for others again (D65)
 * @param reopened what the claim of a lapsed order has lost
 */
export async function utrCame(
  trx: Trx,
  orderNumber: string,
  until: number,
  reopened: Pick<Updateable<ClaimsTable>, 'phone' | 'pieces' | 'created_at'> = {},
): Promise<void> {
  const unproven = { kind: 'unproven', remind_at: null, expires_at: until, ...reopened } as const;
  await trx.updateTable('claims').set(unproven).where('order_number', '=', orderNumber).execute();
}

/** The pieces that the order keeps now: none, after its stock was freed. */
export async function setClaimPieces(trx: Trx, orderNumber: string, pieces: number): Promise<void> {
  await trx.updateTable('claims').set({ pieces }).where('order_number', '=', orderNumber).execute();
}

/**
 * The order is cancelled. A claim that has `lapsed` tells that a late UTR reopens it; one that has
 * `ended` counts among the orders of its network until its time is over.
 */
export async function endClaim(trx: Trx, orderNumber: string, kind: 'lapsed' | 'ended'): Promise<void> {
  const network = kind === 'lapsed' ? { network: '', network_48: '' } : {};
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

/**
 * Numbers of orders without a UTR whose reminder is due, or that the shop cancels now, or of those
 * with one whose stock is freed (D65); oldest first, at most `limit`.
 */
export async function dueClaims(
  db: Reader,
  due: 'remind' | 'cancel' | 'free',
  now: number,
  limit: number,
): Promise<string[]> {
  const kind = due === 'free' ? 'unproven' : 'order';
  const query = db.selectFrom('claims').select('order_number').where('kind', '=', kind).limit(limit);
  const over = query.where('expires_at', '<=', now).orderBy('expires_at');
  const rows = await {
    remind: query.where('remind_at', '<=', now).where('expires_at', '>', now).orderBy('remind_at'),
    cancel: over,
    // With nothing left to free, it still says that the payment is not proved.
    free: over.where('pieces', '>', 0),
  }[due].execute();
  return rows.map((row) => row.order_number);
}

/** Deletes the claims of drafts and of cancelled orders whose time is over. */
export async function dropExpiredClaims(db: Reader, now: number): Promise<void> {
  await db.deleteFrom('claims').where('kind', 'in', ['draft', 'ended']).where('expires_at', '<=', now).execute();
}
