import m from '#messages/closed';
import { formatDay, midnightOf } from '../india/dates.ts';

/** What pages say of a closed shop. Does not import the errors: it is on every page. */

/** Why the shop takes no orders now. */
export interface ClosedShop {
  state: 'soon' | 'holiday';
  /** The day from which orders are taken again: '2026-12-05'; '' while nobody knows it. */
  backOn: string;
  /** The owner's words, '' without any. */
  text: string;
}

/** What shoppers read while the shop takes no orders: a heading, and the owner's text or the shop's. */
export function closedWords({ state, backOn, text }: ClosedShop): { title: string; text: string } {
  if (state === 'soon') return { title: m.soon_title(), text: text || m.soon_text() };
  if (backOn === '') return { title: m.holiday_title(), text: text || m.holiday_text() };
  const date = formatDay(midnightOf(backOn));
  return { title: m.until_title({ date }), text: text || m.until_text({ date }) };
}
