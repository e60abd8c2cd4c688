import { expect, test } from 'vitest';
import { isStateUnknown, stateOfAddress, stateOfPin } from './supply-state.ts';

test.each([
  ['110001', 'Delhi'],
  ['201301', 'Uttar Pradesh'],
  ['122001', 'Haryana'],
  ['160017', 'Chandigarh'],
  ['160062', 'Punjab'],
  ['194101', 'Ladakh'],
  ['248001', 'Uttarakhand'],
  ['396210', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['403001', 'Goa'],
  ['500001', 'Telangana'],
  ['560 001', 'Karnataka'],
  ['605001', 'Puducherry'],
  ['673310', 'Puducherry'],
  ['682555', 'Lakshadweep'],
  ['737101', 'Sikkim'],
  ['799001', 'Tripura'],
  ['834001', 'Jharkhand'],
  // The Army Postal Service has no state; the prefixes 10, 29 and 0 are unused.
  ['900056', null],
  ['100001', null],
  ['290001', null],
  ['000000', null],
  ['60002', null],
  ['6000201', null],
  ['', null],
])('stateOfPin(%j)', (pincode, name) => {
  expect(stateOfPin(pincode)?.name ?? null).toBe(name);
});

test.each([
  ['Karnataka', '560001', 'Karnataka'],
  ['KA', '560001', 'Karnataka'],
  // Contradiction: the name wins.
  ['Karnataka', '600020', 'Karnataka'],
  ['Bengaluru', '560001', 'Karnataka'],
  ['कर्नाटक', '560001', 'Karnataka'],
  ['', '560001', 'Karnataka'],
  ['Delhi NCR', '110001', 'Delhi'],
  ['Delhi NCR', '201301', 'Uttar Pradesh'],
  ['Delhi NCR', '122001', 'Haryana'],
  ['Kerala', '000000', 'Kerala'],
  ['Somewhere', '999999', null],
])('stateOfAddress(%j, %j)', (state, pincode, name) => {
  expect(stateOfAddress({ state, pincode })?.name ?? null).toBe(name);
  expect(isStateUnknown({ state, pincode, country: 'India' })).toBe(name === null);
});

test('a foreign address never has an unknown state', () => {
  expect(isStateUnknown({ state: 'Somewhere', pincode: '999999', country: 'UK' })).toBe(false);
});
