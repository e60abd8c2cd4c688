/** What typed text may hold. Every pattern here runs in linear time. */

// biome-ignore lint/suspicious/noControlCharactersInRegex: taking control characters out is the purpose
const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
// biome-ignore lint/suspicious/noControlCharactersInRegex: as above, but line breaks and tabs stay
const CONTROLS_BUT_LINES = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]+/g;

/** One line of text: line breaks and control characters become a space (no header can be smuggled in), ends trimmed. */
export function cleanLine(text: string): string {
  return text.toWellFormed().replace(CONTROLS, ' ').trim();
}

/** Text of several lines: control characters other than line breaks and tabs are taken out, ends trimmed. */
export function cleanText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, '\n').replace(CONTROLS_BUT_LINES, '').trim();
}

/** No line break or other control character: safe in a mail header, a log line and a one-line field. */
export function isOneLine(text: string): boolean {
  return text.search(CONTROLS) === -1;
}

/** Digits as 0-9, whether they were typed in Devanagari, full width or ASCII. */
export function asciiDigits(text: string): string {
  return text.normalize('NFKC').replace(/[\u0966-\u096f]/g, (digit) => String(digit.charCodeAt(0) - 0x0966));
}

const EMAIL_MAX = 254;
const NOT_IN_EMAIL = /[\s,;:<>()[\]\\"]/;
const EMAIL_PART = /^[^@]+$/;

/** Whether the text looks like x@y.z (R2.5): one @, a dot inside the domain, nothing that could end a mail header. */
export function isEmail(text: string): boolean {
  if (text.length > EMAIL_MAX || NOT_IN_EMAIL.test(text) || cleanLine(text) !== text) {
    return false;
  }
  const [name = '', domain = '', ...more] = text.split('@');
  const dot = domain.lastIndexOf('.');
  return more.length === 0 && EMAIL_PART.test(name) && dot > 0 && dot < domain.length - 1 && !domain.startsWith('.');
}
