/**
 * What a spreadsheet does to a cell of a file that a person opens in it and saves: what can be
 * known for sure is restored, and what is lost is said. This file does not import Zod.
 */

/** Why the text of a cell is not what was exported. */
export type Loss = 'shortened' | 'hashes' | 'error' | 'letters';

export const LOSS_SENTENCES: Record<Loss, string> = {
  shortened: 'A spreadsheet has shortened this number: its last digits are lost',
  hashes: 'The spreadsheet shows #### for a value that does not fit its column: make the column wider, and save again',
  error: 'The spreadsheet shows an error in place of the value',
  letters: 'Letters are lost: save the file as ‘CSV UTF-8’',
};

/** The text without what protects it from a spreadsheet: `="…"`, or an apostrophe in front. */
export function withoutMarks(cell: string): string {
  const text = cell.trim();
  const plain = text.startsWith('=') ? (/^="?([^"]*)"?$/.exec(text)?.[1] ?? text).trim() : text;
  return plain.startsWith("'") ? plain.slice(1).trim() : plain;
}

const SHORTENED = /^[+-]?\d(?:[.,]\d+)?E\+\d+$/i;
const HASHES = /^#{3,}$/;
const ERROR = /^#(?:N\/A|REF!|VALUE!|NAME\?|DIV\/0!|NUM!|NULL!|SPILL!|CALC!)$/i;
const NOTHING = /^(?:[-–—*._=]*|na|nil|n\/a|null|none|[0.]+)$/i;

/** What the cell has lost; null when it may be as it was. */
export function lossOf(cell: string): Loss | null {
  const text = withoutMarks(cell);
  if (SHORTENED.test(text)) return 'shortened';
  if (HASHES.test(text)) return 'hashes';
  if (ERROR.test(text)) return 'error';
  return hasLostLetters(text) ? 'letters' : null;
}

/** Question marks that stand like a word before more text, or that are four or more. */
const LOST_WORD = /(?:^|[\s(|])(?:\?{2,}[,.)|]?\s+\S|\?{4,}(?:[\s,.)|]|$))/;
/** A price without its ₹. */
const LOST_RUPEE = /(?:^|\s)\?\d/;
/** UTF-8 that was read as Windows-1252. */
const WRONGLY_READ = /à[¤¥]|â‚¹/;

/**
 * Whether the text was saved in an encoding without its letters, as Excel's plain ‘CSV’ does with
 * Hindi and ₹: each letter is a question mark.
 */
export function hasLostLetters(text: string): boolean {
  return (
    text.includes('\uFFFD') ||
    WRONGLY_READ.test(text) ||
    (text.includes('??') && (/^[?\s]+$/.test(text) || LOST_WORD.test(text))) ||
    LOST_RUPEE.test(text)
  );
}

/** Rupees and other numbers: grouping of India and of the west, at most one decimal sign. */
const GROUPED = /^(?!0)\d{1,3}(?:,\d{2,3})*,\d{3}(?:\.\d+)?$/;
const DECIMAL_COMMA = /^(?:\d{1,12},\d{1,2}|\d{1,3}(?:\.\d{3})+,\d{1,2}|0,\d+)$/;
const PLAIN = /^\d{1,12}(?:\.\d+)?$/;

/** The number in a cell; null when it is none. `299,50` is 299.5: no grouping ends in two digits. */
export function numberOf(cell: string): number | null {
  const text = withoutMarks(cell).replace(/^(-?)(?:₹|Rs\.?|INR)\s*/i, '$1');
  const sign = text.startsWith('-') ? -1 : 1;
  const digits = sign < 0 ? text.slice(1) : text;
  if (PLAIN.test(digits)) return sign * Number(digits);
  if (GROUPED.test(digits)) return sign * Number(digits.replaceAll(',', ''));
  if (DECIMAL_COMMA.test(digits)) return sign * Number(digits.replaceAll('.', '').replace(',', '.'));
  return null;
}

/**
 * A code of digits with the one zero in front that a spreadsheet has taken away.
 *
 * @param lengths how many digits such a code has: `80212` is `080212` where they are 4, 6 or 8
 */
export function codeOf(cell: string, lengths: readonly number[]): string {
  const text = withoutMarks(cell).replace(/^(\d+)\.0+$/, '$1');
  const isShort = /^[1-9]\d*$/.test(text) && !lengths.includes(text.length);
  return isShort && lengths.includes(text.length + 1) ? `0${text}` : text;
}

/** `changed`: a spreadsheet has made an amount of it, as `12,345` or `234.00`. */
export type ReadId = { id: string } | { lost: 'nothing' | 'shortened' | 'changed' };

/** Letters and digits, with a digit other than 0. */
const ID = /^(?=.*[1-9])[A-Z0-9][A-Z0-9 _/-]*$/i;

/** The number of a parcel or a payment in a cell. A word such as `Pending` is none. */
export function idOf(cell: string): ReadId {
  const text = withoutMarks(cell);
  if (SHORTENED.test(text)) return { lost: 'shortened' };
  if (isNothing(text)) return { lost: 'nothing' };
  if (/^\d+[.,]0+$/.test(text) || /^\d{1,3}(?:,\d{2,3})+(?:\.\d+)?$/.test(text)) return { lost: 'changed' };
  return ID.test(text) ? { id: text } : { lost: 'nothing' };
}

/** Whether the cell holds nothing, or a sign for nothing: `-`, `N/A`, `#N/A`, `0`, `####`. */
export function isNothing(cell: string): boolean {
  const text = withoutMarks(cell);
  return NOTHING.test(text) || HASHES.test(text) || ERROR.test(text);
}
