import { BACK } from '../back.ts';
import { parsesOf } from '../match.ts';
import { plainText } from '../text.ts';
import type { Direction } from './cells.ts';
import type { Channel, Layout, Wording } from './layouts.ts';

/** What the narration of one line says, by a wording of its bank. */
export interface Narration {
  channel: Channel;
  rrn: string | null;
  /** Reference of a NEFT or RTGS transfer. */
  ref: string | null;
  time: string | null;
  payerName: string | null;
  payerVpa: string | null;
  note: string | null;
}

const SIDES: Record<Direction, readonly Wording['side'][]> = { credit: ['in', 'both'], debit: ['out', 'both'] };

/**
 * Reads a narration by the wordings of the line's bank; null when none fits, or when two ways to
 * read it differ in the reference.
 *
 * @param texts the narration; when it stood in several rows, joined with and without spaces
 * @param own the reference in the bank's own column: what the narration says must agree with it
 */
export function readNarration(
  texts: readonly string[],
  { wordings }: Pick<Layout, 'wordings'>,
  direction: Direction,
  own: string | null,
): Narration | null {
  const agrees = ({ rrn }: Narration) => own === null || rrn === null || rrn === own;
  let first: Narration | null = null;
  const claims = new Set<string>();
  for (const text of new Set(texts.map(plainText))) {
    for (const wording of wordings.filter(({ side }) => SIDES[direction].includes(side))) {
      const loose = waysOf(wording, text, false);
      if (loose === null) return null;
      const possible = loose.filter(agrees);
      for (const { channel, rrn, ref } of possible) claims.add(JSON.stringify([channel, own ?? rrn, ref]));
      if (claims.size > 1) return null;
      if (possible.length === 0) continue;
      first ??= waysOf(wording, text, true)?.find(agrees) ?? null;
    }
  }
  return first;
}

/** Null: there are too many ways. */
function waysOf({ parts, channel }: Wording, text: string, strict: boolean): Narration[] | null {
  const ways = parsesOf({ subject: null, text: parts, words: [] }, { text, subject: '' }, '', strict);
  if (ways === 'confusing') return null;
  return ways.map(({ bank, payer, vpa, note }) => ({
    channel,
    rrn: typeof bank.rrn === 'string' ? bank.rrn : null,
    ref: typeof bank.ref === 'string' ? bank.ref.toUpperCase() : null,
    time: typeof bank.time === 'string' ? bank.time : null,
    payerName: payer,
    payerVpa: vpa?.includes('@') ? vpa.toLowerCase() : null,
    note,
  }));
}

const BACK_WORDS = new Set(BACK);
/** Other words that a bank puts in front of its reference. */
const BANK = new Set(
  `AGAINST BK BY CR CREDIT DEBIT DEP DR FOR FROM FT IB ID IMPS INB MB MMT MOB NEFT NO OF P2A P2M REF RRN RTGS TFR TO TRAN TRANSFER
   TXN UPI UTR WDL`.split(/\s+/),
);

/**
 * Whether the bank's own words in front of its reference say that money goes back or comes back:
 * `UPI/REV/…`, `UPI/CRADJ/…`. A part with any other word is somebody's name or note.
 */
export function saysBack(text: string): boolean {
  let afterNumber = false;
  for (const part of plainText(text)
    .toUpperCase()
    .split(/[/*:|-]/)) {
    const words = part.split(/[^A-Z0-9]+/).filter((word) => word !== '');
    if (words.length === 0) continue;
    const named = words.filter((word) => !/^[A-Z]?\d{6,}$/.test(word));
    const isBank = named.every((word) => BACK_WORDS.has(word) || BANK.has(word));
    if (!isBank || afterNumber) return isBank && part.trim().startsWith('REVERSAL OF ');
    if (named.some((word) => BACK_WORDS.has(word))) return true;
    afterNumber = named.length < words.length;
  }
  return false;
}
