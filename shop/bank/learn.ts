import type { Paise } from '#shop/money/money.ts';
import { hasBackWord } from './back.ts';
import { dateAt, timeAt } from './dates.ts';
import { readMessage } from './read.ts';
import { takeAt } from './slots.ts';
import type { Template } from './template.ts';
import { plainText } from './text.ts';

/** A message of which a person has confirmed what it says. */
export interface Confirmed {
  text: string;
  amountPaise: Paise;
  rrn: string;
}

/** Why a common wording of two messages cannot confirm by itself. */
type Doubt = 'rrn_in_note' | 'amount_in_note' | 'two_amounts' | 'two_references' | 'two_accounts' | 'no_account';

/**
 * The common wording of two messages. With a `doubt` the template only shows a person what they
 * have in common.
 */
export interface Proposal {
  template: Template;
  doubt: Doubt | null;
}

/**
 * The common wording of two messages of one sender as a template: fixed words, and slots for what
 * differs or changes from payment to payment. What a payer writes, behind `Remark:` or in a path
 * behind the number, is a note whatever it holds. Null if the words of the bank differ, if the
 * confirmed amount and number do not stand in the messages, or if the template would not be as safe
 * as a built-in one for a reason that no `Doubt` names.
 */
export function proposeWording(
  one: Confirmed,
  other: Confirmed,
  sender: { bank: string; via: Template['via'][number] },
): Proposal | null {
  const [first, second] = [wordsOf(one), wordsOf(other)];
  if (!first || !second) return null;
  const parts = align(first.bank, second.bank);
  if (!parts) return null;
  const own = withOwnAccount(parts);
  const doubt = doubtIn(first, one) ?? doubtIn(second, other) ?? doubtInParts(own);
  if (doubt === 'unclear') return null;
  if (doubt) return { template: templateOf('refused', sender, written(parts) + noteOf(first, second)), doubt };
  const whole = withPayer(own);
  if (!isSafe(whole)) return null;
  const template = templateOf('learned', sender, written(whole) + noteOf(first, second));
  if (![one, other].every((message) => readsBack(template, message))) return null;
  return { template: withExamples(template, [one, other]), doubt: null };
}

function templateOf(
  prefix: 'learned' | 'refused',
  { bank, via }: { bank: string; via: Template['via'][number] },
  text: string,
): Template {
  return {
    id: `${prefix}-${hashOf(`${bank} ${via} ${text}`)}`,
    bank,
    via: [via],
    kind: 'credit',
    channel: /\bimps\b/i.test(text) ? 'imps' : 'upi',
    text,
    examples: [],
  };
}

type Slot = 'amount' | 'balance' | 'rrn' | 'date' | 'time' | 'account' | 'vpa' | 'number' | 'code' | 'payer' | 'note';
/** A word, a mark, or what a slot takes. `slot` is null for fixed text. */
interface Token {
  text: string;
  slot: Slot | null;
  spaced: boolean;
}

