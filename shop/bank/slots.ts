import { hasBackWord } from './back.ts';
import { dateAt, timeAt } from './dates.ts';
import { looksLikeCredit } from './finder.ts';

/** What stands in the slots of a template, and where each of them may end. */

export const BANK_SLOTS = [
  'amount',
  'balance',
  'rrn',
  'ref',
  'date',
  'time',
  'account',
  'number',
  'code',
  'ifsc',
] as const;
export type BankSlot = (typeof BANK_SLOTS)[number];

/**
 * A part of the text that a bank slot takes; `value` is null for what means nothing to the shop.
 */
export interface Taken {
  end: number;
  value: string | number | null;
}

const CURRENCY = '(?:inr|rupees|rs|re|₹)';
/** Between currency and number; `Rs..60` is sixty paise. */
const BETWEEN = '(?:[ .:]{0,2}\\. ?(?=\\.\\d)|[ .:]{0,3})';
/** A comma may follow paise: `755.00,19-11-2026`. */
const NUMBER = '(\\d{1,3}(?:,\\d{2,3})*,\\d{3}|\\d+)?(?:(\\.\\d{1,2})(?!\\d|\\.\\d)|(?!\\d|[.,]\\d))';
const AMOUNT = new RegExp(`(?:${CURRENCY}${BETWEEN}){0,2}${NUMBER}(?: ?/-| ?${CURRENCY}(?![a-z]))?`, 'iy');
const RRN = /(?:0{4})?((?!0000)\d{12})(?!\d)/y;
const REFERENCE = /(?=[0-9]*[a-z])(?=(?:[a-z]*\d){6})[a-z0-9]{10,24}(?![a-z0-9])/iy;
const MASK = '[x*•●#.n](?:[ -]?[x*•●#.n]){0,23}';
const ACCOUNT = new RegExp(
  `(?:\\d{3}-)?(?:\\d{1,6}-?)?${MASK}[ -]?(\\d{2,8})(?!\\d)(?:[x*]{1,4}(?![a-z]))?|(\\d{2,18})(?!\\d)|[x*#•]{3,24}(?![\\w*])`,
  'iy',
);
const DIGITS = /\+?[\dx*]{1,24}(?:[ -][\dx*]{1,24}){0,5}(?![a-z0-9*])/iy;
/** The letters by which a path names the payer's bank, of the banks whose customers pay by UPI. */
const BANKS = new Set(
  `AIRP AUBL AXIS BARB BDBL BKID BOFI BARC CBIN CIUB CITI CNRB COSB CSBK DBSS DCBL DLXB ESFB FDRL FINO HDFC HSBC IBKL ICIC IDFB IDIB INDB
   IOBA IPOS JAKA JIOP JSFB KARB KKBK KVBL MAHB NSPB PSIB PUNB PYTM RATN SBIN SCBL SIBL SRCB SURY TGRB TMBL UBIN UCBA UJVN USFB UTIB UTKS
   YESB`.split(/\s+/),
);
const WORD = /[a-z0-9]{1,40}(?![a-z0-9])/iy;

function matchAt(shape: RegExp, text: string, start: number): RegExpExecArray | null {
  shape.lastIndex = start;
  return shape.exec(text);
}

const besideDigit = (text: string, start: number) => /\d/.test(text.charAt(start - 1));
const besideWord = (text: string, start: number) => /[a-z0-9]/i.test(text.charAt(start - 1));

/** Paise, or null where no number stands. */
function moneyAt(text: string, start: number): Taken | null {
  if (/\d[.,]?$/.test(text.slice(Math.max(0, start - 2), start))) return null;
  const match = matchAt(AMOUNT, text, start);
  const [whole, rupees = '', fraction = ''] = match ?? [];
  if (whole === undefined || rupees + fraction === '') return null;
  const paise = Number(rupees.replaceAll(',', '')) * 100 + Number(fraction.slice(1).padEnd(2, '0'));
  return Number.isSafeInteger(paise) ? { end: start + whole.length, value: paise } : null;
}

