import type { Product, ProductCard } from './catalogue.ts';

/**
 * Rules for the shop's sections and cards. Does not import Zod, since every page loads this file
 * (D12).
 */
export type { ProductCard } from './catalogue.ts';

/** The fields that the section rules read; products and cards have them. */
export type Sectioned = Pick<
  Product,
  | 'isBestSeller'
  | 'isPopular'
  | 'isValueCombo'
  | 'isYouMayLike'
  | 'displaySections'
  | 'tags'
  | 'category'
  | 'categorySlug'
>;

/** The sections of the home page, and the admin's display types 'popular' and 'regular' (R1.2). */
export const SECTIONS = ['bestSellers', 'valueCombos', 'youMayAlsoLike', 'popular', 'regular'] as const;
export type Section = (typeof SECTIONS)[number];

/**
 * Combo match: a flag, a tag containing 'value' or 'combo', the slug 'combos' or a category name
 * containing 'combo' (R1.9).
 */
export function isCombo(product: Sectioned): boolean {
  return (
    product.isValueCombo ||
    product.displaySections.valueCombos ||
    product.tags.some((tag) => /value|combo/i.test(tag)) ||
    product.categorySlug === 'combos' ||
    /combo/i.test(product.category)
  );
}

/**
 * Whether a text about the combos is true: with a percentage, every pack of every combo costs at
 * least that much less than its MRP, and there is a combo (D31). Other texts are true.
 */
export function isTrueOfCombos(
  text: string,
  combos: readonly { sizes: readonly { price: number; originalPrice: number }[] }[],
): boolean {
  const percent = Math.max(0, ...[...text.matchAll(/(\d{1,2})\s*%/g)].map(([, digits]) => Number(digits)));
  if (percent === 0) return true;
  const packs = combos.flatMap(({ sizes }) => sizes);
  return packs.length > 0 && packs.every((pack) => pack.price * 100 <= pack.originalPrice * (100 - percent));
}

/** Fallback best-seller match: isBestSeller, or any of the three display sections (R1.9). */
export function isBestSellerFallback(product: Sectioned): boolean {
  const { ourBestSellers, valueCombos, youMayAlsoLike } = product.displaySections;
  return product.isBestSeller || ourBestSellers || valueCombos || youMayAlsoLike;
}

/** Whether an admin chose it as a best seller. */
export function isBestSeller(product: Sectioned): boolean {
  return product.isBestSeller || product.displaySections.ourBestSellers;
}

/**
 * The best sellers in the given order: those an admin chose, or the fallback match when none is
 * chosen. Ignores the status; filter inactive products first.
 */
export function bestSellers<T extends Sectioned>(products: readonly T[]): T[] {
  const chosen = products.filter(isBestSeller);
  return chosen.length > 0 ? chosen : products.filter(isBestSellerFallback);
}

/** You May Also Like: chosen for it, or a value combo by flag (R1.9). */
export function isYouMayAlsoLike(product: Sectioned): boolean {
  const { youMayAlsoLike, valueCombos } = product.displaySections;
  return product.isYouMayLike || youMayAlsoLike || product.isValueCombo || valueCombos;
}

/** The most products of a row on the home page; the rest is behind the row's link. */
const HOME_ROW = 8;

export interface HomeRows<T> {
  bestSellers: T[];
  valueCombos: T[];
  youMayAlsoLike: T[];
}

/**
 * The rows of the home page, with no product in two of them. Combos are in their own row. A product
 * chosen both as a best seller and for You May Also Like fills up the best sellers, and at least
 * half of them stay in You May Also Like. While the owner has chosen no product for any row, the
 * first one has all.
 *
 * @param visible all products of the shop
 */
export function homeRows<T extends Sectioned>(
  sections: { [Row in keyof HomeRows<T>]: readonly T[] },
  visible: readonly T[],
): HomeRows<T> {
  if (Object.values(sections).every((row) => row.length === 0)) {
    return { bestSellers: visible.slice(0, HOME_ROW), valueCombos: [], youMayAlsoLike: [] };
  }
  const single = (products: readonly T[]) => products.filter((product) => !isCombo(product));
  const liked = single(sections.youMayAlsoLike);
  const best = single(sections.bestSellers);
  const both = best.filter((product) => liked.includes(product));
  const free = HOME_ROW - (best.length - both.length);
  const filling = both.slice(0, Math.max(0, Math.min(free, liked.length - Math.ceil(liked.length / 2))));
  return {
    bestSellers: best.filter((product) => !both.includes(product) || filling.includes(product)).slice(0, HOME_ROW),
    valueCombos: [...sections.valueCombos],
    youMayAlsoLike: liked.filter((product) => !filling.includes(product)).slice(0, HOME_ROW),
  };
}

