import { type Law, statedRate } from '../india/laws.ts';
import type { Product } from './catalogue.ts';
import { type FieldsWith, PRODUCT_FIELDS, type TopField } from './fields.ts';
import { NUTRIENTS } from './nutrients.ts';

/**
 * What an Indian food listing must state before it is bought: Legal Metrology (Packaged
 * Commodities) rule 6, FSSAI labelling and display, and the HSN code of the GST invoice (R3.9).
 * Texts and lists are the fields with `missing` in fields.ts.
 */

type Stated = Extract<FieldsWith<{ missing: string }>, TopField>;

export type Listed = Pick<Product, Stated | 'images' | 'sizes' | 'price' | 'originalPrice' | 'nutrition' | 'gstRate'>;

export interface Completeness {
  /** 0 to 100, whole. */
  percent: number;
  /** Names of what is missing, for the screen. */
  missing: string[];
}

/** A missing fact that a law asks for, and the field of the product's form that takes it. */
export interface Gap {
  field: string;
  missing: string;
  law: Law;
}

interface Rule {
  field: string;
  /** Null for what shoppers need, but no law of docs/india.md asks for. */
  law: Law | null;
  lacks: (product: Listed) => string | null;
}

const REQUIRED_NUTRIENTS = NUTRIENTS.filter(({ required }) => required);

const filled = (text: string | undefined) => Boolean(text?.trim());

/** Names a text or list of the table while it is empty. */
function stated(field: Stated, law: Law | null): Rule {
  const { missing } = PRODUCT_FIELDS[field];
  return {
    field,
    law,
    lacks: (product) => {
      const value: string | readonly string[] = product[field];
      return (typeof value === 'string' ? filled(value) : value.length > 0) ? null : missing;
    },
  };
}

/** The fields of the table that must be stated, in the order of the form. */
const STATED: Record<Stated, Law | null> = {
  description: null,
  brand: null,
  countryOfOrigin: 'metrology',
  maker: 'metrology',
  shelfLife: 'fssai',
  storage: null,
  ingredients: 'fssai',
  allergens: 'fssai',
  hsnCode: 'gst',
};

const RULES: readonly Rule[] = [
  { field: 'images', law: null, lacks: ({ images }) => (images.length > 0 ? null : 'Picture') },
  {
    field: 'images',
    law: null,
    lacks: ({ images }) => (images.every(({ alt }) => filled(alt)) ? null : 'Alt text of every picture'),
  },
  {
    field: 'sizes',
    law: 'metrology',
    lacks: ({ sizes }) => {
      const without = sizes.filter(({ netQuantityGrams }) => !netQuantityGrams).map(({ size }) => size);
      if (sizes.length === 0) return 'Net quantity';
      return without.length === 0 ? null : `Net quantity of ${without.join(', ')}`;
    },
  },
  {
    field: 'sizes',
    law: 'metrology',
    lacks: ({ sizes, price, originalPrice }) => {
      const without = sizes.filter((size) => size.originalPrice < size.price).map(({ size }) => size);
      if (sizes.length === 0) return originalPrice >= price && price > 0 ? null : 'MRP';
      return without.length === 0 ? null : `MRP of ${without.join(', ')}`;
    },
  },
  ...Object.entries(STATED).map(([field, law]) => stated(field as Stated, law)),
  {
    field: 'nutrition',
    law: 'fssai',
    lacks: ({ nutrition }) => {
      if (!nutrition) return 'Nutrition';
      const without = REQUIRED_NUTRIENTS.filter(({ key }) => nutrition[key] === undefined);
      return without.length === 0 ? null : `Nutrition: ${without.map(({ label }) => label.toLowerCase()).join(', ')}`;
    },
  },
  {
    field: 'gstRate',
    law: 'gst',
    lacks: ({ hsnCode, gstRate }) => {
      const rate = statedRate(hsnCode);
      return rate === null || rate === gstRate ? null : `GST rate of ${rate}% for HSN ${hsnCode}`;
    },
  },
];

/** How much of the required information is there, and what is missing. */
export function completeness(product: Listed): Completeness {
  const missing = RULES.map((rule) => rule.lacks(product)).filter((name) => name !== null);
  return { percent: Math.round(((RULES.length - missing.length) / RULES.length) * 100), missing };
}

export function isComplete(product: Listed): boolean {
  return RULES.every((rule) => rule.lacks(product) === null);
}

const LEGAL = RULES.filter((rule): rule is Rule & { law: Law } => rule.law !== null);

/** How many facts of a product the law asks for. */
export const LEGAL_FACTS = LEGAL.length;

/** The facts that the law asks for and the product does not state. */
export function gapsOf(product: Listed): Gap[] {
  return LEGAL.flatMap(({ field, law, lacks }) => {
    const missing = lacks(product);
    return missing === null ? [] : [{ field, missing, law }];
  });
}
