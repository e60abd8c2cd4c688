import { isoDay, noonOf, startOfDay } from '../india/dates.ts';
import { inEachTranslation, TRANSLATIONS, type Translation } from '../language.ts';
import type { ProductDefaults } from '../settings/settings.ts';
import type { Badge, Product, ProductImage, ProductStatus, SizeContent } from './catalogue.ts';
import { ProductInput } from './catalogue-input.ts';
import { type Field, initialOf } from './field-kinds.ts';
import {
  FIELD_LIST,
  type FieldsWith,
  isPlain,
  type PlainField,
  PRODUCT_FIELDS,
  putAt,
  TRANSLATED_FIELDS,
  type TranslatedField,
  type ValueOf,
  valueAt,
} from './fields.ts';
import { NUTRIENTS } from './nutrients.ts';
import { gramsOf } from './packs.ts';
import type { ProductBody } from './product-body.ts';
import type { AdminReview } from './review-input.ts';
import { bestSellersLock, formSections, type SectionTicks } from './sections.ts';

/** The admin's product form (R1.2, R1.4, R1.5): the values as typed, and the body that is sent. */

export interface FormSize {
  /** Identifies the row on the screen. */
  key: string;
  size: string;
  price: string;
  originalPrice: string;
  stock: string;
  netQuantityGrams: string;
  gtin: string;
  /** The stock when the form was filled; undefined for a new size. */
  stockBefore: number | undefined;
  /** Its label when the form was opened. */
  sizeBefore?: string | undefined;
  contents: SizeContent[] | undefined;
}

export interface FormReview {
  key: string;
  /** Set for a stored review. */
  id: string | undefined;
  customerName: string;
  customerEmail: string;
  rating: number;
  title: string;
  comment: string;
  /** The day in India, '2026-11-20'. */
  day: string;
  /** The exact time of a stored review in epoch ms, kept while the day is unchanged. */
  date: number | undefined;
  helpful: string;
  /** Votes of a stored review when the form was filled; the save sends the difference. */
  helpfulBefore?: number | undefined;
  verified: boolean;
}

/**
 * Fields of the table with a box of their own: flags as booleans, everything else as typed text,
 * lists with an entry on each line.
 */
type TypedField = Exclude<PlainField, FieldsWith<{ tick: true }>>;
type TypedFields = { [Name in TypedField]: ValueOf<Name> extends boolean ? boolean : string };

/** The texts in another language, as typed. */
type TypedTexts = Record<TranslatedField, string>;

export interface ProductForm extends TypedFields {
  category: string;
  translations: Record<Translation, TypedTexts>;
  images: ProductImage[];
  sizes: FormSize[];
  /** Replaces `sizes` for a product without sizes. */
  single: FormSize;
  badges: Badge[];
  status: ProductStatus;
  nutrients: Record<string, string>;
  ticks: SectionTicks;
  offerStart: number | null;
  reviews: FormReview[];
  removedReviews: string[];
  /** Undefined: a new product. */
  version: number | undefined;
}

/** The rating of a product that has none yet (D56). An empty one is not chosen. */
export const NO_RATING = 'none';

const isTick = (field: Field) => 'tick' in field && field.tick === true;
const TYPED_FIELDS = FIELD_LIST.filter(isPlain).filter((field) => !isTick(field));
const TICK_FIELDS = FIELD_LIST.filter(isTick);

/** The boxes filled from `product`, or with the table's initial values where it has none. */
function typedFields(product: Product | null): TypedFields {
  return Object.fromEntries(
    TYPED_FIELDS.map((field) => {
      const value = valueAt(product, field.path) ?? initialOf(field);
      return [field.name, typeof value === 'boolean' ? value : typedText(value)];
    }),
  ) as TypedFields;
}

const typedText = (value: unknown) => (Array.isArray(value) ? value.join('\n') : text(value));

/** A value for each text that can be translated. */
export function eachTranslated<Value>(valueFor: (name: TranslatedField) => Value): Record<TranslatedField, Value> {
  return Object.fromEntries(TRANSLATED_FIELDS.map((name) => [name, valueFor(name)])) as Record<TranslatedField, Value>;
}

