import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { fieldError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { type CreditSource, sameAccount } from '#shop/orders/payments/credit.ts';
import { readAlert } from '#shop/orders/payments/mail-reading.ts';
import { trustedMail } from '#shop/orders/payments/mail-trust.ts';
import { type Match, matchCredit } from '#shop/orders/payments/match.ts';
import { readMessage } from '#shop/orders/payments/message.ts';
import type { Reading } from '#shop/orders/payments/reading.ts';
import { DEFAULT_SENDERS, trustedSender } from '#shop/orders/payments/senders.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import * as queries from './ledger.queries.ts';
import { type LedgerReport, lockLedger, previewReports, recordReports } from './ledger.ts';
import { readMail } from './mail-message.ts';
import { factsWith, ordersByUtr, type ProofDeps, proveOrders } from './proof.ts';
import { recordedRefunds } from './refund-debits.ts';
import { mayBeRefund, returnRefunds } from './refunds.ts';
import { reportOf } from './reports.ts';
import { reverseCredit } from './reversal.ts';
import { takenBackBy } from './taken-back.ts';
import { toCredit } from './wire.ts';

export interface IncomingMessage {
  via: Exclude<CreditSource, 'statement'>;
  sender?: string | undefined;
  text?: string | undefined;
  /** A whole email. */
  raw?: string | Buffer | undefined;
  /** Epoch ms. */
  receivedAt: number;
}

/** A message that has been read. Nothing is stored yet. */
interface ReadMessage {
  reading: Reading;
  trusted: boolean;
  /** Why it is no credit, or why it is not trusted. */
  reason: string | null;
  report: LedgerReport | null;
}

/**
 * Reads a message of the bank, records its credit and confirms the order that it proves. A message that is not trusted changes nothing.
 *
 * @throws ShopError validation when the text is missing
 */
export async function takeMessage(
  context: ServiceContext,
  deps: ProofDeps,
  settings: ProofSettings,
  message: IncomingMessage,
  dryRun: boolean,
) {
  const read = await understand(message, settings);
  const { reading, trusted, reason, report } = read;
  const described = {
    kind: reading.kind,
    amount: reading.amountPaise === null ? null : toRupees(reading.amountPaise),
    rrn: reading.rrn,
    date: reading.date,
    payer: reading.payerVpa ?? reading.payerName,
    account: reading.accountTail,
    reversal: reading.reversesRrn !== null,
    trusted,
    reason,
  };
  if (!trusted || report === null) return { message: described };
  const bounce = await bounceOf(context, reading, report);
  const reverses = bounce === null ? await reversedBy(context, settings, message.via, reading, report) : null;
  if (reverses !== null) {
    const taken = { ...described, reversal: true };
    if (dryRun) return { message: taken };
    const id = await reverseCredit(context, deps, report, reverses);
    return { message: taken, ...(await creditOf(context, id)) };
  }
  if (bounce === null && reading.kind !== 'credit') return { message: described };
  const told = bounce ?? report;
  if (dryRun) return { message: described, match: await preview(context, deps, told) };
  const [recorded] = await transact(context, async ({ trx }) => {
    await lockLedger(trx, context.database.kind);
    return recordReports(trx, [told], context.now());
  });
  if (!recorded) return { message: described };
  if (recorded.returned) await returnRefunds(context, deps, [recorded.creditId]);
  const matches = await proveOrders(context, deps, [recorded.creditId]);
  const match = matches.get(recorded.creditId);
  return {
    message: described,
    ...(await creditOf(context, recorded.creditId)),
    ...(match ? { match: matchFields(match) } : {}),
  };
}

/**
 * The report of an own payment that came back, if a refund of its reference and amount is recorded, or without a reference one of its amount
 * in the last days; null otherwise. Other texts about returned money change nothing: what they name may be the payment of a shopper.
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
 * The UTR of the credit that a debit takes back, by its words or by what the shop knows; null for any other message. The shopper's own bank
 * tells of the payment with the same UTR and amount: other words count only in a message of the shop's bank that names a day and an own account.
 */
async function reversedBy(
  { database: { db } }: ServiceContext,
  { accounts }: ProofSettings,
  via: IncomingMessage['via'],
  { reversesRrn, kind, date, accountTail }: Reading,
  report: LedgerReport,
): Promise<string | null> {
  if (kind !== 'debit') return null;
  if ((await recordedRefunds(db, [report], () => reversesRrn !== null)).has(report)) return null;
  if (reversesRrn !== null) return reversesRrn;
  if (via === 'text' || date === null || accountTail === null) return null;
  const isOwn = accounts.some(({ tail }) => sameAccount(tail, accountTail));
  return (await takenBackBy(db, [report], isOwn)).get(report) ?? null;
}

/** Staff have given a message by hand: the audit log says who. */
export async function auditMessage(
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

async function understand(message: IncomingMessage, settings: ProofSettings): Promise<ReadMessage> {
  const { via, receivedAt } = message;
  const tails = settings.accounts.map(({ tail }) => tail);
  if (via === 'email') {
    return understandMail(message, settings, tails);
  }
  const text = message.text?.trim() ?? '';
  if (text === '') throw fieldError('validation', 'text', 'Please give the text of the message.');
  const senders = sendersOf(settings);
  const { trusted, bank } =
    via === 'text' ? { trusted: true, bank: null } : trustedSender(message.sender ?? '', senders);
  const reading = readMessage(text, { receivedAt, bankHint: bank, tails });
  const origin = { source: via, receivedAt, sender: message.sender ?? null, raw: text };
  const reason = reading.reason ?? (trusted ? null : 'sender_unknown');
  return { reading, trusted, reason, report: reportOf(reading, origin) };
}

/** The subject of a mail that answers or forwards another one, which has written the rest of it. */
const REPLY = /^(?:re|fwd?|aw|wg)\s*(?:\[\d+\])?:/i;

async function understandMail(
  message: IncomingMessage,
  settings: ProofSettings,
  tails: readonly string[],
): Promise<ReadMessage> {
  if (!message.raw) throw fieldError('validation', 'raw', 'Please give the whole email.');
  const mail = await readMail(message.raw);
  const { authservId } = settings.mailbox;
  const trust = trustedMail(mail, { authservId: authservId || null, domains: domainsOf(settings) });
  const receivedAt = message.receivedAt;
  // A bank's care desk may quote what a stranger has written to it; only its own words are believed.
  const subject = REPLY.test(mail.subject) ? '' : mail.subject;
  const words = trust.trusted ? { ...mail, subject, text: mail.own } : mail;
  const reading = readAlert(words, { receivedAt: mail.date ?? receivedAt, bankHint: trust.bank, tails });
  const origin = { source: 'email' as const, receivedAt, sender: mail.from[0] ?? null, raw: mail.text };
  const reason = reading.reason ?? (trust.trusted ? null : trust.reason);
  return { reading, trusted: trust.trusted, reason, report: reportOf(reading, origin) };
}

async function preview({ database, now }: ServiceContext, { rules }: ProofDeps, report: LedgerReport) {
  const { db } = database;
  const [recorded] = await previewReports(db, [report], now());
  const [known] = recorded ? await queries.creditsById(db, [recorded.creditId]) : [];
  const orders = (await ordersByUtr(db, report.refs)).values();
  if (!recorded) return undefined;
  return matchFields(matchCredit(factsWith(recorded, known, now()), [...orders].flat(), rules));
}

/** The owner's list of senders, else the built-in one. A name with dots is an app package. */
function sendersOf({ senders }: ProofSettings) {
  if (senders === null) return DEFAULT_SENDERS;
  return senders.map(({ bank, names }) => ({
    bank,
    headers: names.filter((name) => !name.includes('.')),
    packages: names.filter((name) => name.includes('.')),
    domains: [],
  }));
}

function domainsOf({ domains }: ProofSettings) {
  if (domains === null) return DEFAULT_SENDERS;
  return domains.map(({ bank, names }) => ({ bank, domains: names }));
}
