/** The text in the bytes of a file that a person has chosen as CSV. */

export const NOT_CSV =
  'This is not a CSV file. Please choose the file that you exported, or save your table as ‘CSV UTF-8’.';
export const WORKBOOK =
  'This is an Excel workbook, not a CSV file. Please open it, save it as ‘CSV UTF-8’, and choose that file.';
export const LOST_LETTERS =
  'This file has lost its Hindi letters and its ₹. Please export it again, and save it as ‘CSV UTF-8’, not as ‘CSV’.';

/** Bytes that are looked at. */
const SAMPLE = 2000;

/**
 * Reads UTF-8 and UTF-16; any other text as Windows-1252, which has no Hindi letters.
 *
 * @returns null for a file that is no text, such as a picture
 */
export function readFileText(bytes: Uint8Array): { text: string; encoding: 'unicode' | 'windows-1252' } | null {
  const utf16 = utf16Of(bytes);
  if (utf16) return { text: new TextDecoder(utf16).decode(bytes), encoding: 'unicode' };
  if (bytes.subarray(0, SAMPLE).some(isControl) || isPdf(bytes)) return null;
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'unicode' };
  } catch {
    return { text: new TextDecoder('windows-1252').decode(bytes), encoding: 'windows-1252' };
  }
}

/** By the byte order mark, or by the zeros beside each Latin letter. */
function utf16Of(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const sample = bytes.subarray(0, SAMPLE);
  const zerosAt = (odd: 0 | 1) => sample.reduce((sum, byte, at) => sum + (byte === 0 && at % 2 === odd ? 1 : 0), 0);
  const [even, odd] = [zerosAt(0), zerosAt(1)];
  if (odd > sample.length * 0.3 && even === 0) return 'utf-16le';
  return even > sample.length * 0.3 && odd === 0 ? 'utf-16be' : null;
}

/** A byte that tells binary files from text. */
const isControl = (byte: number) => byte < 9 || (byte > 13 && byte < 27);

const isPdf = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 5)) === '%PDF-';

/** Whether the bytes are a ZIP archive, as Excel workbooks are. */
export const isZip = (bytes: Uint8Array) => String.fromCharCode(...bytes.subarray(0, 4)) === 'PK\u0003\u0004';

/** Of archives, PDFs and pictures. */
const BEGINNINGS = ['PK\u0003\u0004', '%PDF-', '\uFFFDPNG'];

/**
 * Whether a text was made of the bytes of no text file: a reader that takes any byte for a letter
 * leaves control characters and signs for lost letters.
 */
export function isBinaryText(text: string): boolean {
  const sample = text.slice(0, SAMPLE);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters tell binary files from text
  const strange = sample.match(/[\u0000-\u0008\u000e-\u001a\uFFFD]/g)?.length ?? 0;
  return strange > sample.length * 0.02 || BEGINNINGS.some((one) => text.startsWith(one));
}
