import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import type { Listed } from '../catalogue/completeness.ts';
import { LAW_WORDS, LAWS } from '../india/laws.ts';
import { ShopConfig, ShopSettings } from '../settings/settings.ts';
import { complianceOf, POLICIES, type ShopFacts } from './compliance.ts';

const page = (text: string) => ({
  slug: 'a',
  route: '/a',
  title: 'A',
  pageTitle: 'A',
  metaDescription: '',
  blocks: [{ heading: 'A', paragraphs: [text], list: [] }],
});
const SAID = page('What we promise');
const policies: ShopFacts['policies'] = {
  'privacy-policy': SAID,
  'shipping-policy': SAID,
  'return-refund-policy': SAID,
};
const SHOP = ShopSettings.parse({
  legalName: 'Kishmish Foods',
  address: 'House 1',
  city: 'Pune',
  state: 'Maharashtra',
  pincode: '411001',
  phone: '9000000001',
  email: 'care@kishmish.test',
  fssaiLicence: '10000000000000',
  gstin: '27DEMCK0000D1ZV',
  grievanceOfficer: { name: 'Asha Rao', designation: 'Grievance Officer', email: 'asha@kishmish.test' },
});
const CONFIG = ShopConfig.parse({});
const FACTS: ShopFacts = { shop: SHOP, config: CONFIG, unregistered: false, policies };
const PRODUCT: Listed & { id: string; name: string } = {
  id: 'almonds',
  name: 'Almonds',
  description: 'Almonds',
  brand: 'Kishmish',
  countryOfOrigin: 'India',
  maker: 'Kishmish Foods, Pune',
  shelfLife: '12 months',
  storage: 'Dry',
  ingredients: ['Almonds'],
  allergens: ['Almond'],
  hsnCode: '0802',
  gstRate: 5,
  images: [],
  price: 299,
  originalPrice: 349,
  sizes: [{ size: '250g', price: 299, originalPrice: 349, stock: 5, netQuantityGrams: 250 }],
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
};

const missing = (facts: Partial<ShopFacts>) =>
  complianceOf({ ...FACTS, ...facts }, []).shop.flatMap(({ fact, state }) => (state === 'todo' ? [fact] : []));
const shop = (change: Partial<ShopSettings>) => ({ shop: { ...SHOP, ...change } });
const officer = (change: object) => shop({ grievanceOfficer: { ...SHOP.grievanceOfficer, ...change } });

test.each<[string, Partial<ShopFacts>, string[]]>([
  ['everything', {}, []],
  ['no legal name', shop({ legalName: '' }), ['Legal name']],
  ...(['address', 'city', 'state', 'pincode'] as const).map((name): [string, Partial<ShopFacts>, string[]] => [
    `no ${name}`,
    shop({ [name]: '' }),
    ['Address with city, state and pincode'],
  ]),
  ['no phone', shop({ phone: '' }), ['Customer care phone']],
  ['no email', shop({ email: '' }), ['Customer care email']],
  ['no officer', officer({ name: '' }), ['Name of the grievance officer']],
  ['no designation', officer({ designation: undefined }), ['Designation of the grievance officer']],
  ['no contact', officer({ email: '' }), ['Email or phone of the grievance officer']],
  ['a phone instead', officer({ email: '', phone: '9000000002' }), []],
  ['no licence', shop({ fssaiLicence: '' }), ['FSSAI licence number']],
  ['no GSTIN', shop({ gstin: '' }), ['GSTIN without a typing error']],
  ['a GSTIN with two digits swapped', shop({ gstin: '27AAPFU9039F1ZV' }), ['GSTIN without a typing error']],
  ['not registered', { ...shop({ gstin: '' }), unregistered: true }, []],
  ['an empty policy', { policies: { ...policies, 'shipping-policy': page(' ') } }, ['Terms of delivery']],
  ['no blocks', { policies: { ...policies, 'privacy-policy': { ...page(''), blocks: [] } } }, ['Privacy notice']],
])('%s', (_name, facts, wanted) => {
  expect(missing(facts)).toEqual(wanted);
});

test('example values are nobody’s, but the policies count', () => {
  const { shop: rules, example } = complianceOf({ ...FACTS, shop: { ...SHOP, demoData: true } }, []);
  expect(example).toBe(true);
  const places = rules.filter(({ state, law }) => state === 'met' && law !== 'patterns' && law !== 'registration');
  expect(places.flatMap(({ section }) => section ?? [])).toEqual(POLICIES.map(() => 'page-content'));
});

test.each<[string, Partial<ShopFacts>, string[]]>([
  ['nothing that hurries', {}, []],
  ['a countdown', { config: { ...CONFIG, offerCountdownEnabled: true } }, ['offerCountdownEnabled']],
  ['the other countdown', { config: { ...CONFIG, deliveryCutoffEnabled: true } }, ['deliveryCutoffEnabled']],
  ['typed buyers', { config: { ...CONFIG, typedCountsEnabled: true } }, ['typedCountsEnabled']],
  ['typed stars', { config: { ...CONFIG, typedRatingsEnabled: true } }, ['typedRatingsEnabled']],
  ['other states without a GSTIN', { ...shop({ gstin: '' }), unregistered: true }, ['refuseOtherStates']],
  [
    'a shop without a place',
    { ...shop({ gstin: '', state: '', pincode: '', refuseOtherStates: true }), unregistered: true },
    ['refuseOtherStates'],
  ],
  ['other states refused', { ...shop({ gstin: '', refuseOtherStates: true }), unregistered: true }, []],
])('the owner decides about %s', (_name, facts, wanted) => {
  const { shop: rules, percent } = complianceOf({ ...FACTS, ...facts }, []);
  expect(rules.flatMap(({ state, section, field }) => (state === 'decide' && section ? [field] : []))).toEqual(wanted);
  if (facts.shop?.state !== '') expect(percent).toBe(100);
});

test('the percentage counts all facts, and is 100 only when nothing is missing', () => {
  const whole = complianceOf(FACTS, [PRODUCT, PRODUCT]);
  expect(whole).toMatchObject({ percent: 100, visible: 2, complete: 2, products: [] });
  const many = [...Array.from({ length: 500 }, () => PRODUCT), { ...PRODUCT, id: 'raw', name: 'Raw', maker: '' }];
  expect(complianceOf(FACTS, many)).toMatchObject({
    percent: 99,
    visible: 501,
    complete: 500,
    products: [{ id: 'raw', name: 'Raw', gaps: [{ field: 'maker', law: 'metrology' }] }],
  });
});

test('docs/india.md names each law', () => {
  const text = readFileSync(new URL('../../docs/india.md', import.meta.url), 'utf8');
  for (const name of Object.values(LAWS)) expect(text).toContain(`| ${name} |`);
});

test('each law has one sentence', () => {
  for (const words of Object.values(LAW_WORDS)) expect(words).toMatch(/^[A-Z][^.]+\.$/);
});

test('each fact of the shop leads to a field that exists', () => {
  for (const { section, field } of complianceOf(FACTS, []).shop) {
    const [name = '', inner] = field.split('.');
    if (section === null || name in CONFIG) continue;
    if (section === 'page-content') expect(POLICIES).toContain(field);
    else expect(inner ? SHOP[name as 'grievanceOfficer'] : SHOP).toHaveProperty(inner ?? name);
  }
});
