/** Sizes as other shops write them. */

const UNITS: Record<string, string> = {
  g: 'g',
  gm: 'g',
  gms: 'g',
  gr: 'g',
  gram: 'g',
  grams: 'g',
  kg: 'kg',
  kgs: 'kg',
  kilo: 'kg',
  kilogram: 'kg',
  kilograms: 'kg',
  ml: 'ml',
  l: 'l',
  ltr: 'l',
  litre: 'l',
  litres: 'l',
};
const UNIT = Object.keys(UNITS)
  .sort((one, other) => other.length - one.length)
  .join('|');
const WHOLE = new RegExp(`^(?:(\\d{1,3})\\s?[x×]\\s?)?(\\d{1,6}(?:\\.\\d{1,3})?)\\s?(${UNIT})\\.?$`, 'i');
const INSIDE = new RegExp(`(?<![\\d.])(\\d{1,6}(?:\\.\\d{1,3})?)\\s?(${UNIT})\\b`, 'gi');
/** Several packs: the amount is not what the customer gets. */
const SEVERAL = /pack of|combo|set of|\d\s?[x×]|[x×]\s?\d/i;

const amount = (number = '', unit = '') => `${Number(number)}${UNITS[unit.toLowerCase()]}`;

/** '250 Gms' as this shop writes it: '250g'. Other words stay. */
export function sizeName(text: string): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  const [, packs, number, unit] = WHOLE.exec(plain) ?? [];
  if (!unit) return plain;
  return packs ? `${Number(packs)} x ${amount(number, unit)}` : amount(number, unit);
}

/** The one amount in the name of a product: '500g' of 'Almonds 500 gm'; null for none or several. */
export function sizeInTitle(title: string): string | null {
  const found = SEVERAL.test(title) ? [] : [...title.matchAll(INSIDE)];
  const [first] = found;
  return first && found.length === 1 ? amount(first[1], first[2]) : null;
}

export function sizeOfGrams(grams: number): string {
  return grams >= 1000 && grams % 100 === 0 ? `${grams / 1000}kg` : `${grams}g`;
}
