import { describe, expect, test } from 'vitest';
import { type Language, readLanguageFrom } from '../language.ts';
import type { Product } from './catalogue.ts';
import { browseProducts, countriesOf, type Listing, type ListingFilter, listProducts, pageOf } from './listing.ts';

const product = (id: string, more: Partial<Product>) =>
  ({
    id,
    status: 'Active',
    category: more.categorySlug ?? 'nuts',
    categorySlug: 'nuts',
    isBestSeller: false,
    isValueCombo: false,
    displaySections: { ourBestSellers: false, valueCombos: false, youMayAlsoLike: false },
    peopleOrdered: 0,
    totalReviews: 0,
    tags: [],
    countryOfOrigin: 'India',
    price: 300,
    sizes: [{ size: '250g', stock: 10 }],
    noAddedSugar: false,
    rating: { average: 4.2, count: 3 },
    ...more,
  }) as unknown as Product;

const shelf = [
  product('almonds', { tags: ['healthy', 'almonds'], countryOfOrigin: 'USA' }),
  product('combo', {
    categorySlug: 'combos',
    tags: ['value'],
    countryOfOrigin: 'USA, India',
    price: 999,
    sizes: [{ size: '4 x 250g', stock: 10 } as Product['sizes'][number]],
  }),
  product('figs', {
    categorySlug: 'dry-fruits',
    tags: ['healthy', 'organic'],
    rating: { average: 3.9, count: 1 },
    sizes: ['1 KG', '250 g', '250g'].map((size) => ({ size, stock: 30 }) as Product['sizes'][number]),
    noAddedSugar: true,
  }),
  product('apricots', { categorySlug: 'dry-fruits', sizes: [{ size: '250g', stock: 0 } as Product['sizes'][number]] }),
];

function inLanguage<Value>(language: Language, run: () => Value): Value {
  const before = readLanguageFrom(() => language);
  try {
    return run();
  } finally {
    readLanguageFrom(before);
  }
}

/** Of a list; its two functions must agree. */
function idsOf(listing: Listing): string[] {
  const listed = listProducts(shelf, listing).map(({ id }) => id);
  expect(browseProducts(shelf, listing).products.map(({ id }) => id)).toEqual(listed);
  return listed;
}

const ids = (filter: ListingFilter) => idsOf({ ...filter, sort: 'popularity' });
const facets = (filter: ListingFilter) => browseProducts(shelf, { ...filter, sort: 'popularity' }).facets;

