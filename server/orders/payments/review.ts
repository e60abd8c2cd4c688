import { type SelectQueryBuilder, sql } from 'kysely';
import type { ServiceContext } from '#server/context.ts';
import type { Database } from '#server/database/connect.ts';
import { unindexed } from '#server/database/engine.ts';
import { parts } from '#server/database/rows.ts';
import type { Tables } from '#server/database/schema.ts';
import type { Reader } from '#server/database/transact.ts';
import { isoDay } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import { statusesOf } from '#shop/orders/order-status.ts';
import { coversDay } from '#shop/orders/payments/coverage.ts';
import { isExact, type Match, type OrderFacts, suggestOrder } from '#shop/orders/payments/match.ts';
import { isDayOfUtr } from '#shop/orders/payments/utr.ts';
import type { ProofRules } from '#shop/settings/proof.ts';
import { proofOrder } from './candidates.ts';
import { dueRefunds, dueTotal } from './due-refunds.ts';
import * as queries from './ledger.queries.ts';
import { factsOf, matchesOf } from './proof.ts';
import { ORDER_BRIEF, type OrderBrief, toBrief, toCredit } from './wire.ts';

/** The most entries of each list. */
const MOST = 200;

/** A payment may be reported on the day before its order is stored. */
const DAY_MS = 86_400_000;

/** Statuses of an order whose payment is still to be checked. */
const LIVE = statusesOf('new', 'to-ship', 'on-the-way', 'delivered');

/**
 * Payments that a credit of their UTR may prove; one marked as not received only by a credit that
 * has come since.
 */
const UNPAID = ['pending', 'failed'] as const;
const UNDECIDED = sql<boolean>`(orders.payment_status = 'pending' or credits.created_at > orders.payment_decided_at)`;

/** What a person should look at on the payments screen. */
export async function readReview(context: ServiceContext, rules: ProofRules) {
  const { db } = context.database;
  const waiting = await readWaiting(context.database);
  const proofs = waiting.map((row) => proofOrder(row));
  const credits = await creditsOf(db, proofs);
  const matches = await matchesOf(db, credits, rules, context.now());
  const byRef = new Map(credits.flatMap((credit) => credit.refs.map((ref) => [ref, credit])));
  const best = new Map<string, { credit: queries.LedgerCredit; match: Match }>();
  for (const { orderNumber, utr } of proofs) {
    const credit = byRef.get(utr ?? '');
    const match = credit && matches.get(credit.id);
    if (credit && match) best.set(orderNumber, { credit, match });
  }
  const byTotal = Map.groupBy(proofs, ({ total }) => total);
  const aloneCredits = creditsAlone(context.database.db);
  const credited = await readAlone(db, aloneCredits, waiting);
  const led = await matchesOf(db, credited, rules, context.now());
  const alone = credited.map((credit) => {
    // The order of its UTR, its note or its amount goes first, although it waits no more: the money
    // is that shopper's.
    const lead = led.get(credit.id);
    if (lead && lead.orderNumber !== null) {
      if (lead.decision !== 'none' && !best.has(lead.orderNumber)) best.set(lead.orderNumber, { credit, match: lead });
      return { credit, match: lead };
    }
    const match = suggestOrder(factsOf(credit), byTotal.get(credit.amount) ?? []);
    if (match.orderNumber !== null && !best.has(match.orderNumber)) best.set(match.orderNumber, { credit, match });
    return { credit, match };
  });
  const found = await readBriefs(
    db,
    alone.flatMap(({ match }) => match.orderNumber ?? []),
  );
  const shared = await sharedValues(db, waiting);
  const conflicting = [creditsInConflict(db), creditsUnshown(db)];
  return {
    toVerify: waiting.map((row) => ({
      ...toBrief(row),
      match: bestOf(row, best.get(row.order_number)),
      hints: {
        sameUtr: (shared.byUtr.get(row.utr ?? '') ?? []).filter((number) => number !== row.order_number),
        samePhone: (shared.byPhone.get(row.phone) ?? 1) - 1,
        wrongDay: row.utr !== null && !isDayOfUtr(row.utr, row.created_at),
      },
    })),
    withoutOrder: alone.map(({ credit, match }) => {
      const order = found.get(match.orderNumber ?? '');
      return { credit: toCredit(credit), suggestions: order ? [{ order: toBrief(order), reason: match.reason }] : [] };
    }),
    withoutOrderTotal: await totalOf(aloneCredits),
    missingUtr: (await missingUtrs(db, waiting, rules)).map(toBrief),
    conflicts: (await Promise.all(conflicting.map((credits) => readNewest(db, credits)))).flat().map(toCredit),
    conflictCount: (await Promise.all(conflicting.map(totalOf))).reduce((sum, { count }) => sum + count, 0),
    refunds: await dueRefunds(context),
    refundTotal: await dueTotal(context),
    exact: [...matches.values()].filter(({ reason }) => isExact(reason)).length,
  };
}

