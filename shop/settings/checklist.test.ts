import { expect, test } from 'vitest';
import { type ChecklistFacts, changeChecklist, checklistOf, missingMusts } from './checklist.ts';
import type { ChecklistStepId } from './checklist-steps.ts';
import { ShopSettings } from './settings.ts';

const NOTHING: ChecklistFacts = {
  shop: ShopSettings.parse({}),
  shopSaved: false,
  logo: false,
  upiId: '',
  creditAt: null,
  products: 0,
  mailFrom: null,
  mailTestedAt: null,
  alerts: false,
  backupAt: null,
  backupPlanned: false,
  accounts: [],
};
const SAID = { putOff: [], ticked: [] };
const SHOP = ShopSettings.parse({
  brandName: 'Mewa House',
  address: '4 Itwari',
  city: 'Nagpur',
  pincode: '440010',
  phone: '90000 00031',
  gstin: '27ABCDE1234F1Z5',
  fssaiLicence: '11223344556677',
  whatsapp: '90000 00031',
});
const DAY = Date.UTC(2026, 10, 20, 6);
const step = (id: ChecklistStepId, facts: Partial<ChecklistFacts>) =>
  checklistOf({ ...NOTHING, ...facts }, SAID).find((one) => one.id === id);

test('nothing is done in an empty shop', () => {
  const steps = checklistOf(NOTHING, SAID);
  expect(steps).toHaveLength(14);
  expect(steps.filter(({ done, putOff, fact }) => done || putOff || fact !== '')).toEqual([]);
});

test.each<[ChecklistStepId, Partial<ChecklistFacts>, string]>([
  ['brand', { shop: SHOP, shopSaved: true }, 'Mewa House'],
  ['account', { accounts: ['HDFC Bank …4821', 'PhonePe'] }, 'HDFC Bank …4821, PhonePe'],
  ['logo', { logo: true }, 'Your own logo is on every page'],
  ['address', { shop: SHOP, shopSaved: true }, 'Nagpur 440010, 90000 00031'],
  ['upi', { upiId: 'mewa@okhdfc' }, 'mewa@okhdfc'],
  ['testPayment', { creditAt: DAY }, 'Received on 20 Nov 2026'],
  ['product', { products: 1 }, '1 product'],
  ['product', { products: 12 }, '12 products'],
  ['fssai', { shop: SHOP, shopSaved: true }, '11223344556677'],
  ['gstin', { shop: SHOP, shopSaved: true }, '27ABCDE1234F1Z5'],
  ['mail', { mailFrom: 'shop@mewa.example', mailTestedAt: DAY }, 'shop@mewa.example, tested on 20 Nov 2026'],
  ['alerts', { alerts: true }, 'Somebody is told of each new order'],
  ['whatsapp', { shop: SHOP, shopSaved: true }, '90000 00031'],
  ['backup', { backupAt: DAY }, 'Last one on 20 Nov 2026'],
])('%s is done by a fact: %o', (id, facts, fact) => {
  expect(step(id, facts)).toMatchObject({ done: true, ticked: false, fact });
});

test.each<[string, ChecklistStepId, Partial<ChecklistFacts>]>([
  ['example values', 'brand', { shop: { ...SHOP, demoData: true }, shopSaved: true }],
  ['settings that nobody has saved', 'brand', { shop: SHOP }],
  ['an address without a phone', 'address', { shop: { ...SHOP, phone: '' }, shopSaved: true }],
  ['an address without a PIN code', 'address', { shop: { ...SHOP, pincode: '' }, shopSaved: true }],
  ['a name, no logo', 'logo', { shop: SHOP, shopSaved: true }],
  ['a mail that goes to a file', 'mail', { mailTestedAt: DAY }],
  ['a server without a test', 'mail', { mailFrom: 'shop@mewa.example' }],
])('%s: not done', (_name, id, facts) => {
  expect(step(id, facts)).toMatchObject({ done: false, fact: '' });
});

test('the owner ticks what the shop cannot see, and puts steps off', () => {
  let said = changeChecklist({ putOff: [], ticked: [] }, 'gstin', { ticked: true });
  said = changeChecklist(said, 'fssai', { putOff: true });
  // A licence is a fact: it cannot be ticked.
  said = changeChecklist(said, 'fssai', { ticked: true });
  expect(said).toEqual({ putOff: ['fssai'], ticked: ['gstin'] });
  const steps = checklistOf(NOTHING, said);
  expect(steps.find(({ id }) => id === 'gstin')).toMatchObject({ done: true, ticked: true });
  expect(steps.find(({ id }) => id === 'fssai')).toMatchObject({ done: false, putOff: true });
  said = changeChecklist(said, 'gstin', { ticked: false });
  expect(changeChecklist(said, 'fssai', { putOff: false })).toEqual({ putOff: [], ticked: [] });
});

test('a new shop needs its name, address, UPI ID, a product and the licence, and nothing else', () => {
  expect(missingMusts(checklistOf(NOTHING, SAID))).toEqual([
    ...['its name', 'address and phone', 'UPI ID', 'a product of your own', 'FSSAI licence'],
  ]);
  const ready = { shop: SHOP, shopSaved: true, upiId: 'mewa@okhdfc', products: 1 };
  expect(missingMusts(checklistOf({ ...NOTHING, ...ready }, SAID))).toEqual([]);
});

test.each<[ChecklistStepId, Partial<ChecklistFacts>, boolean]>([
  ['mail', {}, true],
  ['mail', { mailFrom: 'shop@mewa.example' }, false],
  ['backup', {}, true],
  ['backup', { backupPlanned: true }, false],
  ['brand', {}, false],
])('%s with %o: somebody has to set something on the server first: %s', (id, facts, needsServer) => {
  expect(step(id, facts)).toMatchObject({ needsServer });
});
