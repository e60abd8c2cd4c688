import { z } from 'zod';
import { translationsOf } from '../translations.ts';
import { nutrientShape, translatedWire, wireShape } from './field-schemas.ts';
import { PublicReview } from './review-input.ts';

export { productId, slugOf } from '../text/slugs.ts';
/**
 * API schemas of products and categories (R1.3): money in rupees, times in epoch milliseconds. The
 * storefront imports only types from this file, and functions from sections.ts, which does not
 * import Zod.
 */
export { ProductInput } from './catalogue-input.ts';

export const PRODUCT_STATUSES = ['Active', 'Inactive', 'Out of Stock'] as const;
export const ProductStatus = z.enum(PRODUCT_STATUSES);
export type ProductStatus = z.infer<typeof ProductStatus>;

/** The badge colours that an admin can choose (R1.5). */
export const BADGE_COLORS = ['red', 'green', 'blue', 'yellow', 'purple'] as const;
const BadgeColor = z.enum(BADGE_COLORS);

export const Badge = z.object({ text: z.string(), color: BadgeColor });
export type Badge = z.infer<typeof Badge>;

/** `packGrams`: the net weight of the pack that it shows, if it shows one and its weight is known. */
export const ProductImage = z.object({
  url: z.string(),
  alt: z.string(),
  uploadType: z.enum(['file', 'url']),
  packGrams: z.number().optional(),
});
export type ProductImage = z.infer<typeof ProductImage>;

/** The contents of a size of a combo. */
export const SizeContent = z.object({ productId: z.string(), size: z.string(), quantity: z.number() });
export type SizeContent = z.infer<typeof SizeContent>;

const regularPrice = z.number().optional().describe('while a sale price is charged: the price before and after it');

/**
 * One size: prices in rupees, weight in grams. `originalPrice` is the MRP; not higher than `price`
 * means none.
 */
export const ProductSize = z.object({
  size: z.string(),
  price: z.number(),
  regularPrice,
  originalPrice: z.number(),
  stock: z.number(),
  netQuantityGrams: z.number().nullable().optional(),
  gtin: z.string().optional(),
  contents: z.array(SizeContent).optional(),
});
export type ProductSize = z.infer<typeof ProductSize>;

/** Nutrition per `basis` ('per 100 g'); unknown values are omitted. */
export const Nutrition = z.object({ basis: z.string(), ...nutrientShape(z.number()) });
export type Nutrition = z.infer<typeof Nutrition>;

/** The sections of the home page that show a product (R1.3). */
const DisplaySections = z.object({
  ourBestSellers: z.boolean(),
  valueCombos: z.boolean(),
  youMayAlsoLike: z.boolean(),
});

/**
 * `duration` in minutes (1–60), `startTime` in epoch ms. Both countdowns can be switched per
 * product (D14).
 */
const PopularitySettings = z.object({
  orderCount: z.number(),
  offerCountdown: z.object({ enabled: z.boolean(), duration: z.number(), startTime: z.number().nullable() }),
  deliveryCutoff: z.object({ enabled: z.boolean() }),
});

/** `average` from 0 to 5 and the number of reviews (D13). */
const Rating = z.object({ average: z.number(), count: z.number() });

/**
 * A product in API responses: the fields of fields.ts (R1.3, and those required by India's display
 * rules) and derived fields. Prices are rupees. `price`, `originalPrice`, `currentPrice`, `weight`
 * and `stockCount` are those of the first size, or the product's own when it has no sizes.
 * `reviews` is filled on the single product only.
 */
export const Product = z.object({
  ...wireShape,
  _id: z.string(),
  id: z.string(),
  category: z.string(),
  categorySlug: z.string(),
  images: z.array(ProductImage),
  image: z.string(),
  sizes: z.array(ProductSize),
  price: z.number(),
  regularPrice,
  originalPrice: z.number(),
  weight: z.string(),
  currentPrice: z.number(),
  stockCount: z.number(),
  badges: z.array(Badge),
  badge: z.string(),
  badgeColor: z.string(),
  status: ProductStatus,
  displaySections: DisplaySections,
  rating: Rating,
  totalRatings: z.number(),
  totalReviews: z.number(),
  reviews: z.array(PublicReview),
  popularitySettings: PopularitySettings,
  /** Orders of the last 7 days, or the admin's orderCount when higher; hidden at 0 (D13). */
  peopleOrdered: z.number(),
  nutrition: Nutrition.nullable(),
  /** Only in English: in another language, `translated` has put them in the place of the English texts. */
  translations: translationsOf(translatedWire).optional(),
  createdAt: z.number(),
  updatedAt: z.number(),
  /**
   * Incremented on every save. Sent with an update, it prevents overwriting another admin's
   * changes.
   */
  version: z.number().optional(),
});
export type Product = z.infer<typeof Product>;

/** The parts of a product that lists and cards need; created by `toCard`. */
export const ProductCard = Product.pick({
  _id: true,
  id: true,
  name: true,
  description: true,
  category: true,
  categorySlug: true,
  image: true,
  images: true,
  sizes: true,
  price: true,
  originalPrice: true,
  weight: true,
  currentPrice: true,
  stockCount: true,
  badges: true,
  badge: true,
  badgeColor: true,
  status: true,
  countryOfOrigin: true,
  vegetarian: true,
  tags: true,
  isBestSeller: true,
  isPopular: true,
  isValueCombo: true,
  isYouMayLike: true,
  displaySections: true,
  rating: true,
  totalReviews: true,
});
export type ProductCard = z.infer<typeof ProductCard>;

/** A category; `landingPage`: whether it has its own page (`/fitness-mix`, D9). */
export const Category = z.object({
  _id: z.string(),
  id: z.string(),
  name: z.string(),
  slug: z.string(),
  icon: z.string(),
  description: z.string(),
  landingPage: z.boolean(),
  parentCategory: z.string().nullable().optional(),
  /** As in a product. */
  translations: translationsOf(
    z.object({ name: z.string().optional(), description: z.string().optional() }),
  ).optional(),
});
export type Category = z.infer<typeof Category>;
