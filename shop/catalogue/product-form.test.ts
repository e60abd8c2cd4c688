import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { ShopConfig, withShopBrand } from '../settings/settings.ts';
import type { Product } from './catalogue.ts';
import { ProductInput } from './catalogue-input.ts';
import {
  bodyOf,
  checkForm,
  copyForm,
  emptyReview,
  emptySize,
  formOf,
  isQuick,
  NO_RATING,
  newForm,
  type Place,
  type ProductForm,
  placesLock,
  placesOf,
  relabelled,
  tickPlace,
} from './product-form.ts';

const defaults = withShopBrand(ShopConfig.parse({}), { brandName: 'Mewa' }).productDefaults;
const good: ProductForm = {
  ...newForm(defaults, '250g'),
  name: 'Kaju',
  description: 'Whole cashews.',
  category: 'Nuts',
  sizes: [{ ...emptySize('a', '250g'), price: '₹1,299.50', stock: '10' }],
  quickRating: '4.5',
};

test('the create form has the defaults of the specification', () => {
  expect(newForm(defaults, '250g')).toMatchObject({
    brand: 'Mewa',
    countryOfOrigin: 'India',
    shelfLife: '12 months',
    status: 'Active',
    offerEnabled: true,
    offerDuration: '15',
    gstRate: '5',
    sizes: [{ size: '250g', price: '', stock: '' }],
  });
  expect(emptyReview('a', defaults.reviewRating, '2026-11-20')).toMatchObject({ rating: 5, helpful: '0' });
});

test('a valid form has no errors, and its texts become numbers', () => {
  expect(checkForm(good)).toEqual({});
  expect(ProductInput.parse(bodyOf(good))).toMatchObject({
    sizes: [{ size: '250g', price: 1299.5, stock: 10 }],
    quickRating: 4.5,
    gstRate: 5,
    popularitySettings: {
      orderCount: 0,
      offerCountdown: { enabled: true, duration: 15 },
      deliveryCutoff: { enabled: true },
    },
  });
});

test.each<[string, Partial<ProductForm>, Record<string, string>]>([
  ['name', { name: ' ' }, { name: 'Product name is required' }],
  ['description', { description: '\n' }, { description: 'Description is required' }],
  ['category', { category: '' }, { category: 'Category is required' }],
  ['rating', { quickRating: '' }, { quickRating: 'Rating is required' }],
  ['rating beyond 5', { quickRating: '6' }, { quickRating: 'Rating must be 1 to 5' }],
  [
    'an empty size',
    { sizes: [emptySize('a')] },
    { 'sizes.0.size': 'Size is required', 'sizes.0.price': 'Price is required', 'sizes.0.stock': 'Stock is required' },
  ],
  [
    'a price in words',
    { sizes: [{ ...emptySize('a', '1kg'), price: 'dear', stock: '1.5' }] },
    { 'sizes.0.price': 'Price is required', 'sizes.0.stock': 'Stock must be a whole number' },
  ],
  [
    'the same size twice',
    { sizes: [good.sizes[0]!, { ...good.sizes[0]!, key: 'b' }] },
    { 'sizes.1.size': 'Each size may appear only once' },
  ],
  ['no sizes', { sizes: [] }, { price: 'Price is required' }],
  [
    'countdown',
    { offerDuration: '61' },
    { 'popularitySettings.offerCountdown.duration': 'Duration must be 1 to 60 minutes' },
  ],
  ['order count', { orderCount: '1.5' }, { 'popularitySettings.orderCount': 'Order count must be a whole number' }],
  [
    'helpful',
    { reviews: [{ ...emptyReview('a', 5, '2026-11-20'), helpful: '-1' }] },
    { 'reviews.0.helpful': 'Helpful must not be negative' },
  ],
  ['HSN', { hsnCode: '12' }, { hsnCode: 'HSN code must be 4, 6 or 8 digits' }],
  ['HSN of 5 digits', { hsnCode: '08021' }, { hsnCode: 'HSN code must be 4, 6 or 8 digits' }],
  ['GST', { gstRate: '40' }, { gstRate: 'GST rate must be 0 to 28' }],
])('%s', (_name, change, errors) => expect(checkForm({ ...good, ...change })).toEqual(errors));

test('blank entries are dropped; reviews require a name, a comment and a rating above 0', () => {
  const review = { ...emptyReview('a', 5, '2026-11-20'), customerName: 'Asha', comment: 'Good' };
  const input = ProductInput.parse(
    bodyOf({
      ...good,
      features: 'Crisp\n\n  \nWhole',
      tags: ' premium \n',
      badges: [
        { text: ' ', color: 'red' },
        { text: 'New', color: 'blue' },
      ],
      images: [{ url: ' ', alt: 'x', uploadType: 'url' }],
      reviews: [review, { ...review, customerName: ' ' }, { ...review, comment: '' }, { ...review, rating: 0 }],
    }),
  );
  expect(input).toMatchObject({
    features: ['Crisp', 'Whole'],
    tags: ['premium'],
    badges: [{ text: 'New' }],
    images: [],
  });
  expect(input.reviews).toMatchObject([{ customerName: 'Asha', date: Date.UTC(2026, 10, 19, 18, 30) }]);
});