const SHAPES: readonly { slot: Slot; shape: RegExp }[] = [
  { slot: 'vpa', shape: /[a-z0-9][\w.+-]*@[a-z][a-z0-9]*(?![\w.@]*\.[a-z])/iy },
  { slot: 'account', shape: /(?:[x*•#][x*•# -]{0,23})\d{2,8}(?!\d|[.,]\d)|[x*#•]{4,24}(?![\w*])/iy },
];
const MONEY = /(?:(?:rs|inr|rupees|₹)[ .:]{0,3})[\d.]|\d[\d,]*\.\d\d(?!\d)/iy;
const WORD = /[\p{L}\p{M}\d]+|[^\s\p{L}\p{M}\d]/uy;
/** Any day: only the shape of a date without a year counts here. */
const SOME_DAY = '2026-01-01';

/** A message: the words of the bank, and what follows them, which its payer may have written. */
interface Words {
  bank: Token[];
  rest: string;
}

/** Words that lead in to what a payer writes. */
const NOTE = /^(?:remarks?|rmks?|notes?|narration|message|msg|desc|description|purpose|comments?|particulars|info)$/i;
/**
 * Behind `Info:` a bank may write its own path, which begins with the way and ends with the number.
 */
const PATH = /^ ?[:-]? ?(?:upi|imps)[/:-](?:[a-z0-9]{2,4}[/:-])?(\d{12})(?!\d)/i;

/** Null for a message too long, or with the marks of templates in it. */
function wordsOf({ text, amountPaise, rrn }: Confirmed): Words | null {
  const plain = plainText(text);
  if (/[[\]{}]/.test(plain)) return null;
  const bank: Token[] = [];
  let place = 0;
  while (place < plain.length) {
    if (plain[place] === ' ') {
      place += 1;
      continue;
    }
    const { end, slot } = tokenAt(plain, place, amountPaise, rrn);
    const token = { text: plain.slice(place, end), slot, spaced: plain[place - 1] === ' ' };
    bank.push(token);
    place = end;
    const leadsIn = NOTE.test(token.text) && PATH.exec(plain.slice(end))?.[1] !== rrn;
    if (leadsIn || (slot === 'rrn' && plain[end] === '/')) break;
  }
  return bank.length <= 400 ? { bank, rest: plain.slice(place) } : null;
}

/**
 * Whether the confirmed amount and number stand in the bank's words exactly once, and nothing
 * beside them that could be meant.
 */
function doubtIn({ bank, rest }: Words, { amountPaise, rrn }: Confirmed): Doubt | 'unclear' | null {
  const count = (slot: Slot) => bank.filter((token) => token.slot === slot).length;
  if (count('rrn') === 0) return rest.includes(rrn) ? 'rrn_in_note' : 'unclear';
  if (count('rrn') > 1 || bank.some(isOtherNumber)) return 'two_references';
  if (count('amount') === 0) return holdsAmount(rest, amountPaise) ? 'amount_in_note' : 'unclear';
  return count('amount') > 1 || bank.some(couldBeAmount) ? 'two_amounts' : null;
}

/** Whether the amount stands in what a payer may have written. */
function holdsAmount(rest: string, amountPaise: Paise): boolean {
  return Array.from(rest, (_letter, place) => place).some(
    (place) => takeAt('amount', rest, place, SOME_DAY)?.value === amountPaise,
  );
}

/** Another number of 12 digits, also one behind letters. */
const isOtherNumber = ({ text, slot }: Token) =>
  (slot === 'number' || slot === null) && /(?<!\d)\d{12}(?!\d)/.test(text);

/** A number that could be the amount of the payment. */
function couldBeAmount({ text, slot }: Token, index: number, all: readonly Token[]): boolean {
  if (slot === 'time') return /^\d+\.\d\d$/.test(text);
  if (slot !== 'number' && slot !== null) return false;
  const before = all.slice(Math.max(0, index - 3), index).map((token) => token.text);
  return /^\d{1,7}$/.test(text) && !before.some((word) => NO_AMOUNT.test(word));
}
const NO_AMOUNT = /^(?:call|dial|sms|block|helpline|a|ac|acct|account|ending|no|number)$/i;

function tokenAt(text: string, place: number, amountPaise: Paise, rrn: string): { end: number; slot: Slot | null } {
  const number = takeAt('rrn', text, place, SOME_DAY);
  if (number) return { end: number.end, slot: number.value === rrn ? 'rrn' : 'number' };
  const money = takeAt('amount', text, place, SOME_DAY);
  const isAmount = money?.value === amountPaise;
  for (const { slot, shape } of SHAPES) {
    shape.lastIndex = place;
    if (shape.test(text) && !/[a-z0-9]/i.test(text.charAt(place - 1))) return { end: shape.lastIndex, slot };
  }
  const date = dateAt(text, place, SOME_DAY);
  if (date && !(isAmount && money.end >= date.end)) return { end: date.end, slot: 'date' };
  const time = timeAt(text, place);
  // `10.30` may be either.
  if (time && !(isAmount && money.end >= time.end)) return { end: time.end, slot: 'time' };
  MONEY.lastIndex = place;
  if (money && (isAmount || MONEY.test(text))) return { end: money.end, slot: isAmount ? 'amount' : 'balance' };
  WORD.lastIndex = place;
  WORD.test(text);
  const word = text.slice(place, WORD.lastIndex);
  return { end: WORD.lastIndex, slot: /^\d{3,}$/.test(word) ? 'number' : null };
}

/**
 * What follows the words of the bank as slots: `: {note}`, or `/{payer}/{note}` where both have a
 * name there.
 */
function noteOf(one: Words, other: Words): string {
  const rests = [one.rest, other.rest];
  if (rests.every((rest) => rest === '')) return '';
  if (!rests.every((rest) => rest.startsWith('/')))
    return rests.every((rest) => /^ ?:/.test(rest)) ? ': {note}' : ' {note}';
  const isNamed = rests.every((rest) => /^\/(?=[^/]*\p{L})[\p{L}\p{M} .'&-]{1,60}\/./u.test(rest));
  return isNamed ? '/{payer}/{note}' : '/{note}';
}

/**
 * The parts that both have, and a part by the payer for what stands between them in one way here
 * and in another there.
 */
function align(one: readonly Token[], other: readonly Token[]): Token[] | null {
  const common = longestCommon(one, other);
  const parts: Token[] = [];
  let [at, there] = [0, 0];
  for (const [index, otherIndex] of [...common, [one.length, other.length] as const]) {
    const [mine, theirs] = [one.slice(at, index), other.slice(there, otherIndex)];
    // Words that only one of them has are another wording.
    if (mine.length > 0 !== theirs.length > 0) return null;
    const [first] = mine;
    if (first && isBeforeNumber(one.slice(index))) return null;
    if (first) parts.push({ text: '', slot: gapOf([mine, theirs]), spaced: first.spaced });
    const token = one[index];
    if (token) parts.push(token);
    [at, there] = [index + 1, otherIndex + 1];
  }
  return parts;
}

/** Only marks stand before the number: what is in front of them says what kind of payment it is. */
const isBeforeNumber = (tokens: readonly Token[]) =>
  tokens.find(({ slot, text }) => slot !== null || /[\p{L}\d]/u.test(text))?.slot === 'rrn';

const sameToken = (one: Token, other: Token) =>
  one.slot === other.slot && (one.slot !== null || one.text.toLowerCase() === other.text.toLowerCase());

/** Pairs of places of the longest sequence that both have. */
function longestCommon(one: readonly Token[], other: readonly Token[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: one.length + 1 }, () => new Array<number>(other.length + 1).fill(0));
  const at = (i: number, j: number) => lengths[i]?.[j] ?? 0;
  const same = (i: number, j: number) => {
    const [mine, theirs] = [one[i], other[j]];
    return mine !== undefined && theirs !== undefined && sameToken(mine, theirs);
  };
  for (let i = one.length - 1; i >= 0; i -= 1)
    for (let j = other.length - 1; j >= 0; j -= 1) {
      const row = lengths[i];
      if (row) row[j] = same(i, j) ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
    }
  const pairs: (readonly [number, number])[] = [];
  for (let i = 0, j = 0; i < one.length && j < other.length; ) {
    if (same(i, j)) pairs.push([i++, j++]);
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1;
    else j += 1;
  }
  return pairs;
}

/**
 * What stands in such a part: one word with digits is a code, letters alone are a name, all else is
 * a note.
 */
function gapOf(ways: readonly (readonly Token[])[]): Slot {
  const texts = ways.map((tokens) =>
    tokens
      .map(({ text, spaced }) => (spaced ? ` ${text}` : text))
      .join('')
      .trim(),
  );
  if (texts.every((text) => /^(?=\D*\d)[a-z0-9]+$/i.test(text))) return 'code';
  return texts.every((text) => /^[\p{L}\p{M} .'&-]{1,60}$/u.test(text)) ? 'payer' : 'note';
}

/**
 * What the common words say besides: a second amount that is called no balance, or not whose
 * account it is.
 */
function doubtInParts(parts: readonly Token[]): Doubt | null {
  const isBalance = (index: number) => parts.slice(Math.max(0, index - 6), index).some(({ text }) => /bal/i.test(text));
  const places = parts.flatMap(({ slot }, index) => (slot === 'balance' ? [index] : []));
  if (places.length > 1 || places.some((index) => !isBalance(index))) return 'two_amounts';
  const accounts = parts.filter(({ slot }) => slot === 'account').length;
  if (accounts > 1) return 'two_accounts';
  return accounts === 0 ? 'no_account' : null;
}

/** The account behind 'from', 'by' or 'debited' is the payer's. */
function withOwnAccount(parts: readonly Token[]): Token[] {
  const isForeign = (index: number) =>
    parts.slice(Math.max(0, index - 5), index).some(({ text }) => /^(?:from|by|debited|linked)$/i.test(text));
  return parts.map(
    (part, index): Token =>
      part.slot === 'account' && isForeign(index)
        ? { ...part, slot: /^[x*#•\d -]+$/i.test(part.text) ? 'number' : 'code' }
        : part,
  );
}

/** Words of banks behind 'from' and 'by' that are no name. */
const NO_NAME = new Set(
  [
    'rs inr upi imps neft rtgs vpa ref refno no rrn utr id info txn transaction transfer cash',
    'mob bk mobile bank a ac acct account your the linked on via thru through',
  ]
    .join(' ')
    .split(' '),
);

/** A name behind 'from' or 'by' that both have is the same payer's, who has paid twice. */
function withPayer(parts: readonly Token[]): Token[] {
  const all: Token[] = [];
  for (let index = 0; index < parts.length; index += 1) {
    const part = parts[index];
    if (!part) continue;
    all.push(part);
    if (part.slot !== null || !/^(?:from|by|sender|payer)$/i.test(part.text)) continue;
    let end = index + 1;
    while (end - index <= 5 && isNameWord(parts[end])) end += 1;
    if (parts[end]?.slot === 'payer') end += 1;
    if (end === index + 1) continue;
    all.push({ text: '', slot: 'payer', spaced: true });
    index = end - 1;
  }
  return all;
}

const isNameWord = (part: Token | undefined) =>
  part?.slot === null && /^\p{Lu}[\p{L}\p{M}]*$/u.test(part.text) && !NO_NAME.has(part.text.toLowerCase());

const CREDIT = /^(?:credited|credit|received|recd|rcvd|deposited|added|cr|crdt|प्राप्त|जमा)$/i;
/** Words of money that goes out. A bank that writes them in a credit is left to a person. */
const OUT = /^(?:debit|debits|debited|dr|sent|spent|withdrawn)$/i;
const LEADS_IN = /^(?:from|by|sender|payer|remitter|name|info|remarks?|note|towards|for|[/:(;,-])$/i;
const PAYERS: readonly (Slot | null)[] = ['payer', 'note', 'vpa'];

/**
 * The bank's words stand: that money has come in, and at least three beside the amount. What a
 * payer writes comes only behind words that lead in to it, and not where the bank's path says what
 * the payment is (`UPI/CRADJ/…`).
 */
function isSafe(parts: readonly Token[]): boolean {
  const [first] = parts;
  if (!first || PAYERS.includes(first.slot)) return false;
  const fixed = parts.filter(({ slot }) => slot === null);
  if (!fixed.some(({ text }) => CREDIT.test(text)) || fixed.some(({ text }) => OUT.test(text))) return false;
  if (hasBackWord(fixed.map(({ text }) => text).join(' '))) return false;
  const amountAt = parts.findIndex(({ slot }) => slot === 'amount');
  const near = parts.slice(Math.max(0, amountAt - 8), amountAt + 9);
  if (near.filter(({ slot, text }) => slot === null && /\p{L}{2}/u.test(text)).length < 3) return false;
  return parts.every(
    ({ slot }, index) => (slot !== 'payer' && slot !== 'note') || LEADS_IN.test(parts[index - 1]?.text ?? ''),
  );
}

const written = (parts: readonly Token[]) =>
  parts.map(({ text, slot, spaced }) => `${spaced ? ' ' : ''}${slot === null ? text : `{${slot}}`}`).join('');

const RECEIVED = Date.parse(`${SOME_DAY}T12:00:00+05:30`);

function readingOf({ bank, via }: Template, text: string, template: Template) {
  return readMessage({ text, via: via[0] ?? 'sms', bank, receivedAt: RECEIVED }, [template])?.reading ?? null;
}

function readsBack(template: Template, { text, amountPaise, rrn }: Confirmed): boolean {
  const reading = readingOf(template, text, template);
  return reading?.kind === 'credit' && reading.amountPaise === amountPaise && reading.rrn === rrn;
}

function withExamples(template: Template, messages: readonly Confirmed[]): Template {
  const examples = messages.flatMap(({ text }) => {
    const reading = readingOf(template, text, template);
    if (!reading) return [];
    const { rrn, refs, date, time, accountTail, balancePaise, payerName, payerVpa, note } = reading;
    const amountPaise = reading.amountPaise ?? 0;
    return [{ text, amountPaise, rrn, refs, date, time, accountTail, balancePaise, payerName, payerVpa, note }];
  });
  return { ...template, examples };
}

/** Twelve characters that stand for the text (FNV-1a, twice). */
function hashOf(text: string): string {
  const half = (seed: number) => {
    let hash = seed;
    for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619);
    return (hash >>> 0).toString(36).padStart(7, '0').slice(-6);
  };
  return half(2_166_136_261) + half(40_389);
}
