import m from '#messages/closed';
import { fieldError, ShopError } from '../errors.ts';
import { formatDay, midnightOf } from '../india/dates.ts';
import type { Language } from '../language.ts';
import type { OpeningInput, OpeningSettings } from './opening-input.ts';

/**
 * Whether the shop takes orders. While it does not, the catalogue can be seen, drafts and new orders
 * are refused, and only what a shopper has paid already is recorded (D22).
 */

/** Why the shop takes no orders now. */
export interface ClosedShop {
  state: 'soon' | 'holiday';
  /** The day from which orders are taken again: '2026-12-05'; '' while nobody knows it. */
  backOn: string;
  /** The owner's words, '' without any. */
  text: string;
}

/** What shoppers read while the shop takes no orders. */
export interface ClosedWords {
  title: string;
  text: string;
}

/**
 * Why the shop takes no orders at `at` (epoch ms); null while it does. A holiday ends by itself when
 * its day begins in India.
 */
export function closedAt(opening: OpeningSettings, at: number, language: Language = 'en'): ClosedShop | null {
  const { state, backOn } = opening;
  if (state === 'open') return null;
  if (state === 'holiday' && backOn !== '' && at >= midnightOf(backOn)) return null;
  const text = (language !== 'en' && opening.translations[language]?.text) || opening.text;
  return { state, backOn: state === 'holiday' ? backOn : '', text };
}

/** `ClosedWords` of a closed shop: the owner's text, or the shop's. */
export function closedWords({ state, backOn, text }: ClosedShop): ClosedWords {
  if (state === 'soon') return { title: m.soon_title(), text: text || m.soon_text() };
  if (backOn === '') return { title: m.holiday_title(), text: text || m.holiday_text() };
  const date = formatDay(midnightOf(backOn));
  return { title: m.until_title({ date }), text: text || m.until_text({ date }) };
}

/** The error for a draft or an order in a closed shop, or null. */
export function closedRefusal(closed: ClosedShop | null): ShopError | null {
  if (closed === null) return null;
  const { state, backOn } = closed;
  const message =
    state === 'soon'
      ? m.soon_refusal()
      : backOn === ''
        ? m.holiday_refusal()
        : m.until_refusal({ date: formatDay(midnightOf(backOn)) });
  return new ShopError('shop_closed', { message });
}

/**
 * The record after a save.
 *
 * @param missing the names of the steps without which a new shop cannot open
 * @throws ShopError validation: a day of return that is over; conflict: a new shop that is not ready
 */
export function changeOpening(
  before: OpeningSettings,
  { version: _, ...input }: OpeningInput,
  { at, missing }: { at: number; missing: readonly string[] },
): OpeningSettings {
  const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
  const after: OpeningSettings = { ...before, ...given };
  if (after.state === 'holiday' && after.backOn !== '' && midnightOf(after.backOn) <= at) {
    throw fieldError('validation', 'backOn', 'Please choose a day after today, or leave it empty');
  }
  if (after.state !== 'open' || before.everOpen) return after;
  if (missing.length > 0) {
    throw new ShopError('conflict', { message: `Before the shop can open, it needs: ${missing.join(', ')}.` });
  }
  return { ...after, everOpen: true };
}
