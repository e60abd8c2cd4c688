import { type Actor, SHOP } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { lockKey } from '#server/database/engine.ts';
import { databaseFailure } from '#server/database/errors.ts';
import { type Reader, type Trx, transact } from '#server/database/transact.ts';
import type { MailService } from '#server/mail/mail.service.ts';
import { isShopError, ShopError } from '#shop/errors.ts';
import { startOfDay } from '#shop/india/dates.ts';
import { formatPaise } from '#shop/money/money.ts';
import { attachCredit, detachCredit, reopenPayment } from '#shop/orders/changes/payment.ts';
import type { CreditSource, ProofWay } from '#shop/orders/payments/credit.ts';
import { type ConfirmedToday, type CreditFacts, type Match, matchCredit } from '#shop/orders/payments/match.ts';
import { orderInNote } from '#shop/orders/payments/payer-note.ts';
import type { TakenBack } from '#shop/orders/sentences.ts';
import type { ProofRules } from '#shop/settings/proof.ts';
import { applyChange } from '../lifecycle/change-order.ts';
import { acceptPayment } from '../lifecycle/payment.ts';
import type { OrderTerms } from '../order-terms.ts';
import { utrBefore } from '../rows/payments.queries.ts';
import { readCandidates } from './candidates.ts';
import { creditsById, flagsOf, type LedgerCredit, moveCredit, politeParts } from './ledger.queries.ts';
import type { Recorded } from './ledger.ts';
import type { Readers } from './readers.ts';

export interface ProofDeps {
  mail: MailService;
  readers: Readers;
  terms: OrderTerms;
  rules: ProofRules;
  /** Makes an order of a draft that was paid, once. @param utr the reference of the payment */
  placeDraft(context: ServiceContext, orderNumber: string, utr: string | null): Promise<void>;
}

/** Credits that are decided at once: other requests wait for one such part at most. */
const DECIDED = 100;
/**
 * Confirmations that share one commit on SQLite (server/database/group-commit.ts); each is a
 * transaction of its own.
 */
const TOGETHER = 16;