function typedTranslations(product: Product | null): ProductForm['translations'] {
  return inEachTranslation((code) => eachTranslated((name) => typedText(product?.translations?.[code]?.[name])));
}

/**
 * Whether every box has a value. A draft written before a field or a language was added lacks it.
 */
export function hasTypedFields(form: Partial<ProductForm>): boolean {
  return (
    TYPED_FIELDS.every(({ name }) => name in form) &&
    TRANSLATIONS.every((code) => TRANSLATED_FIELDS.every((name) => name in (form.translations?.[code] ?? {})))
  );
}

/** The value of a box for the body; undefined for an empty number. */
function sentValue(field: Field, typed: string | boolean): unknown {
  if (typeof typed === 'boolean') return typed;
  if (field.kind === 'list') return lines(typed);
  return field.kind === 'number' ? typedNumber(typed) : typed;
}

export function emptySize(key: string, size = ''): FormSize {
  return {
    key,
    size,
    price: '',
    originalPrice: '',
    stock: '',
    netQuantityGrams: text(gramsOf(size)),
    gtin: '',
    stockBefore: undefined,
    contents: undefined,
  };
}

/** A size with another label. The net quantity follows it, unless it was typed by hand. */
export function relabelled(size: FormSize, label: string): FormSize {
  const followed = size.netQuantityGrams === text(gramsOf(size.size)) || size.netQuantityGrams.trim() === '';
  const netQuantityGrams = followed ? text(gramsOf(label)) : size.netQuantityGrams;
  return { ...size, size: label, netQuantityGrams };
}

/** A new review in the editor: rating 5, unless the settings have another default (R1.9). */
export function emptyReview(key: string, rating: number, today: string): FormReview {
  return {
    key,
    id: undefined,
    customerName: '',
    customerEmail: '',
    rating,
    title: '',
    comment: '',
    day: today,
    date: undefined,
    helpful: '0',
    verified: false,
  };
}

/**
 * The form of a new product (R1.9): the table's initial values, and the defaults of the shop's
 * settings.
 */
export function newForm(defaults: ProductDefaults, sizeLabel: string): ProductForm {
  return {
    ...typedFields(null),
    category: '',
    translations: typedTranslations(null),
    images: [],
    sizes: [emptySize('first', sizeLabel)],
    single: emptySize('single'),
    badges: [],
    status: defaults.status,
    brand: defaults.brand,
    countryOfOrigin: defaults.countryOfOrigin,
    shelfLife: defaults.shelfLife,
    gstRate: String(defaults.gstRate),
    offerEnabled: defaults.offerCountdownEnabled,
    offerDuration: String(defaults.offerCountdownDuration),
    offerStart: null,
    nutrients: {},
    ticks: { ourBestSellers: false, valueCombos: false, youMayAlsoLike: false, isBestSeller: false },
    reviews: [],
    removedReviews: [],
    version: undefined,
  };
}

const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));

/** The form of a stored product. */
export function formOf(product: Product, reviews: readonly AdminReview[]): ProductForm {
  return {
    ...typedFields(product),
    quickRating: product.quickRating === null ? NO_RATING : text(product.quickRating),
    category: product.category,
    translations: typedTranslations(product),
    images: product.images,
    sizes: product.sizes.map((size) => ({
      key: size.size,
      size: size.size,
      price: text(size.regularPrice ?? size.price),
      originalPrice: text(size.originalPrice),
      stock: text(size.stock),
      netQuantityGrams: text(size.netQuantityGrams),
      gtin: text(size.gtin),
      stockBefore: size.stock,
      sizeBefore: size.size,
      contents: size.contents,
    })),
    single: {
      ...emptySize('single', product.sizes.length === 0 ? product.weight : ''),
      price: text(product.regularPrice ?? product.price),
      originalPrice: text(product.originalPrice),
      stock: text(product.stockCount),
      stockBefore: product.sizes.length === 0 ? product.stockCount : undefined,
    },
    badges: product.badges,
    status: product.status,
    nutrients: Object.fromEntries(NUTRIENTS.map(({ key }) => [key, text(product.nutrition?.[key])])),
    ticks: { ...product.displaySections, isBestSeller: product.isBestSeller },
    offerStart: product.popularitySettings.offerCountdown.startTime,
    reviews: reviews.map((review) => ({
      key: review.id,
      id: review.id,
      customerName: review.customerName,
      customerEmail: review.customerEmail,
      rating: review.rating,
      title: review.title,
      comment: review.comment,
      day: isoDay(review.date),
      date: review.date,
      helpful: text(review.helpful),
      helpfulBefore: review.helpful,
      verified: review.verified,
    })),
    removedReviews: [],
    version: product.version,
  };
}

