/**
 * The table of product fields, in the order of the CSV columns. The admin's form, CSV, merge,
 * completeness meter, API body and schemas, database row and seed read it. To add a field, see
 * docs/decisions/catalogue.md. Does not import Zod; field-schemas.ts builds the schemas from this
 * table.
 */
import { HSN_CODES, HSN_PATTERN } from '../india/hsn.ts';
import {
  type Field,
  type FlagField,
  initialOf,
  type ListField,
  type NumberField,
  type SpecialField,
  type TextField,
} from './field-kinds.ts';
import { GTIN_LENGTHS } from './gtin.ts';

/** Of one product. */
export const MOST_SIZES = 30;
export const MOST_IMAGES = 30;
/** Characters of the alt text of an image. */
export const MOST_ALT = 300;

export const PRODUCT_FIELDS = {
  name: { kind: 'line', label: 'Product name', most: 150, required: true, page: true },
  category: { kind: 'category', label: 'Category', required: true },
  subcategory: { kind: 'line', label: 'Subcategory', most: 100, optional: true },
  status: { kind: 'status', label: 'Status', required: true },
  description: {
    kind: 'paragraph',
    label: 'Description',
    most: 10_000,
    required: true,
    rows: 5,
    missing: 'Description',
    page: true,
  },
  brand: { kind: 'line', label: 'Brand', most: 100, fromSettings: true, panel: 'label', missing: 'Brand', page: true },
  countryOfOrigin: {
    kind: 'line',
    label: 'Country of origin',
    most: 100,
    fromSettings: true,
    panel: 'label',
    missing: 'Country of origin',
    page: true,
  },
  shelfLife: {
    kind: 'line',
    label: 'Shelf life',
    most: 100,
    fromSettings: true,
    panel: 'label',
    missing: 'Shelf life',
    page: true,
  },
  maker: {
    kind: 'line',
    label: 'Maker or packer',
    prompt: 'Maker or packer, with address',
    most: 400,
    panel: 'label',
    missing: 'Name and address of the maker or packer',
  },
  storage: { kind: 'paragraph', label: 'Storage', most: 1000, rows: 2, panel: 'label', missing: 'Storage', page: true },
  vegetarian: {
    kind: 'flag',
    label: 'Vegetarian',
    prompt: 'Vegetarian (green mark)',
    initial: true,
    panel: 'label',
    page: true,
  },
  noAddedSugar: {
    kind: 'flag',
    label: 'No added sugar',
    prompt: 'No added sugar (nor jaggery, honey, syrup or juice in any ingredient)',
    panel: 'label',
    page: true,
  },
  ingredients: {
    kind: 'list',
    label: 'Ingredients',
    entries: 60,
    most: 300,
    panel: 'label',
    missing: 'Ingredients',
    page: true,
  },
  allergens: {
    kind: 'list',
    label: 'Allergens',
    entries: 30,
    most: 300,
    panel: 'label',
    missing: 'Allergens',
    page: true,
  },
  features: { kind: 'list', label: 'Key features', entries: 30, most: 300, panel: 'words', page: true },
  tags: { kind: 'list', label: 'Tags', entries: 30, most: 50, panel: 'words' },
  badges: { kind: 'badges', label: 'Badges' },
  images: { kind: 'images', label: 'Images' },
  hsnCode: {
    kind: 'line',
    label: 'HSN code',
    most: 8,
    hint: 'Choose one, or type 4, 6 or 8 digits',
    pattern: { matches: HSN_PATTERN, sentence: 'HSN code must be 4, 6 or 8 digits' },
    digits: [4, 6, 8],
    choices: HSN_CODES.map(({ code, goods }) => ({ value: code, label: goods })),
    panel: 'label',
    missing: 'HSN code',
  },
  gstRate: {
    kind: 'number',
    label: 'GST %',
    min: 0,
    max: 28,
    initial: 5,
    digits: 5,
    sentence: 'GST rate must be 0 to 28',
    panel: 'label',
  },
  isBestSeller: { kind: 'flag', label: 'Best seller', tick: true },
  isPopular: { kind: 'flag', label: 'Popular' },
  isValueCombo: { kind: 'flag', label: 'Value combo' },
  isYouMayLike: { kind: 'flag', label: 'You may like' },
  ourBestSellers: {
    kind: 'flag',
    label: 'Our Best Sellers',
    tick: true,
    path: ['displaySections', 'ourBestSellers'],
  },
  valueCombos: { kind: 'flag', label: 'Value Combos', tick: true, path: ['displaySections', 'valueCombos'] },
  youMayAlsoLike: {
    kind: 'flag',
    label: 'You May Also Like',
    tick: true,
    path: ['displaySections', 'youMayAlsoLike'],
  },
  orderCount: {
    kind: 'number',
    label: 'People who ordered',
    prompt: 'People who ordered in the last 7 days',
    hint: 'The real number is shown when it is higher; nothing is shown at 0.',
    path: ['popularitySettings', 'orderCount'],
    min: -1_000_000_000,
    max: 1_000_000_000,
    whole: true,
    initial: 0,
    digits: 10,
    noun: 'Order count',
  },
  offerEnabled: {
    kind: 'flag',
    label: 'Offer countdown',
    path: ['popularitySettings', 'offerCountdown', 'enabled'],
    csv: 'offerCountdown',
    initial: true,
  },
  offerDuration: {
    kind: 'number',
    label: 'Countdown duration',
    prompt: 'Countdown duration (minutes, 1-60)',
    path: ['popularitySettings', 'offerCountdown', 'duration'],
    csv: 'offerMinutes',
    min: 1,
    max: 60,
    whole: true,
    initial: 15,
    digits: 2,
    sentence: 'Duration must be 1 to 60 minutes',
  },
  offerStart: {
    kind: 'moment',
    label: 'Countdown start',
    path: ['popularitySettings', 'offerCountdown', 'startTime'],
    csv: false,
  },
  deliveryEnabled: {
    kind: 'flag',
    label: 'Delivery cutoff',
    path: ['popularitySettings', 'deliveryCutoff', 'enabled'],
    csv: 'deliveryCutoff',
    initial: true,
  },
  quickRating: {
    kind: 'number',
    label: 'Rating',
    prompt: 'Rating (1-5 stars)',
    min: 1,
    max: 5,
    initial: null,
    digits: 3,
    sentence: 'Rating must be 1 to 5',
  },
  quickReviewCount: {
    kind: 'number',
    label: 'Number of reviews',
    min: 0,
    max: 10_000_000,
    whole: true,
    initial: 0,
    digits: 8,
    noun: 'Review count',
  },
  /** The nutrients beside it are in nutrients.ts. */
  nutritionBasis: {
    kind: 'line',
    label: 'Basis of the nutrition',
    prompt: 'Basis',
    path: ['nutrition', 'basis'],
    most: 60,
    initial: 'per 100 g',
  },
} as const satisfies Record<string, Field>;

