import { looksLikeCredit, tracesOf } from '#shop/bank/finder.ts';
import { readMessage } from '#shop/bank/read.ts';
import type { Reading } from '#shop/bank/reading.ts';
import { senderOf } from '#shop/bank/senders.ts';
import { fieldError } from '#shop/errors.ts';
import type { BankMessageReason } from '#shop/orders/payments/bank-messages-api.ts';
import type { CreditSource } from '#shop/orders/payments/credit.ts';
import { trustedMail, unlistedBank } from '#shop/orders/payments/mail-trust.ts';
import { mailboxAddress, mailSenderKey, senderKey, sendersOf, standingOf } from '#shop/orders/payments/own-accounts.ts';
import type { ProofSettings } from '#shop/settings/proof.ts';
import { cleanText } from '#shop/text/text.ts';
import type { LedgerReport } from './ledger.ts';
import type { MailHead } from './mail-message.ts';
import type { Readers } from './readers.ts';
import { reportOf } from './reports.ts';
import type { WordingSet } from './wordings.ts';

type MessageSource = Exclude<CreditSource, 'statement'>;

export interface IncomingMessage {
  via: MessageSource;
  sender?: string | undefined;
  text?: string | undefined;
  /** A whole email. */
  raw?: string | Buffer | undefined;
  /** Epoch ms. */
  receivedAt: number;
}

/** A message whose sender is known as far as it can be. */
export interface KnownMessage {
  source: MessageSource;
  /**
   * Without what changes from message to message: `KOTAKD`, `@kotak.bank.in`. Empty for a pasted
   * text.
   */
  key: string;
  /** As the message names it. */
  sender: string | null;
  bank: string | null;
  subject: string;
  text: string;
  receivedAt: number;
}

/** What waits for a person. */
export interface WaitingMessage extends KnownMessage {
  reason: BankMessageReason;
  /** The wording that it fits and that may not confirm yet or any more. */
  wording: string | null;
  numbers: string[];
  amounts: number[];
}

export type Understood =
  /** Read whole, from a sender that counts. `report` is null without an amount. */
  | { kind: 'read'; reading: Reading; report: LedgerReport | null }
  | { kind: 'waits'; message: WaitingMessage }
  /** It has no effect. `reason`: why it is not believed, or `other` for what is no credit. */
  | { kind: 'nothing'; reading: Reading | null; reason: string };

export interface MessageRules {
  settings: ProofSettings;
  wordings: WordingSet;
  readers: Pick<Readers, 'mail'>;
}

const MAX_TEXT = 2_000;

/**
 * Decides what a message may do (D62): one that is read whole by a wording of the sender's bank is
 * a report; what else looks like a credit waits for a person; all else, and whatever may be forged,
 * is dropped.
 *
 * @throws ShopError validation when the text is missing or a mail cannot be read
 */
export async function understand(message: IncomingMessage, rules: MessageRules): Promise<Understood> {
  if (message.via === 'email') return understandMail(message, rules);
  const text = message.text?.trim() ?? '';
  if (text === '') throw fieldError('validation', 'text', 'Please give the text of the message.');
  const { receivedAt, sender = '' } = message;
  const known = { subject: '', text, receivedAt };
  if (message.via === 'text') return judge({ ...known, source: 'text', key: '', sender: null, bank: null }, rules);
  const { bank, listed } = senderOf(sender, sendersOf(rules.settings));
  const key = senderKey(sender);
  const isOffer = bank !== null && !listed;
  if (key === null || isOffer) return { kind: 'nothing', reading: null, reason: 'sender_unknown' };
  return judge({ ...known, source: 'sms', key, sender, bank }, rules);
}

/** The subject of a mail that answers or forwards another one, which has written the rest of it. */
const REPLY = /^(?:re|fwd?|aw|wg)\s*(?:\[\d+\])?:/i;

