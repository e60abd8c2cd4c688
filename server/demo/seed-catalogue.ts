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
 * @param maker the line that the label names as maker or packer: company and address
 */
export async function seedProducts(
  trx: Trx,
  catalogue: DemoFiles['catalogue'],
  reviews: readonly DemoReview[],
  maker: string,
  now: number,
): Promise<void> {
  const categoryNames = new Map(catalogue.categories.map((category) => [category.slug, category.name]));
  const products = catalogue.products.map((product, position) => ({
    ...fixedColumns(product),
    ...ratingOf(reviews, product.id),
    maker,
    position,
    search_text: [product.name, categoryNames.get(product.category) ?? '', ...product.tags].join(' ').toLowerCase(),
    created_at: now,
    updated_at: now,
  }));
  await trx.insertInto('products').values(products).execute();
  await trx
    .insertInto('product_sizes')
    .values(
      catalogue.products.flatMap((product) =>
        product.sizes.map((size, position) => ({
          product_id: product.id,
          size: size.size,
          position,
          price: toPaise(size.price),
          original_price: toPaise(size.originalPrice),
          stock: size.stock,
          net_quantity_grams: size.netQuantityGrams ?? null,
          contents: size.contents ? JSON.stringify(size.contents) : null,
        })),
      ),
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

function fixedColumns(product: DemoProduct) {
  const { popularitySettings: popularity, displaySections: sections } = product;
  return {
    id: product.id,
    name: product.name,
    description: product.description,
    category_id: product.category,
    subcategory: product.subcategory,
    status: product.status,
    brand: product.brand,
    country_of_origin: product.countryOfOrigin,
    shelf_life: product.shelfLife,
    storage: product.storage,
    vegetarian: flag(product.vegetarian),
    ingredients: JSON.stringify(product.ingredients),
    allergens: JSON.stringify(product.allergens),
    nutrition: product.nutrition ? JSON.stringify(product.nutrition) : null,
    hsn_code: product.hsnCode,
    gst_rate_bp: Math.round(product.gstRate * 100),
    features: JSON.stringify(product.features),
    badges: JSON.stringify(product.badges),
    is_best_seller: flag(product.isBestSeller),
    is_popular: flag(product.isPopular),
    is_value_combo: flag(product.isValueCombo),
    is_you_may_like: flag(product.isYouMayLike),
    show_best_sellers: flag(sections.ourBestSellers),
    show_value_combos: flag(sections.valueCombos),
    show_you_may_also_like: flag(sections.youMayAlsoLike),
    order_count: popularity.orderCount,
    offer_enabled: flag(popularity.offerCountdown.enabled),
    offer_duration: popularity.offerCountdown.duration,
    offer_start_time: popularity.offerCountdown.startTime,
    quick_rating: product.quickRating,
    quick_review_count: product.quickReviewCount,
    has_sizes: 1,
    first_price: toPaise(product.sizes[0]?.price ?? 0),
  };
}

function ratingOf(reviews: readonly DemoReview[], productId: string) {
  const approved = visibleReviews(reviews).filter(
    (review) => review.productId === productId && review.status === 'approved',
  );
  return { rating_sum: approved.reduce((sum, review) => sum + review.rating, 0), rating_count: approved.length };
}
