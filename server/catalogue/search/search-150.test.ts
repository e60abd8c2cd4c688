import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { askedSize } from '#shop/catalogue/asked-size.ts';
import { type TestApp, testApp } from '#tests/app.ts';

/**
 * What shoppers in India type, and what must come first in the demo shop. The suggestions must be
 * the beginning of the results page.
 */

let t: TestApp;
beforeAll(async () => {
  t = await testApp({ seed: 'demo' });
});
afterAll(() => t[Symbol.asyncDispose]());

const resultsOf = (text: string) => t.services.catalogue.in('en').browse({ search: text, sort: 'popularity' });

const FRUIT = /^(golden-raisins|medjool-dates|afghan-figs|turkish-apricots)$/;
const TRAIL = /trail-mix/;
const BUTTER = /^peanut-butter-(crunchy|creamy|dark-chocolate)$/;
const MAKHANA = /^makhana-/;
const BOTH = /^(daily-dose-combo|champion-mix)$/;
const CORN = /^corn-nuts-/;

/** Found exactly: [query, what comes first]. */
const EXACT: [string, string | RegExp][] = [
  // Joined and split.
  ['dryfruit', FRUIT],
  ['dryfruits', FRUIT],
  ['dry fruits', FRUIT],
  ['dry-fruit', FRUIT],
  ['trailmix', TRAIL],
  ['trail mix', TRAIL],
  ['peanutbutter', BUTTER],
  ['peanut butter', BUTTER],
  ['pea nut butter', BUTTER],
  ['giftbox', 'celebration-gift-box'],
  ['gift box', 'celebration-gift-box'],
  ['cashewnuts', 'cashews-w240'],
  ['cashewnut', 'cashews-w240'],
  ['cashew nuts', 'cashews-w240'],
  ['cash ew', 'cashews-w240'],
  ['wal nut', 'walnut-kernels'],
  ['kish mish', 'golden-raisins'],
  ['pumpkinseeds', 'pumpkin-seeds'],
  ['pumpkin seed', 'pumpkin-seeds'],
  ['cornnuts', CORN],
  ['partymix', /^roasted-party-mix-/],
  ['fitnessmix', /^fitness-mix-/],
  ['championmix', 'champion-mix'],
  ['darkchocolate', /dark-chocolate$/],
  ['periperi', /peri-peri$/],
  ['foxnut', MAKHANA],
  ['fox nut', MAKHANA],
  ['phoolmakhana', MAKHANA],
  ['roastedchana', 'roasted-chana'],
  ['kaddukebeej', 'pumpkin-seeds'],
  ['kajubadam', BOTH],
  // Sizes.
  ['kaju 1kg', 'cashews-w240'],
  ['kaju1kg', 'cashews-w240'],
  ['1 kg kaju', 'cashews-w240'],
  ['kaju 1 kilo', 'cashews-w240'],
  ['काजू १ किलो', 'cashews-w240'],
  ['almond 250gm', 'california-almonds'],
  ['almonds 250 g', 'california-almonds'],
  ['250g almond', 'california-almonds'],
  ['badam 500 gram', 'california-almonds'],
  ['half kg badam', 'california-almonds'],
  ['आधा किलो बादाम', 'california-almonds'],
  ['aadha kilo kaju', 'cashews-w240'],
  ['pav kilo kishmish', 'golden-raisins'],
  ['akhrot 500gms', 'walnut-kernels'],
  ['makhana 300 gm', MAKHANA],
  ['peanut butter 1kg', BUTTER],
  ['chana 1kg', 'roasted-chana'],
  ['pista 250 g', 'roasted-pistachios'],
  ['trail mix 400g', /^trail-mix-/],
  ['mix 1 kg', /^(fitness-mix-classic|roasted-party-mix-masala|champion-mix|nutty-trail-mix)$/],
  ['1kg', /./],
  ['500 g', /./],
  // Sugar.
  ['sugar free', 'makhana-himalayan-salt'],
  ['sugarfree', 'makhana-himalayan-salt'],
  ['sugar-free', 'makhana-himalayan-salt'],
  ['diabetic', 'makhana-himalayan-salt'],
  ['for diabetic patients', 'makhana-himalayan-salt'],
  ['no added sugar', 'makhana-himalayan-salt'],
  ['without sugar', 'makhana-himalayan-salt'],
  ['शुगर फ्री', 'makhana-himalayan-salt'],
  ['शुगर फ़्री', 'makhana-himalayan-salt'],
  ['बिना चीनी', 'makhana-himalayan-salt'],
  ['bina chini', 'makhana-himalayan-salt'],
  ['मधुमेह', 'makhana-himalayan-salt'],
  ['साखर विरहित', 'makhana-himalayan-salt'],
  ['diabetic dry fruits', FRUIT],
  ['sugar free makhana', 'makhana-himalayan-salt'],
  ['sugar free almonds', 'california-almonds'],
  ['sugarfree peanut butter', 'peanut-butter-crunchy'],
  ['unsweetened peanut butter', 'peanut-butter-crunchy'],
  ['sugar free kaju 1kg', 'cashews-w240'],
  // Both words.
  ['kaju+badam', BOTH],
  ['kaju + badam', BOTH],
  ['kaju & badam', BOTH],
  ['kaju aur badam', BOTH],
  ['काजू और बादाम', BOTH],
  ['काजू आणि बदाम', BOTH],
  ['almond + raisin', BOTH],
  ['almonds and raisins', BOTH],
  ['badam pista', /^(champion-mix|celebration-gift-box)$/],
  // Words around it.
  ['kaju price', 'cashews-w240'],
  ['badam ka rate', 'california-almonds'],
  ['akhrot giri', 'walnut-kernels'],
  ['badam giri', 'california-almonds'],
  // English.
  ['almonds', 'california-almonds'],
  ['california', 'california-almonds'],
  ['cashew', 'cashews-w240'],
  ['w240', 'cashews-w240'],
  ['raisins', 'golden-raisins'],
  ['walnuts', 'walnut-kernels'],
  ['pistachio', 'roasted-pistachios'],
  ['figs', 'afghan-figs'],
  ['dates', 'medjool-dates'],
  ['apricot', 'turkish-apricots'],
  ['cranberry', /./],
  ['corn', CORN],
  ['bbq', 'corn-nuts-smoky-bbq'],
  ['cheese', 'corn-nuts-cheese'],
  ['masala', 'roasted-party-mix-masala'],
  ['protein', 'fitness-mix-protein'],
  ['crunchy peanut butter', 'peanut-butter-crunchy'],
  ['kids', 'champion-mix-kids'],
  ['gifting', 'celebration-gift-box'],
  ['coconut', 'trail-mix-tropical'],
  // Hindi and Marathi, in Latin letters.
  ['kaju', 'cashews-w240'],
  ['badam', 'california-almonds'],
  ['kishmish', 'golden-raisins'],
  ['munakka', 'golden-raisins'],
  ['manuka', 'golden-raisins'],
  ['kali kishmish', /^(champion-mix|champion-mix-kids|nutty-trail-mix|fitness-mix-seeds-berries)$/],
  ['pista', 'roasted-pistachios'],
  ['akhrot', 'walnut-kernels'],
  ['akrod', 'walnut-kernels'],
  ['anjeer', 'afghan-figs'],
  ['anjir', 'afghan-figs'],
  ['khajoor', 'medjool-dates'],
  ['khajur', 'medjool-dates'],
  ['khubani', 'turkish-apricots'],
  ['makhane', MAKHANA],
  ['bhuna chana', 'roasted-chana'],
  ['futane', 'roasted-chana'],
  ['moongfali', BUTTER],
  ['shengdane', BUTTER],
  ['kaddu ke beej', 'pumpkin-seeds'],
  ['bhopla', 'pumpkin-seeds'],
  ['nariyal', 'trail-mix-tropical'],
  ['makai', CORN],
  ['sukha meva', FRUIT],
  ['chatpata', 'roasted-party-mix-masala'],
  ['nimbu', 'corn-nuts-chilli-lime'],
  ['bachche', 'champion-mix-kids'],
  // In Devanagari.
  ['काजू', 'cashews-w240'],
  ['बादाम', 'california-almonds'],
  ['बदाम', 'california-almonds'],
  ['किशमिश', 'golden-raisins'],
  ['बेदाणे', 'golden-raisins'],
  ['पिस्ता', 'roasted-pistachios'],
  ['अखरोट', 'walnut-kernels'],
  ['अंजीर', 'afghan-figs'],
  ['खजूर', 'medjool-dates'],
  ['जर्दाळू', 'turkish-apricots'],
  ['मखाना', MAKHANA],
  ['भुना चना', 'roasted-chana'],
  ['मूँगफली', BUTTER],
  ['शेंगदाणे', BUTTER],
  ['कद्दू के बीज', 'pumpkin-seeds'],
  ['चॉकलेट', /dark-chocolate$/],
  ['उपहार', 'celebration-gift-box'],
];

