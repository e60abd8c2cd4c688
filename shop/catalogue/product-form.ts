import { isoDay, startOfDay } from '../india/dates.ts';
import type { ProductDefaults } from '../settings/settings.ts';
import type { Badge, Product, ProductImage, ProductStatus, SizeContent } from './catalogue.ts';
import { ProductInput } from './catalogue-input.ts';
import type { ProductBody } from './product-body.ts';
import type { AdminReview } from './review-input.ts';
import { bestSellersLock, formSections, type SectionTicks } from './sections.ts';

/** The owner's product form (spec 1 §2, §4, §5): what its boxes hold, as typed, and the body that is sent. */

export interface FormSize {
  /** Of the row on the screen. */
  key: string;
  size: string;
  price: string;
  originalPrice: string;
  stock: string;
  netQuantityGrams: string;
  /** The stock that the form was filled with; undefined for a new size. */
  stockBefore: number | undefined;
  contents: SizeContent[] | undefined;
}

export interface FormReview {
  key: string;
  /** Of a stored review. */
  id: string | undefined;
  customerName: string;
  customerEmail: string;
  rating: number;
  title: string;
  comment: string;
  /** The day in India, '2026-11-20'. */
  day: string;
  /** The exact moment of a stored review: kept while its day is not changed. */
  date: number | undefined;
  helpful: string;
  /** Votes of a stored review when the form was filled: the save says what was added, not what is right. */
  helpfulBefore?: number | undefined;
  verified: boolean;
}

/** Lists are texts with an entry on each line. */
export interface ProductForm {
  name: string;
  description: string;
  category: string;
  subcategory: string;
  images: ProductImage[];
  sizes: FormSize[];
  /** What a product without sizes has instead. */
  single: FormSize;
  features: string;
  tags: string;
  ingredients: string;
  allergens: string;
  badges: Badge[];
  status: ProductStatus;
  brand: string;
  countryOfOrigin: string;
  shelfLife: string;
  maker: string;
  storage: string;
  vegetarian: boolean;
  hsnCode: string;
  gstRate: string;
  nutritionBasis: string;
  nutrients: Record<string, string>;
  ticks: SectionTicks;
  isPopular: boolean;
  isValueCombo: boolean;
  isYouMayLike: boolean;
  orderCount: string;
  offerEnabled: boolean;
  offerDuration: string;
  offerStart: number | null;
  deliveryEnabled: boolean;
  /** Empty: not chosen. */
  quickRating: string;
  quickReviewCount: string;
  reviews: FormReview[];
  removedReviews: string[];
  /** Undefined: a new product. */
  version: number | undefined;
}

/** The nutrients of the form, in the order of a label. */
export const NUTRIENTS = [
  { name: 'energyKcal', label: 'Energy', unit: 'kcal' },
  { name: 'proteinG', label: 'Protein', unit: 'g' },
  { name: 'carbohydrateG', label: 'Carbohydrate', unit: 'g' },
  { name: 'sugarsG', label: 'Total sugars', unit: 'g' },
  { name: 'addedSugarsG', label: 'Added sugars', unit: 'g' },
  { name: 'fatG', label: 'Total fat', unit: 'g' },
  { name: 'saturatedFatG', label: 'Saturated fat', unit: 'g' },
  { name: 'transFatG', label: 'Trans fat', unit: 'g' },
  { name: 'fibreG', label: 'Fibre', unit: 'g' },
  { name: 'cholesterolMg', label: 'Cholesterol', unit: 'mg' },
  { name: 'sodiumMg', label: 'Sodium', unit: 'mg' },
] as const;

export function emptySize(key: string, size = ''): FormSize {
  return {
    ...{ key, size, price: '', originalPrice: '', stock: '', netQuantityGrams: '' },
    stockBefore: undefined,
    contents: undefined,
  };
}

/** A new review in the editor: rating 5 unless the settings say otherwise (spec 1 §9). */
export function emptyReview(key: string, rating: number, today: string): FormReview {
  return {
    ...{ key, id: undefined, customerName: '', customerEmail: '', rating, title: '', comment: '' },
    ...{ day: today, date: undefined, helpful: '0', verified: false },
  };
}