/** Which of these orders have an exact match, with its credit. */
export async function exactMatches(
  context: ServiceContext,
  rules: ProofRules,
  orderNumbers: readonly string[],
): Promise<Map<string, string>> {
  const { db } = context.database;
  const orders: OrderFacts[] = [];
  for (const part of parts(orderNumbers)) {
    const rows = await creditedOrders(context.database.db).where('order_number', 'in', part).execute();
    orders.push(...rows.map((row) => proofOrder(row)));
  }
  const matches = await matchesOf(db, await creditsOf(db, orders), rules, context.now());
  return new Map([...matches].flatMap(([id, match]) => (isExact(match.reason) ? [[match.orderNumber ?? '', id]] : [])));
}

/** Unpaid orders with an open credit of their UTR. */
function creditedOrders(db: Reader) {
  return db
    .selectFrom('orders')
    .select(ORDER_BRIEF)
    .where('payment_status', 'in', UNPAID)
    .where('status', 'in', LIVE)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('credit_refs')
          .innerJoin('credits', 'credits.id', 'credit_refs.credit_id')
          .select('credits.id')
          .whereRef('credit_refs.ref', '=', 'orders.utr')
          // By a reference there are one or two rows; by a status SQLite may begin with thousands.
          .where(unindexed<string>(db, 'credits.status'), '=', 'open')
          .where(UNDECIDED),
      ),
    );
}

/**
 * Unpaid orders, the oldest first; of too many the oldest and the newest, since anybody can place a
 * thousand. Those with an open credit of their UTR go before the others then; one whose payment was
 * marked as not received waits only with such a credit.
 */
async function readWaiting(database: Database): Promise<OrderBrief[]> {
  const { db } = database;
  const rows = new Map<string, OrderBrief>();
  const add = (list: OrderBrief[]) => {
    for (const row of list) if (rows.size < MOST) rows.set(row.order_number, row);
  };
  add(await creditedOrders(database.db).orderBy('created_at').limit(MOST).execute());
  for (const direction of ['asc', 'desc'] as const) {
    if (rows.size === MOST) break;
    const limit = direction === 'asc' ? Math.ceil((MOST - rows.size) / 2) : MOST;
    // From an index, which also has the many that were cancelled without a payment.
    const page = db
      .selectFrom('orders')
      .select('order_number')
      .where('payment_status', '=', 'pending')
      .where('status', 'in', LIVE)
      .orderBy('created_at', direction)
      .orderBy('order_number', direction)
      .limit(limit);
    add(
      await db
        .selectFrom('orders')
        .select(ORDER_BRIEF)
        .where('order_number', 'in', page)
        .orderBy('created_at', direction)
        .execute(),
    );
  }
  return [...rows.values()].sort((a, b) => a.created_at - b.created_at);
}

/** The open credits with the UTR of one of these orders. */
async function creditsOf(db: Reader, orders: readonly OrderFacts[]): Promise<queries.LedgerCredit[]> {
  const ids = new Set<string>();
  for (const part of parts(orders.flatMap(({ utr }) => utr ?? []))) {
    for (const id of await queries.creditIdsOf(db, part)) ids.add(id);
  }
  return (await queries.creditsById(db, [...ids])).filter(({ status }) => status === 'open');
}

/** Some of the credits. */
type Credits = SelectQueryBuilder<Tables, 'credits', object>;

/** How many credits these are, and how much they come to: a list has at most 200 of them. */
async function totalOf(credits: Credits): Promise<{ count: number; amount: number }> {
  const { count, amount } = await credits
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.sum<number | null>('amount').as('amount')])
    .executeTakeFirstOrThrow();
  return { count: Number(count), amount: toRupees(Number(amount)) };
}

async function newestIds(credits: Credits): Promise<string[]> {
  const rows = await credits.select('id').orderBy('at', 'desc').limit(MOST).execute();
  return rows.map(({ id }) => id);
}

async function readNewest(db: Reader, credits: Credits): Promise<queries.LedgerCredit[]> {
  return queries.creditsById(db, await newestIds(credits));
}

/** Open credits that no unpaid order names. */
function creditsAlone(db: Reader): Credits {
  return db
    .selectFrom('credits')
    .where('status', '=', 'open')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('credit_refs')
            .innerJoin('orders', 'orders.utr', 'credit_refs.ref')
            .select('orders.order_number')
            .whereRef('credit_refs.credit_id', '=', 'credits.id')
            .where(unindexed<string>(db, 'orders.payment_status'), 'in', UNPAID)
            .where(unindexed<string>(db, 'orders.status'), 'in', LIVE)
            .where(UNDECIDED),
        ),
      ),
    );
}

