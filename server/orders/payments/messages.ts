import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import type { Reading } from '#shop/bank/reading.ts';
import { toRupees } from '#shop/money/money.ts';
import type { Match } from '#shop/orders/payments/match.ts';
import { isOwnAccount } from '#shop/orders/payments/own-accounts.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import { keepMessage, messageById, toBankMessages, toRow } from './bank-messages.ts';
import { splitMessages } from './bank-messages-split.ts';
import {
  type IncomingMessage,
  type MessageRules,
  type Understood,
  understand,
  type WaitingMessage,
} from './bank-messages-understand.ts';
import * as queries from './ledger.queries.ts';
import { type LedgerReport, lockLedger, previewReports, recordReports } from './ledger.ts';
import { factsWith, matchFacts, type ProofDeps, proveOrders } from './proof.ts';
import { recordedRefunds } from './refund-debits.ts';
import { mayBeRefund, returnRefunds } from './refunds.ts';
import { reverseCredit } from './reversal.ts';
import { takenBackBy } from './taken-back.ts';
import { toCredit } from './wire.ts';

export type { IncomingMessage } from './bank-messages-understand.ts';

/**
 * Reads what staff give as one message, which may be several, and unless it is a dry run records
 * the credits.
 *
 * @returns what became of the first one, of the others in `more`, and their `count`
 * @throws see `takeMessage`
 */
export async function takeMessages(
  context: ServiceContext,
  deps: ProofDeps,
  rules: MessageRules,
  given: Omit<IncomingMessage, 'receivedAt'> & { receivedAt?: number | undefined },
  dryRun: boolean,
  actor: Actor,
) {
  const message = { ...given, receivedAt: given.receivedAt ?? context.now() };
  const texts = message.via === 'text' ? splitMessages(message.text ?? '', message.receivedAt, rules.wordings) : [];
  const parts = texts.length > 1 ? texts.map((text) => ({ ...message, text })) : [message];
  const taken: Awaited<ReturnType<typeof takeMessage>>[] = [];
  for (const part of parts) taken.push(await takeMessage(context, deps, rules, part, dryRun));
  if (!dryRun) for (const one of taken) await auditMessage(context, actor, message, one);
  const [first, ...more] = taken;
  if (!first) throw new Error('A message has at least one part.');
  return { ...first, count: parts.length, more };
}

/**
 * Reads a message of the bank. One that is read whole records its credit and confirms the order
 * that it proves; another that looks like a credit waits for a person; all else changes nothing.
 *
 * @throws ShopError validation when the text is missing or a mail cannot be read
 */
export async function takeMessage(
  context: ServiceContext,
  deps: ProofDeps,
  rules: MessageRules,
  message: IncomingMessage,
  dryRun: boolean,
) {
  const understood = await understand(message, rules);
  if (understood.kind === 'nothing') return { message: describe(understood) };
  if (understood.kind === 'waits') {
    return { message: describe(understood), waiting: await keep(context, understood.message, dryRun) };
  }
  const { reading, report } = understood;
  const described = describe(understood);
  if (report === null) return { message: described };
  const bounce = await bounceOf(context, reading, report);
  const reverses = bounce === null ? await reversedBy(context, rules.settings, reading, report) : null;
  if (reverses !== null) {
    const taken = { ...described, reversal: true };
    if (dryRun) return { message: taken };
    const id = await reverseCredit(context, deps, report, reverses);
    return { message: taken, ...(await creditOf(context, id)) };
  }
  if (bounce === null && reading.kind !== 'credit') return { message: described };
  return { message: described, ...(await recorded(context, deps, bounce ?? report, dryRun)) };
}

/** Keeps a message for a person; a dry run only shows what would be kept. */
async function keep(context: ServiceContext, message: WaitingMessage, dryRun: boolean) {
  const { db } = context.database;
  if (dryRun) {
    const [shown] = await toBankMessages(db, [toRow(message, context.now())]);
    return shown && { ...shown, id: '' };
  }
  const id = await transact(context, ({ trx }) => keepMessage(trx, message, context.now()));
  return messageById(db, id);
}

