import { looksLikeCredit } from '#shop/bank/finder.ts';
import { readMessage } from '#shop/bank/read.ts';
import type { WordingSet } from './wordings.ts';

/** A person pastes no more messages at once. */
const MOST = 20;
/** A longer text is read as one, in characters and in lines. */
const LONGEST = 20_000;
const MOST_LINES = 200;

/**
 * Splits a pasted text into its messages. If the whole cannot be read as one message, its
 * paragraphs or lines are tried: at least two must tell of a payment, in the wording of one bank,
 * with an account or a reference. Otherwise the text stays whole, because a line of it may be a
 * payer's. What stands between the messages, such as names of senders, is left out.
 *
 * @param receivedAt epoch ms
 */
export function splitMessages(text: string, receivedAt: number, { on }: WordingSet): string[] {
  const lines = text.replace(/\r\n?/g, '\n');
  if (lines.length > LONGEST || lines.split('\n').length > MOST_LINES) return [text];
  const read = (piece: string) =>
    readMessage({ text: piece, subject: '', via: 'text', bank: null, receivedAt }, on)?.reading ?? null;
  if (read(text)) return [text];
  for (const between of [/\n[^\S\n]*\n/, /\n/]) {
    const pieces = lines.split(between).map((piece) => piece.trim());
    const found = pieces.filter(looksLikeCredit);
    if (found.length < 2 || found.length > MOST) continue;
    const readings = found.map(read);
    const bank = readings[0]?.bank;
    const isSure = readings.every((each) => each?.bank === bank && (each?.accountTail ?? each?.rrn ?? null) !== null);
    if (isSure) return found;
  }
  return [text];
}
