import { isIndia } from '#shop/india/phones.ts';
import { readJson, useStoredJson, writeJson } from './device.ts';
import { acceptAddress } from './stored-checkout.ts';

/** Where the shopper wants the parcel, as far as this device knows; before there is an address, only by PIN code. */
export interface DeliveryPlace {
  pincode: string;
  /** Empty when several districts share the PIN code, or the directory could not be loaded. */
  city: string;
  state: string;
  country: string;
}

function acceptPlace(value: unknown): DeliveryPlace | null {
  const address = acceptAddress(value);
  if (!address?.pincode) return null;
  const { pincode, city, state, country } = address;
  return { pincode, city, state, country };
}

/** The place that was checked last, or that of the last address; null without both, and until hydration. */
export function useDeliveryPlace(): DeliveryPlace | null {
  const checked = useStoredJson('deliveryPlace', acceptPlace);
  const address = useStoredJson('shippingAddress', acceptPlace);
  return checked ?? address;
}

/** The place that was checked last. */
export function getDeliveryPlace(): DeliveryPlace | null {
  return readJson('deliveryPlace', acceptPlace);
}

export function keepDeliveryPlace({ pincode, city, state, country }: DeliveryPlace): void {
  writeJson('deliveryPlace', { pincode, city, state, country });
}

/**
 * The place of an Indian PIN code, from the directory; null when it is not known (D70). Without the
 * directory every code of six digits is one.
 */
export async function placeOf(pincode: string): Promise<DeliveryPlace | null> {
  const known = await Promise.all([import('#shop/india/pin-codes.ts'), import('#web/checkout/pin-places.ts')]).then(
    ([{ isPinKnown }, { placeOfPin }]) => (isPinKnown(pincode) ? placeOfPin(pincode) : null),
    () => (/^\d{6}$/.test(pincode) ? { city: '', state: '' } : null),
  );
  return known && { pincode, ...known, country: 'India' };
}

/** Whether the last address is abroad: delivery there is agreed by email (D68). */
export function goesAbroad(place: DeliveryPlace | null): boolean {
  return place !== null && !isIndia(place.country);
}
