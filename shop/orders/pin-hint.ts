import m from '#messages/address-rules';
import { stateName } from '../catalogue/countries.ts';
import { pinDoubt } from '../india/pin-doubt.ts';
import { cleanLine } from '../text/text.ts';
import { type AddressForm, cleanPincode } from './address.ts';

/** What is doubtful about the PIN code as typed, for a hint below it; null when nothing is. */
export function pinHint({
  state,
  pincode,
  country,
}: Pick<AddressForm, 'state' | 'pincode' | 'country'>): string | null {
  const doubt = pinDoubt({ state: cleanLine(state), pincode: cleanPincode(pincode, country), country });
  if (doubt === null) return null;
  return doubt.kind === 'unused' ? m.pinUnused() : m.pinOtherState({ state: stateName(doubt.state) });
}
