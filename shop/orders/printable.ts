const SCRIPTS = [
  'Common',
  'Latin',
  'Devanagari',
  'Bengali',
  'Gujarati',
  'Gurmukhi',
  'Kannada',
  'Malayalam',
  'Oriya',
  'Tamil',
  'Telugu',
];

/**
 * Letters that label, slip and invoice cannot show: of all scripts but these, for which
 * server/orders/documents/fonts.ts has a font. Urdu is joined from right to left, which the PDF
 * library does not do.
 */
const WITHOUT_FONT = new RegExp(`[^\\P{L}${SCRIPTS.map((script) => `\\p{Script=${script}}`).join('')}]`, 'u');

const PRINTED = ['name', 'address', 'city', 'state'] as const;

export type PrintedAddress = Record<(typeof PRINTED)[number], string>;

/** Whether a text has letters that are printed as boxes. */
export function isUnprintable(text: string): boolean {
  return WITHOUT_FONT.test(text);
}

/** The fields of a delivery address with letters that are printed as boxes. */
export function unprintableFields(address: PrintedAddress): string[] {
  return PRINTED.filter((field) => isUnprintable(address[field]));
}

/** What staff are told of it, or null when all of the address can be printed. */
export function unprintableSentence(address: PrintedAddress): string | null {
  const fields = unprintableFields(address);
  if (fields.length === 0) return null;
  return `This address has letters that we cannot print: ${fields.join(', ')}. Label, packing slip and invoice show a box for each of them. Ask for the address in English letters and correct it, or write it on the label by hand.`;
}
