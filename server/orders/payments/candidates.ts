import type { Database } from '#server/database/connect.ts';
import { parts } from '#server/database/rows.ts';
import type { Reader } from '#server/database/transact.ts';
import { isoDay } from '#shop/india/dates.ts';
import type { Paise } from '#shop/money/money.ts';
import { statusOf } from '#shop/orders/changes/change.ts';
import { isOver } from '#shop/orders/order-status.ts';
import type { CreditFacts, OrderFacts, OtherWays } from '#shop/orders/payments/match.ts';
import { orderInNote } from '#shop/orders/payments/payer-note.ts';
import { CODE_KEPT_MS, cameWhileAsked } from '#shop/orders/payments/payment-code.ts';
import type { OrderRow } from '../rows/orders.queries.ts';
import { attentionOf } from '../rows/wire.ts';
import type { LedgerReport } from './ledger.ts';

/** The orders and drafts that a credit may prove. */
export interface Candidates extends OtherWays {
  /** Placed orders whose UTR is one of the credit's references. */
  readonly byUtr: readonly OrderFacts[];
}

const ORDER_COLUMNS = [
  'order_number',
  'total',
  'payment_code',
  'paid_amount',
  'utr',
  'name',
  'status',
  'payment_status',
  'created_at',
  'credit_id',
  'needs_attention',
  'payment_decided_at',
] as const;
type ProofRow = Pick<OrderRow, (typeof ORDER_COLUMNS)[number]>;

/**
 * An order or a draft as matching reads it.
 *
 * @param lapsed the shop has cancelled it for want of a UTR (D53)
 */
export function proofOrder(row: ProofRow, lapsed = false): OrderFacts {
  return {
    orderNumber: row.order_number,
    total: row.total,
    paymentCode: row.payment_code,
    paid: row.paid_amount,
    utr: row.utr,
    name: row.name,
    status: statusOf(row),
    payment: row.payment_status,
    decidedAt: row.payment_decided_at,
    created: isoDay(row.created_at),
    proven: row.credit_id !== null,
    unknownItem: attentionOf(row).includes('unknown_item'),
    lapsed,
  };
}

/** Placed orders by UTR. */
export async function ordersByUtr(db: Reader, utrs: readonly string[]): Promise<Map<string, OrderFacts[]>> {
  const found: OrderFacts[] = [];
  for (const part of parts([...new Set(utrs)])) {
    const rows = await db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('utr', 'in', part)
      .where('status', '!=', 'draft')
      .orderBy('created_at')
      .execute();
    found.push(...rows.map((row) => proofOrder(row)));
  }
  return Map.groupBy(found, (order) => order.utr ?? '');
}

/** What each of these credits may prove, in their order. */
export async function readCandidates(db: Reader, credits: readonly CreditFacts[]): Promise<Candidates[]> {
  const byUtr = await ordersByUtr(
    db,
    credits.flatMap(({ refs }) => refs),
  );
  const numbers = credits.flatMap(({ sources }) => sources.flatMap(({ noteOrder }) => noteOrder ?? []));
  const totals = await askedTotals(db, [...new Set(credits.map(({ amount }) => amount))]);
  const rivals = await ordersOfTotals(db, [...totals.keys()]);
  const asked = [...totals.values()].flat().map(({ order_number }) => order_number);
  const orders = await ordersByNumber(db, [...numbers, ...asked]);
  return credits.map((credit) => ({
    byUtr: [...new Set(credit.refs.flatMap((ref) => byUtr.get(ref) ?? []))],
    named: [...new Set(credit.sources.flatMap(({ noteOrder }) => noteOrder ?? []))].flatMap(
      (number) => orders.get(number)?.facts ?? [],
    ),
    asked: askedOf(credit, totals.get(credit.amount) ?? [], orders, rivals),
  }));
}

/**
 * Those of the reports that may lead to an order or a draft: by UTR, by the number in the note, or
 * by an amount that somebody was asked for.
 */
export async function reportsOfOrders(db: Reader, reports: readonly LedgerReport[]): Promise<Set<LedgerReport>> {
  const orders = await ordersByUtr(
    db,
    reports.flatMap(({ refs }) => refs),
  );
  const totals = await askedTotals(db, [...new Set(reports.map(({ amount }) => amount))]);
  const leads = ({ refs, reading, amount }: LedgerReport) =>
    refs.some((ref) => orders.has(ref)) || orderInNote(reading.note) !== null || totals.has(amount);
  return new Set(reports.filter(leads));
}

