import { describe, expect, test } from 'vitest';
import {
  COUNTRIES,
  checkPhone,
  cleanPhone,
  DIAL_CODES,
  internationalPhone,
  knownCountry,
  storedForms,
} from './phones.ts';

test.each([
  ['India', '+91 98765 43210', '9876543210'],
  ['', '098765 43210', '9876543210'],
  ['India', '98765', '98765'],
  ['USA', '+1 (415) 555-0100', '4155550100'],
  ['usa', '415-555-0100', '4155550100'],
  ['Canada', '1 613 555 0100', '6135550100'],
  ['USA', '155-0100', '1550100'],
  ['UK', '+44 7700 900123', '7700900123'],
  ['UK', '07700 900123', '7700900123'],
  ['UK', '+44 (0)7700 900123', '7700900123'],
  ['UK', '0044 7700 900123', '7700900123'],
  ['UK', '016977 2345', '0169772345'],
  ['UK', '+44 16977 2345', '0169772345'],
  ['Australia', '0412 345 678', '0412345678'],
  ['Australia', '+61 412 345 678', '0412345678'],
  ['Australia', '412345678', '0412345678'],
  ['Australia', '612345678', '0612345678'],
  ['Nepal', '+977 1 4123456', '97714123456'],
])('cleanPhone in %j: %j is stored as %j, also when cleaned again', (country, typed, stored) => {
  expect(cleanPhone(typed, country)).toBe(stored);
  expect(cleanPhone(stored, country)).toBe(stored);
});

describe('orders from every country are tracked with ten digits', () => {
  /** The older stored form: as typed, without spaces and punctuation. */
  const former = (typed: string) => typed.replace(/[\s()+.-]+/g, '');
  test.each([
    ['USA', ['4155550100', '+1 415 555 0100']],
    ['Canada', ['6135550100', '16135550100']],
    ['UK', ['7700 900123', '07700 900123', '+44 7700 900123', '+44 (0)7700 900123', '0044 7700 900123']],
    ['UK', ['016977 2345', '+44 16977 2345', '169772345', '+44 (0)16977 2345', '0044169772345']],
    ['Australia', ['412 345 678', '0412 345 678', '+61 412 345 678', '+61 (0)412 345 678', '0061 412 345 678']],
  ])('%s', (country, typed) => {
    const stored = new Set(typed.map((text) => cleanPhone(text, country)));
    expect(stored.size).toBe(1);
    const [phone = ''] = stored;
    expect(phone).toMatch(/^\d{10}$/);
    expect(checkPhone(phone, country)).toBeNull();
    for (const text of typed) {
      expect(checkPhone(former(text), country)).toBeNull();
      expect(storedForms(phone)).toContain(former(text));
    }
  });
});

test.each([
  ['India', '98765432101', 'Phone number must be 10 digits'],
  ['USA', '1155550100', 'Phone number must be 10 digits'],
  ['UK', '77009', 'Phone number must be 10 or 11 digits'],
  ['Australia', '112345678', 'Phone number must be 9 or 10 digits'],
  ['Nepal', '123', 'Phone number must be 4 to 15 digits'],
])('checkPhone in %s: %j', (country, phone, message) => {
  expect(checkPhone(cleanPhone(phone, country), country)).toBe(message);
});

test('a number that is not ten digits has one stored form', () => {
  expect(storedForms('97714123456')).toEqual(['97714123456']);
  expect(storedForms('')).toEqual(['']);
});

test.each([
  ['9876543210', 'India', '9876543210'],
  ['7700900123', 'UK', '+44 7700900123'],
  ['0412345678', 'Australia', '+61 412345678'],
  ['4155550100', 'canada', '+1 4155550100'],
  ['447700900123', 'UK', '447700900123'],
  ['97714123456', 'Nepal', '97714123456'],
])('internationalPhone(%j, %j)', (phone, country, shown) => {
  expect(internationalPhone(phone, country)).toBe(shown);
});

test('every country of the form has its dial code, India first', () => {
  expect(knownCountry('Atlantis')).toBeNull();
  expect(DIAL_CODES[0]).toMatchObject({ code: '+91', country: 'India' });
  for (const country of COUNTRIES) {
    expect(DIAL_CODES.some(({ countries }) => countries.includes(country))).toBe(true);
  }
});
