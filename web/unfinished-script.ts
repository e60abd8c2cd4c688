import type { DeviceKey } from './lib/device.ts';

/**
 * What an unfinished payment shows (D66): the strip, the payment that was found, or nothing. Reads
 * the stored text without its module.
 */
export function shownOf(stored: string | null): 'open' | 'found' | null {
  if (!stored) return null;
  if (/"found":\{/.test(stored)) return 'found';
  return /"closed":true/.test(stored) ? null : 'open';
}

/**
 * Runs inline in the head, before the page is painted, and cannot reference anything outside
 * itself: keeps the place of the strip.
 */
function keepPlace(key: string, shown: typeof shownOf): void {
  try {
    const state = shown(localStorage.getItem(key));
    if (state) document.documentElement.dataset.unfinished = state;
  } catch {
    // This browser keeps nothing.
  }
}

export const unfinishedScript = () =>
  `(${keepPlace})(${JSON.stringify('unfinishedPayment' satisfies DeviceKey)},${shownOf})`;