/** What the create form begins with (spec 1 §9): the shop's brand, India, 12 months, Active, countdown on with 15 minutes. */
export function newForm(defaults: ProductDefaults, sizeLabel: string): ProductForm {
  return {
    ...{ name: '', description: '', category: '', subcategory: '' },
    images: [],
    sizes: [emptySize('first', sizeLabel)],
    single: emptySize('single'),
    ...{ features: '', tags: '', ingredients: '', allergens: '', badges: [] },
    status: defaults.status,
    brand: defaults.brand,
    countryOfOrigin: defaults.countryOfOrigin,
    shelfLife: defaults.shelfLife,
    ...{ maker: '', storage: '', vegetarian: true, hsnCode: '' },
    gstRate: String(defaults.gstRate),
    nutritionBasis: 'per 100 g',
    nutrients: {},
    ticks: { ourBestSellers: false, valueCombos: false, youMayAlsoLike: false, isBestSeller: false },
    ...{ isPopular: false, isValueCombo: false, isYouMayLike: false },
    orderCount: '0',
    offerEnabled: defaults.offerCountdownEnabled,
    offerDuration: String(defaults.offerCountdownDuration),
    offerStart: null,
    deliveryEnabled: true,
    ...{ quickRating: '', quickReviewCount: '0', reviews: [], removedReviews: [], version: undefined },
  };
}

const text = (value: number | null | undefined) => (value === null || value === undefined ? '' : String(value));

