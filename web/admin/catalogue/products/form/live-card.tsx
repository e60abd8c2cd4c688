import type { ProductCard as Card, Category } from '#shop/catalogue/catalogue.ts';
import { completeness, type Listed } from '#shop/catalogue/completeness.ts';
import { initialValues, TOP_FIELDS } from '#shop/catalogue/fields.ts';
import type { ProductBody } from '#shop/catalogue/product-body.ts';
import { bodyOf, type ProductForm } from '#shop/catalogue/product-form.ts';
import { DEFAULT_STOCK } from '#shop/catalogue/stock.ts';
import { ProductCard } from '#web/storefront/product-card.tsx';
import { ProgressBar } from '#web/ui/progress-bar.tsx';
import { Missing } from '../meter.tsx';

/** A typed number, or 0 for anything else. */
const figure = (value: unknown) => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

/** The product in the form, as lists display it. */
function cardOf(form: ProductForm, id: string, categories: readonly Category[]): Card & Listed {
  const body = bodyOf(form);
  const sizes = (body.sizes ?? []).map((size) => ({
    size: size.size,
    price: figure(size.price),
    originalPrice: figure(size.originalPrice) || figure(size.price),
    stock: figure(size.stock),
    netQuantityGrams: size.netQuantityGrams ? figure(size.netQuantityGrams) || null : null,
  }));
  const first = sizes[0];
  const price = first?.price ?? figure(body.price);
  return {
    ...plainValues(body),
    _id: id,
    id,
    name: form.name || 'New product',
    category: form.category,
    categorySlug: categories.find(({ name }) => name === form.category)?.slug ?? '',
    image: form.images[0]?.url ?? '',
    images: form.images,
    sizes,
    price,
    originalPrice: first?.originalPrice ?? (figure(body.originalPrice) || price),
    weight: first?.size ?? form.single.size,
    currentPrice: price,
    stockCount: first?.stock ?? body.stockCount ?? DEFAULT_STOCK,
    badges: form.badges.filter(({ text }) => text.trim()),
    badge: '',
    badgeColor: '',
    status: form.status,
    displaySections: form.ticks,
    rating: { average: Number(form.quickRating) || 0, count: Number(form.quickReviewCount) || 0 },
    totalReviews: Number(form.quickReviewCount) || 0,
    nutrition: (body.nutrition ?? null) as Listed['nutrition'],
  };
}

/** The plain fields of a body, with defaults for missing ones. */
function plainValues(body: ProductBody): ReturnType<typeof initialValues> {
  const given = TOP_FIELDS.filter((name) => body[name] !== undefined).map((name) => [name, body[name]]);
  return { ...initialValues(), ...Object.fromEntries(given) };
}

/** A preview of the product card, and the details still missing from the listing. */
export function LiveCard({ form, id, categories }: { form: ProductForm; id: string; categories: readonly Category[] }) {
  const card = cardOf(form, id, categories);
  const { percent, missing } = completeness(card);
  return (
    <>
      <div className="max-w-60" inert aria-hidden="true">
        <ProductCard product={card} />
      </div>
      <p className="form-complete">
        <b>{percent}%</b> of what an Indian food listing must state
      </p>
      <ProgressBar value={percent} max={100} label="Completeness of the listing" />
      {missing.length > 0 && <Missing missing={missing} />}
    </>
  );
}