/**
 * Whether a product belongs to a section; 'regular' means none of the others (admin filter, R1.2).
 */
export function inSection(product: Sectioned, section: Section): boolean {
  switch (section) {
    case 'bestSellers':
      return isBestSeller(product);
    case 'valueCombos':
      return isCombo(product);
    case 'youMayAlsoLike':
      return isYouMayAlsoLike(product);
    case 'popular':
      return product.isPopular;
    case 'regular':
      return !isBestSeller(product) && !isCombo(product) && !isYouMayAlsoLike(product) && !product.isPopular;
  }
}

/** The checkboxes of the admin form: the three display sections and the flag isBestSeller. */
export interface SectionTicks {
  ourBestSellers: boolean;
  valueCombos: boolean;
  youMayAlsoLike: boolean;
  isBestSeller: boolean;
}

/** Text beside the locked Best Sellers checkbox of form variant A (R1.4). */
export const AUTO_ENABLED = 'Auto-enabled';

/**
 * 'Auto-enabled' while Best Sellers is locked because Value Combos or You May Also Like is on (form
 * variant A), else null.
 */
export function bestSellersLock(ticks: SectionTicks): typeof AUTO_ENABLED | null {
  return ticks.valueCombos || ticks.youMayAlsoLike ? AUTO_ENABLED : null;
}

/**
 * The checkboxes after an admin sets one of them (R1.4).
 *
 * @param variant 'form' (A): Best Sellers is locked while one of the other two is on; 'modal' (B):
 *   the other two switch Best Sellers on, and it may be switched off again
 */
export function formSections(
  variant: 'form' | 'modal',
  ticks: SectionTicks,
  field: keyof SectionTicks,
  on: boolean,
): SectionTicks {
  if (variant === 'form' && field === 'ourBestSellers' && bestSellersLock(ticks)) {
    return ticks;
  }
  const next = { ...ticks, [field]: on };
  if (on && (field === 'valueCombos' || field === 'youMayAlsoLike')) {
    next.ourBestSellers = true;
    if (variant === 'modal' && field === 'youMayAlsoLike') {
      next.isBestSeller = true;
    }
  }
  return next;
}

/** Longest description on a card, in characters. */
const TEASER = 140;

/** The beginning of a text, cut after a whole word. */
function teaser(text: string): string {
  if (text.length <= TEASER) {
    return text;
  }
  const head = text.slice(0, TEASER);
  return `${head.slice(0, Math.max(head.lastIndexOf(' '), TEASER / 2)).replace(/[\s,;:.]+$/, '')}…`;
}

/**
 * The part of a product that lists need: at most two images without their packs, the beginning of the
 * description, no contents of combos.
 */
export function toCard(product: Product | ProductCard): ProductCard {
  return {
    _id: product._id,
    id: product.id,
    name: product.name,
    description: teaser(product.description),
    category: product.category,
    categorySlug: product.categorySlug,
    image: product.image,
    images: product.images.slice(0, 2).map(({ url, alt, uploadType }) => ({ url, alt, uploadType })),
    sizes: product.sizes.map(({ contents: _contents, ...size }) => size),
    price: product.price,
    originalPrice: product.originalPrice,
    weight: product.weight,
    currentPrice: product.currentPrice,
    stockCount: product.stockCount,
    badges: product.badges,
    badge: product.badge,
    badgeColor: product.badgeColor,
    status: product.status,
    countryOfOrigin: product.countryOfOrigin,
    vegetarian: product.vegetarian,
    tags: product.tags,
    isBestSeller: product.isBestSeller,
    isPopular: product.isPopular,
    isValueCombo: product.isValueCombo,
    isYouMayLike: product.isYouMayLike,
    displaySections: product.displaySections,
    rating: product.rating,
    totalReviews: product.totalReviews,
  };
}
