import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { Product, ProductCard } from './catalogue.ts';
import { initialValues } from './fields.ts';
import {
  bestSellers,
  bestSellersLock,
  formSections,
  homeRows,
  inSection,
  isBestSellerFallback,
  isCombo,
  isTrueOfCombos,
  isYouMayAlsoLike,
  type Sectioned,
  type SectionTicks,
  toCard,
} from './sections.ts';

const none = { ourBestSellers: false, valueCombos: false, youMayAlsoLike: false };

function sectioned(changes: Partial<Sectioned> = {}): Sectioned {
  return {
    isBestSeller: false,
    isPopular: false,
    isValueCombo: false,
    isYouMayLike: false,
    displaySections: none,
    tags: [],
    category: 'Nuts',
    categorySlug: 'nuts',
    ...changes,
  };
}

test.each<[string, Partial<Sectioned>, { combo: boolean; fallback: boolean; like: boolean }]>([
  ['nothing', {}, { combo: false, fallback: false, like: false }],
  ['isBestSeller', { isBestSeller: true }, { combo: false, fallback: true, like: false }],
  ['isValueCombo', { isValueCombo: true }, { combo: true, fallback: false, like: true }],
  ['isYouMayLike', { isYouMayLike: true }, { combo: false, fallback: false, like: true }],
  ['isPopular', { isPopular: true }, { combo: false, fallback: false, like: false }],
  [
    'ourBestSellers',
    { displaySections: { ...none, ourBestSellers: true } },
    { combo: false, fallback: true, like: false },
  ],
  ['valueCombos', { displaySections: { ...none, valueCombos: true } }, { combo: true, fallback: true, like: true }],
  [
    'youMayAlsoLike',
    { displaySections: { ...none, youMayAlsoLike: true } },
    { combo: false, fallback: true, like: true },
  ],
  ['tag value', { tags: ['great-Value-pack'] }, { combo: true, fallback: false, like: false }],
  ['tag combo', { tags: ['COMBOS'] }, { combo: true, fallback: false, like: false }],
  ['slug combos', { categorySlug: 'combos' }, { combo: true, fallback: false, like: false }],
  ['slug like combos', { categorySlug: 'my-combos' }, { combo: false, fallback: false, like: false }],
  ['category name', { category: 'Festive Combo Packs' }, { combo: true, fallback: false, like: false }],
])('section matches: %s', (_name, changes, expected) => {
  const product = sectioned(changes);
  expect({
    combo: isCombo(product),
    fallback: isBestSellerFallback(product),
    like: isYouMayAlsoLike(product),
  }).toEqual(expected);
});

test('best sellers are the chosen ones, in order, or the fallback match when none is chosen', () => {
  const plain = sectioned();
  const chosen = sectioned({ isBestSeller: true });
  const combo = sectioned({ displaySections: { ...none, valueCombos: true } });
  expect(bestSellers([plain, combo, chosen])).toEqual([chosen]);
  expect(bestSellers([plain, combo])).toEqual([combo]);
  expect(bestSellers([plain])).toEqual([]);
});

test('regular products are in no other section', () => {
  expect(inSection(sectioned(), 'regular')).toBe(true);
  expect(inSection(sectioned({ isPopular: true }), 'regular')).toBe(false);
  expect(inSection(sectioned({ isPopular: true }), 'popular')).toBe(true);
  expect(inSection(sectioned({ categorySlug: 'combos' }), 'valueCombos')).toBe(true);
});

const off: SectionTicks = { ...none, isBestSeller: false };

test.each<['form' | 'modal', SectionTicks, keyof SectionTicks, boolean, Partial<SectionTicks>]>([
  ['form', off, 'valueCombos', true, { valueCombos: true, ourBestSellers: true }],
  ['form', off, 'youMayAlsoLike', true, { youMayAlsoLike: true, ourBestSellers: true }],
  // Locked: it cannot be unticked.
  [
    'form',
    { ...off, valueCombos: true, ourBestSellers: true },
    'ourBestSellers',
    false,
    { valueCombos: true, ourBestSellers: true },
  ],
  ['form', { ...off, ourBestSellers: true }, 'ourBestSellers', false, {}],
  ['modal', off, 'valueCombos', true, { valueCombos: true, ourBestSellers: true }],
  ['modal', off, 'youMayAlsoLike', true, { youMayAlsoLike: true, ourBestSellers: true, isBestSeller: true }],
  ['modal', { ...off, valueCombos: true, ourBestSellers: true }, 'ourBestSellers', false, { valueCombos: true }],
  ['modal', { ...off, valueCombos: true, ourBestSellers: true }, 'valueCombos', false, { ourBestSellers: true }],
])('display sections of variant %s: %o, %s = %s', (variant, ticks, field, on, expected) => {
  const before = { ...ticks };
  expect(formSections(variant, ticks, field, on)).toEqual({ ...off, ...expected });
  expect(ticks).toEqual(before);
});

test('the locked Best Sellers checkbox shows Auto-enabled', () => {
  expect(bestSellersLock(off)).toBeNull();
  expect(bestSellersLock({ ...off, valueCombos: true })).toBe('Auto-enabled');
  expect(bestSellersLock({ ...off, youMayAlsoLike: true })).toBe('Auto-enabled');
});

