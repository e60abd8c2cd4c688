import type { Category, ProductCard } from './catalogue.ts';
import { ProductInput } from './catalogue-input.ts';
import { findCategory } from './categories.ts';
import type { Listed } from './completeness.ts';
import { initialValues, TOP_FIELDS } from './fields.ts';
import type { ProductBody } from './product-body.ts';
import { bodyOf, type ProductForm } from './product-form.ts';
import { keptReviews, shownRating, visibleReviews } from './reviews.ts';
import { toCard } from './sections.ts';
import { DEFAULT_STOCK } from './stock.ts';

/**
 * The card that the shop will show once the form is saved, and what the completeness meter reads. A
 * form that cannot be saved yet is shown as far as it goes: wrong numbers are 0. Of a product with
 * more than 100 reviews, the rating is that of the newest 100.
 *
 * @param typedRatings whether shoppers see ratings that staff have typed (D64)
 */
export function cardOfForm(
  form: ProductForm,
  id: string,
  categories: readonly Pick<Category, 'id' | 'name' | 'slug'>[],
  typedRatings: boolean,
): { card: ProductCard; listed: Listed } {
  const typed = bodyOf(form);
  const checked = ProductInput.safeParse(typed);
  const body = (checked.success ? checked.data : typed) as ProductBody;
  const sizes = (body.sizes ?? []).map((size) => ({
    ...figuresOf(size),
    size: size.size,
    stock: figure(size.stock) ?? 0,
  }));
  const [first] = sizes;
  const figures = first ?? figuresOf(body);
  const category = findCategory(categories, form.category);
  const badges = (body.badges ?? []).map(({ text = '', color = 'green' }) => ({ text, color }));
  const images = form.images
    .filter(({ url }) => url.trim())
    .map((image) => ({ ...image, url: image.url.trim(), alt: image.alt.trim() }));
  const kept = visibleReviews(keptReviews(form.reviews));
  const rating = shownRating(
    kept.reduce((sum, review) => sum + review.rating, 0),
    kept.length,
    { rating: (typedRatings && figure(body.quickRating)) || null, reviewCount: figure(body.quickReviewCount) ?? 0 },
  );
  const product = {
    ...plainValues(body),
    _id: id,
    id,
    name: (body.name ?? '').trim() || 'New product',
    category: category?.name ?? form.category,
    categorySlug: category?.slug ?? '',
    image: images[0]?.url ?? '',
    images,
    sizes,
    price: figures.price,
    originalPrice: figures.originalPrice,
    currentPrice: figures.price,
    weight: first?.size || (body.weight ?? ''),
    stockCount: first?.stock ?? figure(body.stockCount) ?? DEFAULT_STOCK,
    badges,
    badge: badges[0]?.text ?? '',
    badgeColor: badges[0]?.color ?? '',
    status: form.status,
    tags: [...new Set(body.tags)],
    displaySections: body.displaySections as ProductCard['displaySections'],
    rating,
    totalReviews: rating.count,
  };
  return { card: toCard(product), listed: { ...product, nutrition: (body.nutrition ?? null) as Listed['nutrition'] } };
}

/** A typed number; undefined for anything else. */
const figure = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined);

function figuresOf(typed: { price?: unknown; originalPrice?: unknown; netQuantityGrams?: unknown }) {
  const price = figure(typed.price) ?? 0;
  return {
    price,
    originalPrice: figure(typed.originalPrice) ?? price,
    netQuantityGrams: figure(typed.netQuantityGrams) ?? null,
  };
}

/** The plain fields of a body, with initial values for missing ones. */
function plainValues(body: ProductBody): ReturnType<typeof initialValues> {
  const given = TOP_FIELDS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  return { ...initialValues(), ...Object.fromEntries(given) };
}
