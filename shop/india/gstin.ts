import m from '#messages/address-rules';
import { asciiDigits } from '../text/text.ts';
import { STATES } from './india.ts';
import { isIndia } from './phones.ts';
import { stateOfAddress } from './supply-state.ts';

/**
 * The GSTIN of the shop or a buyer: state code, PAN, number of the registration, a letter, check
 * digit. A tax invoice shows both, and GSTR-1 lists an invoice with the buyer's as B2B.
 */

const FORMAT = /^\d{2}[A-Z]{5}\d{4}[A-Z][0-9A-Z]{3}$/;
const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A GSTIN for storage: capital letters, without spaces and hyphens. */
export function cleanGstin(text: string): string {
  return asciiDigits(text)
    .toUpperCase()
    .replace(/[\s\p{Cf}-]+/gu, '');
}

/**
 * Checks the GSTIN of a buyer, cleaned, for a delivery address. Its state must be the place of
 * supply, since the buyer cannot claim the tax of another state. When the address names no known
 * state, only the number itself is checked.
 *
 * @returns the message, or null when it is valid or empty
 */
export function checkGstin(gstin: string, to: { state: string; pincode: string; country: string }): string | null {
  if (gstin === '') return null;
  if (!isIndia(to.country)) return m.gstin_abroad();
  const fault = gstinFault(gstin);
  if (fault) return fault === 'format' ? m.gstin_format() : m.gstin_wrong();
  const home = stateOf(gstin);
  const supply = stateOfAddress(to);
  if (!home || supply === null || supply.gstCode === home.gstCode) return null;
  return m.gstin_otherState({ state: home.name, supply: supply.name });
}

/** What is wrong with a GSTIN, cleaned and not empty; null when it is one. */
export function gstinFault(gstin: string): 'format' | 'state' | 'checkDigit' | null {
  if (!FORMAT.test(gstin)) return 'format';
  if (!stateOf(gstin)) return 'state';
  return checkDigit(gstin) === gstin.at(-1) ? null : 'checkDigit';
}

/** Whether a text is a GSTIN: its format, its state and its check digit. */
export function isGstin(text: string): boolean {
  return gstinFault(text) === null;
}

function stateOf(gstin: string) {
  return STATES.find((state) => state.gstCode === gstin.slice(0, 2));
}

/** The last character of a GSTIN, from the 14 before it: a weighted sum in base 36. */
function checkDigit(gstin: string): string | undefined {
  let sum = 0;
  for (let index = 0; index < 14; index++) {
    const product = DIGITS.indexOf(gstin[index] ?? '') * (index % 2 === 0 ? 1 : 2);
    sum += Math.floor(product / 36) + (product % 36);
  }
  return DIGITS[(36 - (sum % 36)) % 36];
}
