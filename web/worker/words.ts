import m from '#messages/stale';
import { formatDateTime } from '#shop/india/dates.ts';

/**
 * The notice on a page that may be stale.
 *
 * @param savedAt epoch ms
 * @param state `kept`: the page is a copy that the service worker keeps, not one that lost the
 *   network while it was open
 */
export function savedNotice(savedAt: number, { offline, kept }: { offline: boolean; kept: boolean }): string {
  return m.notice({
    reason: offline ? 'offline' : 'unreachable',
    copy: kept ? 'yes' : 'no',
    time: formatDateTime(savedAt),
  });
}
