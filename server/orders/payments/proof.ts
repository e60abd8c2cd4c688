import { type Actor, SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { databaseFailure, unlessTaken } from '#server/database/errors.ts';
import { lockKey, namedList, parts, prepared } from '#server/database/prepared.ts';
import { type Reader, type Trx, transact, type Work } from '#server/database/transact.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { isoDay, startOfDay } from '#shop/india/dates.ts';
import { formatPaise } from '#shop/money/money.ts';
import { statusOf } from '#shop/orders/changes/change.ts';
import { attachCredit, detachCredit, reopenPayment } from '#shop/orders/changes/payment.ts';
import type { CreditSource } from '#shop/orders/payments/credit.ts';
import {
  type ConfirmedToday,
  type CreditFacts,
  type Match,
  matchCredit,
  type OrderFacts,
} from '#shop/orders/payments/match.ts';
import type { ProofRules } from '#shop/settings/proof.ts';
import { applyChange } from '../lifecycle/change-order.ts';
import { acceptPayment } from '../lifecycle/payment.ts';
import { utrBefore } from '../payments.queries.ts';
import type { OrderRow } from '../queries.ts';
import type { OrderTerms } from '../terms.ts';
import { attentionOf } from '../wire.ts';
import {
  creditsById,
  flagsOf,
  type LedgerCredit,
  lockCredits,
  moveCredit,
  politeParts,
  updateCredit,
} from './ledger.queries.ts';
import type { Recorded } from './ledger.ts';

export interface ProofDeps {
  mail: MailService;
  terms: OrderTerms;
  rules: ProofRules;
}

/** Credits that are decided at once: other requests wait for one such part at most. */
const DECIDED = 100;
/** Confirmations that share one commit on SQLite (server/database/group-commit.ts); each is a transaction of its own. */
const TOGETHER = 16;

const ORDER_COLUMNS = [
  'order_number',
  'total',
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

/** Placed orders by UTR. */
export async function ordersByUtr(db: Reader, utrs: readonly string[]): Promise<Map<string, OrderFacts[]>> {
  const found: OrderFacts[] = [];
  for (const part of parts([...new Set(utrs)])) {
    const values = namedList(part, 'utr');
    const { rows } = await prepared(db, `orders.byUtr ${Object.keys(values).length}`, values, (slots) =>
      db
        .selectFrom('orders')
        .select(ORDER_COLUMNS)
        .where('utr', 'in', Object.values(slots))
        .where('status', '!=', 'draft')
        .orderBy('created_at'),
    );
    found.push(...rows.map(proofOrder));
  }
  return Map.groupBy(found, (order) => order.utr ?? '');
}

/** A placed order as matching reads it. */
export function proofOrder(row: Pick<OrderRow, (typeof ORDER_COLUMNS)[number]>): OrderFacts {
  return {
    orderNumber: row.order_number,
    total: row.total,
    paid: row.paid_amount,
    utr: row.utr,
    name: row.name,
    status: statusOf(row),
    payment: row.payment_status,
    decidedAt: row.payment_decided_at,
    created: isoDay(row.created_at),
    proven: row.credit_id !== null,
    unknownItem: attentionOf(row).includes('unknown_item'),
  };
}

export function factsOf({ row, refs, sources, status }: LedgerCredit): CreditFacts {
  return {
    id: row.id,
    amount: row.amount,
    day: row.day,
    refs,
    account: row.account,
    bank: row.bank,
    payer: row.payer_name ?? row.payer_vpa,
    status,
    unmatched: flagsOf(row).includes('unmatched'),
    sources,
  };
}

/**
 * What a report would make of its credit.
 *
 * @param known the credit, if it is stored
 */
export function factsWith(recorded: Recorded, known: LedgerCredit | undefined, now: number): CreditFacts {
  const { source, refs } = recorded.report;
  const facts = known ? factsOf(known) : factsOfReport(recorded);
  return { ...facts, sources: [...facts.sources, { source, refs, at: now }] };
}

function factsOfReport({ report, kind, returned }: Recorded): CreditFacts {
  return {
    id: '',
    amount: report.amount,
    day: report.day,
    refs: report.refs,
    account: report.account,
    bank: report.reading.bank,
    payer: report.reading.payerName ?? report.reading.payerVpa,
    status: kind === 'conflict' ? ('conflict' as const) : returned ? ('dismissed' as const) : ('open' as const),
    unmatched: false,
    sources: [],
  };
}

function limitsDay({ sources }: ProofRules): boolean {
  return Object.values(sources).some(({ limitPerDay }) => limitPerDay !== null);
}

/** Paise that each source has confirmed by itself today (in India); empty when no rule asks for it. */
async function confirmedToday(db: Reader, rules: ProofRules, now: number): Promise<ConfirmedToday> {
  if (!limitsDay(rules)) return {};
  const rows = await db
    .selectFrom('credits')
    .select((eb) => ['matched_source', eb.fn.sum('amount').as('sum')])
    .where('matched_at', '>=', startOfDay(now))
    .groupBy('matched_source')
    .execute();
  return Object.fromEntries(rows.map((row) => [row.matched_source, Number(row.sum)]));
}

/** What these credits prove now, without changing anything. */
export async function matchesOf(
  db: Reader,
  credits: readonly LedgerCredit[],
  rules: ProofRules,
  now: number,
): Promise<Map<string, Match>> {
  const orders = await ordersByUtr(
    db,
    credits.flatMap((credit) => credit.refs),
  );
  const today = await confirmedToday(db, rules, now);
  return new Map(
    credits.map((credit) => {
      const found = credit.refs.flatMap((ref) => orders.get(ref) ?? []);
      return [credit.id, matchCredit(factsOf(credit), found, rules, today)];
    }),
  );
}

/**
 * Confirms the orders that these credits prove under the owner's rules (D55), each in its own transaction. A credit of a payment that staff
 * accepted by themselves is attached to its order.
 *
 * @returns what each credit proves
 */
export async function proveOrders(
  context: ServiceContext,
  deps: ProofDeps,
  creditIds: readonly string[],
): Promise<Map<string, Match>> {
  const { db } = context.database;
  const outcome = new Map<string, Match>();
  for await (const part of politeParts(creditIds, DECIDED)) {
    const credits = await creditsById(db, part);
    const matches = await matchesOf(db, credits, deps.rules, context.now());
    const proven = [...matches].filter(([, match]) => isProof(match));
    for (const [id, match] of matches) outcome.set(id, match);
    for await (const group of politeParts(proven, TOGETHER)) {
      await Promise.all(
        group.map(async ([id, { orderNumber }]) => {
          outcome.set(id, await proveOne(context, deps, id, orderNumber ?? ''));
        }),
      );
    }
  }
  return outcome;
}

/** Confirms an order, or is the credit of a payment that staff have accepted. */
function isProof({ decision, orderNumber, reason }: Match): boolean {
  return orderNumber !== null && (decision === 'confirm' || (decision === 'none' && reason === 'already_paid'));
}

/** Decides again inside the transaction, where order and credit are locked. */
async function proveOne(
  context: ServiceContext,
  deps: ProofDeps,
  creditId: string,
  orderNumber: string,
): Promise<Match> {
  try {
    return await transact(context, async (work) => {
      const { trx } = work;
      const { kind } = context.database;
      // The sum of the day must not grow between reading it and confirming.
      if (limitsDay(deps.rules)) await lockKey(trx, kind, 'credits confirmed today');
      let match: Match = { decision: 'none', orderNumber: null, reason: 'no_order' };
      await applyChange(work, context, deps, {
        orderNumber,
        actor: SHOP,
        decide: async (facts) => {
          const [credit] = await creditsById(trx, [creditId], kind);
          if (!credit) return null;
          match = (await matchesOf(trx, [credit], deps.rules, facts.at)).get(creditId) ?? match;
          const label = labelOf(credit, match.source);
          if (match.decision === 'confirm' && match.orderNumber === orderNumber && match.source) {
            await takeCredit(trx, creditId, { orderNumber, source: match.source, by: SHOP.name, at: facts.at });
            const proof = { credit: creditId, source: match.source, label: `Confirmed by ${label}` };
            return acceptPayment(facts, { note: '', proof });
          }
          if (match.decision !== 'none' || match.reason !== 'already_paid') return null;
          const change = attachCredit(facts.order, creditId, `Found: ${label}`);
          if (change) await takeCredit(trx, creditId, { orderNumber, source: 'staff', by: SHOP.name, at: facts.at });
          return change;
        },
      });
      return match;
    });
  } catch (error) {
    // Another credit or order was faster, or the order cannot be confirmed: it stays for a person.
    if (databaseFailure(error) === 'unique' || (isShopError(error) && error.code !== 'busy')) {
      return { decision: 'review', orderNumber, reason: 'already_paid' };
    }
    throw error;
  }
}

/**
 * Confirms an order by a credit on behalf of staff.
 *
 * @throws ShopError order_not_found; credit_not_found; credit_taken; payment_settled, utr_used; amount_differs without `acceptAmount`;
 *   wrong_move for a draft
 */
export async function matchByStaff(
  context: ServiceContext,
  deps: ProofDeps,
  input: { creditId: string; orderNumber: string; acceptAmount: boolean },
  actor: Actor,
): Promise<void> {
  const { creditId, orderNumber, acceptAmount } = input;
  const { kind } = context.database;
  const match = async (work: Work) => {
    // Before the order, in the same sequence as `sendUtr`, so that two transactions cannot deadlock.
    const rrn = (await creditsById(work.trx, [creditId]))[0]?.row.rrn;
    if (rrn) await lockKey(work.trx, kind, rrn);
    await applyChange(work, context, deps, {
      orderNumber,
      actor,
      decide: async (facts) => {
        const [credit] = await creditsById(work.trx, [creditId], kind);
        if (!credit) throw new ShopError('credit_not_found');
        if (credit.status !== 'open' && credit.status !== 'conflict') throw takenError(credit);
        const { amount, rrn } = credit.row;
        const differs = amount !== facts.order.total;
        if (differs && !acceptAmount) {
          throw new ShopError('amount_differs', {
            message: `The bank received ${formatPaise(amount)}, the order is for ${formatPaise(facts.order.total)}. Accept the difference to match them.`,
          });
        }
        await takeCredit(work.trx, creditId, {
          ...{ orderNumber, source: 'staff' as const, by: actor.name, at: facts.at, from: credit.status },
          ...(differs ? { flags: '["amount_accepted"]' } : {}),
        });
        const proof = {
          ...{ credit: creditId, source: 'staff' as const },
          label: `Confirmed by ${labelOf(credit, undefined)}`,
        };
        return acceptPayment(facts, { note: '', amount, utr: rrn ?? undefined, proof });
      },
    });
  };
  await unlessTaken(
    () => transact(context, match),
    () => new ShopError('credit_taken'),
  );
}

/** Takes a credit off its order, which is checked again. @throws ShopError credit_not_found, credit_not_matched */
export async function unmatchByStaff(
  context: ServiceContext,
  deps: ProofDeps,
  creditId: string,
  actor: Actor,
): Promise<void> {
  const note = `${actor.name} took the bank credit off this order`;
  await transact(context, async (work) => {
    const [credit] = await lockCredits(work.trx, context.database.kind, [creditId]);
    if (!credit) throw new ShopError('credit_not_found');
    if (credit.status !== 'matched' || credit.row.order_number === null) throw new ShopError('credit_not_matched');
    await freeOrder(work, context, deps, { credit, actor, reversed: false, note });
    await updateCredit(work.trx, creditId, {
      ...{ status: 'open', order_number: null, matched_source: null, matched_at: null },
      ...{ flags: '["unmatched"]', decided_by: actor.name },
    });
  });
}

/**
 * The order of a credit loses its proof. The caller writes the credit afterwards.
 *
 * @param undone its import is undone: what staff had accepted by themselves before the credit came stays accepted
 */
export async function freeOrder(
  work: Parameters<typeof applyChange>[0],
  context: ServiceContext,
  deps: ProofDeps,
  {
    credit,
    actor,
    reversed,
    note,
    undone = false,
  }: { credit: LedgerCredit; actor: Actor; reversed: boolean; note: string; undone?: boolean },
): Promise<void> {
  const orderNumber = credit.row.order_number;
  if (orderNumber === null) return;
  // See `proveOne`.
  const attached = credit.row.matched_source === 'staff' && credit.row.decided_by === SHOP.name;
  await applyChange(work, context, deps, {
    orderNumber,
    actor,
    decide: async ({ order, at }) => {
      if (undone && attached) return detachCredit(order, credit.id, note);
      const before = await utrBefore(work.trx, orderNumber);
      return reopenPayment(order, { credit: credit.id, reversed, note, utrBefore: before }, at);
    },
  });
}

async function takeCredit(
  trx: Trx,
  id: string,
  taken: {
    orderNumber: string;
    source: CreditSource | 'staff';
    by: string;
    at: number;
    from?: 'open' | 'conflict';
    flags?: string;
  },
): Promise<void> {
  const moved = await moveCredit(trx, id, taken.from ?? 'open', {
    status: 'matched',
    order_number: taken.orderNumber,
    matched_source: taken.source,
    matched_at: taken.at,
    decided_by: taken.by,
    flags: taken.flags ?? '[]',
  });
  if (!moved) throw new ShopError('credit_taken');
}

function takenError({ row }: LedgerCredit): ShopError {
  const sentence: Partial<Record<string, string>> = {
    matched: `This credit already proves order ${row.order_number}.`,
    reversed: 'The bank took this credit back.',
    dismissed: 'This credit was set aside. Open it again first.',
    undone: 'The import of this credit was undone.',
  };
  const message = sentence[row.status];
  return new ShopError('credit_taken', message ? { message } : {});
}

const SOURCE_NAMES: Record<CreditSource, string> = {
  statement: 'bank statement',
  sms: 'SMS',
  email: 'email',
  text: 'pasted message',
};

/** 'bank credit of ₹599 (SMS, UTR 632400000001)', for the internal notes of the timeline. */
function labelOf({ row, sources }: LedgerCredit, source: CreditSource | undefined): string {
  const name = SOURCE_NAMES[source ?? sources[0]?.source ?? 'text'];
  const reference = row.rrn ? `, UTR ${row.rrn}` : '';
  return `bank credit of ${formatPaise(row.amount)} (${name}${reference}, ${row.id})`;
}
