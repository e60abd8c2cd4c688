import { findState, type IndianState } from './india.ts';
import { isIndia } from './phones.ts';

/**
 * PIN code prefixes of each state; the longest matching prefix wins. The table maps every code of
 * India Post to its state (tests/pin-states.test.ts).
 */
const PINS: readonly (readonly [state: string, prefixes: string])[] = [
  ['Delhi', '11'],
  ['Haryana', '12 13'],
  ['Punjab', '14 15 16005 16006 16007 160103 160104'],
  ['Chandigarh', '16'],
  ['Himachal Pradesh', '17'],
  ['Jammu and Kashmir', '18 19'],
  ['Ladakh', '194'],
  [
    'Uttar Pradesh',
    '20 21 22 23 241 242 243 244 24470 245 2467 247 247662 247669 25 261 2620 2621 2622 262302 262305 262406 2627 2628 2629 27 28',
  ],
  ['Uttarakhand', '24 2447 2476 26'],
  ['Rajasthan', '30 31 32 33 34'],
  ['Chhattisgarh', '49'],
  ['Gujarat', '36 37 38 39 39623'],
  ['Dadra and Nagar Haveli and Daman and Diu', '36252 36254 36257 3962 396230'],
  ['Maharashtra', '40 41 42 43 44'],
  ['Goa', '403'],
  ['Madhya Pradesh', '45 46 47 48'],
  ['Telangana', '50'],
  ['Andhra Pradesh', '51 52 53'],
  ['Karnataka', '56 57 58 59'],
  ['Tamil Nadu', '60 605111 607401 609608 61 62 63 64'],
  ['Puducherry', '6050 605107 60511 605502 6074 6096 673310'],
  ['Kerala', '67 68 69'],
  ['Lakshadweep', '68255'],
  ['West Bengal', '70 71 72 73 74'],
  ['Sikkim', '737'],
  ['Andaman and Nicobar Islands', '744'],
  ['Odisha', '75 76 77'],
  ['Assam', '78'],
  ['Meghalaya', '781131 793 794'],
  ['Tripura', '79'],
  ['Arunachal Pradesh', '790 791 792'],
  ['Mizoram', '7917 796'],
  ['Manipur', '795'],
  ['Nagaland', '797 798'],
  ['Bihar', '80 811 812 813 814131 821 823 824 84 85'],
  ['Jharkhand', '81 813208 82 83'],
];

const states = new Map(PINS.flatMap(([state, all]) => all.split(' ').map((prefix) => [prefix, state] as const)));

/**
 * The state of a PIN code; null if it is not six digits, belongs to the Army Postal Service or has
 * an unused prefix.
 */
export function stateOfPin(pincode: string): IndianState | null {
  const pin = pincode.replace(/\s+/g, '');
  if (!/^\d{6}$/.test(pin)) return null;
  for (let digits = 6; digits >= 2; digits--) {
    const state = states.get(pin.slice(0, digits));
    if (state) return findState(state);
  }
  return null;
}

/**
 * The state of supply for an Indian address: by the name of its state, otherwise by its PIN code;
 * null if neither is known.
 */
export function stateOfAddress(address: { state: string; pincode: string }): IndianState | null {
  return findState(address.state) ?? stateOfPin(address.pincode);
}

/**
 * Whether the invoice of this address would fall back to the shop's own state (D22:
 * `state_unknown`).
 */
export function isStateUnknown(address: { state: string; pincode: string; country: string }): boolean {
  return isIndia(address.country) && stateOfAddress(address) === null;
}
