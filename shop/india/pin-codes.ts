import runs from '#pins/codes';

/**
 * The PIN codes of India Post (scripts/pin-places.ts). Of 20 KB: browsers load this module only when
 * a PIN code is typed.
 */
const codes = new Set<number>();
let next = 0;
let known = false;
for (const length of runs.split(' ').map(Number)) {
  if (known) for (let code = next; code < next + length; code++) codes.add(code);
  next += length;
  known = !known;
}

/**
 * Whether India Post lists this PIN code. The list may be older than a code, so that an unknown one
 * is only doubtful. Those of the Army Postal Service (9…) are not listed.
 */
export function isPinKnown(pincode: string): boolean {
  return pincode.startsWith('9') || codes.has(Number(pincode));
}
