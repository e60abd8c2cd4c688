import { formatDateTime } from '#shop/india/dates.ts';

/** The notice on a cached page. `savedAt` in epoch ms. */
export function savedNotice(savedAt: number, offline = true): string {
  const why = offline ? 'You are offline.' : 'The shop cannot be reached right now.';
  return `${why} Prices and stock may have changed since ${formatDateTime(savedAt)}.`;
}