const demo = JSON.parse(readFileSync(new URL('../../demo/catalogue.json', import.meta.url), 'utf8'));
/** A product of the demo as the API returns it. */
const demoProduct = (entry: Product): Product => ({
  ...entry,
  popularitySettings: { ...entry.popularitySettings, deliveryCutoff: { enabled: false } },
  maker: 'M',
  images: [],
  reviews: [],
  version: 3,
  weight: '',
  price: 0,
  stockCount: 0,
});

test('every demo product round-trips through the form', () => {
  for (const entry of demo.products) {
    const product = demoProduct(entry);
    const form = formOf(product, []);
    expect([product.id, checkForm(form)]).toEqual([product.id, {}]);
    const body = bodyOf(form);
    expect(body).toMatchObject({
      name: product.name,
      tags: product.tags,
      features: product.features,
      badges: product.badges,
      version: 3,
      nutrition: product.nutrition,
      quickRating: product.quickRating,
      displaySections: product.displaySections,
      popularitySettings: product.popularitySettings,
      ingredients: product.ingredients,
      hsnCode: product.hsnCode,
      sizes: product.sizes.map((size) => ({ ...size, stockBefore: size.stock })),
    });
  }
});

test('a stored review keeps its time if its date is not changed', () => {
  const date = Date.UTC(2026, 10, 20, 9, 15, 3);
  const stored = {
    id: 'rev_1',
    _id: 'rev_1',
    customerName: 'A',
    customerEmail: 'a@b.example',
    rating: 4,
    title: '',
    comment: 'c',
  };
  const review = { ...stored, date, verified: true, helpful: 3, productId: 'p', productName: 'P' };
  const full = { ...review, status: 'approved' as const, createdAt: 1, updatedAt: 1, photos: [] };
  const [entry] = JSON.parse(readFileSync(new URL('../../demo/catalogue.json', import.meta.url), 'utf8')).products;
  const popularitySettings = { ...entry.popularitySettings, deliveryCutoff: { enabled: true } };
  const product = { ...entry, popularitySettings, images: [] };
  const form = formOf(product, [full]);
  expect(bodyOf(form).reviews).toMatchObject([{ id: 'rev_1', date, helpful: 3 }]);
  // Others may have changed meanwhile what was not changed here.
  const added = { ...emptyReview('new', 5, '2026-11-20'), customerName: 'Asha', comment: 'Good' };
  expect(bodyOf({ ...form, reviews: [...form.reviews, added] }, form).reviews).toMatchObject([
    { customerName: 'Asha' },
  ]);
  const moved = { ...form, reviews: form.reviews.map((one) => ({ ...one, day: '2026-11-01' })) };
  expect(bodyOf(moved, form).reviews).toMatchObject([{ date: Date.UTC(2026, 9, 31, 18, 30) }]);
});

const nowhere = {
  ticks: { ourBestSellers: false, valueCombos: false, youMayAlsoLike: false, isBestSeller: false },
  isValueCombo: false,
  isYouMayLike: false,
};
const all = { ourBestSellers: true, valueCombos: true, youMayAlsoLike: true };
type Ticked = [Place, boolean];
test.each<[string, Ticked[], Partial<typeof all>]>([
  ['Best Sellers alone', [['ourBestSellers', true]], { ourBestSellers: true }],
  ['Value Combos also ticks Best Sellers', [['valueCombos', true]], { valueCombos: true, ourBestSellers: true }],
  ['You May Also Like too, and the flag', [['youMayAlsoLike', true]], { youMayAlsoLike: true, ourBestSellers: true }],
  [
    'Best Sellers is locked',
    [
      ['valueCombos', true],
      ['ourBestSellers', false],
    ],
    { valueCombos: true, ourBestSellers: true },
  ],
  [
    'and free again',
    [
      ['valueCombos', true],
      ['valueCombos', false],
      ['ourBestSellers', false],
    ],
    {},
  ],
  [
    'unticking leaves the others',
    [
      ['valueCombos', true],
      ['youMayAlsoLike', true],
      ['valueCombos', false],
    ],
    { youMayAlsoLike: true, ourBestSellers: true },
  ],
])('%s', (_name, ticks, places) => {
  const form = ticks.reduce<typeof nowhere>((before, [place, on]) => tickPlace(before, place, on), nowhere);
  const expected = { ourBestSellers: false, valueCombos: false, youMayAlsoLike: false, ...places };
  expect(placesOf(form)).toEqual(expected);
  // Both stored flags of a section say the same.
  expect(form).toEqual({
    ticks: { ...expected, isBestSeller: expected.ourBestSellers },
    isValueCombo: expected.valueCombos,
    isYouMayLike: expected.youMayAlsoLike,
  });
});