export function factsOf({ row, refs, sources, status }: LedgerCredit): CreditFacts {
  return {
    id: row.id,
    amount: row.amount,
    day: row.day,
    at: row.at,
    minute: row.minute,
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
  const { source, refs, mayConfirm, reading } = recorded.report;
  const facts = known ? factsOf(known) : factsOfReport(recorded);
  const told = { source, refs, noteOrder: orderInNote(reading.note), mayConfirm, at: now };
  return { ...facts, sources: [...facts.sources, told] };
}

function factsOfReport({ report, kind, returned }: Recorded): CreditFacts {
  return {
    id: '',
    amount: report.amount,
    day: report.day,
    at: report.at,
    minute: report.minute,
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

/**
 * Paise that each source has confirmed by itself today (in India); empty when no rule asks for it.
 */
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
  const matches = await matchFacts(db, credits.map(factsOf), rules, await confirmedToday(db, rules, now));
  return new Map(credits.map(({ id }, index) => [id, matches[index] as Match]));
}

/** What credits would prove, in their order. */
export async function matchFacts(
  db: Reader,
  facts: readonly CreditFacts[],
  rules: ProofRules,
  today: ConfirmedToday = {},
): Promise<Match[]> {
  const candidates = await readCandidates(db, facts);
  return facts.map((credit, index) => {
    const { byUtr = [], named = [], asked = [] } = candidates[index] ?? {};
    return matchCredit(credit, byUtr, rules, today, { named, asked });
  });
}

/**
 * Confirms the orders that these credits prove under the owner's rules (D55), each in its own
 * transaction. A credit of a payment that staff accepted by themselves is attached to its order.
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
        group.map(async ([id, match]) => {
          outcome.set(id, await proveOne(context, deps, id, match));
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

/**
 * Decides again inside the transaction, where order and credit are locked. A draft becomes an order
 * with the UTR of the credit first, in a transaction of its own: should the second one fail, the
 * sweep finds that UTR.
 *
 * @param before what the credit seemed to prove
 */
async function proveOne(context: ServiceContext, deps: ProofDeps, creditId: string, before: Match): Promise<Match> {
  const orderNumber = before.orderNumber ?? '';
  try {
    if (before.draft) await deps.placeDraft(context, orderNumber, before.utr ?? null);
    return await transact(context, async (work) => {
      const { trx } = work;
      // The sum of the day must not grow between reading it and confirming.
      if (limitsDay(deps.rules)) await lockKey(trx, 'credits confirmed today');
      // Before the order, as by `sendUtr`.
      if (before.utr) await lockKey(trx, before.utr);
      let match: Match = { decision: 'none', orderNumber: null, reason: 'no_order' };
      await applyChange(work, context, deps, {
        orderNumber,
        actor: SHOP,
        decide: async (facts) => {
          const [credit] = await creditsById(trx, [creditId], 'for update');
          if (!credit) return null;
          match = (await matchesOf(trx, [credit], deps.rules, facts.at)).get(creditId) ?? match;
          if (match.orderNumber !== orderNumber) return null;
          // A draft has got the UTR by now, but not from its shopper.
          const { way = 'utr' } = before;
          match = { ...match, way };
          const label = labelOf(credit, match.source);
          if (match.decision === 'confirm' && match.source) {
            const { source, utr } = match;
            await takeCredit(trx, creditId, { orderNumber, source, way, by: SHOP.name, at: facts.at });
            const proof = { credit: creditId, source, way, label: `Confirmed by ${WAYS[way]}: ${label}` };
            return acceptPayment(facts, { note: '', utr, proof });
          }
          if (match.decision !== 'none' || match.reason !== 'already_paid') return null;
          const change = attachCredit(facts.order, creditId, `Found by ${WAYS[way]}: ${label}`);
          const taken = { orderNumber, source: 'staff', way: 'person', by: SHOP.name, at: facts.at } as const;
          if (change) await takeCredit(trx, creditId, taken);
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

/** For the internal notes of the timeline. */
export const WAYS: Record<ProofWay, string> = {
  utr: 'UTR',
  number: 'order number',
  paise: 'exact paise',
  person: 'a person',
};

/**
 * The order of a credit loses its proof. The caller writes the credit afterwards.
 *
 * @param undone its import is undone: what staff had accepted by themselves before the credit came
 *   stays accepted
 */
export async function freeOrder(
  work: Parameters<typeof applyChange>[0],
  context: ServiceContext,
  deps: ProofDeps,
  {
    credit,
    actor,
    takenBack,
    note,
    undone = false,
  }: { credit: LedgerCredit; actor: Actor; takenBack: TakenBack | null; note: string; undone?: boolean },
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
      return reopenPayment(order, { credit: credit.id, takenBack, note, utrBefore: before }, at);
    },
  });
}

export async function takeCredit(
  trx: Trx,
  id: string,
  taken: {
    orderNumber: string;
    source: CreditSource | 'staff';
    way: ProofWay;
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
    proved_by: taken.way,
    flags: taken.flags ?? '[]',
  });
  if (!moved) throw new ShopError('credit_taken');
}

const SOURCE_NAMES: Record<CreditSource, string> = {
  statement: 'bank statement',
  sms: 'SMS',
  email: 'email',
  text: 'pasted message',
};

/** 'bank credit of ₹599 (SMS, UTR 632400000001)', for the internal notes of the timeline. */
export function labelOf({ row, sources }: LedgerCredit, source: CreditSource | undefined): string {
  const name = SOURCE_NAMES[source ?? sources[0]?.source ?? 'text'];
  const reference = row.rrn ? `, UTR ${row.rrn}` : '';
  return `bank credit of ${formatPaise(row.amount)} (${name}${reference})`;
}
