import { expect, test } from 'vitest';
import { isShopError } from '../errors.ts';
import { midnightOf } from '../india/dates.ts';
import { changeOpening, closedAt, closedRefusal, closedWords } from './opening.ts';
import { OpeningSettings } from './opening-input.ts';

const DAY = '2026-12-05';
const MORNING = midnightOf(DAY);
const opening = (more: Partial<OpeningSettings> = {}) => OpeningSettings.parse(more);
const away = (more: Partial<OpeningSettings> = {}) => opening({ state: 'holiday', ...more });

test.each([
  ['an open shop', opening(), MORNING, true],
  ['a shop that opens soon', opening({ state: 'soon' }), MORNING, false],
  ['a shop that opens soon has no day of return', opening({ state: 'soon', backOn: DAY }), MORNING, false],
  ['a holiday without an end', away(), MORNING, false],
  ['the last moment of a holiday', away({ backOn: DAY }), MORNING - 1, false],
  ['the first moment after it', away({ backOn: DAY }), MORNING, true],
])('%s', (_name, settings, at, open) => {
  expect(closedAt(settings, at) === null).toBe(open);
});

test.each([
  ['soon', opening({ state: 'soon' }), 'Opening soon', 'We are not open yet'],
  ['holiday', away(), 'We are on holiday', 'We are on holiday and take no orders now.'],
  ['until', away({ backOn: DAY }), 'We are on holiday until 5 Dec', 'take orders again on 5 Dec.'],
])('words for shoppers: %s', (_name, settings, title, refusal) => {
  const closed = closedAt(settings, 0);
  if (!closed) throw new Error('open');
  expect(closedWords(closed).title).toBe(title);
  expect(closedRefusal(closed)?.message).toContain(refusal);
  expect(closedWords({ ...closed, text: 'Off to the orchards.' }).text).toBe('Off to the orchards.');
});

test('the owner’s text is read in the language of the page, or else in English', () => {
  const settings = away({ text: 'Off to the orchards.', translations: { hi: { text: 'हम बाग में हैं।' } } });
  expect(closedAt(settings, 0, 'hi')?.text).toBe('हम बाग में हैं।');
  expect(closedAt(settings, 0, 'mr')?.text).toBe('Off to the orchards.');
  const blank = away({ text: 'Off to the orchards.', translations: { hi: { text: '' } } });
  expect(closedAt(blank, 0, 'hi')?.text).toBe('Off to the orchards.');
});

const change = (before: OpeningSettings, input: object, missing: string[] = []) => {
  try {
    return changeOpening(before, input, { at: MORNING, missing });
  } catch (error) {
    return isShopError(error) ? error.code : error;
  }
};

test('a new shop opens only with what it needs; one that was open before opens at once', () => {
  const fresh = opening({ state: 'soon', everOpen: false });
  expect(change(fresh, { state: 'open' }, ['UPI ID'])).toBe('conflict');
  expect(change(fresh, { state: 'holiday' }, ['UPI ID'])).toMatchObject({ state: 'holiday', everOpen: false });
  expect(change(fresh, { state: 'open' })).toMatchObject({ state: 'open', everOpen: true });
  expect(change(away(), { state: 'open' }, ['UPI ID'])).toMatchObject({ state: 'open' });
});

test('a holiday ends on a day to come; what is left out stays', () => {
  expect(change(opening(), { state: 'holiday', backOn: DAY })).toBe('validation');
  expect(change(opening(), { state: 'holiday', backOn: '2026-12-06' })).toMatchObject({ backOn: '2026-12-06' });
  expect(change(away({ text: 'Away' }), { backOn: '' })).toMatchObject({ state: 'holiday', text: 'Away', backOn: '' });
});

test('what is over is no hindrance: the shop opens, or becomes one that opens soon', () => {
  expect(change(away({ backOn: '2026-12-01' }), { state: 'open' })).toMatchObject({ state: 'open' });
  expect(change(away({ backOn: '2026-12-01' }), { state: 'soon' })).toMatchObject({ state: 'soon' });
});
