import m from '#messages/address-rules';
import { stateName } from '../catalogue/countries.ts';
import { pinDoubt } from '../india/pin-doubt.ts';
import { cleanLine } from '../text/text.ts';
import { type AddressForm, cleanPincode } from './address.ts';

/**
 * What is doubtful about the PIN code as typed, for a hint below it; null when nothing is.
 *
 * @param isKnown `isPinKnown`, whose list the browser loads
 */
export function pinHint(
  { state, pincode, country }: Pick<AddressForm, 'state' | 'pincode' | 'country'>,
  isKnown: (pincode: string) => boolean,
): string | null {
  const code = cleanPincode(pincode, country);
  const doubt = pinDoubt({ state: cleanLine(state), pincode: code, country }, isKnown(code));
  if (doubt === null) return null;
  return doubt.kind === 'unused' ? m.pinUnused() : m.pinOtherState({ state: stateName(doubt.state) });
}
