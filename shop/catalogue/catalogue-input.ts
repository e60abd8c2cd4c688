import { z } from 'zod';
import { once } from '../once-input.ts';
import { imageAddress } from '../text/links.ts';
import { bareNumber } from '../text/text.ts';
import { translationsOf } from '../translations.ts';
import {
  bodyShape,
  flagSchema,
  line,
  needed,
  numberSchema,
  nutrientShape,
  paragraph,
  translatedBody,
} from './field-schemas.ts';
import { PRODUCT_FIELDS as FIELDS, MOST_ALT, MOST_IMAGES, MOST_SIZES } from './fields.ts';
import { gtinFault } from './gtin.ts';
import { keptReviews } from './reviews.ts';

/**
 * The body of POST and PUT /products. Prices are rupees with at most two decimals. Strings in place
 * of numbers are rejected, unknown keys are dropped (D18, D49). Blank images, features, badges and
 * tags are dropped, and so are reviews without name, comment or rating (R1.5).
 */

const amount = (what: string) =>
  z
    .number({ error: `${what} is required` })
    .max(10_000_000, `${what} is too large`)
    .refine(
      (rupees) => Math.abs(rupees * 100 - Math.round(rupees * 100)) < 1e-6,
      `${what} may have at most two decimals`,
    );

const price = amount('Price').positive('Price must be more than 0');
const originalPrice = amount('Original price').min(0, 'Original price must not be negative').nullish();
const stock = z
  .number({ error: 'Stock is required' })
  .int('Stock must be a whole number')
  .min(0, 'Stock must not be negative')
  .max(1_000_000, 'Stock is too large');

/**
 * The stock that the form was filled with. When it is sent, only the difference is applied, so that
 * sales made while the form was open are kept. Without it, `stock` is an absolute count.
 */
const stockBefore = stock.optional();
/**
 * The label that the form was filled with: a size whose label is new is renamed, and keeps its
 * pieces and orders.
 */
const sizeBefore = needed('Size', 40).optional();
const NET_QUANTITY = 'Net quantity must be a whole number of grams above 0';
const grams = z.number({ error: NET_QUANTITY }).int(NET_QUANTITY).positive(NET_QUANTITY).max(1_000_000, NET_QUANTITY);

/** Empty or left out: the pack has none. */
const gtin = z
  .string()
  .overwrite(bareNumber)
  .superRefine((typed, context) => {
    const message = typed === '' ? null : gtinFault(typed);
    if (message) context.addIssue({ code: 'custom', message });
  });

const SizeInput = z.object({
  size: needed('Size', 40),
  sizeBefore,
  price,
  originalPrice,
  stock,
  stockBefore,
  netQuantityGrams: grams.nullish(),
  gtin: gtin.nullish(),
  contents: z
    .array(
      z.object({
        productId: needed('Product', 100),
        size: needed('Size', 40),
        quantity: z.number().int().min(1).max(999),
      }),
    )
    .max(50)
    .optional(),
});

const ImageInput = z.union([
  z.string().transform((url) => ({ url, alt: '', uploadType: 'url' as const, packGrams: undefined })),
  z.object({
    url: z.string().default(''),
    alt: line(MOST_ALT).default(''),
    uploadType: z.enum(['file', 'url']).default('file'),
    packGrams: grams.optional(),
  }),
]);

const images = z
  .array(ImageInput)
  .max(MOST_IMAGES, `At most ${MOST_IMAGES} images`)
  .default([])
  .transform((given) => given.map((image) => ({ ...image, url: image.url.trim() })).filter((image) => image.url))
  .superRefine((given, context) => {
    given.forEach((image, index) => {
      if (imageAddress(image.url) === null) {
        context.addIssue({
          code: 'custom',
          path: [index, 'url'],
          message: 'An image must be uploaded or an https:// address',
        });
      }
    });
  });

const BadgeInput = z.object({
  text: line(40).default(''),
  color: z
    .enum(['red', 'green', 'blue', 'yellow', 'purple'], { error: 'Badge colours are red, green, blue, yellow, purple' })
    .default('green'),
});