/**
 * The form of a new product like this one. Stock, GTINs, rating and the count of people who ordered
 * belong to the old product, so the copy starts without them.
 */
export function copyForm(product: Product): ProductForm {
  const form = formOf(product, []);
  return {
    ...form,
    name: `${product.name} (copy)`,
    translations: inEachTranslation((code) => ({ ...form.translations[code], name: '' })),
    sizes: form.sizes.map((size) => ({
      ...size,
      gtin: '',
      stock: '',
      stockBefore: undefined,
      sizeBefore: undefined,
    })),
    single: { ...form.single, stock: '', stockBefore: undefined },
    quickRating: '',
    quickReviewCount: '0',
    orderCount: '0',
    offerStart: null,
    version: undefined,
  };
}

/** A typed number; undefined for an empty box, NaN for anything that is not a number. */
export function typedNumber(typed: string): number | undefined {
  const plain = typed.trim().replace(/^₹\s*/, '').replaceAll(',', '');
  if (plain === '') return undefined;
  return /^-?\d{1,12}(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

const lines = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/**
 * The body that is sent: sizes as numbers, without blank images, features, badges and tags (R1.5).
 *
 * @param initial the stored state that the form is based on: its reviews are left out, which keeps
 *   them as they are
 */
export function bodyOf(form: ProductForm, initial?: ProductForm): ProductBody {
  const unchanged = new Set(initial?.reviews.map((review) => JSON.stringify(review)));
  const nutrients = NUTRIENTS.flatMap(({ key }) => {
    const value = typedNumber(form.nutrients[key] ?? '');
    return value === undefined ? [] : [[key, value] as const];
  });
  const { single } = form;
  const fields: Record<string, unknown> = {};
  for (const field of TYPED_FIELDS) putAt(fields, field.path, sentValue(field, form[field.name as TypedField]));
  for (const field of TICK_FIELDS) putAt(fields, field.path, form.ticks[field.name as keyof SectionTicks]);
  putAt(fields, PRODUCT_FIELDS.offerStart.path, form.offerStart);
  if (form.quickRating === NO_RATING) Object.assign(fields, { quickRating: null, quickReviewCount: 0 });
  const body = {
    ...fields,
    category: form.category,
    translations: inEachTranslation((code) =>
      eachTranslated((name) => sentValue(PRODUCT_FIELDS[name], form.translations[code][name])),
    ),
    images: form.images.filter(({ url }) => url.trim()),
    sizes: form.sizes.map((size) => ({
      size: size.size,
      price: typedNumber(size.price),
      originalPrice: typedNumber(size.originalPrice),
      stock: typedNumber(size.stock),
      netQuantityGrams: typedNumber(size.netQuantityGrams),
      gtin: size.gtin,
      ...(size.stockBefore === undefined ? {} : { stockBefore: size.stockBefore }),
      ...(size.sizeBefore === undefined || size.sizeBefore === size.size ? {} : { sizeBefore: size.sizeBefore }),
      ...(size.contents ? { contents: size.contents } : {}),
    })),
    ...(form.sizes.length > 0
      ? {}
      : {
          price: typedNumber(single.price),
          originalPrice: typedNumber(single.originalPrice),
          weight: single.size,
          stockCount: typedNumber(single.stock),
          ...(single.stockBefore === undefined ? {} : { stockCountBefore: single.stockBefore }),
        }),
    badges: form.badges.filter((badge) => badge.text.trim()),
    status: form.status,
    nutrition: nutrients.length > 0 ? { basis: form.nutritionBasis, ...Object.fromEntries(nutrients) } : null,
    reviews: form.reviews.filter((review) => !unchanged.has(JSON.stringify(review))).map(reviewBody),
    removedReviews: form.removedReviews,
    ...(form.version === undefined ? {} : { version: form.version }),
  };
  // `checkForm` reports missing and wrong numbers.
  return body as ProductBody;
}

function reviewBody(review: FormReview) {
  const { id, customerName, customerEmail, rating, title, comment, helpful, helpfulBefore, day, date } = review;
  const moment = date !== undefined && isoDay(date) === day ? date : dayStart(day);
  return {
    ...(id ? { id } : {}),
    customerName,
    customerEmail,
    rating,
    title,
    comment,
    helpful: typedNumber(helpful) ?? 0,
    ...(helpfulBefore === undefined ? {} : { helpfulBefore }),
    ...(moment === undefined ? {} : { date: moment }),
  };
}

/** Midnight in India of a day such as '2026-11-20'. */
function dayStart(day: string): number | undefined {
  const noon = noonOf(day);
  return Number.isNaN(noon) ? undefined : startOfDay(noon);
}

/**
 * Error sentences by path in the body (`sizes.0.price`); empty when the form can be sent. A rating
 * must be chosen in the form, and NO_RATING is a choice (D56); the API does not ask for it.
 */
export function checkForm(form: ProductForm): Record<string, string> {
  const errors: Record<string, string> = {};
  const checked = ProductInput.safeParse(bodyOf(form));
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    errors[path.join('.')] ??= message;
  }
  if (form.quickRating.trim() === '') errors.quickRating = 'Rating is required';
  return errors;
}

/** The rest of the form is behind 'More details' while a new product is begun. */
const QUICK =
  /^(name|category|description|images(\..+)?|quickRating|quickReviewCount|price|weight|stockCount|sizes(\.\d+\.(size|price|stock))?)$/;

/** Whether the field at a path of the body is in the quick part of the form. */
export const isQuick = (path: string) => QUICK.test(path);

/**
 * The sections that a product can be shown in, each with its two stored flags: a tick in the form
 * sets both.
 */
const PLACES = {
  ourBestSellers: 'isBestSeller',
  valueCombos: 'isValueCombo',
  youMayAlsoLike: 'isYouMayLike',
} as const;

export type Place = keyof typeof PLACES;
type Placed = Pick<ProductForm, 'ticks' | 'isValueCombo' | 'isYouMayLike'>;

/**
 * Where the form shows the product, whichever of the two flags says so, as in the shop
 * (sections.ts).
 */
export function placesOf({ ticks, isValueCombo, isYouMayLike }: Placed): Record<Place, boolean> {
  return {
    ourBestSellers: ticks.ourBestSellers || ticks.isBestSeller,
    valueCombos: ticks.valueCombos || isValueCombo,
    youMayAlsoLike: ticks.youMayAlsoLike || isYouMayLike,
  };
}

/**
 * 'Auto-enabled' while Best Sellers is ticked and locked because one of the other two is on (R1.4),
 * else null.
 */
export function placesLock(form: Placed): ReturnType<typeof bestSellersLock> {
  const places = placesOf(form);
  return places.ourBestSellers ? bestSellersLock({ ...places, isBestSeller: places.ourBestSellers }) : null;
}

/**
 * The form after a section was ticked, by both variants of R1.4: the other two tick Best Sellers
 * too, which is locked while one of them is on.
 */
export function tickPlace(form: Placed, place: Place, on: boolean): Placed {
  if (place === 'ourBestSellers' && placesLock(form)) return form;
  const places = placesOf(form);
  const next = formSections('modal', { ...places, isBestSeller: places.ourBestSellers }, place, on);
  return {
    ticks: { ...next, isBestSeller: next.ourBestSellers },
    isValueCombo: next.valueCombos,
    isYouMayLike: next.youMayAlsoLike,
  };
}
