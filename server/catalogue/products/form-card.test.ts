import { expect, test } from 'vitest';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { cardOfForm } from '#shop/catalogue/form-card.ts';
import { bodyOf, emptyReview, emptySize, formOf, NO_RATING, type ProductForm } from '#shop/catalogue/product-form.ts';
import { toCard } from '#shop/catalogue/sections.ts';
import { type TestApp, testApp } from '#tests/app.ts';

/** The live card of the product form is the card that the shop shows (R1.2.25). */

async function loaded(t: TestApp, auth: Record<string, string>, id: string) {
  const { product } = (await t.get(`/api/products/${id}`)).body as { product: Product };
  const { reviews } = (await t.get(`/api/reviews?productId=${id}&status=approved&limit=100`, auth)).body;
  return { product, form: formOf(product, reviews) };
}

test('of each product of the demo, before anything is changed', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  const { categories } = (await t.get('/api/categories')).body;
  const { products } = (await t.get('/api/products?limit=100')).body as { products: Product[] };
  for (const { id } of products) {
    const { product, form } = await loaded(t, auth, id);
    expect(cardOfForm(form, id, categories, true).card).toEqual(toCard(product));
  }
  expect(products).toHaveLength(34);
});

const review = { ...emptyReview('new', 4, '2026-11-20'), customerName: 'Asha', comment: 'Good' };

const CHANGES: [string, (form: ProductForm) => Partial<ProductForm>][] = [
  [
    'a price, an MRP left empty, a sold-out size',
    ({ sizes }) => ({
      sizes: sizes.map((size, index) => ({ ...size, price: '₹1,299.50', originalPrice: '', stock: index ? '4' : '0' })),
    }),
  ],
  ['an MRP below the price', ({ sizes }) => ({ sizes: sizes.map((size) => ({ ...size, originalPrice: '0' })) })],
  ['no sizes', () => ({ sizes: [], single: { ...emptySize('single', '1 box'), price: '99', stock: '3' } })],
  ['a size in front', ({ sizes }) => ({ sizes: [{ ...emptySize('a', '50g'), price: '9', stock: '6' }, ...sizes] })],
  [
    'blanks around words',
    () => ({
      name: '  Kaju ',
      tags: ' new \nnew\n',
      badges: [
        { text: ' ', color: 'red' },
        { text: ' Hot ', color: 'blue' },
      ],
    }),
  ],
  [
    'other pictures',
    () => ({
      images: [
        { url: ' https://pictures.example/a.jpg ', alt: ' A ', uploadType: 'url' },
        { url: ' ', alt: '', uploadType: 'url' },
      ],
    }),
  ],
  ['another category, status and mark', () => ({ category: 'seeds', status: 'Out of Stock', vegetarian: false })],
  ['one more review', ({ reviews }) => ({ reviews: [...reviews, review, { ...review, comment: '' }] })],
  [
    'one more review under a name that is not shown',
    ({ reviews }) => ({ reviews: [...reviews, { ...review, rating: 1, customerName: 'Anonymous' }] }),
  ],
  [
    'no reviews and no rating',
    ({ reviews }) => ({ reviews: [], removedReviews: reviews.map(({ id }) => id ?? ''), quickRating: NO_RATING }),
  ],
  [
    'no reviews but a rating',
    ({ reviews }) => ({
      reviews: [],
      removedReviews: reviews.map(({ id }) => id ?? ''),
      quickRating: '4.2',
      quickReviewCount: '7',
    }),
  ],
  ['a long description', () => ({ description: 'Whole cashews, roasted and salted. '.repeat(20) })],
];

test('after the form is saved with a change', async () => {
  await using t = await testApp({ seed: 'demo' });
  const auth = t.auth(await t.adminToken());
  const { categories } = (await t.get('/api/categories')).body;
  for (const [name, change] of CHANGES) {
    const { form } = await loaded(t, auth, 'cashews-w240');
    const changed = { ...form, ...change(form) };
    const { card } = cardOfForm(changed, 'cashews-w240', categories, true);
    const saved = await t.put('/api/products/cashews-w240', bodyOf(changed), auth);
    expect([saved.status, toCard(saved.body.product)], name).toEqual([200, card]);
  }
});

test('a form that cannot be saved yet shows what there is', async () => {
  await using t = await testApp({ seed: 'demo' });
  const { form } = await loaded(t, t.auth(await t.adminToken()), 'cashews-w240');
  const half = { ...form, name: ' ', quickRating: '', sizes: [{ ...emptySize('a', '250g'), price: 'dear' }] };
  expect(cardOfForm(half, 'new', [], true).card).toMatchObject({
    name: 'New product',
    price: 0,
    originalPrice: 0,
    categorySlug: '',
    sizes: [{ size: '250g', price: 0, stock: 0 }],
  });
});
