import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findState, gstCodeOf, INDIAN_STATES, normalisePhone, STATES, splitGst } from './india.ts';

test('36 states and union territories, sorted, with unique codes', () => {
  expect(STATES).toHaveLength(36);
  expect(new Set(STATES.map((state) => state.gstCode)).size).toBe(36);
  expect([...INDIAN_STATES].sort()).toEqual(INDIAN_STATES);
});

test.each([
  ['Maharashtra', '27'],
  [' tamil nadu ', '33'],
  ['Orissa', '21'],
  ['New Delhi', '07'],
  ['Texas', null],
  ['', null],
  ['constructor', null],
])('gstCodeOf(%j)', (name, code) => {
  expect(gstCodeOf(name)).toBe(code);
  expect(findState(name)?.gstCode ?? null).toBe(code);
});

test.each([
  ['KA', 'Karnataka'],
  ['Karnatka', 'Karnataka'],
  ['Karnataka, India', 'Karnataka'],
  ['Karnataka State', 'Karnataka'],
  ['29-Karnataka', 'Karnataka'],
  ['UP', 'Uttar Pradesh'],
  ['U.P.', 'Uttar Pradesh'],
  ['MH', 'Maharashtra'],
  ['Maharastra', 'Maharashtra'],
  ['TN', 'Tamil Nadu'],
  ['Tamil-nadu', 'Tamil Nadu'],
  ['TAMILNADU', 'Tamil Nadu'],
  ['J & K', 'Jammu and Kashmir'],
  ['Jammu & Kashmir', 'Jammu and Kashmir'],
  ['Orissa', 'Odisha'],
  ['Pondicherry', 'Puducherry'],
  ['Uttaranchal', 'Uttarakhand'],
  ['WB', 'West Bengal'],
  ['Telengana', 'Telangana'],
  ['TS', 'Telangana'],
  ['Daman & Diu', 'Dadra and Nagar Haveli and Daman and Diu'],
  ['Gujrat', 'Gujarat'],
  ['Delhi', 'Delhi'],
  ['NCT of Delhi', 'Delhi'],
  // Spans three states: the PIN code decides (supply-state.test.ts).
  ['Delhi NCR', null],
  ['महाराष्ट्र', null],
  ['India', null],
  ['State', null],
])('findState(%j) is %j', (typed, name) => {
  expect(findState(typed)?.name ?? null).toBe(name);
});

test('every state has an abbreviation, and none is ambiguous', () => {
  const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
  for (const state of STATES) {
    expect(findState(state.name)).toBe(state);
    expect(findState(letters(state.name))).toBe(state);
  }
  for (const code of [
    'AP',
    'AR',
    'AS',
    'BR',
    'CG',
    'GA',
    'GJ',
    'HR',
    'HP',
    'JK',
    'JH',
    'KA',
    'KL',
    'LA',
    'LD',
    'MP',
    'MH',
  ])
    expect(findState(code), code).not.toBeNull();
  for (const code of [
    'MN',
    'ML',
    'MZ',
    'NL',
    'OD',
    'PB',
    'PY',
    'RJ',
    'SK',
    'TN',
    'TS',
    'TR',
    'UP',
    'UK',
    'WB',
    'AN',
    'CH',
    'DH',
  ])
    expect(findState(code), code).not.toBeNull();
});

test.each([
  ['9876543210', '9876543210'],
  ['+91 98765 43210', '9876543210'],
  ['0091-98765-43210', '9876543210'],
  ['09876543210', '9876543210'],
  ['९८७६५४३२१०', '9876543210'],
  ['098765-43210', '9876543210'],
  ['+91 (0)98765 43210', '9876543210'],
  ['\u202a+91\u00a098765\u201143210\u202c', '9876543210'],
  ['+91/98765.43210', '9876543210'],
  ['9198765432', '9198765432'],
  ['98765', null],
  ['98765432101', null],
  ['+1 987 654 3210', null],
  ['98765x43210', null],
  ['', null],
  ['9'.repeat(50_000), null],
])('normalisePhone, case %#', (text, phone) => {
  expect(normalisePhone(text)).toBe(phone);
});

describe('splitGst', () => {
  test.each([
    [10500, 500, true, { taxable: 10000, cgst: 250, sgst: 250, igst: 0 }],
    [10500, 500, false, { taxable: 10000, cgst: 0, sgst: 0, igst: 500 }],
    [11800, 1800, false, { taxable: 10000, cgst: 0, sgst: 0, igst: 1800 }],
    [96800, 500, true, { taxable: 92190, cgst: 2305, sgst: 2305, igst: 0 }],
    [96800, 500, false, { taxable: 92190, cgst: 0, sgst: 0, igst: 4610 }],
    [1, 500, true, { taxable: 1, cgst: 0, sgst: 0, igst: 0 }],
    [0, 500, true, { taxable: 0, cgst: 0, sgst: 0, igst: 0 }],
    [9999, 0, true, { taxable: 9999, cgst: 0, sgst: 0, igst: 0 }],
  ])('%i paise at %i basis points, same state %s', (price, rate, same, split) => {
    expect(splitGst(price, rate, same)).toEqual(split);
  });

  test('parts sum to the price, halves are equal, tax is within a paisa of exact', () => {
    fc.assert(
      fc.property(
        fc.nat(1_000_000_000),
        fc.constantFrom(0, 25, 300, 500, 1200, 1800, 2800, 4000),
        fc.boolean(),
        (price, rate, same) => {
          const { taxable, cgst, sgst, igst } = splitGst(price, rate, same);
          expect(taxable + cgst + sgst + igst).toBe(price);
          expect(cgst).toBe(sgst);
          expect(taxable).toBeGreaterThanOrEqual(0);
          expect(Math.abs(cgst + sgst + igst - (price * rate) / (10_000 + rate))).toBeLessThanOrEqual(1);
        },
      ),
    );
  });

  test.each([
    [-1, 500],
    [0.5, 500],
    [Number.NaN, 500],
    [100, -5],
    [100, 0.5],
    [100, Number.NaN],
    [2 ** 53, 500],
  ])('refuses %d at %d', (price, rate) => {
    expect(() => splitGst(price, rate, true)).toThrow(RangeError);
  });
});
