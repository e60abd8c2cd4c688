import { expect, test } from 'vitest';
import { checkGstin, cleanGstin } from './gstin.ts';

const to = (state: string, pincode = '', country = 'India') => ({ state, pincode, country });
const WRONG = 'This GSTIN is not valid. Please check each letter and digit';
const FORM = 'A GSTIN has 15 letters and digits, such as 27AAPFU0939F1ZV';

test.each([
  ['', to('Kerala'), null],
  ['27AAPFU0939F1ZV', to('Maharashtra'), null],
  ['27AAPFU0939F1ZV', to('maharastra'), null],
  ['27AAPFU0939F1ZV', to('somewhere', '411001'), null],
  ['24AAACC4175D1Z4', to('Gujarat'), null],
  ['33AABCT3518Q1Z3', to('TN'), null],
  // Neither state nor PIN code is known: the order needs attention anyway (D34).
  ['27AAPFU0939F1ZV', to('somewhere'), null],
  ['27AAPFU0939F1ZW', to('Maharashtra'), WRONG],
  ['27AAPFU0993F1ZV', to('Maharashtra'), WRONG],
  ['99AAPFU0939F1ZC', to('Maharashtra'), WRONG],
  ['27AAPFU0939F1Z', to('Maharashtra'), FORM],
  ['27AAPFU0939F1ZVV', to('Maharashtra'), FORM],
  ['2AAAPFU0939F1ZV', to('Maharashtra'), FORM],
  [
    '27AAPFU0939F1ZV',
    to('Tamil Nadu', '600020'),
    'This GSTIN is registered in Maharashtra, but the parcel goes to Tamil Nadu. Use your GSTIN for Tamil Nadu, or leave it empty',
  ],
  ['27AAPFU0939F1ZV', to('Yorkshire', 'LS1', 'UK'), 'A GSTIN can be used only for a delivery in India'],
])('the GSTIN %j for %o: %j', (gstin, address, message) => {
  expect(checkGstin(gstin, address)).toBe(message);
});

test.each([
  [' 27aapfu0939f1zv ', '27AAPFU0939F1ZV'],
  ['27 AAPFU-0939-F1ZV\u200e', '27AAPFU0939F1ZV'],
  ['२७AAPFU0939F1ZV', '27AAPFU0939F1ZV'],
])('%j is stored as %j', (typed, stored) => {
  expect(cleanGstin(typed)).toBe(stored);
});
