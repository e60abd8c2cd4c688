import m from '#messages/address-rules';
import { bareNumber } from '../text/text.ts';
import { normalisePhone } from './india.ts';

export const COUNTRIES = ['India', 'USA', 'UK', 'Canada', 'Australia'] as const;
export type Country = (typeof COUNTRIES)[number];

/**
 * Phone numbers of the countries that the address form offers. Each is stored as ten digits, so
 * that orders from every country are tracked with ten digits (R2.2): the national number, with a
 * leading 0 if it has nine digits.
 */
interface PhoneRules {
  dialCode: string;
  /**
   * Applied without spaces and punctuation; the group is the national number without a leading 0.
   */
  pattern: RegExp;
  message(): string;
}

const AMERICAN = { dialCode: '+1', pattern: /^1?([2-9]\d{9})$/, message: m.phone_ten };

const PHONES: Record<Country, PhoneRules> = {
  India: { dialCode: '+91', pattern: /^(\d{10})$/, message: m.phone_ten },
  USA: AMERICAN,
  UK: {
    dialCode: '+44',
    pattern: /^(?:0|44|440|0044)?([1-9]\d{8,9})$/,
    message: m.phone_tenOrEleven,
  },
  Canada: AMERICAN,
  Australia: {
    dialCode: '+61',
    pattern: /^(?:0|61|610|0061)?([2-9]\d{8})$/,
    message: m.phone_nineOrTen,
  },
};

/** The dial code of each country, in the order of the form; USA and Canada share one. */
export const DIAL_CODES: readonly { code: string; country: Country; countries: string }[] = [
  { code: '+91', country: 'India', countries: 'India' },
  { code: '+1', country: 'USA', countries: 'USA, Canada' },
  { code: '+44', country: 'UK', countries: 'UK' },
  { code: '+61', country: 'Australia', countries: 'Australia' },
];

export function isIndia(country: string): boolean {
  return country.trim() === '' || country.trim().toLowerCase() === 'india';
}

/** The country of the form with this name, India for an empty text; null for other countries. */
export function knownCountry(country: string): Country | null {
  if (isIndia(country)) return 'India';
  const wanted = country.trim().toLowerCase();
  return COUNTRIES.find((name) => name.toLowerCase() === wanted) ?? null;
}

/**
 * Normalises a phone number for storage: ten digits if it is valid in its country (a leading `+91`,
 * `+44` or 0 is removed), otherwise the input without spaces and punctuation.
 */
export function cleanPhone(phone: string, country: string): string {
  const known = knownCountry(country);
  const national = known === 'India' ? normalisePhone(phone) : null;
  if (national) return national;
  const digits = bareNumber(phone);
  const own = known && known !== 'India' ? PHONES[known].pattern.exec(digits)?.[1] : undefined;
  return own === undefined ? digits : own.padStart(10, '0');
}

/**
 * Returns the error message for a stored phone number that is not valid in its country, or null.
 */
export function checkPhone(phone: string, country: string): string | null {
  const known = knownCountry(country);
  if (known) return PHONES[known].pattern.test(phone) ? null : PHONES[known].message();
  // A country that the form does not offer, from an older address: only the length is checked.
  return /^\d{4,15}$/.test(phone) ? null : m.phone_anywhere();
}

/**
 * All forms under which orders with this number may be stored: the number itself, and the older
 * forms of foreign numbers from before they were normalised to ten digits.
 */
export function storedForms(phone: string): string[] {
  if (!/^\d{10}$/.test(phone)) return [phone];
  const national = phone.replace(/^0/, '');
  const before = phone === national ? ['1', '0', '44', '440', '0044'] : ['', '44', '440', '0044', '61', '610', '0061'];
  return [phone, ...before.map((prefix) => prefix + national)];
}

/**
 * '+44 7700900123' for a stored foreign number, so that it can be dialled; Indian numbers are
 * returned unchanged.
 */
export function internationalPhone(phone: string, country: string): string {
  const known = knownCountry(country);
  if (!known || known === 'India' || !/^\d{10}$/.test(phone)) return phone;
  return `${PHONES[known].dialCode} ${phone.replace(/^0/, '')}`;
}
