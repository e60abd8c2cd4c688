/** What shoppers read about packs: sizes, weights and countries. */

/** The label of a size, '250g' or 'Pack of 4', which is also its key. */
export function sizeLabel(size: string): string {
  return size;
}

/** '250 g', '18.4 g', '513 kcal'. */
export function measure(amount: number, unit: 'g' | 'kg' | 'mg' | 'kcal'): string {
  return `${amount} ${unit}`;
}

/** Texts one after the other, such as 'Contains: milk' and 'May contain: wheat'. */
export function asSentences(texts: readonly string[]): string {
  return texts.join('. ');
}

/** A country or, of origin, several: 'India', 'USA, India'. */
export function countryName(countries: string): string {
  return countries;
}