/**
 * The newest of these. Those with the amount of a waiting order go before the others when there are
 * too many: the account may receive much that is no sale.
 */
async function readAlone(db: Reader, alone: Credits, waiting: readonly OrderBrief[]): Promise<queries.LedgerCredit[]> {
  const newest = await newestIds(alone);
  const [oldest] = waiting;
  const totals = [...new Set(waiting.map(({ total }) => total))];
  const fitting =
    newest.length < MOST || !oldest
      ? []
      : await newestIds(alone.where('amount', 'in', totals).where('at', '>=', oldest.created_at - 2 * DAY_MS));
  return queries.creditsById(db, [...new Set([...fitting, ...newest])].slice(0, MOST));
}

async function readBriefs(db: Reader, orderNumbers: string[]): Promise<Map<string, OrderBrief>> {
  const found = new Map<string, OrderBrief>();
  for (const part of parts(orderNumbers)) {
    const rows = await db.selectFrom('orders').select(ORDER_BRIEF).where('order_number', 'in', part).execute();
    for (const row of rows) found.set(row.order_number, row);
  }
  return found;
}

const creditsInConflict = (db: Reader): Credits => db.selectFrom('credits').where('status', '=', 'conflict');

/**
 * Credits that proved an order and that a later statement does not show, until a person settles it
 * on the order.
 */
export function creditsUnshown(db: Reader): Credits {
  const unshown = db
    .selectFrom('order_attention')
    // In this order also on SQLite, which else reads every credit that proves an order.
    .crossJoin('credits as proof')
    .select('proof.id')
    .where('order_attention.reason', '=', 'not_in_statement')
    .where('order_attention.settled_at', 'is', null)
    .whereRef('proof.order_number', '=', 'order_attention.order_number')
    .where('proof.status', '=', queries.MATCHED);
  return db.selectFrom('credits').where('id', 'in', unshown);
}

function bestOf(row: OrderBrief, best: { credit: queries.LedgerCredit; match: Match } | undefined) {
  if (!best) return null;
  const { credit, match } = best;
  return { credit: toCredit(credit), reason: match.reason, difference: toRupees(credit.amount - row.total) };
}

/** Orders whose day a statement covers and whose UTR no credit has. */
async function missingUtrs(
  db: Reader,
  waiting: readonly OrderBrief[],
  { accounts }: ProofRules,
): Promise<OrderBrief[]> {
  const withUtr = waiting.filter(({ utr }) => utr !== null);
  if (withUtr.length === 0) return [];
  const periods = await db
    .selectFrom('statement_imports')
    .select(['account', 'covered_from', 'covered_to'])
    .where('undone_at', 'is', null)
    .where('covered_from', 'is not', null)
    .execute();
  const known = new Set<string>();
  for (const part of parts(withUtr.map(({ utr }) => utr ?? ''))) {
    const rows = await db.selectFrom('credit_refs').select('ref').where('ref', 'in', part).execute();
    for (const { ref } of rows) known.add(ref);
  }
  const covers = (day: string, tail: string | null) => periods.some((period) => coversDay(period, day, tail));
  const tails = accounts.length > 0 ? accounts.map(({ tail }) => tail) : [null];
  return withUtr.filter(
    ({ utr, created_at }) => !known.has(utr ?? '') && tails.every((tail) => covers(isoDay(created_at), tail)),
  );
}

/** How many live orders share a UTR or a phone with these. */
async function sharedValues(db: Reader, waiting: readonly OrderBrief[]) {
  const byUtr = new Map<string, string[]>();
  for (const part of parts(waiting.flatMap(({ utr }) => utr ?? []))) {
    const rows = await db
      .selectFrom('orders')
      .select(['order_number', 'utr'])
      .where('utr', 'in', part)
      .where('status', '!=', 'draft')
      .execute();
    for (const row of rows) byUtr.set(row.utr ?? '', [...(byUtr.get(row.utr ?? '') ?? []), row.order_number]);
  }
  const byPhone = new Map<string, number>();
  for (const part of parts([...new Set(waiting.map(({ phone }) => phone).filter(Boolean))])) {
    const rows = await db
      .selectFrom('orders')
      .select((eb) => ['phone', eb.fn.countAll<number>().as('count')])
      .where('phone', 'in', part)
      .where('status', '!=', 'draft')
      .groupBy('phone')
      .execute();
    for (const row of rows) byPhone.set(row.phone, Number(row.count));
  }
  return { byUtr, byPhone };
}