const READERS: Record<BankSlot, (text: string, start: number, receivedDay: string) => Taken | null> = {
  amount: (text, start) => {
    const taken = moneyAt(text, start);
    return taken?.value === 0 || /^ ?(?:lakh|lac|crore)/i.test(text.slice(taken?.end ?? 0)) ? null : taken;
  },
  balance: (text, start) => {
    const sign = text[start] === '-' ? 1 : 0;
    const taken = moneyAt(text, start + sign);
    return taken && { end: taken.end, value: sign ? -Number(taken.value) : taken.value };
  },
  rrn: (text, start) => {
    const match = besideDigit(text, start) ? null : matchAt(RRN, text, start);
    return match && { end: start + match[0].length, value: match[1] ?? '' };
  },
  ref: (text, start) => {
    const match = besideWord(text, start) ? null : matchAt(REFERENCE, text, start);
    return match && { end: start + match[0].length, value: match[0] };
  },
  date: dateAt,
  time: timeAt,
  account: (text, start) => {
    const match = besideDigit(text, start) ? null : matchAt(ACCOUNT, text, start);
    const digits = match?.[1] ?? match?.[2] ?? null;
    return match && { end: start + match[0].length, value: digits && digits.length > 8 ? digits.slice(-4) : digits };
  },
  number: (text, start) => {
    const match = besideWord(text, start) ? null : matchAt(DIGITS, text, start);
    return match && /\d/.test(match[0]) ? { end: start + match[0].length, value: null } : null;
  },
  code: (text, start) => {
    const match = besideWord(text, start) ? null : matchAt(WORD, text, start);
    const isBack = match !== null && (hasBackWord(match[0]) || /^(?:dr|debit)$/i.test(match[0]));
    return match && !isBack ? { end: start + match[0].length, value: null } : null;
  },
  ifsc: (text, start) => {
    const match = besideWord(text, start) ? null : matchAt(WORD, text, start);
    return match && BANKS.has(match[0].toUpperCase()) ? { end: start + match[0].length, value: null } : null;
  },
};

/**
 * What the bank's slot `name` takes at `start`: always the whole number or word that stands there.
 */
export function takeAt(name: BankSlot, text: string, start: number, receivedDay: string): Taken | null {
  return READERS[name](text, start, receivedDay);
}

/** Of them, those that a note may not hold: a payer may write of a refund or a return. */
const NOTE_BACK =
  /\b(?:cr ?adj|dr ?adj|adj(?:ustment)?|tcc|drc|rrc|rev|rvsl|revers(?:al|ed)|rtn|chargeback|charge back|disputed?)\b/i;
/** Whether a text that may hold words of a payer takes money back. */
export const takesBack = (words: string) => NOTE_BACK.test(words);

/**
 * The same as a part of a path, `UPI/CRADJ/`, in a text that may hold such words in another sense.
 */
const PATH_BACK = /\b(?:upi|imps|neft) ?[-/] ?(?:cr ?adj|dr ?adj|adj|tcc|drc|rrc|rev|rvsl|ret|rtn|reversal)\b/i;
const BY_REVERSAL = /\b(?:by|of|mob bk) (?:rev|rvsl|reversal)\b|\bagainst dispute\b/i;

const PAYER = /^(?=.*\p{L})[\p{L}\p{M}\d .,'&()_/*+-]{1,80}$|^\+?\d{10,12}$/u;
const ADDRESS = /^[^\s@]{1,80}[@_][^\s@]{0,64}[a-z0-9]$/i;
const OTHER_AMOUNT = /(?:\b(?:rs|re|inr|rupees)|₹|रु)[ .:]{0,3}\d|\d ?\/-|\b(?:paid|sent) you \d/i;
const OTHER_RRN = /(?<!\d)\d{12}(?!\d)/;
/** Of a bank, behind all else, on money that does not come. */
const TAKEN_AWAY = /\b(?:declined|failed|pending|on hold|revers\w*|cancel(?:led|ed)|will be|not yet|debited)\b/i;
/** No name: what a request, a chat or an own payment begins with. */
const NO_OPENING =
  /\d|^.{51}|(?<!\p{L})(?:you|your|not|request|requested|reminder|payment|failed|declined|a\/c)(?!\p{L})/iu;

/**
 * Whether `value` may stand in the opaque slot `name`, and where: whether first and last in the
 * text. It is asked only after the parse: it must not decide where a slot ends.
 */
export function isOpaque(
  name: 'payer' | 'vpa' | 'note' | 'any',
  value: string,
  { isFirst = false, isLast = false }: { isFirst?: boolean; isLast?: boolean } = {},
): boolean {
  if ((isFirst && NO_OPENING.test(value)) || (isLast && TAKEN_AWAY.test(value))) return false;
  if (name === 'any')
    return !PATH_BACK.test(value) && !BY_REVERSAL.test(value) && !OTHER_RRN.test(value) && !looksLikeCredit(value);
  if (name === 'note') return value.length <= 300 && !takesBack(value);
  if (OTHER_AMOUNT.test(value)) return false;
  if (name === 'vpa') return ADDRESS.test(value);
  return PAYER.test(value) && !OTHER_RRN.test(value) && !hasBackWord(value);
}

/** The owner's name in a greeting. */
export const isName = (value: string) => /^(?=.*\p{L})[\p{L}\p{M} .'&-]{1,60}$/u.test(value);