async function recorded(context: ServiceContext, deps: ProofDeps, report: LedgerReport, dryRun: boolean) {
  if (dryRun) return { match: await preview(context, deps, report) };
  const [found] = await transact(context, async ({ trx }) => {
    await lockLedger(trx);
    return recordReports(trx, [report], context.now());
  });
  if (!found) return {};
  if (found.returned) await returnRefunds(context, deps, [found.creditId]);
  const match = (await proveOrders(context, deps, [found.creditId])).get(found.creditId);
  return { ...(await creditOf(context, found.creditId)), ...(match ? { match: matchFields(match) } : {}) };
}

/** What was read, for staff. */
function describe(understood: Understood) {
  const reading = understood.kind === 'waits' ? null : understood.reading;
  const amount = reading?.amountPaise ?? null;
  return {
    kind: reading?.kind ?? ('other' as const),
    amount: amount === null ? null : toRupees(amount),
    rrn: reading?.rrn ?? null,
    date: reading?.date ?? null,
    payer: reading?.payerVpa ?? reading?.payerName ?? null,
    account: reading?.accountTail ?? null,
    reversal: reading !== null && reading.reversesRrn !== null,
    trusted: understood.kind === 'read',
    reason: reasonOf(understood),
  };
}

function reasonOf(understood: Understood): string | null {
  if (understood.kind === 'waits') return understood.message.reason;
  return understood.kind === 'nothing' ? understood.reason : understood.reading.reason;
}

/**
 * The report of an own payment that came back, if a refund of its reference and amount is recorded,
 * or without a reference one of its amount in the last days; null otherwise. Other texts about
 * returned money change nothing: what they name may be the payment of a shopper.
 */
async function bounceOf(
  { database }: ServiceContext,
  { returnedRefs, reversesRrn }: Reading,
  report: LedgerReport,
): Promise<LedgerReport | null> {
  const refs = returnedRefs ?? (reversesRrn === null ? [] : [reversesRrn]);
  const refunds = await queries.refundsNamed(database.db, [{ refs }]);
  const own = refs.filter((ref) => refunds.has(`${ref} ${report.amount}`));
  const isBare = returnedRefs?.length === 0 && (await mayBeRefund(database.db, report));
  if (own.length === 0 && !isBare) return null;
  return { ...report, refs: own, rrn: own.find((ref) => /^\d{12}$/.test(ref)) ?? null, returned: true };
}

/**
 * The UTR of the credit that a debit takes back, by its words or by what the shop knows; null for
 * any other message. The shopper's own bank tells of the payment with the same UTR and amount:
 * other words count only in a message of the shop's bank that names a day and an own account.
 */
async function reversedBy(
  { database: { db } }: ServiceContext,
  { accounts }: ProofSettings,
  { reversesRrn, kind, date, accountTail, bank }: Reading,
  report: LedgerReport,
): Promise<string | null> {
  if (kind !== 'debit') return null;
  if ((await recordedRefunds(db, [report], () => reversesRrn !== null)).has(report)) return null;
  if (reversesRrn !== null) return reversesRrn;
  if (report.source === 'text' || date === null || accountTail === null) return null;
  const isOwn = isOwnAccount({ account: accountTail, bank }, accounts);
  return (await takenBackBy(db, [report], isOwn)).get(report) ?? null;
}

/** Staff have given a message by hand: the audit log says who. */
async function auditMessage(
  { database, now }: ServiceContext,
  actor: Actor,
  { via }: Pick<IncomingMessage, 'via'>,
  taken: { message: { kind: string; reason: string | null }; credit?: { id: string } | undefined },
): Promise<void> {
  const { kind, reason } = taken.message;
  const about = { entity: 'credit', entityId: taken.credit?.id ?? 'none' };
  await writeAudit(database.db, { at: now(), actor, action: 'message', ...about, after: { via, kind, reason } });
}

/** The fields of a match that the API returns. */
export function matchFields({ orderNumber, decision, reason }: Match) {
  return { orderNumber, decision, reason };
}

async function creditOf({ database }: ServiceContext, id: string) {
  const [credit] = await queries.creditsById(database.db, [id]);
  return credit ? { credit: toCredit(credit) } : {};
}

async function preview({ database, now }: ServiceContext, { rules }: ProofDeps, report: LedgerReport) {
  const { db } = database;
  const [found] = await previewReports(db, [report], now());
  const [known] = found ? await queries.creditsById(db, [found.creditId]) : [];
  if (!found) return undefined;
  const [match] = await matchFacts(db, [factsWith(found, known, now())], rules);
  return match && matchFields(match);
}
