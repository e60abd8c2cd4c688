import countries from '#messages/countries';
import { own } from '../text/own.ts';

/**
 * A country or, of origin, several: 'India', 'USA, India'. One that is not in the table is shown as
 * the owner wrote it.
 */
export function countryName(names: string): string {
  return names
    .split(',')
    .map((name) => own(countries, name.trim())?.() ?? name.trim())
    .join(', ');
}