/** Not what the query says: what comes closest, or nothing. */
const CLOSEST: [string, string | RegExp | null][] = [
  ['pista 1kg', 'roasted-pistachios'],
  ['kaju 3 kg', 'cashews-w240'],
  ['sugar free chocolate', /dark-chocolate$/],
  ['almnd', 'california-almonds'],
  ['peanutbuter', BUTTER],
  ['drayfruit', FRUIT],
  ['til', null],
  ['chironji', null],
  ['kesar', null],
  ['7kg', null],
];

test('there are 150', () => {
  const queries = [...EXACT, ...CLOSEST].map(([query]) => query);
  expect(new Set(queries).size).toBe(queries.length);
  expect(queries.length).toBeGreaterThanOrEqual(150);
});

const matching = (wanted: string | RegExp) => (typeof wanted === 'string' ? new RegExp(`^${wanted}$`) : wanted);

describe('what comes first', () => {
  test.each(EXACT)('%s → %s', async (query, wanted) => {
    const { products, exact, grams } = await resultsOf(query);
    expect(products[0]?.id).toMatch(matching(wanted));
    expect(exact).toBe(true);
    if (grams !== null) expect(askedSize(products[0]?.sizes ?? [], grams)).toBeDefined();
  });

  test.each(CLOSEST)('comes closest: %s → %s', async (query, wanted) => {
    const { products, exact } = await resultsOf(query);
    if (wanted === null) expect(products).toEqual([]);
    else expect(products[0]?.id).toMatch(matching(wanted));
    expect(exact).toBe(false);
  });
});

