import { describe, expect, test } from 'vitest';
import { readDemo } from '#server/demo/files.ts';
import type { Searchable } from './product-index.ts';
import { createSearchService } from './service.ts';

const { products, categories } = readDemo('catalogue');
const demo: Searchable[] = products.map(({ id, name, category, tags, ingredients, description }) => ({
  id,
  name,
  category: categories.find(({ slug }) => slug === category)?.name ?? '',
  tags,
  ingredients,
  description,
}));

type Search = ReturnType<typeof createSearchService>;
const idsOf = async (search: Search, products: Searchable[], text: string) => (await search.find(products, text)).ids;
const first = async (text: string) => (await idsOf(createSearchService(), demo, text))[0];

describe('finds the intended products', () => {
  test.each([
    ['california almonds', 'california-almonds'],
    ['CALIF', 'california-almonds'],
    ['kaju', 'cashews-w240'],
    ['काजू', 'cashews-w240'],
    ['badam', 'california-almonds'],
    ['बादाम', 'california-almonds'],
    ['kishmish', 'golden-raisins'],
    ['kishmis', 'golden-raisins'],
    ['किशमिश', 'golden-raisins'],
    ['akhrot', 'walnut-kernels'],
    ['अखरोट', 'walnut-kernels'],
    ['pista', 'roasted-pistachios'],
    ['पिस्ता', 'roasted-pistachios'],
    ['anjeer', 'afghan-figs'],
    ['अंजीर', 'afghan-figs'],
    ['khajoor', 'medjool-dates'],
    ['khajur', 'medjool-dates'],
    ['खजूर', 'medjool-dates'],
    ['chana', 'roasted-chana'],
    ['चना', 'roasted-chana'],
    ['khubani', 'turkish-apricots'],
    ['खुबानी', 'turkish-apricots'],
    ['kaddu', 'pumpkin-seeds'],
    ['kajoo', 'cashews-w240'],
    ['  KAJU  ', 'cashews-w240'],
  ])('%s → %s', async (text, id) => {
    expect(await first(text)).toBe(id);
  });

  test.each([
    ['makhana', /^makhana-/],
    ['मखाना', /^makhana-/],
    ['moongfali', /^peanut-butter-/],
    ['mungfali', /^peanut-butter-/],
    ['मूंगफली', /^peanut-butter-/],
    ['मूँगफली', /^peanut-butter-/],
    ['singdana', /^peanut-butter-/],
    ['bhuna chana', /^roasted-chana$/],
  ])('%s → %s', async (text, pattern) => {
    expect(await first(text)).toMatch(pattern);
  });

  test.each([
    ['almnd', 'california-almonds'],
    ['almods', 'california-almonds'],
    ['cashwes', 'cashews-w240'],
    ['cashwes w240', 'cashews-w240'],
    ['wlanut', 'walnut-kernels'],
    ['raisns', 'golden-raisins'],
    ['makhanna', 'makhana-himalayan-salt'],
    ['pistachois', 'roasted-pistachios'],
    ['badaam', 'california-almonds'],
    ['peanut buter crunchy', 'peanut-butter-crunchy'],
    ['akhrott', 'walnut-kernels'],
    ['किशमीश', 'golden-raisins'],
  ])('a typing error: %s → %s', async (text, id) => {
    expect(await first(text)).toBe(id);
  });
});

describe('finds nothing else', () => {
  const named = {
    almonds: /almond/i,
    cashews: /cashew/i,
    raisins: /raisin|kishmish/i,
    walnuts: /walnut/i,
    pistachios: /pistachio/i,
  };
  const others = {
    figs: /fig/i,
    dates: /\bdates?\b/i,
    makhana: /makhana|fox ?nut/i,
    chana: /chana|chickpea/i,
    peanuts: /peanut/i,
  };
  test.each([
    [['kaju', 'काजू'], named.cashews],
    [['badam', 'बादाम'], named.almonds],
    [['kishmish', 'किशमिश'], named.raisins],
    [['akhrot', 'अखरोट'], named.walnuts],
    [['pista', 'पिस्ता'], named.pistachios],
    [['anjeer', 'अंजीर'], others.figs],
    [['khajoor', 'खजूर'], others.dates],
    [['makhana', 'मखाना'], others.makhana],
    [['chana', 'चना'], others.chana],
    [['moongfali', 'मूंगफली'], others.peanuts],
  ])('%s', async (words, pattern) => {
    for (const word of words) {
      const ids = await idsOf(createSearchService(), demo, word);
      expect(ids.length, word).toBeGreaterThan(0);
      for (const id of ids) {
        expect(JSON.stringify(demo.find((product) => product.id === id)), `${word} brings ${id}`).toMatch(pattern);
      }
    }
  });

  test('Devanagari and Latin spellings find the same products in the same order', async () => {
    const search = createSearchService();
    for (const [latin, devanagari] of [
      ['kaju', 'काजू'],
      ['badam', 'बादाम'],
      ['akhrot', 'अखरोट'],
      ['kaju badam', 'काजू बादाम'],
      ['shengdane', 'शेंगदाणे'],
      ['akrod', 'अक्रोड'],
    ] as const) {
      expect(await idsOf(search, demo, devanagari)).toEqual(await idsOf(search, demo, latin));
    }
  });
});

test('every word must match; if no product has them all, any of them is enough', async () => {
  const search = createSearchService();
  const both = await idsOf(search, demo, 'dark chocolate');
  expect(both).toContain('trail-mix-dark-chocolate');
  expect(both).not.toContain('golden-raisins');
  expect((await idsOf(search, demo, 'medjool qqqqqq'))[0]).toBe('medjool-dates');
});

