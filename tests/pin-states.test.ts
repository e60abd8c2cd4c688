import { expect, test } from 'vitest';
import { STATES } from '#shop/india/india.ts';
import { isPinKnown } from '#shop/india/pin-codes.ts';
import { stateOfPin } from '#shop/india/supply-state.ts';
import { readOffices } from '../scripts/pin-places.ts';

/**
 * Wrong entries in the list: an office of Nirmal in Telangana under the code of Agartala in
 * Tripura, and the like.
 */
const FAULTS = ['334002', '384316', '504346', '612906', '799001'];

/**
 * Compares the PIN code table of invoices with the list of India Post (the package that the address
 * form uses).
 */
test('every PIN code of India Post is in its state', () => {
  const counts = new Map<string, Map<string, number>>();
  const listed = new Set<string>();
  for (const { p, s } of readOffices()) {
    listed.add(p);
    if (!s || s === 'NA') continue;
    const own = counts.get(p) ?? new Map<string, number>();
    const state = s.replace(/^THE /i, '').trim().toLowerCase();
    counts.set(p, own.set(state, (own.get(state) ?? 0) + 1));
  }
  expect(counts.size).toBeGreaterThan(19_000);
  const seen = new Set<string>();
  const wrong = [...counts].flatMap(([pin, own]) => {
    const name = stateOfPin(pin)?.name ?? '';
    seen.add(name);
    // A few codes have offices in two states: use the state of most offices.
    return own.get(name.toLowerCase()) === Math.max(...own.values()) ? [] : [pin];
  });
  expect(wrong.sort()).toEqual(FAULTS);
  expect([...seen].sort()).toEqual(STATES.map(({ name }) => name));

  // All codes of the list are known, and no others.
  const known = Array.from({ length: 900_000 }, (_, code) => String(code).padStart(6, '0')).filter(isPinKnown);
  expect(known).toEqual([...listed].sort());
});
