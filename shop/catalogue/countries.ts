import countries from '#messages/countries';
import states from '#messages/states';
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

/** The name of an Indian state in the current language; any other text as it is. */
export function stateName(state: string): string {
  return own(states, state)?.() ?? state;
}
