import stale from '#messages/stale';
import { type DateWords, formatDateTime } from '#shop/india/dates.ts';
import * as dates from '#words/dates.ts';

/** The words of the notice in one language. */
export interface StaleWords {
  stale: typeof stale;
  dates: DateWords;
}

/**
 * The notice on a page that may be stale.
 *
 * @param savedAt epoch ms
 * @param state `kept`: the page is a copy that the service worker keeps, not one that lost the
 *   network while it was open
 * @param words those of the build; the service worker, which has one build for all, gives those of
 *   the page
 */
export function savedNotice(
  savedAt: number,
  { offline, kept }: { offline: boolean; kept: boolean },
  words: StaleWords = { stale, dates },
): string {
  return words.stale.notice({
    reason: offline ? 'offline' : 'unreachable',
    copy: kept ? 'yes' : 'no',
    time: formatDateTime(savedAt, words.dates),
  });
}
