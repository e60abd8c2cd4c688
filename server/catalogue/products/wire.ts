import type { Category, Product, ProductSize } from '#shop/catalogue/catalogue.ts';
import { shownRating } from '#shop/catalogue/reviews.ts';
import { toRupees } from '#shop/money/money.ts';
import type { ProductHead, ProductRecord, SizeRow } from './queries.ts';

/** Turns rows into the shapes of the API: paise into rupees, 0/1 into booleans, JSON text into lists. */

/** The part of a product that changes only when it is saved; parsed once per version. */
export interface FixedPart {
  product: Omit<
    Product,
    | 'sizes'
    | 'price'
    | 'originalPrice'
    | 'currentPrice'
    | 'stockCount'
    | 'weight'
    | 'rating'
    | 'totalRatings'
    | 'totalReviews'
    | 'peopleOrdered'
  >;
  /** The label of a product without sizes. */
  weight: string;
}

export function toFixedPart(record: ProductRecord, category: Category | undefined): FixedPart {
  const { row } = record;
  const badges = JSON.parse(row.badges) as Product['badges'];
  const images = record.images.map((image) => ({
    url: image.url,
    alt: image.alt,
    uploadType: image.upload_type === 'url' ? ('url' as const) : ('file' as const),
  }));
  const product: FixedPart['product'] = {
    _id: row.id,
    id: row.id,
    name: row.name,
    description: row.description,
    category: category?.name ?? '',
    categorySlug: category?.slug ?? '',
    subcategory: row.subcategory,
    images,
    image: images[0]?.url ?? '',
    features: JSON.parse(row.features) as string[],
    badges,
    badge: badges[0]?.text ?? '',
    badgeColor: badges[0]?.color ?? '',
    status: row.status,
    brand: row.brand,
    countryOfOrigin: row.country_of_origin,
    shelfLife: row.shelf_life,
    maker: row.maker,
    tags: record.tags.map((tag) => tag.tag),
    isBestSeller: row.is_best_seller === 1,
    isPopular: row.is_popular === 1,
    isValueCombo: row.is_value_combo === 1,
    isYouMayLike: row.is_you_may_like === 1,
    displaySections: {
      ourBestSellers: row.show_best_sellers === 1,
      valueCombos: row.show_value_combos === 1,
      youMayAlsoLike: row.show_you_may_also_like === 1,
    },
    reviews: [],
    popularitySettings: {
      orderCount: row.order_count,
      offerCountdown: {
        enabled: row.offer_enabled === 1,
        duration: row.offer_duration,
        startTime: row.offer_start_time,
      },
      deliveryCutoff: { enabled: row.delivery_enabled === 1 },
    },
    quickRating: row.quick_rating,
    quickReviewCount: row.quick_review_count,
    ingredients: JSON.parse(row.ingredients) as string[],
    allergens: JSON.parse(row.allergens) as string[],
    nutrition: row.nutrition === null ? null : (JSON.parse(row.nutrition) as Product['nutrition']),
    storage: row.storage,
    vegetarian: row.vegetarian === 1,
    hsnCode: row.hsn_code,
    gstRate: row.gst_rate_bp / 100,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
  return { product, weight: row.weight };
}

/**
 * Joins the fixed part of a product with what orders and reviews change.
 *
 * @param recentOrders orders of the last 7 days that contain it (D13)
 */
export function toProduct(
  fixed: FixedPart,
  head: ProductHead,
  rows: readonly SizeRow[],
  recentOrders: number,
): Product {
  const first = rows[0];
  // A product without sizes has one stock row with an empty label (D23).
  const sizes = rows.filter((row) => row.size !== '').map(toSize);
  const price = toRupees(first?.price ?? 0);
  const { quickRating, quickReviewCount, popularitySettings } = fixed.product;
  const rating = shownRating(head.rating_sum, head.rating_count, {
    rating: quickRating,
    reviewCount: quickReviewCount,
  });
  return {
    ...fixed.product,
    sizes,
    price,
    originalPrice: toRupees(first?.original_price ?? 0),
    currentPrice: price,
    weight: first?.size || fixed.weight,
    stockCount: first?.stock ?? 0,
    rating,
    totalRatings: rating.count,
    totalReviews: rating.count,
    peopleOrdered: Math.max(0, recentOrders, popularitySettings.orderCount),
  };
}

function toSize(row: SizeRow): ProductSize {
  return {
    size: row.size,
    price: toRupees(row.price),
    originalPrice: toRupees(row.original_price),
    stock: row.stock,
    netQuantityGrams: row.net_quantity_grams,
    ...(row.contents === null ? {} : { contents: JSON.parse(row.contents) as NonNullable<ProductSize['contents']> }),
  };
}
