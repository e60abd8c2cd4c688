import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import text from '#pins/places';
import { INDIAN_STATES } from '#shop/orders/address.ts';
import { placeOfPin } from './pin-places.ts';

test.each([
  ['600020', 'Chennai', 'Tamil Nadu'],
  ['110001', 'New Delhi', 'Delhi'],
  ['560001', 'Bengaluru', 'Karnataka'],
  ['400001', 'Mumbai', 'Maharashtra'],
  ['400050', 'Mumbai', 'Maharashtra'],
  ['700001', 'Kolkata', 'West Bengal'],
  ['500001', 'Hyderabad', 'Telangana'],
  ['380001', 'Ahmedabad', 'Gujarat'],
  ['411001', 'Pune', 'Maharashtra'],
  ['302001', 'Jaipur', 'Rajasthan'],
  ['605001', 'Puducherry', 'Puducherry'],
  ['160017', 'Chandigarh', 'Chandigarh'],
  ['190001', 'Srinagar', 'Jammu and Kashmir'],
  ['500034', 'Hyderabad', 'Telangana'],
  ['194101', 'Leh', 'Ladakh'],
])('%s is in %s, %s', (pincode, city, state) => {
  expect(placeOfPin(pincode)).toEqual({ city, state });
});

test('returns only the state when districts share a PIN code', () => {
  const line = text.split('\n').find((one) => one.includes('|:')) ?? '';
  const [state] = line.split('|');
  const prefix = line.split('|:')[1]?.split(/[,|]/)[0] ?? '';
  // The shortest prefix without a city: at least one code with this prefix has no city of its own.
  const codes = Array.from({ length: 10 ** (6 - prefix.length) }, (_, rest) => `${prefix}${rest || ''}`.padEnd(6, '0'));
  expect(codes.map(placeOfPin)).toContainEqual({ city: '', state });
});

test.each(['000000', '999999', '60002', '6000200', 'abcdef', ''])('returns null for %j', (pincode) => {
  expect(placeOfPin(pincode)).toBeNull();
});

test('covers exactly the states of the address form, in under 18 KB gzip', () => {
  const states = text.split('\n').map((line) => line.split('|')[0]);
  expect(states.toSorted()).toEqual([...INDIAN_STATES].sort());
  expect(gzipSync(text).length).toBeLessThan(18 * 1024);
});
