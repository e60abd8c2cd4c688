import type { Counted, VisitStep } from '#shop/dashboard/insight.ts';
import { isoDay } from '#shop/india/dates.ts';
import { readText, writeText } from './device.ts';

/**
 * Counts for the owner's insight. The shop gets 'somebody saw a product' and nothing else; that
 * this browser has said so today is stored only in this browser. The pages do not wait for the
 * response, and a failure changes nothing.
 */

const searched = new Set<string>();

/**
 * Counts a step once a day in India, after what the step itself does. A prerendered page is counted
 * when it becomes visible.
 */
export function countStep(what: VisitStep): void {
  setTimeout(count, 0, what);
}

function count(what: VisitStep): void {
  if (!counts()) return;
  if (document.visibilityState === 'hidden') {
    document.addEventListener('visibilitychange', () => count(what), { once: true });
    return;
  }
  const today = isoDay(Date.now());
  const stored = readText('counted') ?? '';
  const done = stored.startsWith(today) ? stored : today;
  if (!done.split(' ').includes(what) && send({ what })) writeText('counted', `${done} ${what}`);
}

/** Counts a search that found nothing, or only similar products; once while the shop is open. */
export function countSearch(words: string): void {
  if (counts() && !searched.has(words) && send({ what: 'search', words })) searched.add(words);
}

/** Signed-in staff are not counted. */
const counts = () => navigator.onLine && readText('adminToken') === null;

function send(counted: Counted): boolean {
  return navigator.sendBeacon('/api/insight', new Blob([JSON.stringify(counted)], { type: 'application/json' }));
}
