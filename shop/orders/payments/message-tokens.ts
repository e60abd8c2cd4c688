import { isoDay } from '#shop/india/dates.ts';
import { replaceDates, replaceTimes } from './message-dates.ts';

/**
 * Turns a message into a skeleton: amounts, accounts, UPI IDs, dates and numbers are replaced by short marks, so that
 * the rules read words and positions and never digits. Marks: `<A…>` amount, `<B…>` balance, `<C…>` account, `<V…>` UPI
 * ID, `<D…>` date, `<T…>` time, `<R…>` number of 12 digits, `<N…>` other reference with letters, `<L>` other number,
 * `<U>` web or mail address.
 */
export interface Tokens {
  skeleton: string;
  /** Paise. */
  amounts: number[];
  balances: number[];
  /** The digits that the text shows. */
  accounts: string[];
  vpas: string[];
  dates: string[];
  times: string[];
  /** 12 digits each. */
  numbers: string[];
  references: string[];
}

const CURRENCY =
  '(?:(?<![a-z])(?:(?:inr[\\s.]{0,2})?rs|inr|rupees?|rupaye|re(?=[.\\s]{0,2}[01](?:\\.\\d{1,2})?(?![\\d,])))|₹|रु(?:पये|पए)?\\.?)';
const NUMBER = '(\\d{1,3}(?:,\\d{2,3})+|\\d+)(\\.\\d+)?';
const DEVANAGARI_ZERO = 0x966;