const NutritionInput = z.object({
  basis: line(FIELDS.nutritionBasis.most).default(FIELDS.nutritionBasis.initial),
  ...nutrientShape(z.number().min(0).max(100_000)),
});

/** A review of the form's editor. `id` is set for a stored review; `date` is epoch ms. */
const FormReview = z.object({
  id: z.string().max(100).optional(),
  customerName: line(80).default(''),
  /** If omitted, the stored value is kept. */
  customerEmail: line(254).optional(),
  rating: z
    .number()
    .int('Rating must be 1 to 5')
    .min(0, 'Rating must be 1 to 5')
    .max(5, 'Rating must be 1 to 5')
    .default(5),
  title: line(120).default(''),
  comment: paragraph(2000).default(''),
  date: z.number().int().min(0).optional(),
  helpful: z.number().int().min(0, 'Helpful must not be negative').max(1_000_000).default(0),
  /**
   * The count that the form was filled with. Only the difference is applied, so that votes cast
   * meanwhile are kept.
   */
  helpfulBefore: z.number().int().min(0).max(1_000_000_000).optional(),
});

const DisplaySections = z.object({
  ourBestSellers: flagSchema(FIELDS.ourBestSellers),
  valueCombos: flagSchema(FIELDS.valueCombos),
  youMayAlsoLike: flagSchema(FIELDS.youMayAlsoLike),
});

const Popularity = z.object({
  orderCount: numberSchema(FIELDS.orderCount),
  offerCountdown: z
    .object({
      enabled: flagSchema(FIELDS.offerEnabled),
      duration: numberSchema(FIELDS.offerDuration),
      startTime: z.number().int().nullable().default(null),
    })
    .prefault({}),
  deliveryCutoff: z.object({ enabled: flagSchema(FIELDS.deliveryEnabled) }).prefault({}),
});

export const ProductInput = z
  .object({
    ...bodyShape,
    /** The category's id, slug or name, or an object with its name. */
    category: z
      .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)], {
        error: 'Category is required',
      })
      .pipe(needed('Category', 100)),
    images,
    sizes: z
      .array(SizeInput, { error: 'Sizes are required' })
      .max(MOST_SIZES, `At most ${MOST_SIZES} sizes`)
      .default([]),
    /** Without sizes only: price and MRP in rupees, label and stock. */
    price: price.optional(),
    originalPrice,
    weight: line(40).optional(),
    stockCount: stock.optional(),
    stockCountBefore: stockBefore,
    badges: z
      .array(BadgeInput)
      .max(10, 'At most 10 badges')
      .default([])
      .transform((given) => given.filter((badge) => badge.text)),
    status: z
      .enum(['Active', 'Inactive', 'Out of Stock'], { error: 'Status must be Active, Inactive or Out of Stock' })
      .default('Active'),
    displaySections: DisplaySections.prefault({}),
    popularitySettings: Popularity.prefault({}),
    /**
     * New reviews, and corrections of stored ones by their id. Stored reviews that are not listed
     * stay as they are.
     */
    reviews: z
      .array(FormReview)
      .max(500, 'At most 500 reviews')
      .optional()
      .transform((given) => given && keptReviews(given)),
    /** Ids of stored reviews to remove. */
    removedReviews: z.array(z.string().max(100)).max(500, 'At most 500 reviews').default([]),
    nutrition: NutritionInput.nullish(),
    /** A language that is left out keeps its texts. */
    translations: translationsOf(translatedBody).optional(),
    /** The version that was loaded; a stale version is a 409. */
    version: z.number().int().optional(),
    once,
  })
  .superRefine((product, context) => {
    if (product.sizes.length === 0 && product.price === undefined) {
      context.addIssue({ code: 'custom', path: ['price'], message: 'Price is required' });
    }
    const labels = new Set<string>();
    product.sizes.forEach(({ size }, index) => {
      if (labels.has(size)) {
        context.addIssue({ code: 'custom', path: ['sizes', index, 'size'], message: 'Each size may appear only once' });
      }
      labels.add(size);
    });
  });
/** A parsed `ProductInput`. */
export type ProductInput = z.infer<typeof ProductInput>;
