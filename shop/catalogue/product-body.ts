import type { z } from 'zod';
import type { Product } from './catalogue.ts';
import type { ProductInput } from './catalogue-input.ts';

/** What is sent to save a product (POST and PUT /products), before it is checked. */
export type ProductBody = z.input<typeof ProductInput>;

/**
 * The body that saves a product as it is. Stock carries what was seen, so that what is sold meanwhile stays sold; reviews are left
 * out, so that they stay.
 */
export function productBody(product: Product): ProductBody & { sizes: NonNullable<ProductBody['sizes']> } {
  const sized = product.sizes.length > 0;
  return {
    name: product.name,
    description: product.description,
    category: product.category,
    subcategory: product.subcategory,
    images: product.images,
    sizes: product.sizes.map((size) => ({ ...size, stockBefore: size.stock })),
    ...(sized
      ? {}
      : {
          price: product.price,
          originalPrice: product.originalPrice,
          weight: product.weight,
          stockCount: product.stockCount,
          stockCountBefore: product.stockCount,
        }),
    features: product.features,
    badges: product.badges,
    status: product.status,
    brand: product.brand,
    countryOfOrigin: product.countryOfOrigin,
    shelfLife: product.shelfLife,
    maker: product.maker,
    tags: product.tags,
    isBestSeller: product.isBestSeller,
    isPopular: product.isPopular,
    isValueCombo: product.isValueCombo,
    isYouMayLike: product.isYouMayLike,
    displaySections: product.displaySections,
    popularitySettings: product.popularitySettings,
    quickRating: product.quickRating,
    quickReviewCount: product.quickReviewCount,
    ingredients: product.ingredients,
    allergens: product.allergens,
    nutrition: product.nutrition,
    storage: product.storage,
    vegetarian: product.vegetarian,
    hsnCode: product.hsnCode,
    gstRate: product.gstRate,
    version: product.version,
  };
}
