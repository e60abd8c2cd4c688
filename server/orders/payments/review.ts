import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { isoDay } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import { coversDay } from '#shop/orders/payments/coverage.ts';
import { isExact, type Match, matchCredit, type OrderFacts, suggestOrder } from '#shop/orders/payments/match.ts';
import { isDayOfUtr } from '#shop/orders/payments/utr.ts';
import type { ProofRules } from '#shop/settings/proof.ts';
import * as queries from './ledger.queries.ts';
import { confirmedToday, factsOf, proofOrder } from './proof.ts';
import { dueRefunds } from './refunds.ts';
import { ORDER_BRIEF, type OrderBrief, toBrief, toCredit } from './wire.ts';

/** The most entries of each list; the oldest orders come first. */
const MOST = 200;

/** What a person should look at on the payments screen. */
export async function readReview(context: ServiceContext, rules: ProofRules) {
  const { db } = context.database;
  const waiting = await db
    .selectFrom('orders')
    .select(ORDER_BRIEF)
    .where('payment_status', '=', 'pending')
    .where('status', 'in', ['pending', 'confirmed', 'processing', 'shipped', 'out_for_delivery', 'delivered'])
    .orderBy('created_at')
    .limit(MOST)
    .execute();
  const open = await readOpen(db, 'open');
  const proofs = waiting.map(proofOrder);
  const byUtr = Map.groupBy(proofs, (order) => order.utr ?? '');
  const today = await confirmedToday(db, context.now());
  const byOrder = new Map<string, { credit: queries.LedgerCredit; match: Match }[]>();
  const alone: queries.LedgerCredit[] = [];
  let exact = 0;
  for (const credit of open) {
    const orders = credit.refs.flatMap((ref) => byUtr.get(ref) ?? []);
    const match = matchCredit(factsOf(credit), orders, rules, today);
    if (match.orderNumber === null) {
      alone.push(credit);
      continue;
    }
    // Reference, amount, date and account agree, whatever the policies say.
    if (match.decision !== 'review') exact += 1;
    byOrder.set(match.orderNumber, [...(byOrder.get(match.orderNumber) ?? []), { credit, match }]);
  }
  for (const credit of alone) {
    const match = suggestOrder(factsOf(credit), proofs);
    if (match.orderNumber !== null && !byOrder.has(match.orderNumber)) {
      byOrder.set(match.orderNumber, [{ credit, match }]);
    }
  }
  const shared = await sharedValues(db, waiting);
  return {
    toVerify: waiting.map((row) => ({
      ...toBrief(row),
      match: bestOf(row, byOrder.get(row.order_number)),
      hints: {
        sameUtr: (shared.byUtr.get(row.utr ?? '') ?? []).filter((number) => number !== row.order_number),
        samePhone: (shared.byPhone.get(row.phone) ?? 1) - 1,
        wrongDay: row.utr !== null && !isDayOfUtr(row.utr, row.created_at),
      },
    })),
    withoutOrder: alone.map((credit) => ({
      credit: toCredit(credit),
      suggestions: suggestionsFor(credit, waiting, proofs),
    })),
    missingUtr: (await missingUtrs(db, waiting, rules)).map(toBrief),
    conflicts: [...(await readOpen(db, 'conflict')), ...(await readUnshown(db))].map(toCredit),
    refunds: await dueRefunds(context),
    exact,
  };
}

/** The numbers of orders that have an exact match, with its credit. */
export async function exactMatches(context: ServiceContext, rules: ProofRules): Promise<Map<string, string>> {
  const { toVerify } = await readReview(context, rules);
  const exact = toVerify.filter(({ match }) => match && isExact(match.reason));
  return new Map(exact.map(({ orderNumber, match }) => [orderNumber, match?.credit.id ?? '']));
}

async function readOpen(db: Reader, status: 'open' | 'conflict'): Promise<queries.LedgerCredit[]> {
  const rows = await db
    .selectFrom('credits')
    .select('id')
    .where('status', '=', status)
    .orderBy('at', 'desc')
    .limit(MOST)
    .execute();
  return queries.creditsById(
    db,
    rows.map(({ id }) => id),
  );
}

/** Credits that proved an order and that a later statement does not show, until a person settles it on the order. */
async function readUnshown(db: Reader): Promise<queries.LedgerCredit[]> {
  const rows = await db
    .selectFrom('credits')
    .innerJoin('order_attention', 'order_attention.order_number', 'credits.order_number')
    .select('credits.id')
    .where('credits.status', '=', 'matched')
    .where('order_attention.reason', '=', 'not_in_statement')
    .where('order_attention.settled_at', 'is', null)
    .orderBy('credits.at', 'desc')
    .limit(MOST)
    .execute();
  return queries.creditsById(
    db,
    rows.map(({ id }) => id),
  );
}

function bestOf(row: OrderBrief, found: { credit: queries.LedgerCredit; match: Match }[] | undefined) {
  const best = found?.[0];
  if (!best) return null;
  return {
    credit: toCredit(best.credit),
    reason: best.match.reason,
    difference: toRupees(best.credit.amount - row.total),
  };
}

function suggestionsFor(credit: queries.LedgerCredit, rows: readonly OrderBrief[], proofs: readonly OrderFacts[]) {
  const { orderNumber, reason } = suggestOrder(factsOf(credit), proofs);
  return rows.filter((row) => row.order_number === orderNumber).map((row) => ({ order: toBrief(row), reason }));
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
  for (const part of queries.parts(withUtr.map(({ utr }) => utr ?? ''))) {
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
  for (const part of queries.parts(waiting.flatMap(({ utr }) => utr ?? []))) {
    const rows = await db
      .selectFrom('orders')
      .select(['order_number', 'utr'])
      .where('utr', 'in', part)
      .where('status', '!=', 'draft')
      .execute();
    for (const row of rows) byUtr.set(row.utr ?? '', [...(byUtr.get(row.utr ?? '') ?? []), row.order_number]);
  }
  const byPhone = new Map<string, number>();
  for (const part of queries.parts([...new Set(waiting.map(({ phone }) => phone).filter(Boolean))])) {
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
