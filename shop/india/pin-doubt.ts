import { findState } from './india.ts';
import { isIndia } from './phones.ts';
import { stateOfPin } from './supply-state.ts';

/**
 * What is doubtful about the PIN code of an Indian address: there is none like it, or it lies in
 * another state than the address names. A hint for the shopper and a mark for staff; the order is
 * taken. Null when nothing is, and for a code that is not six digits.
 *
 * @param known as `isPinKnown` says
 */
export function pinDoubt(
  address: { state: string; pincode: string; country: string },
  known: boolean,
): { kind: 'unused' } | { kind: 'other_state'; state: string } | null {
  if (!isIndia(address.country) || !/^\d{6}$/.test(address.pincode)) return null;
  if (!known) return { kind: 'unused' };
  const typed = findState(address.state);
  const real = stateOfPin(address.pincode);
  return typed && real && typed !== real ? { kind: 'other_state', state: real.name } : null;
}