describe('a query of many words', () => {
  const search = createSearchService();

  test('is its first eight', async () => {
    const words = ['dark', 'chocolate', 'q1', 'q2', 'q3', 'q4', 'q5', 'q6'];
    const ids = await idsOf(search, demo, words.join(' '));
    expect(ids).toContain('trail-mix-dark-chocolate');
    expect(await idsOf(search, demo, [...words, 'medjool'].join(' '))).toEqual(ids);
    expect(await idsOf(search, demo, [...words.slice(0, 7), 'medjool'].join(' '))).toContain('medjool-dates');
  });

  test('counts a single letter only while it is typed', async () => {
    const cashews = await idsOf(search, demo, 'cashews');
    for (const text of ['a b c d e f g h i cashews', 'i cashews', 'A cashews']) {
      expect(await idsOf(search, demo, text)).toEqual(cashews);
    }
    expect((await idsOf(search, demo, 'california a'))[0]).toBe('california-almonds');
    expect(await idsOf(search, demo, 'x c')).toEqual(await idsOf(search, demo, 'c'));
    expect(await idsOf(search, demo, 'c')).toContain('cashews-w240');
    // A figure is a word.
    const one: Searchable = { id: 'one', name: '7 Seeds', category: '', tags: [], ingredients: [], description: '' };
    const seeds = [{ ...one, id: 'two', name: 'Seeds' }, one];
    expect(await idsOf(createSearchService(), seeds, '7 seeds')).toEqual(['one']);
  });
});

test('empty, meaningless and hostile texts find nothing and break nothing', async () => {
  const search = createSearchService();
  for (const text of ['', '   ', 'zzzzqqq', '***', '\u0000', ')(', '%_', 'x'.repeat(5_000), '\ud800']) {
    expect(await idsOf(search, demo, text)).toEqual([]);
  }
});

test('follows a changed catalogue: new, renamed and removed products', async () => {
  const search = createSearchService();
  const almond: Searchable = { id: 'a', name: 'Almonds', category: 'Nuts', tags: [], ingredients: [], description: '' };
  const others = demo.slice(0, 10);
  expect(await idsOf(search, [...others, almond], 'badam')).toContain('a');
  expect(await idsOf(search, [...others, { ...almond, name: 'Cashews' }], 'badam')).not.toContain('a');
  expect(await idsOf(search, [...others, { ...almond, name: 'Cashews' }], 'kaju')).toContain('a');
  expect(await idsOf(search, others, 'kaju')).not.toContain('a');
  const later = await idsOf(search, [...others, { ...almond, id: 'b', name: 'Quinoa' }], 'quinoa');
  expect(later).toEqual(['b']);
});

test('concurrent searches over two snapshots each get their own results', async () => {
  const search = createSearchService();
  const one: Searchable = { id: 'one', name: 'Quinoa', category: '', tags: [], ingredients: [], description: '' };
  const [with1, without] = await Promise.all([
    idsOf(search, [one, ...demo.slice(0, 5)], 'quinoa'),
    idsOf(search, demo.slice(0, 5), 'walnut'),
  ]);
  expect(with1).toEqual(['one']);
  expect(without).not.toContain('one');
});

describe('says when nothing matches exactly', () => {
  const plain = { category: 'Seeds', ingredients: [], tags: ['gluten-free'] };
  const seeds = [
    { ...plain, id: 'one', name: 'Pumpkin Seeds', description: 'No added sugar, and free of salt. Slow roasted.' },
    { ...plain, id: 'two', name: 'Chia Seeds', description: 'Sweet without sugar.' },
  ];
  test.each([
    ['pumpkin', true],
    ['seeds pump', true],
    ['gluten free', true],
    ['no added sugar', true],
    ['slow-roasted', true],
    ['sugar free', false],
    ['sweet pumpkin', false],
    ['pumkpin', false],
    ['pumpkin cashew', false],
    ['zzzz', false],
    ['', false],
  ])('%s: %s', async (text, exact) => {
    expect((await createSearchService().find(seeds, text)).exact).toBe(exact);
  });

  test.each([
    ['sugar free', false],
    ['kaju', true],
    ['dark chocolate', true],
    ['almnd', false],
  ])('in the demo shop, %s: %s', async (text, exact) => {
    const found = await createSearchService().find(demo, text);
    expect([found.ids.length > 0, found.exact]).toEqual([true, exact]);
  });

  test('reads the descriptions of the best hits only: words that never stand together are in thousands of them', async () => {
    let reads = 0;
    const many = Array.from({ length: 500 }, (_, index) => ({
      ...plain,
      id: `p${index}`,
      name: `Seeds ${index}`,
      get description() {
        reads += 1;
        return 'Packed by hand. Fresh from the farm.';
      },
    }));
    const search = createSearchService();
    expect((await search.find(many, 'packed by hand')).exact).toBe(true);
    reads = 0;
    const found = await search.find(many, 'fresh packed');
    expect([found.ids.length, found.exact]).toEqual([500, false]);
    expect(reads).toBeLessThanOrEqual(50);
    // What is named counts, however low it ranks.
    const last = { ...plain, id: 'last', name: 'A mix', category: 'Fresh', tags: ['packed'], description: '' };
    expect(await search.find([...many, last], 'fresh packed')).toMatchObject({ exact: true });
  });
});
