import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forgetSearch, forgetSearches, recentSearches, remember } from './recent-searches.ts';

let kept: Map<string, string>;

beforeEach(() => {
  kept = new Map();
  const localStorage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }));
});
afterEach(() => vi.unstubAllGlobals());

test('lists the newest first, without duplicates, at most six', () => {
  for (const words of ['kaju', 'badam', ' काजू  बादाम ', '', '   ', 'KAJU', 'd', 'e', 'f', 'g']) remember(words);
  expect(recentSearches()).toEqual(['g', 'f', 'e', 'd', 'KAJU', 'काजू बादाम']);
});

test('removes one or all, also from storage', () => {
  for (const words of ['kaju', 'badam']) remember(words);
  forgetSearch('kaju');
  expect(recentSearches()).toEqual(['badam']);
  forgetSearch('badam');
  expect(kept.size).toBe(0);
  remember('kaju');
  forgetSearches();
  expect(kept.size).toBe(0);
});

test.each(['not json', '{"a":1}', '[1,null,{"x":2}]'])('invalid stored values (%s) are ignored', (text) => {
  kept.set('recentSearches', text);
  expect(recentSearches()).toEqual([]);
  remember('kaju');
  expect(recentSearches()).toEqual(['kaju']);
});

test('truncates text longer than the search box', () => {
  remember('x'.repeat(300));
  expect(recentSearches()[0]).toHaveLength(100);
});