async function understandMail(message: IncomingMessage, rules: MessageRules): Promise<Understood> {
  if (!message.raw) throw fieldError('validation', 'raw', 'Please give the whole email.');
  const mail = await rules.readers.mail(message.raw);
  const trust = judgeMail(mail, rules.settings);
  if (!trust.trusted) return { kind: 'nothing', reading: null, reason: trust.reason ?? 'dkim' };
  const known = { source: 'email' as const, key: mailSenderKey(mail.sender), sender: mail.sender, bank: trust.bank };
  // A bank's care desk may quote what a stranger has written to it; only its own words are
  // believed.
  const subject = REPLY.test(mail.subject) ? '' : mail.subject;
  return judge({ ...known, subject, text: mail.own, receivedAt: mail.date ?? message.receivedAt }, rules);
}

/**
 * Whether a mail is its bank's own. `bank` is null for a bank that is not listed: its domain ends
 * in `.bank.in`, which only banks have.
 */
export function judgeMail(head: MailHead, settings: ProofSettings) {
  const { authservId } = settings.mailbox;
  const config = { authservId: authservId || null, address: mailboxAddress(settings) };
  const trust = trustedMail(head, { ...config, domains: sendersOf(settings) });
  const unlisted = trust.reason === 'unknown_sender' ? unlistedBank(head) : null;
  if (unlisted === null) return trust;
  return { ...trustedMail(head, { ...config, domains: [{ bank: '', domains: [unlisted] }] }), bank: null };
}

/** See `understand`. */
export function judge(message: KnownMessage, { settings, wordings }: MessageRules): Understood {
  const { source, bank, key } = message;
  const { accounts, ignoredSenders } = settings;
  if (ignoredSenders.includes(key)) return { kind: 'nothing', reading: null, reason: 'ignored' };
  const isPasted = source === 'text';
  const read = bank === null && !isPasted ? null : readMessage(asBankMessage(message), wordings.on);
  const standing = standingOf(bank, read?.reading.accountTail ?? null, accounts);
  // Before the owner has named an account, what is read is shown as a suggestion.
  if (read && (isPasted || standing === 'own' || accounts.length === 0)) {
    const { receivedAt, sender, text } = message;
    const mayConfirm = !isPasted && standing === 'own';
    const report = reportOf(read.reading, {
      source,
      receivedAt,
      sender,
      raw: text,
      mayConfirm,
      wording: isPasted ? null : read.template,
    });
    return { kind: 'read', reading: read.reading, report };
  }
  const whole = `${message.subject}\n${message.text}`;
  if ((read && read.reading.kind !== 'credit') || isOneTimeCode(whole) || !looksLikeCredit(whole)) {
    return { kind: 'nothing', reading: read?.reading ?? null, reason: read?.reading.reason ?? 'other' };
  }
  const reason = reasonOf(message, read !== null, standing);
  const wording = bank === null ? null : (readMessage(asBankMessage(message), wordings.others)?.template ?? null);
  const text = cleanText(message.text).slice(0, MAX_TEXT);
  return { kind: 'waits', message: { ...message, text, ...tracesOf(whole), reason, wording } };
}

function reasonOf({ source, bank }: KnownMessage, isRead: boolean, standing: string): BankMessageReason {
  if (source === 'text') return 'wording_unknown';
  if (bank === null) return 'sender_unknown';
  if (standing === 'no_account') return 'no_account';
  return isRead ? 'other_account' : 'wording_unknown';
}

function asBankMessage({ source, sender, bank, subject, text, receivedAt }: KnownMessage) {
  const via = source === 'sms' && sender?.includes('.') ? ('app' as const) : source;
  return { via, bank, subject, text, receivedAt };
}

const CODE = '(?<!\\d)\\d{4,8}(?!\\d)';
const ONE_TIME = '(?:otp|one[- ]time (?:password|pin|code))';
const ONE_TIME_CODES = [
  new RegExp(`${CODE} (?:is )?(?:[\\w-]+ ){0,4}${ONE_TIME}\\b`, 'i'),
  new RegExp(`\\b${ONE_TIME}\\b[^.]{0,60}?(?:is|:|-) ?${CODE}`, 'i'),
];

/** A one-time password is never kept. Below their alerts, banks only warn of giving one away. */
function isOneTimeCode(text: string): boolean {
  return ONE_TIME_CODES.some((shape) => shape.test(text));
}