describe('filters', () => {
  test.each<[ListingFilter, string[]]>([
    [{}, ['almonds', 'combo', 'figs', 'apricots']],
    [{ category: 'dry-fruits' }, ['figs', 'apricots']],
    [{ tags: ['healthy'] }, ['almonds', 'figs']],
    [{ tags: ['Value', 'organic'] }, ['combo', 'figs']],
    [{ countries: ['USA'] }, ['almonds', 'combo']],
    [{ sizes: ['1kg'] }, ['figs']],
    [{ sizes: ['250G', '2kg'] }, ['almonds', 'figs', 'apricots']],
    [{ sizes: ['4 x 250g', 'big'] }, []],
    [{ noAddedSugar: true }, ['figs']],
    [{ noAddedSugar: false }, ['almonds', 'combo', 'apricots']],
    [{ minPrice: 300, maxPrice: 300 }, ['almonds', 'figs', 'apricots']],
    [{ maxPrice: 998.5 }, ['almonds', 'figs', 'apricots']],
    [{ inStock: true }, ['almonds', 'combo', 'figs']],
    [{ inStock: false }, ['apricots']],
    [{ stock: 'low' }, ['almonds', 'combo', 'apricots']],
    [{ stock: 'out' }, ['apricots']],
    [{ rating: 4 }, ['almonds', 'combo', 'apricots']],
    [{ ids: ['figs', 'unknown'] }, ['figs']],
    [{ section: 'valueCombos' }, ['combo']],
    [{ category: 'dry-fruits', inStock: true, rating: 4 }, []],
  ])('%j', (filter, expected) => expect(ids(filter)).toEqual(expected));

  test('a search gives the order, unless another one is chosen', () => {
    const matches = [2, 1, 0].map((index) => shelf[index] as Product);
    const found = (sort: 'popularity' | 'price-desc', filter: ListingFilter = {}) =>
      idsOf({ ...filter, sort, matches });
    expect(found('popularity')).toEqual(['figs', 'combo', 'almonds']);
    expect(found('price-desc')).toEqual(['combo', 'figs', 'almonds']);
    expect(found('popularity', { countries: ['usa'] })).toEqual(['combo', 'almonds']);
    expect(found('popularity', { category: 'nuts' })).toEqual(['almonds']);
    expect(found('popularity', { section: 'valueCombos' })).toEqual(['combo']);
    expect(listProducts(shelf, { sort: 'popularity', matches: [] })).toEqual([]);
  });

  describe('with pack sizes, the prices are those of these packs', () => {
    const packs = (...prices: [string, number, number][]) => ({
      price: prices[0]?.[1] ?? 0,
      sizes: prices.map(([size, price, netQuantityGrams]) => ({ size, price, netQuantityGrams, stock: 5 })) as never,
    });
    const sold = [
      product('cashews', packs(['250g', 349, 250], ['1kg', 1_099, 1_000])),
      product('raisins', packs(['500g', 449, 500], ['1kg', 799, 1_000])),
      product('figs', packs(['250g', 299, 250], ['1kg', 1_199, 1_000])),
      product('seeds', packs(['250g', 99, 250])),
    ];
    const listed = (listing: Listing) => {
      const { products, facets: found } = browseProducts(sold, listing);
      expect(listProducts(sold, listing)).toEqual(products);
      return { ids: products.map(({ id }) => id), prices: found.prices, sizes: found.sizes };
    };

    test.each<[string, Partial<Listing>, string[]]>([
      ['up to', { maxPrice: 800 }, ['raisins']],
      ['from', { minPrice: 1_100 }, ['figs']],
      ['the first size is cheaper', { maxPrice: 350 }, []],
      ['one of two sizes', { sizes: ['1kg', '500g'], maxPrice: 500 }, ['raisins']],
      ['low to high', { sort: 'price-asc' }, ['raisins', 'cashews', 'figs']],
      ['high to low', { sort: 'price-desc' }, ['figs', 'cashews', 'raisins']],
      ['by weight', { sort: 'unit-price' }, ['raisins', 'cashews', 'figs']],
      ['by weight in a search', { sort: 'unit-price', matches: sold }, ['raisins', 'cashews', 'figs']],
    ])('%s', (_, listing, expected) =>
      expect(listed({ sizes: ['1kg'], sort: 'popularity', ...listing }).ids).toEqual(expected),
    );

    test('in the range and in the counts of other sizes', () => {
      expect(listed({ sizes: ['1kg'], sort: 'popularity' }).prices).toEqual({ from: 799, to: 1_199 });
      expect(listed({ sizes: ['1kg'], maxPrice: 800, sort: 'popularity' }).sizes).toEqual([
        { value: '250g', count: 1 },
        { value: '500g', count: 1 },
        { value: '1kg', count: 1 },
      ]);
    });
  });

  test.each<[Language, string[]]>([
    ['en', ['apricots', 'figs', 'almonds', 'combo', 'bars']],
    ['hi', ['apricots', 'almonds', 'combo', 'figs', 'bars']],
  ])('by origin: the names of countries, A–Z in %s', (language, expected) => {
    const sold = [
      product('bars', { countryOfOrigin: ' ' }),
      product('almonds', { countryOfOrigin: 'USA' }),
      product('combo', { countryOfOrigin: 'USA, India' }),
      product('figs', { countryOfOrigin: 'Türkiye' }),
      product('apricots', { countryOfOrigin: 'Afghanistan' }),
    ];
    const listed = inLanguage(language, () => listProducts(sold, { sort: 'origin' }).map(({ id }) => id));
    expect(listed).toEqual(expected);
    expect(
      inLanguage(language, () => listProducts(sold, { sort: 'origin', matches: sold })).map(({ id }) => id),
    ).toEqual(expected);
  });

  test('without chosen best sellers, a search in them finds those that count as such', () => {
    const liked = product('liked', { isBestSeller: true });
    const [plain, other] = [product('plain', {}), product('other', {})];
    const found = (products: Product[], matches: Product[]) =>
      listProducts(products, { sort: 'popularity', section: 'bestSellers', matches });
    const counts = product('counts', {
      displaySections: { ourBestSellers: false, valueCombos: true, youMayAlsoLike: false },
    });
    expect(found([plain, counts, other], [other, counts])).toEqual([counts]);
    expect(found([plain, counts, liked], [liked, counts])).toEqual([liked]);
  });

  test('a category is found by its slug or its name, in any case', () => {
    const own = [
      product('dates', { category: 'Sweet Fruits', categorySlug: 'dates' }),
      product('figs', { category: 'Dates', categorySlug: 'figs' }),
    ];
    const found = (category: string) =>
      listProducts(own, { sort: 'popularity', category }).map(({ categorySlug }) => categorySlug);
    expect(['Dates', 'sweet fruits', 'Figs', 'nuts'].map(found)).toEqual([['dates', 'figs'], ['dates'], ['figs'], []]);
  });

  test('a product may come from two countries', () => {
    expect(countriesOf({ countryOfOrigin: 'USA, India' })).toEqual(['USA', 'India']);
    expect(countriesOf({ countryOfOrigin: '' })).toEqual([]);
  });
});

