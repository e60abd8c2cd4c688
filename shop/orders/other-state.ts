import addressWords from '#messages/address-rules';
import { stateName } from '../catalogue/countries.ts';
import { ShopError } from '../errors.ts';
import { findState, type IndianState } from '../india/india.ts';
import { isIndia } from '../india/phones.ts';
import { stateOfAddress, stateOfPin } from '../india/supply-state.ts';

/**
 * Goods may leave the state of the seller only if the seller is registered for GST, however little
 * is sold (docs/india.md). A shop without a GSTIN has such orders marked, or refuses them (D64).
 */

/** The only state to which a shop may sell: its own. Null with a GSTIN, and while its state is not known. */
export function homeState(shop: { gstin: string; state: string; pincode: string }): IndianState | null {
  return shop.gstin === '' ? stateOfAddress(shop) : null;
}

/**
 * Whether an address in India is in another state, by the name of its state or by its PIN code: if
 * they disagree, the parcel may go to either.
 */
export function isOtherState(
  address: { state: string; pincode: string; country: string },
  home: Pick<IndianState, 'gstCode'> | null,
): boolean {
  if (home === null || !isIndia(address.country)) return false;
  const named = [findState(address.state), stateOfPin(address.pincode)];
  return named.some((state) => state !== null && state.gstCode !== home.gstCode);
}

/** Why a shop without a GSTIN does not deliver to an address; null when it does. */
export function otherStateSentence(
  address: { state: string; pincode: string; country: string },
  home: Pick<IndianState, 'name' | 'gstCode'> | null,
): string | null {
  return home && isOtherState(address, home) ? addressWords.onlyWithin({ state: stateName(home.name) }) : null;
}

/** The error for a draft or an order to another state, or null. */
export function otherStateRefusal(
  address: { state: string; pincode: string; country: string } | null | undefined,
  home: IndianState | null,
): ShopError | null {
  const message = address ? otherStateSentence(address, home) : null;
  return message === null ? null : new ShopError('other_state', { message });
}
