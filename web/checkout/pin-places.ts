import text from '#pins/places';

/**
 * City and state of Indian PIN codes, without a network request to a third party. Loaded by the
 * address page when a PIN code is typed.
 */

export interface Place {
  /** Empty when several districts share the prefix. */
  city: string;
  state: string;
}

const places = new Map<string, Place>();
for (const line of text.split('\n')) {
  const [state = '', ...cities] = line.split('|');
  for (const entry of cities) {
    const [city = '', prefixes = ''] = entry.split(':');
    for (const prefix of prefixes.split(',')) places.set(prefix, { city, state });
  }
}

/** City and state of a six-digit PIN code; null for other input and for unknown codes. */
export function placeOfPin(pincode: string): Place | null {
  if (!/^\d{6}$/.test(pincode)) return null;
  for (let digits = 6; digits >= 3; digits--) {
    const place = places.get(pincode.slice(0, digits));
    if (place) return place;
  }
  return null;
}
