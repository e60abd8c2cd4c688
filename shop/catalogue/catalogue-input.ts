import { z } from 'zod';
import { imageAddress } from '../text/links.ts';
import { cleanText, isOneLine } from '../text/text.ts';
import { keptReviews } from './reviews.ts';

/**
 * A product as an admin sends it (POST and PUT /products). Prices are rupee numbers with at most two decimals; texts in
 * place of numbers are refused, unknown keys are dropped (D18, D49). Blank images, features, badges and tags are dropped,
 * and so are reviews without name, comment or rating (spec 1 §5).
 */

const line = (most: number, sentence = 'This must be a text') =>
  z
    .string({ error: sentence })
    .trim()
    .max(most, `At most ${most} characters`)
    .refine(isOneLine, 'This must be on one line');

const needed = (what: string, most: number) => line(most, `${what} is required`).min(1, `${what} is required`);

const paragraph = (most: number) =>
  z.string({ error: 'This must be a text' }).overwrite(cleanText).max(most, `At most ${most} characters`);

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
 * The stock that the form was filled with. When it is sent, only the difference is applied: what was sold while the form
 * stood open stays sold. Left out, `stock` is a count of the shelf.
 */
const stockBefore = stock.optional();
const NET_QUANTITY = 'Net quantity must be a whole number of grams above 0';

const SizeInput = z.object({
  size: needed('Size', 40),
  price,
  originalPrice,
  stock,
  stockBefore,
  netQuantityGrams: z
    .number({ error: NET_QUANTITY })
    .int(NET_QUANTITY)
    .positive(NET_QUANTITY)
    .max(1_000_000, NET_QUANTITY)
    .nullish(),
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
  z.string().transform((url) => ({ url, alt: '', uploadType: 'url' as const })),
  z.object({
    url: z.string().default(''),
    alt: line(300).default(''),
    uploadType: z.enum(['file', 'url']).default('file'),
  }),
]);

const images = z
  .array(ImageInput)
  .max(30, 'At most 30 images')
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

const strings = (most: number, length: number) =>
  z
    .array(line(length))
    .max(most, `At most ${most} entries`)
    .default([])
    .transform((given) => given.filter(Boolean));

const BadgeInput = z.object({
  text: line(40).default(''),
  color: z
    .enum(['red', 'green', 'blue', 'yellow', 'purple'], { error: 'Badge colours are red, green, blue, yellow, purple' })
    .default('green'),
});

const nutrient = z.number().min(0).max(100_000).optional();

const NutritionInput = z.object({
  basis: line(60).default('per 100 g'),
  energyKcal: nutrient,
  proteinG: nutrient,
  carbohydrateG: nutrient,
  sugarsG: nutrient,
  addedSugarsG: nutrient,
  fatG: nutrient,
  saturatedFatG: nutrient,
  transFatG: nutrient,
  fibreG: nutrient,
  cholesterolMg: nutrient,
  sodiumMg: nutrient,
});

/** A review of the form's detailed editor; `id` only when it is already stored, `date` in epoch ms. */
const FormReview = z.object({
  id: z.string().max(100).optional(),
  customerName: line(80).default(''),
  /** Left out: as it is stored. */
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
  /** What the form was filled with: only the difference is applied, so that votes of shoppers meanwhile stay. */
  helpfulBefore: z.number().int().min(0).max(1_000_000_000).optional(),
});

const Popularity = z.object({
  orderCount: z.number().int('Order count must be a whole number').min(-1_000_000_000).max(1_000_000_000).default(0),
  offerCountdown: z
    .object({
      enabled: z.boolean().default(true),
      duration: z
        .number()
        .int('Duration must be 1 to 60 minutes')
        .min(1, 'Duration must be 1 to 60 minutes')
        .max(60, 'Duration must be 1 to 60 minutes')
        .default(15),
      startTime: z.number().int().nullable().default(null),
    })
    .prefault({}),
  deliveryCutoff: z.object({ enabled: z.boolean().default(true) }).prefault({}),
});