type Fields = typeof PRODUCT_FIELDS;
export type FieldName = keyof Fields;
/** The fields for which `Shape` holds in the table. */
export type FieldsWith<Shape> = { [Name in FieldName]: Fields[Name] extends Shape ? Name : never }[FieldName];

/** Fields of one plain value. */
export type PlainField = Exclude<FieldName, FieldsWith<SpecialField>>;
/**
 * Plain fields at the top of a product. The objects that hold the others are written out in
 * catalogue.ts.
 */
export type TopField = Exclude<PlainField, FieldsWith<{ path: readonly string[] }>>;

/**
 * Texts that the owner may also write in the other languages (shop/translations.ts), in the order of
 * the form and of the CSV columns.
 */
export const TRANSLATED_FIELDS = [
  'name',
  'description',
  'features',
  'ingredients',
  'allergens',
  'storage',
  'shelfLife',
] as const satisfies readonly TopField[];
export type TranslatedField = (typeof TRANSLATED_FIELDS)[number];

export type ValueOf<Name extends PlainField> = Fields[Name] extends { kind: 'list' }
  ? string[]
  : Fields[Name] extends { kind: 'flag' }
    ? boolean
    : Fields[Name] extends { kind: 'number' }
      ? number | (Fields[Name] extends { initial: null } ? null : never)
      : string;