/** The form of a stored product. */
export function formOf(product: Product, reviews: readonly AdminReview[]): ProductForm {
  const { popularitySettings: popularity, displaySections } = product;
  return {
    name: product.name,
    description: product.description,
    category: product.category,
    subcategory: product.subcategory,
    images: product.images,
    sizes: product.sizes.map((size) => ({
      key: size.size,
      size: size.size,
      price: text(size.price),
      originalPrice: text(size.originalPrice),
      stock: text(size.stock),
      netQuantityGrams: text(size.netQuantityGrams),
      stockBefore: size.stock,
      contents: size.contents,
    })),
    single: {
      ...emptySize('single', product.sizes.length === 0 ? product.weight : ''),
      price: text(product.price),
      originalPrice: text(product.originalPrice),
      stock: text(product.stockCount),
      stockBefore: product.sizes.length === 0 ? product.stockCount : undefined,
    },
    features: product.features.join('\n'),
    tags: product.tags.join('\n'),
    ingredients: product.ingredients.join('\n'),
    allergens: product.allergens.join('\n'),
    badges: product.badges,
    status: product.status,
    brand: product.brand,
    countryOfOrigin: product.countryOfOrigin,
    shelfLife: product.shelfLife,
    maker: product.maker,
    storage: product.storage,
    vegetarian: product.vegetarian,
    hsnCode: product.hsnCode,
    gstRate: text(product.gstRate),
    nutritionBasis: product.nutrition?.basis ?? 'per 100 g',
    nutrients: Object.fromEntries(NUTRIENTS.map(({ name }) => [name, text(product.nutrition?.[name])])),
    ticks: { ...displaySections, isBestSeller: product.isBestSeller },
    isPopular: product.isPopular,
    isValueCombo: product.isValueCombo,
    isYouMayLike: product.isYouMayLike,
    orderCount: text(popularity.orderCount),
    offerEnabled: popularity.offerCountdown.enabled,
    offerDuration: text(popularity.offerCountdown.duration),
    offerStart: popularity.offerCountdown.startTime,
    deliveryEnabled: popularity.deliveryCutoff.enabled,
    quickRating: text(product.quickRating),
    quickReviewCount: text(product.quickReviewCount),
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

/** A typed number, or undefined when the box is empty; NaN for what is none. */
function number(typed: string): number | undefined {
  const plain = typed.trim().replace(/^₹\s*/, '').replaceAll(',', '');
  if (plain === '') return undefined;
  return /^-?\d{1,12}(\.\d+)?$/.test(plain) ? Number(plain) : Number.NaN;
}

const lines = (typed: string) =>
  typed
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What is sent: sizes as numbers, blank images, features, badges and tags dropped (spec 1 §5). */
export function bodyOf(form: ProductForm): ProductBody {
  const nutrients = NUTRIENTS.flatMap(({ name }) => {
    const value = number(form.nutrients[name] ?? '');
    return value === undefined ? [] : [[name, value] as const];
  });
  const { single } = form;
  const body = {
    name: form.name,
    description: form.description,
    category: form.category,
    subcategory: form.subcategory,
    images: form.images.filter(({ url }) => url.trim()),
    sizes: form.sizes.map((size) => ({
      size: size.size,
      price: number(size.price),
      originalPrice: number(size.originalPrice),
      stock: number(size.stock),
      netQuantityGrams: number(size.netQuantityGrams),
      ...(size.stockBefore === undefined ? {} : { stockBefore: size.stockBefore }),
      ...(size.contents ? { contents: size.contents } : {}),
    })),
    ...(form.sizes.length > 0
      ? {}
      : {
          price: number(single.price),
          originalPrice: number(single.originalPrice),
          weight: single.size,
          stockCount: number(single.stock),
          ...(single.stockBefore === undefined ? {} : { stockCountBefore: single.stockBefore }),
        }),
    features: lines(form.features),
    tags: lines(form.tags),
    ingredients: lines(form.ingredients),
    allergens: lines(form.allergens),
    badges: form.badges.filter((badge) => badge.text.trim()),
    status: form.status,
    brand: form.brand,
    countryOfOrigin: form.countryOfOrigin,
    shelfLife: form.shelfLife,
    maker: form.maker,
    storage: form.storage,
    vegetarian: form.vegetarian,
    hsnCode: form.hsnCode,
    gstRate: number(form.gstRate),
    nutrition: nutrients.length > 0 ? { basis: form.nutritionBasis, ...Object.fromEntries(nutrients) } : null,
    isBestSeller: form.ticks.isBestSeller,
    isPopular: form.isPopular,
    isValueCombo: form.isValueCombo,
    isYouMayLike: form.isYouMayLike,
    displaySections: {
      ourBestSellers: form.ticks.ourBestSellers,
      valueCombos: form.ticks.valueCombos,
      youMayAlsoLike: form.ticks.youMayAlsoLike,
    },
    popularitySettings: {
      orderCount: number(form.orderCount) ?? 0,
      offerCountdown: { enabled: form.offerEnabled, duration: number(form.offerDuration), startTime: form.offerStart },
      deliveryCutoff: { enabled: form.deliveryEnabled },
    },
    quickRating: number(form.quickRating),
    quickReviewCount: number(form.quickReviewCount) ?? 0,
    reviews: form.reviews.map(reviewBody),
    removedReviews: form.removedReviews,
    ...(form.version === undefined ? {} : { version: form.version }),
  };
  // Numbers that are missing or wrong are told by `checkForm`.
  return body as ProductBody;
}

function reviewBody(review: FormReview) {
  const { id, customerName, customerEmail, rating, title, comment, helpful, helpfulBefore, day, date } = review;
  const moment = date !== undefined && isoDay(date) === day ? date : dayStart(day);
  return {
    ...(id ? { id } : {}),
    ...{ customerName, customerEmail, rating, title, comment },
    helpful: number(helpful) ?? 0,
    ...(helpfulBefore === undefined ? {} : { helpfulBefore }),
    ...(moment === undefined ? {} : { date: moment }),
  };
}

/** Midnight in India of a day as a date box gives it. */
function dayStart(day: string): number | undefined {
  const noon = Date.parse(`${day}T12:00:00+05:30`);
  return Number.isNaN(noon) ? undefined : startOfDay(noon);
}

/** Sentences by path as in the body (`sizes.0.price`); empty when it can be sent. The form asks for a rating, the API does not. */
export function checkForm(form: ProductForm): Record<string, string> {
  const errors: Record<string, string> = {};
  const checked = ProductInput.safeParse(bodyOf(form));
  for (const { path, message } of checked.success ? [] : checked.error.issues) {
    errors[path.join('.')] ??= message;
  }
  if (form.quickRating.trim() === '') errors.quickRating = 'Rating is required';
  return errors;
}

/**
 * The ticks after one of them was set, by both variants of spec 1 §4 at once: Best Sellers follows the other two and is locked while
 * one of them is on (A), and You May Also Like sets the best-seller flag too (B).
 */
export function tickSection(ticks: SectionTicks, field: keyof SectionTicks, on: boolean): SectionTicks {
  return field === 'ourBestSellers' && bestSellersLock(ticks) ? ticks : formSections('modal', ticks, field, on);
}
