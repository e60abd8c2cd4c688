import type { Direction } from './statement-cells.ts';

/**
 * Reads the narration of a statement line. Every bank has a fixed place for the 12-digit reference (RRN); the payer's
 * note, name and VPA may hold other 12-digit numbers. The place is learned from all lines of the file.
 */

/** A narration cut into its parts. */
export interface Parts {
  text: string;
  separator: '/' | '-' | '|';
  parts: string[];
  /** Separator and leading bank words; narrations with the same key have the reference in the same place. */
  key: string;
  /** Index of the first part that is no bank word. */
  body: number;
  /** The reference that a part can hold, by part. */
  candidates: (string | null)[];
}

/** Where the reference of a kind of narration stands. */
type Place = { from: 'start' | 'end' | 'ifsc'; index: number; doubtful: boolean };

/** A narration, or null for lines without one, with what the line's date and reference column say about it. */
export interface Sample {
  parts: Parts;
  date: string;
  /** References from the bank's reference column. */
  column: readonly string[];
}

const BANK_WORD =
  /^(?:UPI[A-Z]*|P2[A-Z]|M?CR|DR|AR|AB|IN|OUT|MOB|MB|PAY|COLLECT|IMPS[A-Z]*|IFI|IFN|IFT|NFT|INET|INB|NET|IB|IBL|RIB|MIB|CIB|MMT|FT|BY|TO|TRANSFER|TRF|TFR|TRTR|XFER|DEP|WDL|RECD|RECEIVED|SENT|REV|RVSL|RVRSL|REVERSAL|REVERSED|RETURN|RET|RTN|REFUND|RFND|RRR|ADJ|CRADJ|DRADJ|ADJUSTMENT|CHBK|CHGBK|CHARGEBACK|DISPUTE|U3|OF|FOR|CREDIT|DEBIT|TXN|RRN|UTR|REF|REFNO|NO|ID|MPAY|QR|CHQ|INWARD|OUTWARD)$/i;
const LABEL =
  '(?:UPI[A-Z]*|IMPS[A-Z]*|MMT|RRN|UTR|REF|REFNO|NO|TXN|ID|CR|DR|C|CREDIT|DEBIT|P2[A-Z]|RECD|MOB|INB|BY|TO|TRANSFER)';
const LABELLED = new RegExp(`^(?:[A-Z]|(?:${LABEL}[-:#. ]+)*${LABEL}[-:#. ]*)?((?:0{4})?\\d{12})$`, 'i');
const IFSC = /^[A-Z]{4}0[A-Z0-9]{6}$/i;
/** A UPI app's own number for a payment. */
const TRANSACTION = /^[A-Z]{3}[0-9a-f]{16,40}$/i;
const VPA = /^[a-z0-9][a-z0-9._-]+@[a-z][a-z0-9]+$/i;

/** Whether these 12 digits can be a reference, and no short number padded with zeros: day 000 of a year does not exist. */
export function isReference(digits: string): boolean {
  return /^\d{12}$/.test(digits) && !digits.startsWith('0000');
}

/** The reference of a token: 12 digits, alone, after a bank word or letter, or padded to 16 with zeros. */
export function referenceOf(token: string): string | null {
  const digits = LABELLED.exec(token)?.[1]?.slice(-12);
  return digits !== undefined && isReference(digits) ? digits : null;
}

