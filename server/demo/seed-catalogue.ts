import { columnsOf } from '#server/catalogue/products/field-columns.ts';
import { categoryTranslations } from '#server/catalogue/translations.ts';
import { visibleReviews } from '#shop/catalogue/reviews.ts';
import { toPaise } from '#shop/money/money.ts';
import type { Trx } from '../database/transact.ts';
import type { DemoFiles, DemoProduct, DemoReview } from './files.ts';

const flag = (value: boolean) => (value ? 1 : 0);

export async function seedCategories(trx: Trx, catalogue: DemoFiles['catalogue'], now: number): Promise<void> {
  await trx
    .insertInto('categories')
    .values(
      catalogue.categories.map((category, position) => ({
        id: category.slug,
        name: category.name,
        slug: category.slug,
        icon: category.icon,
        description: category.description,
        translations: categoryTranslations(category.translations),
        landing_page: flag(category.landingPage),
        position,
        created_at: now,
        updated_at: now,
      })),
    )
    .execute();
}

/**
 * Writes the products with sizes, images and tags.
 *
 * @param maker the manufacturer or packer on the label: company and address
 */
export async function seedProducts(
  trx: Trx,
  catalogue: DemoFiles['catalogue'],
  reviews: readonly DemoReview[],
  maker: string,
  now: number,
): Promise<void> {
  const products = catalogue.products.map((product, position) => ({
    ...columnsOf({ ...product, maker }),
    ...ratingOf(reviews, product.id),
    id: product.id,
    category_id: product.category,
    position,
    created_at: now,
    updated_at: now,
  }));
  await trx.insertInto('products').values(products).execute();
  await trx
    .insertInto('product_sizes')
    .values(
      catalogue.products.flatMap((product) => sizeRows(product).map((row) => ({ ...row, product_id: product.id }))),
    )
    .execute();
  await trx
    .insertInto('product_images')
    .values(
      catalogue.products.flatMap((product) =>
        product.images.map((image, position) => ({
          product_id: product.id,
          position,
          url: image.url,
          alt: image.alt,
          upload_type: 'file',
          pack_grams: image.packGrams ?? null,
        })),
      ),
    )
    .execute();
  await trx
    .insertInto('product_tags')
    .values(
      catalogue.products.flatMap((product) =>
        product.tags.map((tag, position) => ({ product_id: product.id, tag, position })),
      ),
    )
    .execute();
}

/** The sizes of a product as the demo stores them. */
export function sizeRows(product: DemoProduct) {
  return product.sizes.map((size, position) => ({
    size: size.size,
    position,
    price: toPaise(size.price),
    original_price: toPaise(size.originalPrice),
    stock: size.stock,
    net_quantity_grams: size.netQuantityGrams ?? null,
    contents: size.contents ? JSON.stringify(size.contents) : null,
  }));
}

export async function seedReviews(trx: Trx, reviews: readonly DemoReview[], shift: number, now: number): Promise<void> {
  await trx
    .insertInto('reviews')
    .values(
      reviews.map((review) => {
        const at = Math.min(Date.parse(review.date) + shift, now);
        return {
          id: review.id,
          product_id: review.productId,
          customer_name: review.customerName,
          customer_email: review.customerEmail.toLowerCase(),
          rating: review.rating,
          title: review.title,
          comment: review.comment,
          date: at,
          verified: flag(review.verified),
          helpful: review.helpful,
          status: review.status,
          created_at: at,
          updated_at: at,
        };
      }),
    )
    .execute();
}

function ratingOf(reviews: readonly DemoReview[], productId: string) {
  const approved = visibleReviews(reviews).filter(
    (review) => review.productId === productId && review.status === 'approved',
  );
  return { rating_sum: approved.reduce((sum, review) => sum + review.rating, 0), rating_count: approved.length };
}
