import { formatDateTime } from '#shop/india/dates.ts';

/**
 * The notice on a page that may be stale.
 *
 * @param savedAt epoch ms
 * @param state `kept`: the page is a copy that the service worker keeps, not one that lost the network while it was open
 */
export function savedNotice(savedAt: number, { offline, kept }: { offline: boolean; kept: boolean }): string {
  const why = offline ? 'You are offline.' : 'The shop cannot be reached right now.';
  const copy = kept ? ' You are seeing a saved copy.' : '';
  return `${why}${copy} Prices and stock may have changed since ${formatDateTime(savedAt)}.`;
}