export function partsOf(narration: string): Parts {
  const trimmed = narration
    .trim()
    // Other separators around the reference: `IMPS/P2A-630829814940-NAME`, `UPI REF NO 630829814940P2A-NAME`.
    .replace(/^((?:UPI|IMPS)\/P2[AMP])-(\d{12})-/i, '$1/$2/')
    // The bank's own word for it: `UPI RECEIPT 630829814940/NAME`, `ReceivedIMPS630829814940Name/IFSC`.
    .replace(/^(UPI|IMPS) (?:RECEIPT|PAYMENT) (?=\d{12}\/)/i, '$1/')
    .replace(/^((?:SENT|RECEIVED|RECD)?(?:UPI|IMPS)(?:P2[AMP])?)(\d{12})(?=[A-Z])/i, '$1/$2/')
    .replace(/^(UPI|IMPS) REF NO\.? ?(\d{12})(?=P2[AMP]-)/i, '$1/$2/');
  // `UPI_CR_630829814940_NAME`: in other layouts `_` stands inside of names and UPI IDs.
  const text = /^(?:UPI|IMPS|MMT|NEFT|RTGS)[A-Z]{0,8}_(?:[^/|]*_)?\d{12}(?:_[^/|]*)?$/i.test(trimmed)
    ? trimmed.replaceAll('_', '/')
    : trimmed;
  const separator = separatorOf(text);
  const split =
    separator === '|'
      ? text.split(/[|:;,*~#()[\]\s]+|(?<=\b\d{12})-/)
      : // `UPI-PAY-CR-630829814940/NAME`
        text.split(separator).flatMap((part) => part.split(/(?<=^\d{12})\//));
  const parts = split
    .map((part) => part.trim().replace(/^[-. ]+|[-. ]+$/g, ''))
    // The bank's own account in front of its path: `TRANSFER FROM 97157043111/UPI/…`.
    .map((part, at) => (at === 0 ? part.replace(/^(TRANSFER|TRF|TFR) (?:FROM|TO) \d{5,18}$/i, '$1') : part));
  const body = parts.findIndex((part) => part === '' || !isBankWords(part));
  const candidates = parts.map(referenceOf);
  const head = parts.slice(0, body < 0 ? parts.length : body).map(plainHead);
  // A bank word may touch the reference: `UPI:630829814940/NAME`.
  const first = body >= 0 && candidates[body] ? (parts[body]?.replace(/\d+$/, '') ?? '') : '';
  return { text, separator, parts, key: [separator, ...head, plainHead(first)].join(' ').trim(), body, candidates };
}

function separatorOf(text: string): Parts['separator'] {
  const slash = text.indexOf('/');
  if (/^(?:\d{12}-|P2[A-Z]-)?[A-Z -]*\b(?:UPI|IMPS|MMT|NEFT|RTGS|FT)[A-Z ]*-/i.test(text)) {
    // A note after the reference may hold slashes. Other hyphens belong to names and UPI IDs.
    const [words = '', ...front] = (slash < 0 ? text : text.slice(0, slash)).split('-');
    if (
      (slash < 0 && (isBankWords(words) || isReference(words))) ||
      front.some((part) => isIfsc(part) || /^\d{12}$/.test(part))
    )
      return '-';
  }
  return slash < 0 ? '|' : '/';
}

function isBankWords(part: string): boolean {
  return part.split(/[\s\-_:.]+/).every((word) => word === '' || BANK_WORD.test(word));
}

/** Money in and money out have the same layout, so their words do not count. */
function plainHead(part: string): string {
  return part
    .toUpperCase()
    .split(/[\s\-_:.]+/)
    .filter((word) => !/^(?:CR|DR|BY|TO|C|D|P2[AMP])?$/.test(word))
    .map((word) => word.replace(/^(UPI|IMPS)(?:AR|AB|IN|OUT)$/, '$1'))
    .join(' ');
}

interface Votes {
  lines: number;
  places: Map<string, { score: number; digits: Set<string>; usual: boolean; note: boolean }>;
}

/** Learns for each kind of narration where its reference stands. */
export function learnPlaces(samples: readonly Sample[]): Map<string, Place> {
  const kinds = new Map<string, Votes>();
  for (const { parts, date, column } of samples) {
    const kind: Votes = kinds.get(parts.key) ?? { lines: 0, places: new Map() };
    kinds.set(parts.key, kind);
    kind.lines += 1;
    parts.candidates.forEach((digits, index) => {
      if (digits === null) return;
      const isNamed = namesDay(digits, date);
      const evidence = /^91[6-9]/.test(digits) && !isNamed ? 'note' : evidenceOf(parts, index);
      const isNote = evidence === 'note';
      const weight = (1 + (isNamed ? 0.5 : 0)) * (isNote ? 0.5 : 1);
      const isUsual = evidence === 'usual' || column.includes(digits);
      const score = weight + (evidence === 'usual' ? 1 : 0) + (column.includes(digits) ? 2 : 0);
      // In a draw counting from the start wins over counting from the end.
      vote(kind, `start ${index}`, digits, score + 0.1, isUsual, isNote);
      vote(kind, `end ${parts.parts.length - 1 - index}`, digits, score, isUsual, isNote);
      if (isIfsc(parts.parts[index - 1])) vote(kind, 'ifsc 0', digits, score + 0.2, true, false);
    });
  }
  const learned = new Map<string, Place>();
  for (const [key, { lines, places }] of kinds) {
    const [best] = [...places].sort((a, b) => b[1].score - a[1].score);
    if (!best) continue;
    const [name, { digits, usual }] = best;
    // One number in an unusual place may be a note, also one that names its day: the payer writes it.
    if (digits.size < lines / 2 || (digits.size < 2 && !usual)) {
      // Most lines of the kind have no number, so that none of its places is that of the reference.
      if (digits.size * 2 < lines && !usual) learned.set(key, { from: 'start', index: -1, doubtful: true });
      continue;
    }
    // When as many lines hold a number in another place, nothing tells which one is the note.
    const rival = [...places.values()].some(
      (other) =>
        !other.note && other.digits.size > digits.size * 0.6 && [...other.digits].every((one) => !digits.has(one)),
    );
    const [from, index] = name.split(' ');
    learned.set(key, {
      from: from === 'ifsc' || from === 'end' ? from : 'start',
      index: Number(index),
      doubtful: rival && !usual,
    });
  }
  return learned;
}

/**
 * What a number's place in the narration says: `usual` is the bank's own place (first after its words, after the IFSC, after a label), and
 * `note` a place of the payer's words (after the UPI ID, after 'Note').
 */
function evidenceOf({ parts, body, separator }: Parts, index: number): 'usual' | 'note' | null {
  const before = parts[index - 1] ?? '';
  if (index === body || isIfsc(before)) return 'usual';
  if (VPA.test(before) || parts.slice(0, index).some((part) => /^(?:note|remarks?)$/i.test(part))) return 'note';
  // The label may touch the number: `UPI transaction ID630829814940`.
  const label = `${before} ${parts[index] ?? ''}`;
  return separator === '|' && /(?:^|upi|txn|transaction| )(?:REF|REFNO|RRN|UTR|ID|NO) ?\d+$/i.test(label)
    ? 'usual'
    : null;
}

function vote(kind: Votes, name: string, digits: string, score: number, usual: boolean, note: boolean): void {
  const place = kind.places.get(name) ?? { score: 0, digits: new Set<string>(), usual, note };
  kind.places.set(name, place);
  // References differ from line to line; a note may repeat.
  if (!place.digits.has(digits)) place.score += score;
  place.digits.add(digits);
  place.usual &&= usual;
  place.note &&= note;
}

function isIfsc(part: string | undefined): boolean {
  return part !== undefined && IFSC.test(part);
}

/** A reference usually begins with the last digit of the year and the day of the year. This is a hint only. */
function namesDay(digits: string, date: string): boolean {
  const day = (Date.parse(date) - Date.parse(`${date.slice(0, 4)}-01-01`)) / 86_400_000 + 1;
  return digits[0] === date[3] && Math.abs(Number(digits.slice(1, 4)) - day) <= 2;
}

/** Index of the part that holds the reference, or -1. */
export function referencePlace(narration: Parts, places: ReadonlyMap<string, Place>): number {
  const { parts, candidates, body } = narration;
  const place = places.get(narration.key);
  const isAlone = candidates.filter((digits) => digits !== null).length === 1;
  if (place) {
    const index =
      place.from === 'start'
        ? place.index
        : place.from === 'end'
          ? parts.length - 1 - place.index
          : parts.findIndex((_, at) => candidates[at] && isIfsc(parts[at - 1]));
    if (candidates[index] && (!place.doubtful || isAlone)) return index;
  }
  // Usual places: first after the bank's words, after a name there, after the IFSC, or after the payer's VPA and bank.
  if (candidates[body]) return body;
  if (!place && candidates[body + 1] && isName(parts[body] ?? '') && !candidates[body + 2]) return body + 1;
  return parts.findIndex(
    (_, at) =>
      candidates[at] !== null &&
      (evidenceOf(narration, at) === 'usual' ||
        (parts[at - 1] === '' && /IMPS/i.test(parts[0] ?? '')) ||
        (isAlone && at <= 5 && /^IMPS$/i.test(parts[at - 1] ?? '')) ||
        (/\b(?:BANK|BK)\b/i.test(parts[at - 1] ?? '') &&
          (parts.slice(0, at).some((earlier) => VPA.test(earlier)) || TRANSACTION.test(parts[at + 1] ?? '')))),
  );
}

export type Channel = 'upi' | 'imps' | 'neft' | 'rtgs' | 'cash' | 'other';

const CHANNELS: readonly [Channel, RegExp][] = [
  ['upi', /(?:^|[^A-Z])(?:REV)?UPI/i],
  ['imps', /\b(?:IMPS(?:IN|OUT|AR|AB|CR|DR)?|MMT)(?![A-Z])/i],
  ['neft', /\bN(?:EF|F)T|^N\/[A-Z]{4}[A-Z0-9]{12}\//i],
  ['rtgs', /\bRTGS|^R\/[A-Z]{4}R\d{17}\//i],
  ['cash', /^(?:BY )?CASH\b|\bCASH DEP|\bCDM\b/i],
];

/** The channel named first; a VPA without any is UPI. */
export function channelOf(text: string): Channel {
  let best: Channel = /[a-z0-9]@[a-z]{2}/i.test(text) ? 'upi' : 'other';
  let first = Number.POSITIVE_INFINITY;
  for (const [channel, pattern] of CHANNELS) {
    const at = text.search(pattern);
    if (at >= 0 && at < first) {
      first = at;
      best = channel;
    }
  }
  return best;
}

/** With the day of the transfer: `YESBN12026110802302561`. */
const DATED_UTR = /^[A-Z]{5}\d20\d\d[01]\d[0-3]\d{9}$/i;
const UTR = /^(?=[A-Z0-9]{11,22}$)(?=(?:.*\d){8})[A-Z]{1,6}[A-Z0-9]*$/i;

/**
 * Reference of a NEFT or RTGS transfer, 11 to 22 letters and digits, or null. Beside one of the usual length (16 or 22),
 * others are numbers of the bank itself.
 */
export function transferReference(texts: readonly string[]): string | null {
  const found = texts
    .flatMap((text) => text.split(/[^A-Z0-9]+/i))
    .filter((token) => UTR.test(token) && !IFSC.test(token));
  const usual =
    found.findLast((token) => DATED_UTR.test(token)) ?? found.findLast(({ length }) => [16, 22].includes(length));
  return (usual ?? found.at(-1))?.toUpperCase() ?? null;
}

/** Length at which this bank cuts VPAs off, or 0. */
export function vpaCut(narrations: readonly Parts[]): number {
  const whole = new Set<string>();
  for (const { parts } of narrations) {
    for (const part of parts) {
      if (!/^[a-z0-9][a-z0-9._-]+@[a-z0-9]*$/i.test(part)) continue;
      // No handle is shorter than two letters.
      if (/@.?$/.test(part)) return part.length;
      whole.add(part.toLowerCase());
    }
  }
  const different = (values: (vpa: string) => string | number) => new Set([...whole].map(values)).size;
  // One length by chance leaves whole handles: `9000012345@okbank`, `9000054321@okbank`.
  const isCut =
    whole.size >= 3 && different((vpa) => vpa.length) === 1 && different((vpa) => vpa.replace(/^.*@/, '')) > 1;
  return isCut ? ([...whole][0]?.length ?? 0) : 0;
}

/** VPA of the other side, lower case; null when it is absent, masked, or cut off at the length `cut`. */
export function vpaOf({ parts, separator }: Parts, cut: number): string | null {
  const plain = (vpa: string) => (VPA.test(vpa) && vpa.length !== cut && vpa.length <= 100 ? vpa.toLowerCase() : null);
  if (separator !== '-') {
    const own = parts
      .filter((part) => !/^To[ :-]/i.test(part))
      .map((part) => part.replace(/^(?:From|By|VPA)[ :-]+/i, ''))
      .find((part) => VPA.test(part));
    return own === undefined ? null : plain(own);
  }
  // Hyphens separate the parts, and names and VPAs may hold hyphens: `UPI-ANNE-MARIE-ANNE-07@BANK-IFSC-…`.
  const at = parts.findIndex((part) => part.includes('@'));
  const local = [parts[at] ?? ''];
  while (/^\d{1,4}@/.test(local[0] ?? '') && at - local.length > 1) local.unshift(parts[at - local.length] ?? '');
  return plain(local.join('-'));
}

/** The other side's name as the bank prints it, often cut off; null when the narration has no place for it. */
export function nameOf(narration: Parts, place: number, channel: Channel): string | null {
  const { parts, body, text, separator } = narration;
  let name: string | undefined;
  if (channel === 'neft' || channel === 'rtgs') name = parts[parts.findIndex(isIfsc) + 1];
  else if (separator === '-' && channel === 'upi') name = parts[body];
  else if (channel === 'imps') name = parts.slice(body).find((part, at) => at + body !== place && isName(part));
  else if (place > body) name = parts[body];
  else if (/\/(?:CR|DR|P2[AM])\//i.test(text))
    name = parts.slice(place + 1).find((part) => !/^(?:CR|DR)?$/i.test(part));
  return name !== undefined && isName(name) ? name.replaceAll('_', ' ').slice(0, 60) : null;
}

function isName(part: string): boolean {
  return /^[\p{L}\p{M}][\p{L}\p{M}\s.'_&-]{2,}$/u.test(part) && !isBankWords(part) && !isIfsc(part);
}

/** Time of day inside the narration as a part of its own, `HH:MM:SS`. */
export function timeOf({ text }: Parts): string | null {
  return /(?:^|[/ ])([01]\d|2[0-3]):([0-5]\d):([0-5]\d)(?:$|\/)/.exec(text)?.[0].replace(/[/ ]/g, '') ?? null;
}

const SAYS_REVERSED = /(?:^|[^A-Z])(?:REV|RVSL|RVRSL|REVSL|REVERSAL|REVERSED|UPIREV[A-Z]*|UPIRET|REVUPI)(?![A-Z])/i;
const SAYS_BACK = new RegExp(`${SAYS_REVERSED.source}|(?:^|[^A-Z])RETURN(?:ED)?(?![A-Z])`, 'i');
/** The bank of the payer wants a credit back. */
const CHARGED_BACK = /(?:^|[^A-Z])(?:CHBK|CHGBK|CHARGEBACK|DISPUTE|DRADJ|U3)(?![A-Z0-9])/i;
const CREDIT_RETURNED =
  /(?:^|[^A-Z])RETURN(?:ED)? (?:OF )?(?:(?:UPI|IMPS|INWARD) )*(?:CREDIT|CR|TXN|TRANSACTION)(?![A-Z])/i;

/**
 * Whether the bank's own words say that a payment came back. A payer's note may say so too, so for credits only the words
 * in front of the reference and the bank's abbreviations count. The same holds for 'return' in debits: the shop writes 'Return ORD17'
 * into the note of a refund.
 */
export function saysReversal(
  { parts, text, body }: Parts,
  place: number,
  direction: Direction,
  channel: Channel,
): boolean {
  if (direction === 'debit' && (SAYS_REVERSED.test(text) || CREDIT_RETURNED.test(text))) return true;
  const head = place < 0 ? parts.slice(0, 2) : parts.slice(0, place);
  if (head.some((part, at) => SAYS_BACK.test(part) && (at === 0 || isBankWords(part)))) return true;
  if (direction === 'debit') return saysCharged({ parts }, place);
  const back = /(?:^|[^A-Z])(?:REFUND|RFND|RRR|RET|RTN|CRADJ|CREDIT ADJ(?:USTMENT)?)(?![A-Z])/i;
  if (parts.slice(0, Math.max(1, body)).some((part) => back.test(part) && isBankWords(part))) return true;
  if (parts.some((part) => /^(?:REV|RVSL|RVRSL)$/.test(part))) return true;
  // `UPI/630829814940/REVERSAL OF TXN` names no payer.
  const own = channel !== 'upi' || (parts.length === 3 && parts[0] === 'UPI');
  return own && place >= 0 && /^REVERSAL\b/i.test(parts[place + 1] ?? '');
}

/** Whether the bank's words in front of the reference say that a credit is charged back. */
export function saysCharged({ parts }: Pick<Parts, 'parts'>, place = parts.length): boolean {
  return parts.slice(0, place < 0 ? 2 : place).some((part) => CHARGED_BACK.test(part) && isBankWords(part));
}

/** Direction that words in front of the narration name, such as `Received from` or `UPI/CR/…`; null when they differ. */
export function wordedDirection(narration: Parts): Direction | null {
  const { text } = narration;
  const coded = codedDirection(narration);
  const said = /^(?:UPI[ /-]+)?(?:RECEIVED|RECD|CREDIT(?:ED)?(?! CARD)|BY TRANSFER|DEP TFR|INWARD)\b/i.test(text)
    ? 'credit'
    : /^(?:UPI[ /-]+)?(?:PAID|SENT|DEBIT(?:ED)?|TO TRANSFER|WDL TFR|OUTWARD)\b/i.test(text)
      ? 'debit'
      : null;
  return coded && said && coded !== said ? null : (coded ?? said);
}

/** Direction that the bank's own code names: `UPI/CR/…`, `NEFT DR-…`, `NEFT_IN:…`. */
export function codedDirection({ parts }: Parts): Direction | null {
  for (const [at, part] of parts.slice(0, 3).entries()) {
    for (const word of part.split(/[\s\-_:.]+/)) {
      // A payer's name or note may end in `CR`.
      if (word !== '' && !BANK_WORD.test(word) && !/^(?:NEFT|RTGS)$/i.test(word)) break;
      if (/^(?:CR|UPIIN)$/.test(word) || (word === 'IN' && at < 2)) return 'credit';
      if (/^(?:DR|UPIOUT)$/.test(word) || (word === 'OUT' && at < 2)) return 'debit';
    }
  }
  return null;
}