interface AskedTotal {
  order_number: string;
  total: Paise;
  asked_at: number;
  until: number;
}

interface Candidate {
  facts: OrderFacts;
  updatedAt: number;
}

/** The orders and drafts that were asked for the amount of a credit when it came. */
function askedOf(
  credit: CreditFacts,
  totals: readonly AskedTotal[],
  orders: ReadonlyMap<string, Candidate>,
  rivals: ReadonlyMap<Paise, OrderFacts[]>,
): OrderFacts[] {
  const asked = totals.flatMap((total) => {
    const order = orders.get(total.order_number);
    if (!order) return [];
    const when = { from: total.asked_at, until: askedUntil(total, order) };
    return cameWhileAsked(when, credit) ? [order.facts] : [];
  });
  const numbers = new Set(asked.map(({ orderNumber }) => orderNumber));
  const others = asked.length === 0 ? [] : (rivals.get(credit.amount) ?? []);
  return [...asked, ...others.filter(({ orderNumber }) => !numbers.has(orderNumber))];
}

/**
 * An order that waits for its payment is asked for its total until it ends, and 48 hours longer.
 */
function askedUntil({ total, until }: AskedTotal, { facts, updatedAt }: Candidate): number {
  if (facts.status === 'draft' || facts.total !== total) return until;
  const waits = facts.payment !== 'completed' && !isOver(facts.status);
  return waits ? Number.POSITIVE_INFINITY : Math.max(until, updatedAt + CODE_KEPT_MS);
}

async function ordersByNumber(db: Reader, numbers: readonly string[]): Promise<Map<string, Candidate>> {
  const found = new Map<string, Candidate>();
  for (const part of parts([...new Set(numbers)])) {
    const rows = await db
      .selectFrom('orders')
      .leftJoin('claims', (join) =>
        join.onRef('claims.order_number', '=', 'orders.order_number').on('claims.kind', '=', 'lapsed'),
      )
      .select(ORDER_COLUMNS.map((column) => `orders.${column}` as const))
      .select(['orders.updated_at', 'claims.kind as claim'])
      .where('orders.order_number', 'in', part)
      .execute();
    for (const row of rows) {
      const lapsed = row.claim === 'lapsed' && row.status === 'cancelled';
      found.set(row.order_number, { facts: proofOrder(row, lapsed), updatedAt: row.updated_at });
    }
  }
  return found;
}

/** By amount: the totals with a payment code that shoppers were asked for. */
async function askedTotals(db: Reader, amounts: readonly Paise[]): Promise<Map<Paise, AskedTotal[]>> {
  const found: AskedTotal[] = [];
  for (const part of parts(amounts)) {
    found.push(...(await db.selectFrom('payment_totals').selectAll().where('total', 'in', part).execute()));
  }
  return Map.groupBy(found, ({ total }) => total);
}

/** Orders without a payment code that wait for the payment of one of these totals. */
async function ordersOfTotals(db: Reader, totals: readonly Paise[]): Promise<Map<Paise, OrderFacts[]>> {
  const found: OrderFacts[] = [];
  for (const part of parts(totals)) {
    const rows = await db
      .selectFrom('orders')
      .select(ORDER_COLUMNS)
      .where('total', 'in', part)
      .where('payment_code', '=', 0)
      .where('payment_status', '!=', 'completed')
      .where('status', 'not in', ['cancelled', 'returned'])
      .execute();
    found.push(...rows.map((row) => proofOrder(row)));
  }
  return Map.groupBy(found, ({ total }) => total);
}

/**
 * How long the totals that shoppers were asked for are kept: a statement may tell of a payment
 * weeks later.
 */
const TOTALS_KEPT_MS = 31 * 86_400_000;

/** Deletes the totals that no payment is expected for any more. */
export async function deleteOldTotals({ db }: Database, now: number): Promise<void> {
  await db
    .deleteFrom('payment_totals')
    .where('until', '<', now - TOTALS_KEPT_MS)
    .execute();
}
