import type { Category, Product, ProductSize } from '#shop/catalogue/catalogue.ts';
import { shownRating } from '#shop/catalogue/reviews.ts';
import { priceAt } from '#shop/catalogue/sale.ts';
import { labelOf } from '#shop/catalogue/stock.ts';
import { toRupees } from '#shop/money/money.ts';
import type { ShopConfig } from '#shop/settings/settings.ts';
import { valuesOf } from './field-columns.ts';
import type { ProductHead, ProductRecord, SizeRow } from './products.queries.ts';

/**
 * Turns rows into the shapes of the API: paise into rupees, 0/1 into booleans, JSON text into
 * lists.
 */

/** The part of a product that changes only when it is saved; parsed once per version. */
export interface FixedPart {
  product: Omit<
    Product,
    | 'sizes'
    | 'price'
    | 'regularPrice'
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
  const values = valuesOf(row);
  const images = record.images.map((image) => ({
    url: image.url,
    alt: image.alt,
    uploadType: image.upload_type === 'url' ? ('url' as const) : ('file' as const),
    packGrams: image.pack_grams ?? undefined,
  }));
  const product: FixedPart['product'] = {
    ...values,
    _id: row.id,
    id: row.id,
    category: category?.name ?? '',
    categorySlug: category?.slug ?? '',
    images,
    image: images[0]?.url ?? '',
    badge: values.badges[0]?.text ?? '',
    badgeColor: values.badges[0]?.color ?? '',
    tags: record.tags.map((tag) => tag.tag),
    reviews: [],
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    version: row.version,
  };
  return { product, weight: row.weight };
}

/** What staff have typed for products, and shoppers may see (D64). */
export type TypedClaims = Pick<ShopConfig, 'typedCountsEnabled' | 'typedRatingsEnabled'>;

/**
 * Joins the fixed part of a product with what orders and reviews change.
 *
 * @param recentOrders orders of the last 7 days that contain it (D13)
 * @param at whose prices, in epoch ms
 */
export function toProduct(
  fixed: FixedPart,
  head: ProductHead,
  rows: readonly SizeRow[],
  recentOrders: number,
  at: number,
  claims: TypedClaims,
): Product {
  const first = rows[0];
  // A product without sizes has one stock row with an empty label (D23).
  const sizes = rows.filter((row) => row.size !== '').map((row) => toSize(row, at));
  const { price, ...regular } = first ? pricesOf(first, at) : { price: 0 };
  const { quickRating, quickReviewCount, popularitySettings } = fixed.product;
  const rating = shownRating(head.rating_sum, head.rating_count, {
    rating: claims.typedRatingsEnabled ? quickRating : null,
    reviewCount: quickReviewCount,
  });
  return {
    ...fixed.product,
    sizes,
    price,
    ...regular,
    originalPrice: toRupees(first?.original_price ?? 0),
    currentPrice: price,
    weight: (first && labelOf(first)) || fixed.weight,
    stockCount: first?.stock ?? 0,
    rating,
    totalRatings: rating.count,
    totalReviews: rating.count,
    peopleOrdered: Math.max(recentOrders, claims.typedCountsEnabled ? popularitySettings.orderCount : 0),
  };
}

/** The price at a moment, and the usual one while it differs. */
function pricesOf(row: SizeRow, at: number): { price: number; regularPrice?: number } {
  const price = priceAt(row, at);
  const rupees = { price: toRupees(price) };
  return price === row.price ? rupees : { ...rupees, regularPrice: toRupees(row.price) };
}

function toSize(row: SizeRow, at: number): ProductSize {
  return {
    size: labelOf(row),
    ...pricesOf(row, at),
    originalPrice: toRupees(row.original_price),
    stock: row.stock,
    netQuantityGrams: row.net_quantity_grams,
    gtin: row.gtin ?? undefined,
    ...(row.contents === null ? {} : { contents: JSON.parse(row.contents) as NonNullable<ProductSize['contents']> }),
  };
}
