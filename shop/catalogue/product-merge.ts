import { type FormReview, type FormSize, NUTRIENTS, type ProductForm } from './product-form.ts';

/**
 * Two who save one product (fault 12): what the other one has changed since the form began, and the form that keeps what was typed
 * over the state that is stored now. Stock and helpful votes are differences already and never stand against each other.
 */

type Rows = 'sizes' | 'single' | 'reviews' | 'removedReviews' | 'nutrients' | 'version';
type Plain = Exclude<keyof ProductForm, Rows>;

/** Fields that are one value, by their label in the form. */
const LABELS: Record<Plain, string> = {
  name: 'Product name',
  category: 'Category',
  subcategory: 'Subcategory',
  description: 'Description',
  images: 'Images',
  features: 'Key features',
  tags: 'Tags',
  badges: 'Badges',
  brand: 'Brand',
  countryOfOrigin: 'Country of origin',
  shelfLife: 'Shelf life',
  maker: 'Maker or packer',
  hsnCode: 'HSN code',
  gstRate: 'GST %',
  ingredients: 'Ingredients',
  allergens: 'Allergens',
  storage: 'Storage',
  vegetarian: 'Vegetarian',
  nutritionBasis: 'Basis of the nutrition',
  status: 'Status',
  ticks: 'Display sections',
  isPopular: 'Popular',
  isValueCombo: 'Value combo',
  isYouMayLike: 'You may like',
  quickRating: 'Rating',
  quickReviewCount: 'Number of reviews',
  orderCount: 'People who ordered',
  offerEnabled: 'Offer countdown',
  offerDuration: 'Countdown duration',
  offerStart: 'Countdown start',
  deliveryEnabled: 'Delivery cutoff',
};
const PLAIN = Object.keys(LABELS) as Plain[];

const SIZE_LABELS = {
  size: 'Label',
  price: 'Price',
  originalPrice: 'MRP',
  netQuantityGrams: 'Net grams',
  contents: 'Contents',
} as const satisfies Partial<Record<keyof FormSize, string>>;
const SIZE_FIELDS = Object.keys(SIZE_LABELS) as (keyof typeof SIZE_LABELS)[];

const REVIEW_FIELDS = [
  'customerName',
  'customerEmail',
  'rating',
  'title',
  'comment',
  'day',
  'date',
  'verified',
] as const;

const same = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

interface Part {
  label: string;
  /** As text. */
  value: string;
}

/** Every value of a form that one admin may change over another's, by its path. The parts of a row come after the row itself. */
function partsOf(form: ProductForm): Map<string, Part> {
  const parts = new Map<string, Part>();
  const put = (path: string, label: string, value: unknown) =>
    parts.set(path, { label, value: JSON.stringify(value) ?? '' });
  for (const name of PLAIN) put(name, LABELS[name], form[name]);
  for (const { name, label } of NUTRIENTS) put(`nutrients:${name}`, label, form.nutrients[name] ?? '');
  if (form.sizes.length === 0) putSize(put, 'single', '', form.single);
  for (const size of form.sizes) {
    put(`sizes:${size.key}`, `Size ${size.size}`, true);
    putSize(put, `sizes:${size.key}`, ` of ${size.size}`, size);
  }
  for (const review of form.reviews) {
    put(`reviews:${review.key}`, `Review of ${review.customerName}`, [
      REVIEW_FIELDS.map((name) => review[name] ?? null),
    ]);
  }
  return parts;
}

function putSize(put: (path: string, label: string, value: unknown) => void, path: string, of: string, size: FormSize) {
  for (const name of SIZE_FIELDS) put(`${path}:${name}`, `${SIZE_LABELS[name]}${of}`, size[name] ?? null);
}

export interface FormDifference {
  /** Labels of what the other admin has changed. */
  theirs: string[];
  /** Those among them that were changed here as well, to something else. */
  both: string[];
}