describe('pages', () => {
  const many = Array.from({ length: 1205 }, (_, index) => product(`p${index}`, { price: index }));

  test('reach every product of a large shop', () => {
    const found = listProducts(many, { sort: 'price-desc' });
    expect(pageOf(found, 101, 12)).toMatchObject({
      items: [{ id: 'p4' }, { id: 'p3' }, { id: 'p2' }, { id: 'p1' }, { id: 'p0' }],
      pagination: { page: 101, limit: 12, total: 1205, totalPages: 101 },
    });
    expect(browseProducts(many, { sort: 'popularity' }).facets.inStock).toBe(1205);
  });

  test('beyond the last are empty', () => expect(pageOf(many, 102, 12).items).toEqual([]));
});

describe('facets', () => {
  test('name the tags that describe the goods, with the products behind each', () => {
    expect(facets({}).tags).toEqual([
      { value: 'healthy', count: 2 },
      { value: 'organic', count: 1 },
      { value: 'value', count: 1 },
    ]);
  });

  test('are counted as if their own filter were off, and keep what is ticked', () => {
    expect(facets({ tags: ['organic'], category: 'nuts' }).tags).toEqual([
      { value: 'healthy', count: 1 },
      { value: 'organic', count: 0 },
    ]);
    expect(facets({ countries: ['USA'] }).countries).toEqual([
      { value: 'India', count: 3 },
      { value: 'USA', count: 2 },
    ]);
  });

  test('name the pack sizes by weight, and how many say that no sugar was added', () => {
    expect(facets({}).sizes).toEqual([
      { value: '250g', count: 3 },
      { value: '1kg', count: 1 },
    ]);
    expect(facets({ sizes: ['1kg'], noAddedSugar: true })).toMatchObject({
      sizes: [
        { value: '250g', count: 1 },
        { value: '1kg', count: 1 },
      ],
      noAddedSugar: 1,
    });
    expect(facets({ sizes: ['500g'] }).sizes).toContainEqual({ value: '500g', count: 0 });
  });

  test('include the stock count and the price range', () => {
    expect(facets({})).toMatchObject({ inStock: 3, prices: { from: 300, to: 999 } });
    expect(facets({ category: 'none' }).prices).toBeNull();
  });
});