/** Plain letters, digits and spaces: no invisible characters, entities, full-width or Devanagari digits. */
export function plainText(text: string): string {
  return (
    text
      .replace(/&#(?:x([0-9a-f]{1,6})|(\d{1,7}));/gi, (whole, hex?: string, decimal?: string) => {
        const code = hex ? Number.parseInt(hex, 16) : Number(decimal);
        return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
      })
      .replace(
        /&(nbsp|amp|lt|gt|quot|apos|rsquo|ndash|mdash);/gi,
        (_whole, name: string) => ENTITIES[name.toLowerCase()] ?? ' ',
      )
      .normalize('NFKC')
      // Zero width, direction marks, soft hyphen: they hide digits from the reader or split them for the machine.
      .replace(/\p{Cf}|\u034f/gu, '')
      .replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? DEVANAGARI_ZERO) - DEVANAGARI_ZERO))
      .replace(/[‘’ʼ`´]/g, "'")
      .replace(/[“”„«»]/g, '"')
      .replace(/[‐-―−]/g, '-')
      .replace(/[<>]/g, ' ')
      .replace(/\r\n?/g, '\n')
      .replace(/[^\S\n]+/g, ' ')
      .replace(/ ?\n ?/g, '\n')
      .trim()
  );
}

/** The words that decide; a word one slip away from one of them is meant to be it. */
const VERBS = [
  ...['credited', 'debited', 'received', 'deposited', 'transferred', 'requested', 'reversed', 'reversal'],
  ...['successfully', 'account', 'savings', 'current', 'subject', 'clearing', 'balance', 'available'],
];
const SHORT_VERBS: Record<string, string> = {
  crdtd: 'credited',
  crdt: 'credited',
  dbtd: 'debited',
  recd: 'received',
  rcvd: 'received',
  recvd: 'received',
  trfd: 'transferred',
};
const OTHER_WORDS =
  /^(?:receive[rs]?|receipt|credits?|debits?|request\w?|reserved|reverses?|deposits?|transfer\w{0,2}|accounts|subjects|balance[sd]|currents|saving|cleaning)$/i;

/** Whether one letter is missing, added, wrong or swapped with its neighbour. */
function oneSlip(word: string, verb: string): boolean {
  let start = 0;
  while (start < word.length && word[start] === verb[start]) start += 1;
  let end = 0;
  while (end < Math.min(word.length, verb.length) - start && word.at(-1 - end) === verb.at(-1 - end)) end += 1;
  const left = word.slice(start, word.length - end);
  const right = verb.slice(start, verb.length - end);
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === [...right].reverse().join(''));
}

function withoutSlips(text: string): string {
  return text.replace(/(?<![a-z])[a-z]{4,12}(?![\w@])/gi, (word) => {
    const short = SHORT_VERBS[word.toLowerCase()];
    if (short) return short;
    if (word.length < 7) return word;
    if (OTHER_WORDS.test(word)) return word;
    return VERBS.find((verb) => oneSlip(word.toLowerCase(), verb)) ?? word;
  });
}

const ENTITIES: Record<string, string> = {
  nbsp: ' ',
  amp: '&',
  lt: ' ',
  gt: ' ',
  quot: '"',
  apos: "'",
  rsquo: "'",
  ndash: '-',
  mdash: '-',
};

/** Paise of `1,02,034.00`, `102034` or `2000.0`; null for zero and for parts of a paisa. */
function paiseOf(whole: string, fraction = ''): number | null {
  const rest = fraction.slice(1).padEnd(2, '0');
  if (/[1-9]/.test(rest.slice(2))) return null;
  const paise = Number(whole.replaceAll(',', '')) * 100 + Number(rest.slice(0, 2));
  return paise > 0 && Number.isSafeInteger(paise) ? paise : null;
}

/** So many characters before a number are read, because the search for their beginning takes the square of their number. */
const LEAD = 120;

/** Before a number, these words say that it is what is left in the account and not what came in. */
const BALANCE =
  /(?:\b(?:[a-z]{0,5}bal(?:ance|nce|ances)?|avl|avbl|limit|lmt|ledger|outstanding|o\/s)\b|बैलेंस|शेष)(?:[\s.:;=|()*-]|\b(?:bal|balance|lmt|limit|available|avl|is|in|of|your|ur|the|a\/c|ac|acct|account|no|after|this|txn|transaction|credit|now|as|on|at|dt|cr|inr|rs|hai|total|clear|net|updated|current|new)\b|<[CDT]\d+>|\(incl[^()<]{0,30}\))*$/i;

/** Marks every part of `text` (already plain). `receivedAt` in ms gives the year of a date without one. */
export function tokenise(text: string, receivedAt: number): Tokens {
  const tokens: Tokens = {
    skeleton: '',
    amounts: [],
    balances: [],
    accounts: [],
    vpas: [],
    dates: [],
    times: [],
    numbers: [],
    references: [],
  };
  const keep = (mark: string, list: string[], value: string) => `<${mark}${list.push(value) - 1}>`;
  let line = markAddresses(text, (vpa) => keep('V', tokens.vpas, vpa));
  line = withoutSlips(line);
  line = replaceDates(line, isoDay(receivedAt), (day) => ` ${keep('D', tokens.dates, day)} `);
  line = replaceTimes(line, (time) => ` ${keep('T', tokens.times, time)} `);
  line = markAccounts(line, (digits) => keep('C', tokens.accounts, digits));
  line = markAmounts(line, tokens);
  line = markNumbers(line, tokens);
  tokens.skeleton = line
    // A dot after an abbreviation does not end the sentence.
    .replace(/\b(nos?|mr|mrs|ms|dr|a\/c|ac|acct|bal|avl|aval|avbl|ref|dt|cr|txn|trf|amt|id|thru)\./gi, '$1 ')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
  return tokens;
}

function markAddresses(text: string, keepVpa: (vpa: string) => string): string {
  return (
    text
      .replace(/(?<![\w.*])(?:https?:\/\/|www\.)\S+/gi, ' <U> ')
      // A UPI ID has no domain after the @, a mail address has; `**8-2@bank` is masked and no ID.
      .replace(
        /(?<![\w.*+-])([a-zA-Z0-9][\w.+-]{0,80})@([a-zA-Z][a-zA-Z0-9]{1,40})(?![\w@])(\.(?:com|in|net|org|co|bank|gov|io|example)\b[\w./-]*)?/g,
        (_whole, name: string, handle: string, domain?: string) => {
          if (domain) return ' <U> ';
          // `RAVI KUMAR-ravi@bank`, `Ravi Kumar-ravi@bank`: `UPI-R-ravi@bank`: a name or a path, then the ID.
          const start = /^(?:.*[A-Z]{2}|[A-Z][a-z]+)-(?:\d{12}-(?=[a-z]))?(?=[a-z0-9])/.exec(name)?.[0].length ?? 0;
          return `${name.slice(0, start)} ${keepVpa(`${name.slice(start)}@${handle}`)} `;
        },
      )
      .replace(/[\w.*+-]*@[\w.-]*/g, ' <U> ')
      .replace(
        /(?<![\w@.-])(?:[a-zA-Z0-9][a-zA-Z0-9-]*\.)+(?:com|in|net|org|co|io|ly|link|app|example|xyz|site|page)\b(?:\/[^\s<]*)?/g,
        ' <U> ',
      )
  );
}

const ACCOUNT_WORD = '(?:a\\/?c|acct|accnt|acc|account|खाते|खाता|khat[ae])';

/** `XXXX`, `XX-XXX`, `*** **`: each run ends at a separator, so that there is one way to read it. */
const MASK = '[x*•●#]{1,24}(?:[\\s-][x*•●#]{1,24}){0,5}[\\s-]?';

function markAccounts(text: string, keep: (digits: string) => string): string {
  const mark = (digits: string) => ` ${keep(digits.length > 8 ? digits.slice(-4) : digits)} `;
  return (
    text
      // A masked phone number: `mobile 9XXXXXX879`.
      .replace(/\b(mobile|mob|phone|ph)\b([\s.:]*(?:no|number)?[\s.:]*)\+?\d*[x*]+\d+/gi, '$1$2<L>')
      .replace(
        new RegExp(
          `(?<![a-z0-9<])(${ACCOUNT_WORD}?(?:\\s*(?:no|number))?)[\\s.:]*(?:\\d{3}-)?(?:\\d{1,6}-?)?(?:${MASK}|n{2,8}(?:${MASK})?)(\\d{2,8})(?!\\d|[.,]\\d)(?:[x*]{1,4}(?![a-z]))?`,
          'gi',
        ),
        (_whole, label: string, digits: string) => `${label}${mark(digits)}`,
      )
      .replace(/(?<![\w.])\.{2,}(\d{3,4})(?!\d)/g, (_whole, digits: string) => mark(digits))
      .replace(
        /\b(ending|ends|end|endin)(\s+(?:with|in))?[\s:-]*(\d{3,6})(?!\d)/gi,
        (_whole, word: string, preposition: string | undefined, digits: string) =>
          `${word}${preposition ?? ''}${mark(digits)}`,
      )
      .replace(
        new RegExp(`(${ACCOUNT_WORD}s?(?:\\s*(?:no|number|num|#))?[\\s.:#-]*)(\\d{3,18})(?![\\d%]|[.,]\\d|\\/-)`, 'gi'),
        (_whole, label: string, digits: string) => `${label}${mark(digits)}`,
      )
  );
}

function markAmounts(text: string, tokens: Tokens): string {
  const at = (before: string, whole: string, integer: string, fraction?: string): string => {
    const paise = paiseOf(integer, fraction);
    if (paise === null) return `${whole} `;
    if (BALANCE.test(before.slice(-LEAD))) return ` <B${tokens.balances.push(paise) - 1}> `;
    return ` <A${tokens.amounts.push(paise) - 1}> `;
  };
  const pass = (line: string, shape: RegExp): string => {
    let result = '';
    let end = 0;
    for (const match of line.matchAll(shape)) {
      result += line.slice(end, match.index);
      result += at(result, match[0], match[1] ?? '', match[2]);
      end = match.index + match[0].length;
    }
    return result + line.slice(end);
  };
  const stop = '(?![\\d%]|[.,]\\d)(?!\\s*(?:lakhs?|lacs?|crores?|k)\\b)';
  // Less than a rupee, without the zero: `Rs..60`.
  let line = pass(text, new RegExp(`${CURRENCY}(?:\\.|\\s)()(\\.\\d{1,2})(?!\\d|[.,]\\d)`, 'gi'));
  line = pass(line, new RegExp(`${CURRENCY}[\\s.:=-]{0,4}${NUMBER}${stop}(?:\\s?\\/-)?`, 'gi'));
  line = pass(
    line,
    new RegExp(`(?<![\\w.,<])${NUMBER}(?:\\s?\\/-|\\s?(?:inr|rupees|rupaye|rs|रुपये|रु)(?![a-z<])\\.?)`, 'gi'),
  );
  // Without a currency: only next to the verb or a label.
  line = pass(
    line,
    new RegExp(
      `(?<=\\b(?:(?:credited|debited|deposited|received)\\s+(?:by|with|for|of)|(?:credited|debited|deposited)\\s*[:-]|amount|amt)[\\s:.-]{1,3})(?!\\d{10})${NUMBER}${stop}(?![a-z]|\\s+(?:payments|transactions|txns|customers))`,
      'gi',
    ),
  );
  line = pass(
    line,
    /(?<![\w.,])(\d{1,3}(?:,\d{2,3})+|\d{1,9})(\.\d{1,2})(?=[^\S\n]+(?:(?:is|has|been|was|successfully)[^\S\n]+)*(?:credited|debited|deposited)\b)/gi,
  );
  return pass(line, new RegExp(`(?<=\\bbal(?:ance)?\\b[\\s:.=-]{0,4})${NUMBER}${stop}`, 'gi'));
}

function markNumbers(text: string, tokens: Tokens): string {
  return text.replace(/(?<![\w<])[a-z0-9]*\d[a-z0-9]*(?!\w|>)/gi, (word, at: number) => {
    const digits = /^(?:[a-z]{1,9})?(\d+)$/i.exec(word)?.[1] ?? '';
    const label = word.slice(0, word.length - digits.length);
    // A letter touches the number in some banks' paths: `UPI/CR/C631159102122/NAME`.
    const inPath = /^[cd]$/i.test(label) && text[at - 1] === '/';
    if (inPath || /^(?:upi|rrn|utr|ref|refno|refid|imps|no|id|txn|txnid)?$/i.test(label)) {
      const rrn = /^(?:0{4})?((?!0000)\d{12})$/.exec(digits)?.[1];
      if (rrn) return `${inPath ? '' : `${label} `}<R${tokens.numbers.push(rrn) - 1}>`;
      if (digits.length >= 5) return `${label} <L>`;
      return word;
    }
    if (/[a-z]/i.test(word) && word.length >= 10 && word.length <= 24 && word.replace(/\D/g, '').length >= 6)
      return `<N${tokens.references.push(word) - 1}>`;
    return word;
  });
}