export const ProductInput = z
  .object({
    name: needed('Product name', 150),
    description: z
      .string({ error: 'Description is required' })
      .overwrite(cleanText)
      .min(1, 'Description is required')
      .max(10_000, 'At most 10000 characters'),
    /** The category's id, slug or name, or an object with its name. */
    category: z
      .union([z.string(), z.object({ name: z.string() }).transform(({ name }) => name)], {
        error: 'Category is required',
      })
      .pipe(needed('Category', 100)),
    subcategory: line(100).default(''),
    images,
    sizes: z.array(SizeInput, { error: 'Sizes are required' }).max(30, 'At most 30 sizes').default([]),
    /** Without sizes only: price and MRP in rupees, label and stock. */
    price: price.optional(),
    originalPrice,
    weight: line(40).optional(),
    stockCount: stock.optional(),
    stockCountBefore: stockBefore,
    features: strings(30, 300),
    badges: z
      .array(BadgeInput)
      .max(10, 'At most 10 badges')
      .default([])
      .transform((given) => given.filter((badge) => badge.text)),
    status: z
      .enum(['Active', 'Inactive', 'Out of Stock'], { error: 'Status must be Active, Inactive or Out of Stock' })
      .default('Active'),
    brand: line(100).optional(),
    countryOfOrigin: line(100).optional(),
    shelfLife: line(100).optional(),
    maker: line(400).optional(),
    tags: strings(30, 50),
    isBestSeller: z.boolean().default(false),
    isPopular: z.boolean().default(false),
    isValueCombo: z.boolean().default(false),
    isYouMayLike: z.boolean().default(false),
    displaySections: z
      .object({
        ourBestSellers: z.boolean().default(false),
        valueCombos: z.boolean().default(false),
        youMayAlsoLike: z.boolean().default(false),
      })
      .prefault({}),
    popularitySettings: Popularity.prefault({}),
    quickRating: z.number().min(1, 'Rating must be 1 to 5').max(5, 'Rating must be 1 to 5').nullish(),
    quickReviewCount: z
      .number()
      .int('Review count must be a whole number')
      .min(0, 'Review count must not be negative')
      .max(10_000_000)
      .default(0),
    /** Added, or corrected when they have an id; stored reviews that are not named stay as they are. */
    reviews: z
      .array(FormReview)
      .max(500, 'At most 500 reviews')
      .optional()
      .transform((given) => given && keptReviews(given)),
    /** Ids of stored reviews that the editor has taken out. */
    removedReviews: z.array(z.string().max(100)).max(500, 'At most 500 reviews').default([]),
    ingredients: strings(60, 300),
    allergens: strings(30, 300),
    nutrition: NutritionInput.nullish(),
    storage: paragraph(1000).default(''),
    vegetarian: z.boolean().default(true),
    hsnCode: z
      .string()
      .trim()
      .regex(/^(\d{4,8})?$/, 'HSN code must be 4 to 8 digits')
      .default(''),
    gstRate: z.number().min(0, 'GST rate must be 0 to 28').max(28, 'GST rate must be 0 to 28').default(5),
    /** The version that was read: a save over another admin's is refused. */
    version: z.number().int().optional(),
  })
  .superRefine((product, context) => {
    if (product.sizes.length === 0 && product.price === undefined) {
      context.addIssue({ code: 'custom', path: ['price'], message: 'Price is required' });
    }
    const labels = new Set<string>();
    product.sizes.forEach(({ size }, index) => {
      if (labels.has(size)) {
        context.addIssue({ code: 'custom', path: ['sizes', index, 'size'], message: 'Each size may stand only once' });
      }
      labels.add(size);
    });
  });
/** What `ProductInput` makes of a body. */
export type ProductInput = z.infer<typeof ProductInput>;