test('a card is small, fits its schema and is a fixed point', () => {
  const demo = JSON.parse(readFileSync(new URL('../../demo/catalogue.json', import.meta.url), 'utf8')).products;
  const combo = demo.find(({ id }: { id: string }) => id === 'daily-dose-combo');
  const product = Product.parse({
    ...initialValues(),
    ...combo,
    _id: combo.id,
    category: 'Combos',
    categorySlug: 'combos',
    image: combo.images[0].url,
    images: [...combo.images, combo.images[0]].map((image: object) => ({ ...image, uploadType: 'file' })),
    popularitySettings: { ...combo.popularitySettings, deliveryCutoff: { enabled: true } },
    price: 999,
    originalPrice: 1459,
    weight: '4 x 250g',
    currentPrice: 999,
    stockCount: 45,
    badge: 'Value Combo',
    badgeColor: 'green',
    totalRatings: 2,
    totalReviews: 2,
    reviews: [],
    peopleOrdered: 37,
    createdAt: 0,
    updatedAt: 0,
  });
  const card = toCard(product);
  expect(ProductCard.parse(card)).toEqual(card);
  expect(card.images).toHaveLength(2);
  expect(card.sizes[0]).not.toHaveProperty('contents');
  expect(product.sizes[0]).toHaveProperty('contents');
  expect(card.description.length).toBeLessThanOrEqual(141);
  expect(card.description.endsWith('…')).toBe(true);
  expect(product.description.startsWith(card.description.slice(0, -1))).toBe(true);
  expect(toCard({ ...card, description: 'Short.' }).description).toBe('Short.');
});

test.each([
  ['Get 20% off on all value combo packs!', [[80, 100]], true],
  [
    'Get 20% off on all value combo packs!',
    [
      [80, 100],
      [81, 100],
    ],
    false,
  ],
  ['Get 20% off on all value combo packs!', [], false],
  // Without an MRP nothing is off.
  ['Save at least 20% on every combo', [[80, 80]], false],
  ['5 % to 30% off', [[75, 100]], false],
  ['Two pouches in one box', [[81, 81]], true],
  ['Two pouches in one box', [], true],
] as const)('%j with combos of %j is true: %s', (text, packs, true_) => {
  const combos = packs.map(([price, originalPrice]) => ({ sizes: [{ price, originalPrice }] }));
  expect(isTrueOfCombos(text, combos)).toBe(true_);
});

test('every combo of the demo shop is at least 20% under its MRP (D31)', () => {
  const file = new URL('../../demo/catalogue.json', import.meta.url);
  const { products } = JSON.parse(readFileSync(file, 'utf8')) as {
    products: {
      id: string;
      category: string;
      isValueCombo: boolean;
      sizes: { price: number; originalPrice: number }[];
    }[];
  };
  const combos = products.filter((product) => product.category === 'combos' || product.isValueCombo);
  expect(combos.length).toBeGreaterThan(3);
  for (const { id, sizes } of combos) {
    for (const { price, originalPrice } of sizes) expect([id, price <= originalPrice * 0.8]).toEqual([id, true]);
  }
});

describe('the rows of home', () => {
  type Chosen = Sectioned & { id: string };
  const chosen = (id: string, sections: string): Chosen => ({
    ...sectioned({
      isBestSeller: sections.includes('b'),
      isYouMayLike: sections.includes('l'),
      isValueCombo: sections.includes('c'),
    }),
    id,
  });
  const numbered = (count: number, stem: string, sections: string) =>
    Array.from({ length: count }, (_, index) => chosen(`${stem}${index + 1}`, sections));
  const rowsOf = (products: Chosen[]) => {
    const sections = {
      bestSellers: bestSellers(products),
      valueCombos: products.filter(isCombo),
      youMayAlsoLike: products.filter(isYouMayAlsoLike),
    };
    const rows = homeRows(sections, products);
    return [rows.bestSellers, rows.valueCombos, rows.youMayAlsoLike].map((row) => row.map(({ id }) => id).join(' '));
  };

  test.each<[string, Chosen[], string[]]>([
    ['no product', [], ['', '', '']],
    ['nothing chosen: what there is, in the first row', numbered(10, 'p', ''), ['p1 p2 p3 p4 p5 p6 p7 p8', '', '']],
    ['combos have their own row only', [...numbered(2, 'c', 'bc'), chosen('b', 'b')], ['b', 'c1 c2', '']],
    [
      'at most eight best sellers, in the order of the catalogue',
      numbered(10, 'b', 'b'),
      ['b1 b2 b3 b4 b5 b6 b7 b8', '', ''],
    ],
    [
      'what is chosen for both completes the best sellers',
      [chosen('x1', 'bl'), ...numbered(7, 'b', 'b'), ...numbered(3, 'y', 'bl')],
      ['x1 b1 b2 b3 b4 b5 b6 b7', '', 'y1 y2 y3'],
    ],
    ['half of it stays', numbered(4, 'x', 'bl'), ['x1 x2', '', 'x3 x4']],
    ['one alone stays, since best sellers have others', [chosen('x', 'bl'), chosen('b', 'b')], ['b', '', 'x']],
    [
      'full best sellers take none of it',
      [...numbered(8, 'b', 'b'), chosen('x', 'bl')],
      ['b1 b2 b3 b4 b5 b6 b7 b8', '', 'x'],
    ],
    ['at most eight in You May Also Like', numbered(9, 'l', 'l'), ['', '', 'l1 l2 l3 l4 l5 l6 l7 l8']],
  ])('%s', (_name, products, rows) => expect(rowsOf(products)).toEqual(rows));
});
