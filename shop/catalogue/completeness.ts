import type { Product } from './catalogue.ts';
import { type FieldsWith, PRODUCT_FIELDS, TOP_FIELDS, type TopField } from './fields.ts';
import { NUTRIENTS } from './nutrients.ts';

/**
 * What an Indian food listing must state before it is bought: Legal Metrology (Packaged Commodities) rule 6, FSSAI labelling and
 * display, and the HSN code of the GST invoice (R3.9). Texts and lists are the fields with `missing` in fields.ts.
 */

type Stated = Extract<FieldsWith<{ missing: string }>, TopField>;

export type Listed = Pick<Product, Stated | 'images' | 'sizes' | 'price' | 'originalPrice' | 'nutrition'>;

export interface Completeness {
  /** 0 to 100, whole. */
  percent: number;
  /** Names of what is missing, for the screen. */
  missing: string[];
}

const REQUIRED_NUTRIENTS = NUTRIENTS.filter(({ required }) => required);

type Rule = (product: Listed) => string | null;
const filled = (text: string | undefined) => Boolean(text?.trim());

/** Names a text or list of the table while it is empty. */
function stated(name: Stated): Rule {
  const { missing } = PRODUCT_FIELDS[name];
  return (product) => {
    const value: string | readonly string[] = product[name];
    return (typeof value === 'string' ? filled(value) : value.length > 0) ? null : missing;
  };
}

/** Fields with a fixed place among the rules below; the others follow in the order of the table. */
const PLACED: readonly Stated[] = ['description', 'brand', 'countryOfOrigin', 'maker', 'hsnCode'];
const OTHERS = TOP_FIELDS.filter((name): name is Stated => 'missing' in PRODUCT_FIELDS[name]).filter(
  (name) => !PLACED.includes(name),
);

const RULES: readonly Rule[] = [
  ({ images }) => (images.length > 0 ? null : 'Picture'),
  ({ images }) => (images.every(({ alt }) => filled(alt)) ? null : 'Alt text of every picture'),
  stated('description'),
  stated('brand'),
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
  stated('countryOfOrigin'),
  stated('maker'),
  ...OTHERS.map(stated),
  ({ nutrition }) => {
    if (!nutrition) return 'Nutrition';
    const without = REQUIRED_NUTRIENTS.filter(({ key }) => nutrition[key] === undefined);
    return without.length === 0 ? null : `Nutrition: ${without.map(({ label }) => label.toLowerCase()).join(', ')}`;
  },
  stated('hsnCode'),
];

/** How much of the required information is there, and what is missing. */
export function completeness(product: Listed): Completeness {
  const missing = RULES.map((rule) => rule(product)).filter((name) => name !== null);
  return { percent: Math.round(((RULES.length - missing.length) / RULES.length) * 100), missing };
}

export function isComplete(product: Listed): boolean {
  return RULES.every((rule) => rule(product) === null);
}
