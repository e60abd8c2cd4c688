/** Cleaning and checks for user input. Every pattern here runs in linear time. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: matches control characters on purpose
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, without line breaks and tabs
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;

/**
 * Soft hyphens, zero-width spaces and direction marks, which contact cards, chats and web pages hand
 * along unseen. The joiners (U+200C, U+200D) are not among them: they shape names in Indian scripts.
 */
const INVISIBLE = /[\u00ad\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u206f\ufeff]+/g;
const JOINERS = /[\u200c\u200d]+/g;

/** Trimmed, without invisible characters. Line breaks stay, for fields that refuse them. */
export function trimmed(text: string): string {
  return text.toWellFormed().replace(INVISIBLE, '').trim();
}

/**
 * A name or another text on one line: trimmed, without invisible characters. Line breaks and control
 * characters become a space, which prevents header injection.
 */
export function cleanLine(text: string): string {
  return trimmed(text).replace(CONTROLS, ' ').trim();
}

/**
 * A text of several lines: trimmed, without invisible characters, and without control characters
 * other than line breaks and tabs.
 */
export function cleanText(text: string): string {
  return trimmed(text).replace(/\r\n?/g, '\n').replace(CONTROLS_BUT_LINES, '').trim();
}

/**
 * An email address, UPI ID, tracking number or another text that is one word, as typed or pasted.
 * Numbers of digits: `bareNumber`.
 */
export function cleanWord(text: string): string {
  return cleanLine(text.replace(JOINERS, ''));
}

/** An email address that is compared with others. */
export function cleanEmail(text: string): string {
  return cleanWord(text).toLowerCase();
}

/**
 * Whether the text has no line break or other control character, so that it is safe in a mail
 * header or a log line.
 */
export function isOneLine(text: string): boolean {
  return text.search(CONTROLS) === -1;
}

/**
 * Letters and spaces only, at most 40 characters: a name can carry no link and no message (D54).
 */
export function lettersOf(text: string): string {
  const letters = text.replace(/[^\p{L}\p{M}]+/gu, ' ').trim();
  return Array.from(letters).slice(0, 40).join('').trim();
}

/** Converts Devanagari and full-width digits to 0-9. */
export function asciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}

/**
 * A number without what people and apps put between its digits: spaces, punctuation, a plus sign,
 * and the invisible direction marks that contact apps copy along. Letters stay, so that a check
 * still finds them.
 */
export function bareNumber(text: string): string {
  return asciiDigits(text).replace(/[\s\p{P}\p{Cf}+]+/gu, '');
}

const EMAIL_MAX = 254;
const NOT_IN_EMAIL = /[\s,;:<>()[\]\\"]/;
const EMAIL_PART = /^[^@]+$/;

/**
 * Whether the text looks like x@y.z (R2.5): one @, a dot inside the domain, and no character that
 * could end a mail header.
 */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX || NOT_IN_EMAIL.test(text) || cleanWord(text) !== text) {
    return false;
  }
  const [name = '', domain = '', ...more] = text.split('@');
  const dot = domain.lastIndexOf('.');
  return more.length === 0 && EMAIL_PART.test(name) && dot > 0 && dot < domain.length - 1 && !domain.startsWith('.');
}
