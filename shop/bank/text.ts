/**
 * Longest text that is read, in characters: alerts have at most a few hundred, the rest of a mail
 * is its footer.
 */
const LONGEST = 4000;

const ENTITIES: Record<string, string> = { nbsp: ' ', amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const DEVANAGARI_ZERO = 0x966;

/**
 * The text as templates and the finder see it: one line, single spaces, no invisible characters,
 * plain quotes, dashes and digits. Some forwarder apps pass `&` and `₹` on as entities.
 */
export function plainText(text: string): string {
  return text
    .slice(0, 2 * LONGEST)
    .replace(/&#(\d{1,6});/g, (_whole, code: string) => String.fromCodePoint(Number(code)))
    .replace(/&([a-z]{2,4});/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .normalize('NFKC')
    .replace(/\p{Cf}|\u034f/gu, '')
    .replace(/[०-९]/g, (digit) => String((digit.codePointAt(0) ?? DEVANAGARI_ZERO) - DEVANAGARI_ZERO))
    .replace(/[‘’ʼ`´]/g, "'")
    .replace(/[“”„«»]/g, '"')
    .replace(/[‐-―−]/g, '-')
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, LONGEST);
}