test.each<[string, Parameters<typeof placesOf>[0], Partial<typeof all>, string | null]>([
  ['nothing', nowhere, {}, null],
  ['the mark alone', { ...nowhere, isValueCombo: true }, { valueCombos: true }, null],
  [
    'the section alone',
    { ...nowhere, ticks: { ...nowhere.ticks, youMayAlsoLike: true, isBestSeller: true } },
    { youMayAlsoLike: true, ourBestSellers: true },
    'Auto-enabled',
  ],
])('a stored product with %s is shown where the shop shows it', (_name, form, places, lock) => {
  expect(placesOf(form)).toEqual({ ourBestSellers: false, valueCombos: false, youMayAlsoLike: false, ...places });
  expect(placesLock(form)).toBe(lock);
});

test('"No rating yet" is a choice, and stays one (D56)', () => {
  const unrated = { ...good, quickRating: NO_RATING, quickReviewCount: '12' };
  expect(checkForm(unrated)).toEqual({});
  expect(ProductInput.parse(bodyOf(unrated))).toMatchObject({ quickRating: null, quickReviewCount: 0 });
  const [entry] = demo.products;
  expect(formOf(demoProduct({ ...entry, quickRating: null }), []).quickRating).toBe(NO_RATING);
  expect(newForm(defaults, '250g').quickRating).toBe('');
});

test('a size that is renamed is sent with the label that it had; the others and a copy are not', () => {
  const stored = demoProduct(demo.products[0]);
  const form = formOf(stored, []);
  const [first] = form.sizes;
  form.sizes = form.sizes.map((size) => (size === first ? { ...size, size: '200 g' } : size));
  const sent = bodyOf(form).sizes ?? [];
  expect(sent.map(({ sizeBefore }) => sizeBefore)).toEqual(sent.map((_, at) => (at === 0 ? first?.size : undefined)));
  const copy = copyForm(stored);
  copy.sizes = copy.sizes.map((size) => ({ ...size, size: `${size.size} x` }));
  expect(bodyOf(copy).sizes?.map(({ sizeBefore }) => sizeBefore)).toEqual(sent.map(() => undefined));
});

test('a copy has everything but what only the old product can have: name, stock, ratings, orders', () => {
  const stored = demoProduct(demo.products[0]);
  const copy = copyForm(stored);
  expect(checkForm(copy)).toEqual({
    ...Object.fromEntries(stored.sizes.map((_, index) => [`sizes.${index}.stock`, 'Stock is required'])),
    quickRating: 'Rating is required',
  });
  const { sizes, version, ...body } = bodyOf(copy);
  const { sizes: old, version: _version, reviews: _reviews, ...before } = bodyOf(formOf(stored, []));
  expect([version, body.reviews, body.removedReviews]).toEqual([undefined, [], []]);
  expect(sizes?.map(({ stockBefore, stock }) => [stockBefore, stock])).toEqual(
    sizes?.map(() => [undefined, undefined]),
  );
  expect(sizes?.map(({ price }) => price)).toEqual(old?.map(({ price }) => price));
  expect(body).toMatchObject({
    ...before,
    name: `${stored.name} (copy)`,
    translations: { hi: { ...before.translations?.hi, name: '' }, mr: { ...before.translations?.mr, name: '' } },
    quickRating: undefined,
    quickReviewCount: 0,
    popularitySettings: {
      ...before.popularitySettings,
      orderCount: 0,
      offerCountdown: { ...before.popularitySettings?.offerCountdown, startTime: null },
    },
  });
});

test.each([
  ['name', true],
  ['sizes.2.stock', true],
  ['sizes', true],
  ['quickRating', true],
  ['images.0.url', true],
  ['sizes.0.originalPrice', false],
  ['sizes.0.netQuantityGrams', false],
  ['translations.hi.name', false],
  ['quickReviewCount', true],
  ['brand', false],
])('%s in the quick part of the form: %s', (path, quick) => expect(isQuick(path)).toBe(quick));

test('the net quantity of a size follows its label, until somebody types another one', () => {
  expect(newForm(defaults, '250g').sizes[0]).toMatchObject({ size: '250g', netQuantityGrams: '250' });
  const size = emptySize('a', '250g');
  expect(relabelled(size, '1kg')).toMatchObject({ size: '1kg', netQuantityGrams: '1000' });
  // Letter by letter, over labels that name no grams.
  const typed = ['', '5', '50', '500', '500g'].reduce(relabelled, size);
  expect(typed.netQuantityGrams).toBe('500');
  expect(relabelled({ ...size, netQuantityGrams: '240' }, '1kg').netQuantityGrams).toBe('240');
  expect(relabelled(size, 'Gift tin').netQuantityGrams).toBe('');
});