export type FieldEntry = Field & { name: FieldName; path: readonly string[] };

/** The table as a list. */
export const FIELD_LIST: readonly FieldEntry[] = Object.entries<Field>(PRODUCT_FIELDS).map(([name, field]) => ({
  path: [name],
  ...field,
  name: name as FieldName,
}));

/** Fields that the product page shows. */
export type PageField = Extract<FieldsWith<{ page: true }>, TopField>;

/** Names of the plain fields at the top of a product. */
export const TOP_FIELDS = FIELD_LIST.filter(isPlain)
  .filter(({ name, path }) => path[0] === name)
  .map(({ name }) => name) as readonly TopField[];

export const PAGE_FIELDS = TOP_FIELDS.filter((name): name is PageField => 'page' in PRODUCT_FIELDS[name]);

/** Keys of a product and of its body that hold at least one field. */
export const FIELD_KEYS: readonly string[] = [...new Set(FIELD_LIST.map(({ path }) => path[0]!))];

export function isPlain(entry: FieldEntry): entry is FieldEntry & (TextField | ListField | FlagField | NumberField) {
  return 'most' in entry || entry.kind === 'flag' || entry.kind === 'number';
}

/** The plain fields at the top of a product with nothing filled in. */
export function initialValues(): { [Name in TopField]: ValueOf<Name> } {
  return Object.fromEntries(TOP_FIELDS.map((name) => [name, initialOf(PRODUCT_FIELDS[name])])) as {
    [Name in TopField]: ValueOf<Name>;
  };
}

/** The value at a path, or undefined. */
export function valueAt(tree: unknown, path: readonly string[]): unknown {
  let value = tree;
  for (const key of path) value = (value as Record<string, unknown> | null | undefined)?.[key];
  return value;
}

/** Writes `value` at a path of `tree`, making the objects on the way. */
export function putAt(tree: Record<string, unknown>, path: readonly string[], value: unknown): void {
  let inner = tree;
  for (const key of path.slice(0, -1)) {
    inner[key] ??= {};
    inner = inner[key] as Record<string, unknown>;
  }
  inner[path.at(-1)!] = value;
}

export interface SizeField {
  kind: 'text' | 'number';
  label: string;
  /** The label on the form of a product with sizes, where it differs. */
  prompt?: string;
  /** Follows the label on the form. */
  unit?: string;
  inputMode: 'text' | 'decimal' | 'numeric';
  placeholder?: string;
  /** Characters in its box. */
  most: number;
  /** As in a TextField. */
  digits?: readonly number[];
}

/** The fields of one size, in the order of the form and of the CSV columns. */
export const SIZE_FIELDS = {
  size: { kind: 'text', label: 'Label', prompt: 'Size', inputMode: 'text', placeholder: '250g', most: 40 },
  price: { kind: 'number', label: 'Price', unit: '₹', inputMode: 'decimal', most: 12 },
  originalPrice: { kind: 'number', label: 'MRP', unit: '₹', inputMode: 'decimal', most: 12 },
  stock: { kind: 'number', label: 'Stock', inputMode: 'numeric', most: 12 },
  netQuantityGrams: { kind: 'number', label: 'Net grams', inputMode: 'numeric', most: 12 },
  gtin: { kind: 'text', label: 'GTIN (barcode)', inputMode: 'numeric', most: 20, digits: GTIN_LENGTHS },
} as const satisfies Record<string, SizeField>;

export type SizeFieldName = keyof typeof SIZE_FIELDS;
