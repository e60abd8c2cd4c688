import type { Reader } from '#server/database/transact.ts';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { visibleReviews } from '#shop/catalogue/reviews.ts';
import { ShopError } from '#shop/errors.ts';
import { readApprovedReviews } from '../reviews/reviews.queries.ts';
import { toPublicReviews } from '../reviews/wire.ts';
import type { ProductDetail } from './readers.ts';
import type { Catalogue } from './snapshot.ts';

/** Reviews returned with a single product; GET /reviews/product/{id} pages beyond them. */
const REVIEWS_WITH_PRODUCT = 200;

/** @throws ShopError('product_not_found') */
export function productOf({ byId }: Catalogue, id: string): Product {
  const product = byId.get(id);
  if (!product) throw new ShopError('product_not_found');
  return product;
}

export async function readDetail(db: Reader, product: Product): Promise<ProductDetail> {
  const rows = await readApprovedReviews(db, product.id, REVIEWS_WITH_PRODUCT);
  const reviews = visibleReviews(await toPublicReviews(db, rows));
  return { product: { ...product, reviews }, reviews };
}
