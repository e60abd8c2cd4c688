import { inEachTranslation, LANGUAGES, TRANSLATIONS } from '../language.ts';
import { cleanText, trimmed } from '../text/text.ts';
import {
  FIELD_LIST,
  PRODUCT_FIELDS,
  SIZE_FIELDS,
  type SizeField,
  type SizeFieldName,
  TRANSLATED_FIELDS,
} from './fields.ts';
import { NUTRIENTS } from './nutrients.ts';
import { eachTranslated, type FormReview, type FormSize, type ProductForm, typedNumber } from './product-form.ts';

/**
 * Merges concurrent edits of a product by two admins (fault 12): lists what the other admin has
 * changed since the form was opened, and applies the typed values over the stored product. Stock
 * and helpful votes are sent as differences and never conflict.
 */

type Rows = 'sizes' | 'single' | 'reviews' | 'removedReviews' | 'nutrients' | 'translations' | 'version';
type Plain = Exclude<keyof ProductForm, Rows>;

/** Labels of the values that are compared as a whole. */
const LABELS = {
  ...Object.fromEntries(
    FIELD_LIST.filter((field) => !('tick' in field && field.tick)).map(({ name, label }) => [name, label]),
  ),
  ticks: 'Display sections',
} as Record<Plain, string>;
const PLAIN = Object.keys(LABELS) as Plain[];

/** Compared fields of a size. Stock is left out. */
const SIZE_LABELS = {
  ...Object.fromEntries(Object.entries<SizeField>(SIZE_FIELDS).map(([name, { label }]) => [name, label])),
  contents: 'Contents',
} as Record<Exclude<SizeFieldName, 'stock'> | 'contents', string>;
const SIZE_KEYS = (Object.keys(SIZE_LABELS) as (keyof FormSize)[]).filter(
  (name): name is keyof typeof SIZE_LABELS => name !== 'stock',
);

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

/**
 * Every value of a form that can conflict, by its path. The parts of a row come after the row
 * itself.
 */
function partsOf(form: ProductForm): Map<string, Part> {
  const parts = new Map<string, Part>();
  const put = (path: string, label: string, value: unknown) =>
    parts.set(path, { label, value: JSON.stringify(value) ?? '' });
  for (const name of PLAIN) put(name, LABELS[name], form[name]);
  for (const { key, label } of NUTRIENTS) put(`nutrients:${key}`, label, form.nutrients[key] ?? '');
  for (const code of TRANSLATIONS) {
    for (const name of TRANSLATED_FIELDS) {
      const label = `${PRODUCT_FIELDS[name].label} in ${LANGUAGES[code].english}`;
      put(`translations:${code}:${name}`, label, form.translations[code][name]);
    }
  }
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
  for (const name of SIZE_KEYS) put(`${path}:${name}`, `${SIZE_LABELS[name]}${of}`, size[name] ?? null);
}

export interface FormDifference {
  /** Labels of what the other admin changed. */
  theirs: string[];
  /** Those of them that were changed here as well, to another value. */
  both: string[];
}

/**
 * What changed between the form as it was opened and the stored product, and where the typed values
 * conflict with it.
 */
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
    // For a row that was added or removed, only the row is named.
    if (row && before.has(row) !== now.has(row)) continue;
    if (old?.value === theirs?.value) continue;
    const label = theirs?.label ?? old?.label ?? path;
    difference.theirs.push(label);
    if (changedHere(path) && mine.get(path)?.value !== theirs?.value) difference.both.push(label);
    // Removed there and changed here: the row's own value is unchanged.
    else if (!theirs && changedHere(path)) difference.both.push(label);
  }
  return difference;
}

/**
 * The typed form over the stored product: values changed here are kept, the others are taken from
 * the stored one. It has the stored version, so that the next save succeeds. Stock is sent as the
 * difference that was typed.
 */
export function keepTyped(begun: ProductForm, typed: ProductForm, stored: ProductForm): ProductForm {
  const merged: ProductForm = { ...stored };
  const keep = <Name extends Plain>(name: Name) => {
    merged[name] = pick(begun[name], typed[name], stored[name]);
  };
  for (const name of PLAIN) keep(name);
  merged.nutrients = Object.fromEntries(
    NUTRIENTS.map(({ key }) => [
      key,
      pick(begun.nutrients[key] ?? '', typed.nutrients[key] ?? '', stored.nutrients[key] ?? ''),
    ]),
  );
  merged.translations = inEachTranslation((code) =>
    eachTranslated((name) =>
      pick(begun.translations[code][name], typed.translations[code][name], stored.translations[code][name]),
    ),
  );
  merged.single = mergeSize(begun.single, typed.single, stored.single);
  merged.sizes = mergeRows(begun.sizes, typed.sizes, stored.sizes, mergeSize);
  merged.reviews = mergeRows(begun.reviews, typed.reviews, stored.reviews, mergeReview);
  merged.removedReviews = typed.removedReviews;
  return merged;
}

/**
 * What was typed since `sent`, over the stored product. `sent` was stored although its response was
 * lost: what it changed is not applied again.
 */
export function keepTypedSince(sent: ProductForm, typed: ProductForm, stored: ProductForm): ProductForm {
  const [base, mine] = [sent, typed].map((form) => asStored(form, sent, stored)) as [ProductForm, ProductForm];
  return keepTyped(base, mine, stored);
}

/**
 * The form with the keys of the rows that were stored from `sent`, and with its figures as those
 * that the form was filled with.
 */
function asStored(form: ProductForm, sent: ProductForm, stored: ProductForm): ProductForm {
  const sizeOf = (size: FormSize, before: FormSize, now: FormSize | undefined): FormSize => ({
    ...size,
    key: now?.key ?? size.key,
    stockBefore: typedNumber(before.stock),
  });
  const known = new Set(sent.reviews.map(({ id }) => id));
  const isSame = (one: FormReview, other: FormReview) =>
    one.id
      ? one.id === other.id
      : !known.has(other.id) &&
        trimmed(one.customerName) === other.customerName &&
        cleanText(one.comment) === other.comment;
  return {
    ...form,
    single: sizeOf(form.single, sent.single, undefined),
    sizes: form.sizes.map((size) => {
      const before = sent.sizes.find(({ key }) => key === size.key);
      return before
        ? sizeOf(
            size,
            before,
            stored.sizes.find((now) => now.size === before.size.trim()),
          )
        : size;
    }),
    reviews: form.reviews.map((review) => {
      const before = sent.reviews.find(({ key }) => key === review.key);
      const now = before && stored.reviews.find((one) => isSame(before, one));
      return now ? { ...review, id: now.id, key: now.key, helpfulBefore: typedNumber(before.helpful) ?? 0 } : review;
    }),
  };
}

function pick<Value>(begun: Value, typed: Value, stored: Value): Value {
  return same(begun, typed) ? stored : typed;
}

function mergeSize(begun: FormSize, typed: FormSize, stored: FormSize): FormSize {
  const merged: FormSize = { ...stored, key: typed.key };
  const keep = <Name extends keyof typeof SIZE_LABELS>(name: Name) => {
    merged[name] = pick(begun[name], typed[name], stored[name]);
  };
  for (const name of SIZE_KEYS) keep(name);
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
 * Merges rows by key. Rows added by either admin are kept, rows removed here stay removed, and rows
 * removed by the other are kept only when they were changed here. The order is that of the stored
 * rows, unless it was changed here.
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