/** What differs between the form as it began and the product as it is stored now; and where what was typed stands against it. */
export function differenceOf(begun: ProductForm, typed: ProductForm, stored: ProductForm): FormDifference {
  const [before, mine, now] = [partsOf(begun), partsOf(typed), partsOf(stored)];
  const difference: FormDifference = { theirs: [], both: [] };
  const changedHere = (path: string) =>
    [...new Set([...before.keys(), ...mine.keys()])].some(
      (key) => (key === path || key.startsWith(`${path}:`)) && before.get(key)?.value !== mine.get(key)?.value,
    );
  for (const path of new Set([...before.keys(), ...now.keys()])) {
    const [old, theirs] = [before.get(path), now.get(path)];
    const row = path.split(':').length > 2 ? path.slice(0, path.lastIndexOf(':')) : null;
    // Of a whole row that came or went only the row is named.
    if (row && before.has(row) !== now.has(row)) continue;
    if (old?.value === theirs?.value) continue;
    const label = theirs?.label ?? old?.label ?? path;
    difference.theirs.push(label);
    if (changedHere(path) && mine.get(path)?.value !== theirs?.value) difference.both.push(label);
    // Gone there, but changed here: the row itself still says the same.
    else if (!theirs && changedHere(path)) difference.both.push(label);
  }
  return difference;
}

/**
 * What was typed, over the product as it is stored now: what was changed here stays, what was not is theirs. It carries the stored
 * version, so the next save goes through; of the stock it sends the difference that was typed.
 */
export function keepTyped(begun: ProductForm, typed: ProductForm, stored: ProductForm): ProductForm {
  const merged: ProductForm = { ...stored };
  const keep = <Name extends Plain>(name: Name) => {
    merged[name] = pick(begun[name], typed[name], stored[name]);
  };
  for (const name of PLAIN) keep(name);
  merged.nutrients = Object.fromEntries(
    NUTRIENTS.map(({ name }) => [
      name,
      pick(begun.nutrients[name] ?? '', typed.nutrients[name] ?? '', stored.nutrients[name] ?? ''),
    ]),
  );
  merged.single = mergeSize(begun.single, typed.single, stored.single);
  merged.sizes = mergeRows(begun.sizes, typed.sizes, stored.sizes, mergeSize);
  merged.reviews = mergeRows(begun.reviews, typed.reviews, stored.reviews, mergeReview);
  merged.removedReviews = typed.removedReviews;
  return merged;
}

function pick<Value>(begun: Value, typed: Value, stored: Value): Value {
  return same(begun, typed) ? stored : typed;
}

function mergeSize(begun: FormSize, typed: FormSize, stored: FormSize): FormSize {
  const merged: FormSize = { ...stored, key: typed.key };
  const keep = <Name extends keyof typeof SIZE_LABELS>(name: Name) => {
    merged[name] = pick(begun[name], typed[name], stored[name]);
  };
  for (const name of SIZE_FIELDS) keep(name);
  const stock = begun.stock === typed.stock ? stored : typed;
  return { ...merged, stock: stock.stock, stockBefore: stock.stockBefore };
}

function mergeReview(begun: FormReview, typed: FormReview, stored: FormReview): FormReview {
  const merged: FormReview = { ...stored };
  const keep = <Name extends (typeof REVIEW_FIELDS)[number]>(name: Name) => {
    merged[name] = pick(begun[name], typed[name], stored[name]);
  };
  for (const name of REVIEW_FIELDS) keep(name);
  const votes = begun.helpful === typed.helpful ? stored : typed;
  return { ...merged, helpful: votes.helpful, helpfulBefore: votes.helpfulBefore };
}

/**
 * Rows by key: added ones of both stay; one that was taken out here stays out; one that the other took out stays only when it was
 * changed here. In the order of the stored rows, unless the order was changed here.
 */
function mergeRows<Row extends { key: string }>(
  begun: readonly Row[],
  typed: readonly Row[],
  stored: readonly Row[],
  merge: (begun: Row, typed: Row, stored: Row) => Row,
): Row[] {
  const byKey = (rows: readonly Row[]) => new Map(rows.map((row) => [row.key, row]));
  const [before, mine, now] = [byKey(begun), byKey(typed), byKey(stored)];
  const kept = (key: string): Row | undefined => {
    const [old, own, theirs] = [before.get(key), mine.get(key), now.get(key)];
    if (!old) return own ?? theirs;
    if (!own) return undefined;
    if (theirs) return merge(old, own, theirs);
    return same(old, own) ? undefined : own;
  };
  const stayed = (rows: readonly Row[]) =>
    rows.filter(({ key }) => before.has(key) && mine.has(key)).map(({ key }) => key);
  const moved = !same(stayed(begun), stayed(typed));
  const order = moved ? [...mine.keys(), ...now.keys()] : [...now.keys(), ...mine.keys()];
  return [...new Set(order)].flatMap((key) => kept(key) ?? []);
}
