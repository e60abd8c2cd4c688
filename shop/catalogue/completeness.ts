import type { Product } from './catalogue.ts';

/**
 * What an Indian food listing must tell before it is bought: Legal Metrology (Packaged Commodities) rule 6, FSSAI labelling and
 * display, and the HSN code of the GST invoice (issue 5 §3). No Zod in here.
 */

export type Listed = Pick<
  Product,
  | 'description'
  | 'images'
  | 'sizes'
  | 'price'
  | 'originalPrice'
  | 'brand'
  | 'countryOfOrigin'
  | 'shelfLife'
  | 'maker'
  | 'storage'
  | 'ingredients'
  | 'allergens'
  | 'nutrition'
  | 'hsnCode'
>;

export interface Completeness {
  /** 0 to 100, whole. */
  percent: number;
  /** In the words of the form, in its order. */
  missing: string[];
}

/** The nutrients that FSSAI wants for 100 g or 100 ml, and their names. */
const NUTRIENTS = [
  ['energyKcal', 'energy'],
  ['proteinG', 'protein'],
  ['carbohydrateG', 'carbohydrate'],
  ['sugarsG', 'total sugars'],
  ['addedSugarsG', 'added sugars'],
  ['fatG', 'total fat'],
  ['saturatedFatG', 'saturated fat'],
  ['transFatG', 'trans fat'],
  ['cholesterolMg', 'cholesterol'],
  ['sodiumMg', 'sodium'],
] as const;

type Rule = (product: Listed) => string | null;
const filled = (text: string | undefined) => Boolean(text?.trim());

const RULES: readonly Rule[] = [
  ({ images }) => (images.length > 0 ? null : 'Picture'),
  ({ images }) => (images.every(({ alt }) => filled(alt)) ? null : 'Alt text of every picture'),
  ({ description }) => (filled(description) ? null : 'Description'),
  ({ brand }) => (filled(brand) ? null : 'Brand'),
  ({ sizes }) => {
    const without = sizes.filter(({ netQuantityGrams }) => !netQuantityGrams).map(({ size }) => size);
    if (sizes.length === 0) return 'Net quantity';
    return without.length === 0 ? null : `Net quantity of ${without.join(', ')}`;
  },
  ({ sizes, price, originalPrice }) => {
    const without = sizes.filter((size) => size.originalPrice < size.price).map(({ size }) => size);
    if (sizes.length === 0) return originalPrice >= price && price > 0 ? null : 'MRP';
    return without.length === 0 ? null : `MRP of ${without.join(', ')}`;
  },
  ({ countryOfOrigin }) => (filled(countryOfOrigin) ? null : 'Country of origin'),
  ({ maker }) => (filled(maker) ? null : 'Name and address of the maker or packer'),
  ({ shelfLife }) => (filled(shelfLife) ? null : 'Shelf life'),
  ({ storage }) => (filled(storage) ? null : 'Storage'),
  ({ ingredients }) => (ingredients.length > 0 ? null : 'Ingredients'),
  ({ allergens }) => (allergens.length > 0 ? null : 'Allergens'),
  ({ nutrition }) => {
    if (!nutrition) return 'Nutrition';
    const without = NUTRIENTS.filter(([name]) => nutrition[name] === undefined).map(([, words]) => words);
    return without.length === 0 ? null : `Nutrition: ${without.join(', ')}`;
  },
  ({ hsnCode }) => (filled(hsnCode) ? null : 'HSN code'),
];

/** How much of what must be told is there, and what is not. */
export function completeness(product: Listed): Completeness {
  const missing = RULES.map((rule) => rule(product)).filter((name) => name !== null);
  return { percent: Math.round(((RULES.length - missing.length) / RULES.length) * 100), missing };
}

export function isComplete(product: Listed): boolean {
  return RULES.every((rule) => rule(product) === null);
}
