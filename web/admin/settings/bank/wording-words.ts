import { formatDateTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { Wording } from '#shop/orders/payments/bank-messages-api.ts';
import type { SourceRule } from '#shop/settings/proof.ts';
import { spell } from '../../lib/durations.ts';

/** What a person calls the slots of a wording. */
const SLOTS: Record<string, string> = {
  amount: 'Amount',
  account: 'Account',
  date: 'Date',
  time: 'Time',
  rrn: 'UTR',
  ref: 'Reference',
  balance: 'Balance',
  number: 'Number',
  code: 'Code',
  name: 'Your name',
  payer: 'Name',
  vpa: 'UPI ID',
  note: 'Note',
  any: 'Other words',
};

/** The slots in which stands what a payer wrote, or what nobody reads. */
const OPAQUE = ['payer', 'vpa', 'note', 'any'];
export const isOpaque = (slot: string) => OPAQUE.includes(slot);

export const slotName = (slot: string): string => SLOTS[slot] ?? slot;

/** A name of a slot inside a sentence. */
export const small = (name: string) => (name.startsWith('U') ? name : name.toLowerCase());

/** The class that colours a slot. */
export function slotClass(slot: string): string {
  if (isOpaque(slot)) return 'slot slot-payer';
  return ['amount', 'rrn', 'account'].includes(slot) ? `slot slot-${slot}` : 'slot';
}

/**
 * 'Name, note' for the slots of `wording` that `which` picks, each once. Empty when there are none.
 */
export function namesOf({ parts }: Pick<Wording, 'parts'>, which: (slot: string) => boolean): string {
  const names = parts.flatMap(({ slot }) => (slot !== null && which(slot) ? [slotName(slot)] : []));
  const [first, ...rest] = new Set(names);
  return [first, ...rest.map(small)].filter(Boolean).join(', ');
}

/** Why a wording can never confirm by itself. */
const REFUSED: Record<string, string> = {
  rrn_in_note: 'The UTR stands only in words that the payer writes. Anybody could write another one there.',
  amount_in_note: 'The amount stands only in words that the payer writes. Anybody could write another one there.',
  two_amounts: 'These messages name two amounts, and it is not clear which one came.',
  two_references: 'These messages name two references, and it is not clear which one is the UTR.',
  two_accounts: 'These messages name two accounts, and it is not clear which one is yours.',
  no_account: 'These messages do not say which account the money came to.',
};
const UNCLEAR = 'It is not clear enough in these messages what the bank wrote and what the payer wrote.';

export function refusalWords(reason: string | null): string {
  return `${REFUSED[reason ?? ''] ?? UNCLEAR} Please go on confirming these by hand; a statement confirms them, too.`;
}

/** 'HDFCBK'; an app has a package, which says nothing to a person. */
export function senderName(sender: string): string {
  return sender.includes('.') && !sender.includes('@') ? 'app notification' : sender;
}

/** Where a wording comes from: which rule of the owner it is under. */
export const sourceOf = ({ senders }: Pick<Wording, 'senders'>): 'sms' | 'email' =>
  senders.length > 0 && senders.every((sender) => sender.startsWith('@')) ? 'email' : 'sms';

/**
 * What trusting a wording would mean under the owner's rule for its source. `may`: it would confirm
 * by itself.
 *
 * @param name of the source: 'SMS'
 */
export function ruleWords({ policy, limitPerOrder, limitPerDay }: SourceRule, name: string) {
  if (policy === 'suggest') {
    return { may: false, text: `Your rules let ${name} only suggest, so you still confirm each with one press.` };
  }
  if (limitPerOrder === 0 || limitPerDay === 0) {
    return { may: false, text: `Your limit for ${name} is ₹0, so you still confirm each with one press.` };
  }
  const limits = [
    limitPerOrder === null ? '' : `${formatRupees(limitPerOrder)} an order`,
    limitPerDay === null ? '' : `${formatRupees(limitPerDay)} a day`,
  ].filter(Boolean);
  const most = limits.length > 0 ? `, up to ${limits.join(' and ')}` : ', without a limit';
  return { may: true, text: `Then the third confirms by itself${most}.` };
}

/** What a wording has done, below it in the list. @param now epoch ms */
export function historyWords(wording: Wording, now: number): string {
  const { own, state, reason, messages, confirmed, lastAt, decidedBy, decidedAt } = wording;
  const origin = own ? 'Learned' : 'Built in';
  const count = (number: number, [one, many]: [string, string]) => `${number} ${number === 1 ? one : many}`;
  const came = count(messages, ['message', 'messages']);
  if (state === 'off') {
    const since = messages > 0 ? ` · ${came} since then waited for you` : '';
    if (reason === 'examples') return `${origin} · off since an update: it does not fit its own messages any more`;
    return `${origin} · switched off${by(decidedBy, decidedAt)}${since}`;
  }
  const trusted = own ? `, trusted${by(decidedBy, decidedAt)}` : '';
  if (lastAt === null) return `${origin}${trusted} · no message yet`;
  const orders = count(confirmed, ['order', 'orders']);
  const last = now - lastAt < DAY ? `${spell(now - lastAt)} ago` : when(lastAt);
  return `${origin}${trusted} · ${came} in 30 days, ${orders} confirmed · last ${last}`;
}

const DAY = 86_400_000;
const when = (at: number) => formatDateTime(at);
const by = (who: string | null, at: number | null) => `${who ? ` by ${who}` : ''}${at ? ` on ${when(at)}` : ''}`;
