import type { z } from 'zod';
import type { Product } from './catalogue.ts';
import type { ProductInput } from './catalogue-input.ts';
import { FIELD_KEYS, type TopField } from './fields.ts';
import { atRegularPrice } from './sale.ts';

/** The unvalidated body of POST and PUT /products. */
export type ProductBody = z.input<typeof ProductInput>;

/**
 * The body that saves a product unchanged. Stock is sent with the loaded number, so that sales in
 * the meantime are kept. Reviews are omitted, which keeps them.
 */
export function productBody(product: Product): ProductBody & { sizes: NonNullable<ProductBody['sizes']> } {
  const fields = Object.fromEntries(FIELD_KEYS.map((key) => [key, product[key as keyof Product]]));
  return {
    sizes: product.sizes.map((size) => ({ ...atRegularPrice(size), stockBefore: size.stock })),
    ...(product.sizes.length > 0
      ? {}
      : {
          price: product.regularPrice ?? product.price,
          originalPrice: product.originalPrice,
          weight: product.weight,
          stockCount: product.stockCount,
          stockCountBefore: product.stockCount,
        }),
    ...(fields as Pick<Product, TopField | 'category' | 'images' | 'badges' | 'status' | 'nutrition'>),
    translations: product.translations,
    version: product.version,
  };
}
