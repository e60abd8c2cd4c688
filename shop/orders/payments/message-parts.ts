import type { Tokens } from './message-tokens.ts';
import type { Reading } from './reading.ts';

/** Finds who paid, by which way and under which number, in the skeleton of a message. */

const indexIn = (mark: string) => Number(/\d+/.exec(mark)?.[0] ?? -1);

/** A label, then only filler words and punctuation, directly before the number. */
const LABEL =
  /(?:<V\d+> ?\(|\b(?:(?:reversal|return) of|upi|imps|neft|rtgs|rrn|utr|ref|refno|refid|reference|txn|trxn|tran|trans|transaction|urn|id)\b|#|रेफ|संदर्भ)(?:[\s.:#=/()|*-]|सं|संख्या|क्र|नं|\b(?:no|nos|num|number|id|ref|refno|reference|is|rrn|utr|txn|transaction|upi|imps|p2a|p2m|p2p|cr|dr|credit|the|of|details?|info|vide|via|thru|through|by|ur|your|bank)\b)*$/i;
/** The number is a whole part of the bank's own path: `UPI/P2A/R/NAME`, `UPI-R-NAME`, `UPI TRF:NAME:R`. */
const PATH =
  /\b(?:(?:upi|imps|p2[amp]|mmt|inet)\s*[/:-](?:(?:[^\s/:-]*|[a-z][a-z .'&]{0,40}|\s?<V\d+>)\s?[/-]\s?){0,3}|(?:upi|imps) trf\s?:\s?[a-z][a-z .'&]{0,40}:\s?)$/i;
/** Nothing but the bank's own words stands before the number: `UPI/P2A/R`. */
const DIRECT_PATH =
  /\b(?:upi|imps|p2[amp]|mmt|inet)\s*[/:-](?:\s?(?:cr|dr|credit|debit|p2[amp]|mob|rev|mb)?\s?[/-]\s?){0,3}$/i;
/** A number of the owner, the shop or the app. */
const OTHER_NUMBER =
  /\b(?:cust(?:omer)?|user|client|order|merchant|terminal|mandate|invoice|bill|ticket|complaint|request)\s*(?:id|no|number|ref)[\s.:#-]*$/i;
/** What the payer's side of the sentence holds: a number in here is the bank's only if there is no other. */
const PAYER_SIDE =
  /\b(?:from|by|sender|payer|remitter|vpa|linked to)\b(?![^\n(;]{0,4}(?:upi|imps|mob bk)\s)[^\n(;.]*$/i;

/** `from UTR R`: the number stands where the payer's name does. */
const NAMED_SO = /\bfrom\s+(?:(?:upi|utr|rrn|ref|no|id)[\s.:#-]*)+$/i;

/** `UPI REV/R`, `UPI reversal R`: the number of an own payment that came back. */
const RETURN_LABEL = /\b(?:upi|imps|neft|rtgs)\s(?:rev|rvsl|ret|rtn|reversal|return|refund)\s?[/:-]?\s?$/i;

const PAYOUT = /\b(?:settlement|payout)\s+(?:of|for|amount|<A\d+>)|\bfor \d+ (?:payments|transactions|txns)\b/i;

export interface References {
  rrn: string | null;
  refs: string[];
  /** Every number in a reference position, also that of a returned payment. */
  all: string[];
}

/**
 * The bank's own reference. Two different numbers in a reference position, or one that is cut at the end of the text,
 * give none: a guess could be the number that a payer wrote into a note.
 */
export function referencesOf(text: string, tokens: Tokens, channel: Reading['channel']): References {
  const all = new Set<string>();
  const labelled: { value: string; path: boolean; direct: boolean; payerSide: boolean }[] = [];
  for (const match of text.matchAll(/<R\d+>/g)) {
    const lead = text.slice(Math.max(0, match.index - 90), match.index);
    const value = tokens.numbers[indexIn(match[0])] ?? '';
    const path = PATH.test(lead);
    if (RETURN_LABEL.test(lead)) all.add(value);
    if (!path && (!LABEL.test(lead) || NAMED_SO.test(lead) || OTHER_NUMBER.test(lead))) continue;
    labelled.push({ value, path, direct: DIRECT_PATH.test(lead), payerSide: PAYER_SIDE.test(lead) });
  }
  const cut =
    /(?:\b(?:upi|rrn|utr|ref|refno|reference|txn)\b)[\s.:#a-z]{0,14}(?:<L>|\d{1,11})?$/i.test(text.trimEnd()) &&
    !/<R\d+>\W*$/.test(text);
  // Behind the payer's name, ID or note, a path holds one number or none that counts, and no other stands beside it.
  const direct = labelled.filter((entry) => entry.direct).slice(0, 1);
  const pool = direct.length > 0 ? direct : labelled.filter((entry) => entry.path || !entry.payerSide);
  const values = [...new Set((pool.length > 0 ? pool : cut ? [] : labelled).map((entry) => entry.value))];
  const only = values.length === 1 ? (values[0] ?? null) : null;
  const utr = bankReference(text, tokens, channel);
  // The number of a payout that sums up many payments is none of theirs.
  for (const value of [...labelled.map((entry) => entry.value), ...(utr ? [utr] : [])]) all.add(value);
  if (PAYOUT.test(text)) return { rrn: null, refs: utr ? [utr] : [], all: [...all] };
  if (channel === 'neft' || channel === 'rtgs')
    return { rrn: null, refs: utr ? [utr] : only ? [only] : [], all: [...all] };
  return { rrn: only, refs: utr ? [utr] : [], all: [...all] };
}

/** The UTR of NEFT and RTGS: letters and digits; an IFSC (four letters, a zero or digit, six more) is none. */
function bankReference(text: string, tokens: Tokens, channel: Reading['channel']): string | null {
  if (channel !== 'neft' && channel !== 'rtgs' && channel !== 'other') return null;
  const found = [...text.matchAll(/<N\d+>/g)].filter((match) => {
    const value = tokens.references[indexIn(match[0])] ?? '';
    if (/^[A-Z]{4}[0-9A-Z]\w{6}$/i.test(value)) return false;
    const lead = text.slice(Math.max(0, match.index - 60), match.index);
    return LABEL.test(lead) || /[-/]\s*$/.test(lead);
  });
  const last = found.at(-1);
  return last ? (tokens.references[indexIn(last[0])] ?? null) : null;
}

const CHANNELS: readonly { channel: NonNullable<Reading['channel']>; words: RegExp }[] = [
  { channel: 'rtgs', words: /\brtgs\b/i },
  { channel: 'neft', words: /\bneft\b/i },
  { channel: 'imps', words: /\b(?:imps|mmt)\b/i },
  { channel: 'interest', words: /\b(?:interest|int\.? ?(?:pd|paid|cr))\b/i },
  { channel: 'cash', words: /\b(?:cash|cdm|by csh)\b/i },
  {
    channel: 'other',
    words:
      /\b(?:settlement|settled|ach|nach|cheque|chq|clearing|salary|dividend|fd|loan|maturity|disburs\w*|ecs|apbs?|dbt|subsidy|pension)\b/i,
  },
  { channel: 'upi', words: /\b(?:upi|vpa|bharatpe|phonepe|gpay|google pay|paytm|qr|mob bk|bhim)\b|<V\d+>/i },
];

/** A word beside the reference counts more than one elsewhere in the text. */
export function channelOf(text: string, numbered: boolean, paidApp: boolean): Reading['channel'] {
  const near = [...text.matchAll(/<R\d+>/g)]
    .map((match) => text.slice(Math.max(0, match.index - 40), match.index))
    .join('\n');
  if ((/\bupi\b/i.test(near) || /\b(?:thru|through|via|by) upi\b/i.test(text)) && !/\bimps\b/i.test(near)) return 'upi';
  const found = CHANNELS.find(({ words }) => words.test(text));
  if (found) return found.channel;
  return numbered || paidApp ? 'upi' : null;
}

const NAME = "((?:(?:mr|mrs|ms|dr|m/s|shri|smt)\\.?\\s+)?(?:[a-z]\\. ?){0,3}[a-z][a-z'&]*(?:\\.? [a-z][a-z'&]*){0,5}?)";
const NAME_END =
  '(?=\\s*(?:$|[\\n;:,()|/<•·]|\\.(?:\\s|$|[A-Z])|\\s-\\s?|-(?=[A-Z]|\\s)|\\b(?:on|ref|refno|upi|utr|rrn|imps|via|thru|through|to|in|into|at|for|with|avl|aval|bal|using|has|is|was|dated|dt|info|txn|transaction|towards|and|from|having|a\\/c|ac|acct|account|vide|of|mein|me|se|ne|rs|inr|paid|sent|credited|debited)\\b))';
const NO_NAME =
  /\b(?:a\/c|ac|acct|account|vpa|bank|linked|mobile|mob|upi|neft|imps|rtgs|your|ur|you|user|customer|the|this|date|amount|ref|reference|alert|credit|debit|payment|pending|failed|requested|request|will|shall|be|not|received|info|update|dear|balance|time|no|id|wallet|card|qr|business|branch|atm|cash|interest|app|merchant|txn|transaction|money|revers\w*|refund|return\w*|mistake|mistakenly|error|clicking|scanning|entering|approving|otp|pin|transfer|rrn|utr|bal|avl|aval|beneficiary|nach|ach|self|order|cancell?ed|credited|debited|clearing|report|remarks?|declined|expected|awaited|loan recovery)\b|^(?:on|in|at|to|for|via|thru|through|with|using|has|is|dated|dt|and|towards|by|from|of|not|if|call)\b/i;

/** `DEVESH KULKARNI` → `Devesh Kulkarni`; mixed case stays as it is. */
function tidyName(text: string): string | null {
  const name = text
    .replace(/[\s.]+$/, '')
    .replace(/\s+/g, ' ')
    .trim();
  if (name.length < 2 || NO_NAME.test(name)) return null;
  return name
    .split(' ')
    .map((word) =>
      word === word.toUpperCase() || word === word.toLowerCase()
        ? word.charAt(0).toUpperCase() + word.slice(1).toLowerCase()
        : word,
    )
    .join(' ');
}

/** In order; the first shape that gives a name wins. */
const CREDIT_NAMES: readonly RegExp[] = [
  // A path: `UPI/CR/R/NAME`. Another part after the name means columns of fixed width: the name may be cut.
  new RegExp(
    `(?:upi|imps|p2[am])\\s?[/:-](?:[a-z0-9]{1,6}[/-])*\\s?<R\\d+>\\s?[/:-](?:(?:cr|dr|p2[am])[/-])?\\s?${NAME}(?=\\s*(?:$|[\\n.;,()-]|\\bon\\b|\\/u\\s))(?!\\s*\\/(?!u\\s))`,
    'i',
  ),
  new RegExp(`\\b(?:neft|rtgs)\\s*(?:cr)?[-/](?:<N\\d+>|\\w+)[-/]${NAME}(?=[-/.;\\n]|$)`, 'i'),
  new RegExp(`<N\\d+>\\s?/(?:neft|rtgs)/${NAME}(?=\\s*(?:[/.;\\n]|$))`, 'i'),
  new RegExp(`\\bupi-${NAME}-\\s?<V\\d+>`, 'i'),
  new RegExp(`\\btrf\\s?:\\s?${NAME}(?=\\s?:)`, 'i'),
  new RegExp(`<D\\d+>\\s*;\\s*${NAME}(?=\\s+debited\\b|\\.\\s*(?:upi|imps|ref)\\b)`, 'i'),
  new RegExp(`\\blinked to (?:mobile|mob)[\\s.]*(?:no)?\\s*<L>\\s*[-/]?\\s*${NAME}${NAME_END}`, 'i'),
  new RegExp(`\\b(?:sender|remitter|payer|received from|paid by|from)(?: name)?\\s*[:\\n-]\\s*${NAME}${NAME_END}`, 'i'),
  new RegExp(`\\b(?:from|by)\\s+(?:vpa\\s+)?<V\\d+>\\s*[-(,]?\\s*${NAME}${NAME_END}`, 'i'),
  new RegExp(
    `\\b(?:from|frm|paid by|sent by|sender|remitter|by|payer)\\s+(?:(?:beneficiary|sender|remitter)\\s+)?(?!vpa|a\\/c)${NAME}${NAME_END}(?!\\s?-\\s?(?:upi|imps|neft|rtgs)\\b)`,
    'i',
  ),
  new RegExp(`\\b(?:aapko|apko|hue|hui|hain|hai|ko|me|mein)\\s+${NAME}\\s+(?:se|dwara)\\b`, 'i'),
  new RegExp(
    `(?:^|[\\n.!:]\\s*)(?!(?:[a-z']+ ){0,4}(?:emis?|loan|card|premium|bill|policy|instal?ment|dues|claim|later)\\b)${NAME}\\s+(?:has\\s+|ne\\s+)?(?:just\\s+)?(?:paid|sent|transferred)\\b`,
    'im',
  ),
];
const DEBIT_NAMES: readonly RegExp[] = [
  new RegExp(`(?:;|&|\\band\\b|<B\\d+>)\\s*${NAME}\\s+(?:is\\s+|has been\\s+)?credited`, 'i'),
  new RegExp(`(?:^|[\\n.!]\\s*)${NAME}\\s+has received`, 'im'),
  new RegExp(
    `(?:upi|imps|p2[am])/(?:[a-z0-9]{1,6}/)*\\s?<R\\d+>\\s?/(?:(?:cr|dr|p2[am])/)?\\s?${NAME}(?=\\s*(?:$|[\\n.;,)]|\\s-\\s|\\b(?:on|value)\\b))(?!\\s*\\/)`,
    'i',
  ),
  new RegExp(`\\bto\\s+(?:vpa\\s+)?<V\\d+>\\s*[-(,]?\\s*${NAME}${NAME_END}`, 'i'),
  new RegExp(`\\b(?:to|trf to|paid to)\\s*:?\\s+(?:beneficiary\\s+)?(?!vpa)${NAME}${NAME_END}`, 'i'),
];

export interface OtherSide {
  vpa: string | null;
  name: string | null;
  /** The name as it stands in the skeleton. */
  written: string | null;
}

/** The payer of a credit, or whoever got the money of a debit. */
export function otherSide(text: string, tokens: Tokens, kind: 'credit' | 'debit'): OtherSide {
  const vpas = [...text.matchAll(/<V\d+>/g)];
  const marked = (words: RegExp) =>
    vpas.find((match) => words.test(text.slice(Math.max(0, match.index - 25), match.index)));
  const outward = marked(/\bto\s+(?:your\s+)?(?:(?:upi|vpa|id)\s*)*:?\s*$/i);
  const inward = marked(/\b(?:from|by|vpa|sender|remitter|payer)\b[^<]*$/i) ?? vpas.find((match) => match !== outward);
  const chosen = kind === 'credit' ? inward : (outward ?? inward);
  const vpa = chosen ? (tokens.vpas[indexIn(chosen[0])] ?? null) : null;
  for (const shape of kind === 'credit' ? CREDIT_NAMES : DEBIT_NAMES) {
    for (const match of text.matchAll(new RegExp(shape.source, `g${shape.flags}`))) {
      const written = match[1] ?? '';
      const name = tidyName(written);
      if (name) return { vpa, name, written };
    }
  }
  return { vpa, name: null, written: null };
}

/** Our own account's digits: not the one after `from` in a credit, not the one after `to` in a debit. */
export function accountOf(text: string, tokens: Tokens, kind: 'credit' | 'debit'): string | null {
  const away =
    kind === 'credit'
      ? /\b(?:from|by|linked to|of|se)\s+(?:[\w.&'/()-]+\s+){0,5}$/i
      : /\b(?:to|and|favou?r of|;)\s+(?:[\w.&'/()-]+\s+){0,5}$/i;
  const marks = [...text.matchAll(/<C\d+>/g)];
  const yours = marks.find((match) =>
    /\b(?:your|ur)\s+(?:[\w.&'/-]+\s+){0,4}$/i.test(text.slice(Math.max(0, match.index - 60), match.index)),
  );
  const own = marks.find(
    (match) => !away.test(text.slice(Math.max(0, match.index - 60), match.index).replace(/^[\s\S]*[.\n;](?=\s)/, '')),
  );
  const mark = yours ?? own ?? marks[0];
  return mark ? (tokens.accounts[indexIn(mark[0])] ?? null) : null;
}

/**
 * The amount of the move: the only one, or the one beside the verb or the label. Two different amounts with the same
 * claim give none.
 */
export function amountOf(text: string, tokens: Tokens, verbAt: number): number | null {
  const marks = [...text.matchAll(/<A\d+>/g)].map((match) => ({
    index: match.index,
    paise: tokens.amounts[indexIn(match[0])] ?? 0,
    side: /\b(?:charges?|fees?|gst|tax|mdr|commission|cashback|minimum|min|max|limit)\b[^<.;\n]{0,15}$/i.test(
      text.slice(0, match.index),
    ),
  }));
  if (/<A\d+>\s*(?:or|to|-|\/)\s*<A\d+>/i.test(text)) return null;
  const values = (list: typeof marks) => [...new Set(list.map((mark) => mark.paise))];
  const all = values(marks);
  if (all.length <= 1) return all[0] ?? null;
  const plain = values(marks.filter((mark) => !mark.side));
  if (plain.length === 1) return plain[0] ?? null;
  const beside = marks.filter(({ index }) => {
    if (verbAt < 0) return false;
    const between = index < verbAt ? text.slice(text.indexOf('>', index) + 1, verbAt) : text.slice(verbAt, index);
    return index < verbAt
      ? /^(?:\s|\b(?:is|has|have|been|was|successfully|of|amount|just|and|upi|payment|from|<V\d+>)\b)*$/i.test(between)
      : /^[a-z]+(?:\s|[:-]|\b(?:by|with|for|of|a|an|upi|credit|amount|you|the|sum|rs|inr)\b)*$/i.test(between);
  });
  const near = values(beside);
  return near.length === 1 ? (near[0] ?? null) : null;
}

/** Date and time of the move; a time counts only beside a date, after `at` or under a label. */
export function momentOf(text: string, tokens: Tokens, lastDay: string): { date: string | null; time: string | null } {
  const without = (words: RegExp) => (match: RegExpExecArray) =>
    !words.test(text.slice(Math.max(0, match.index - 20), match.index));
  const told = [...text.matchAll(/<D\d+>/g)].filter(without(/\b(?:valid|till|until|due|before|expir\w*|by)\s*:?\s*$/i));
  const moved = told.filter(without(/\bas o[nf]\s*:?\s*$/i));
  // The day of the balance stands for the day of the move only where no other is told.
  const marks = moved.length > 0 ? moved : told;
  const days = marks.map((match) => tokens.dates[indexIn(match[0])] ?? '');
  const place = Math.max(
    days.findIndex((day) => day <= lastDay),
    0,
  );
  const mark = marks[place];
  const time =
    /<D\d+>[\s,:;T.-]*(?:(?:at|time|ko|को|&|@)\s*(?::\s*)?)*(<T\d+>)/i.exec(mark ? text.slice(mark.index) : '')?.[1] ??
    /(<T\d+>)\s*(?:ist|hrs|hours)?[\s,.-]*(?:on\s*)?(?:date\s*:?\s*)?<D\d+>/i.exec(text)?.[1] ??
    /\b(?:at|time)\s*[:=]?\s*(<T\d+>)/i.exec(text)?.[1];
  return { date: days[place] ?? null, time: time ? (tokens.times[indexIn(time)] ?? null) : null };
}
