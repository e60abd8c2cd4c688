import { expect, test } from 'vitest';
import { homeState, isOtherState, otherStateRefusal } from './other-state.ts';

const SHOP = { gstin: '', state: 'Maharashtra', pincode: '411001' };
const HOME = homeState(SHOP);
const to = (state: string, pincode: string, country = 'India') => ({ state, pincode, country });

test.each([
  ['a shop without a GSTIN', SHOP, 'Maharashtra'],
  ['a PIN code alone', { ...SHOP, state: '' }, 'Maharashtra'],
  ['a registered shop', { ...SHOP, gstin: '27AAPFU0939F1ZV' }, undefined],
  ['a shop that has not said where it is', { gstin: '', state: '', pincode: '' }, undefined],
])('%s may sell to %j', (_, shop, name) => {
  expect(homeState(shop)?.name).toBe(name);
});

test.each([
  [to('Maharashtra', '400001'), false],
  [to('महाराष्ट्र', '400001'), false],
  [to('Kerala', '682001'), true],
  [to('TN', ''), true],
  [to('', '682001'), true],
  // Whoever names the shop's state to be served: the parcel goes by the PIN code.
  [to('Maharashtra', '682001'), true],
  [to('Kerala', '400001'), true],
  // Marked `state_unknown` instead.
  [to('Somewhere', '999999'), false],
  [to('', ''), false],
  [to('California', '90210', 'USA'), false],
])('%j is in another state: %s', (address, other) => {
  expect(isOtherState(address, HOME)).toBe(other);
  expect(isOtherState(address, null)).toBe(false);
});

test('the refusal names the state', () => {
  expect(otherStateRefusal(to('Kerala', '682001'), HOME)).toMatchObject({
    code: 'other_state',
    message: expect.stringContaining('within Maharashtra only'),
  });
  expect(otherStateRefusal(null, HOME)).toBeNull();
});