test('the suggestions are the beginning of the results, and choose the same pack', async () => {
  for (const [query] of [...EXACT, ...CLOSEST]) {
    const { products, exact, grams } = await resultsOf(query);
    const { body } = await t.get(`/api/products/search?q=${encodeURIComponent(query)}&limit=6`);
    const suggested = body.products.map(({ id }: { id: string }) => id);
    expect([query, suggested, body.exact, body.grams]).toEqual([
      query,
      products.slice(0, 6).map(({ id }) => id),
      exact,
      grams,
    ]);
  }
});

test('who asks for no added sugar gets nothing else, the least sweet first', async () => {
  for (const query of ['sugar free', 'diabetic', 'sugar free almonds', 'मधुमेह', 'no added sugar 250g']) {
    const { products, noAddedSugar } = await resultsOf(query);
    expect([query, noAddedSugar, products.length > 0]).toEqual([query, true, true]);
    expect(products.filter((product) => !product.noAddedSugar)).toEqual([]);
  }
  const sugars = (await resultsOf('sugar free')).products.map(({ nutrition }) => nutrition?.sugarsG ?? 100);
  expect(sugars).toEqual(sugars.toSorted((a, b) => a - b));
});

test('a pack alone lists what is sold in it, and nothing else', async () => {
  const { products } = await resultsOf('1kg');
  expect(products.length).toBeGreaterThan(5);
  for (const { sizes } of products) expect(askedSize(sizes, 1000)).toBeDefined();
});
