import { expect, test } from 'vitest';
import { completeness, gapsOf, isComplete, LEGAL_FACTS, type Listed } from './completeness.ts';

const whole: Listed = {
  description: 'Almonds',
  images: [{ url: '/media/a.webp', alt: 'A pouch of almonds', uploadType: 'file' }],
  sizes: [
    { size: '250g', price: 299, originalPrice: 349, stock: 5, netQuantityGrams: 250 },
    { size: '500g', price: 559, originalPrice: 559, stock: 5, netQuantityGrams: 500 },
  ],
  price: 299,
  originalPrice: 349,
  brand: 'Kishmish',
  countryOfOrigin: 'India',
  shelfLife: '12 months',
  maker: 'Kishmish Foods, 12 Main Road, Pune 411001',
  storage: 'Cool and dry',
  ingredients: ['Almonds'],
  allergens: ['Contains: almond'],
  nutrition: {
    basis: 'per 100 g',
    energyKcal: 600,
    proteinG: 20,
    carbohydrateG: 20,
    sugarsG: 4,
    addedSugarsG: 0,
    fatG: 50,
    saturatedFatG: 4,
    transFatG: 0,
    cholesterolMg: 0,
    sodiumMg: 1,
  },
  hsnCode: '080212',
  gstRate: 5,
};

test('a complete listing has nothing missing', () => {
  expect(completeness(whole)).toEqual({ percent: 100, missing: [] });
  expect(isComplete(whole)).toBe(true);
});

const [small, large] = whole.sizes as [Listed['sizes'][number], Listed['sizes'][number]];

test.each<[string, Partial<Listed>]>([
  ['Picture', { images: [] }],
  ['Alt text of every picture', { images: [{ url: '/media/a.webp', alt: '  ', uploadType: 'file' }] }],
  ['Description', { description: ' ' }],
  ['Brand', { brand: '' }],
  ['Net quantity of 500g', { sizes: [small, { ...large, netQuantityGrams: null }] }],
  ['MRP of 250g', { sizes: [{ ...small, originalPrice: 0 }, large] }],
  ['Country of origin', { countryOfOrigin: '' }],
  ['Name and address of the maker or packer', { maker: '' }],
  ['Shelf life', { shelfLife: '' }],
  ['Storage', { storage: '' }],
  ['Ingredients', { ingredients: [] }],
  ['Allergens', { allergens: [] }],
  ['Nutrition', { nutrition: null }],
  [
    'Nutrition: added sugars, trans fat',
    { nutrition: { ...whole.nutrition!, addedSugarsG: undefined, transFatG: undefined } },
  ],
  ['HSN code', { hsnCode: '' }],
  ['GST rate of 5% for HSN 080212', { gstRate: 12 }],
  ['GST rate of 5% for HSN 210690', { hsnCode: '210690', gstRate: 18 }],
])('%s is reported', (name, change) => {
  expect(completeness({ ...whole, ...change })).toEqual({ percent: 93, missing: [name] });
  expect(isComplete({ ...whole, ...change })).toBe(false);
});

test('without sizes the net quantity is missing, the MRP is its own', () => {
  expect(completeness({ ...whole, sizes: [] }).missing).toEqual(['Net quantity']);
  expect(completeness({ ...whole, sizes: [], originalPrice: 0 }).missing).toEqual(['Net quantity', 'MRP']);
});

test('an empty product has everything missing', () => {
  const empty: Listed = {
    description: '',
    images: [],
    sizes: [],
    price: 0,
    originalPrice: 0,
    brand: '',
    countryOfOrigin: '',
    shelfLife: '',
    maker: '',
    storage: '',
    ingredients: [],
    allergens: [],
    nutrition: null,
    hsnCode: '',
    gstRate: 18,
  };
  // Without an image no alt text is required, and without an HSN code no rate is known.
  expect(completeness(empty)).toMatchObject({ percent: 13 });
  expect(gapsOf(empty)).toHaveLength(LEGAL_FACTS - 1);
});

test.each<[string, Partial<Listed>]>([
  ['images', { images: [] }],
  ['description', { description: '' }],
  ['brand', { brand: '' }],
  ['storage', { storage: '' }],
])('no law asks for %s', (_name, change) => {
  expect(gapsOf({ ...whole, ...change })).toEqual([]);
});

test('a gap names the law and the field of the form', () => {
  expect(
    gapsOf({ ...whole, maker: '', hsnCode: '210690', sizes: [small, { ...large, netQuantityGrams: null }] }),
  ).toEqual([
    { field: 'sizes', missing: 'Net quantity of 500g', law: 'metrology' },
    { field: 'maker', missing: 'Name and address of the maker or packer', law: 'metrology' },
  ]);
  // Another HSN code may have any rate.
  expect(gapsOf({ ...whole, hsnCode: '1704', gstRate: 18 })).toEqual([]);
});
