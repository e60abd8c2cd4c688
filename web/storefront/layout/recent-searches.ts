import { forget, readJson, useStoredJson, writeJson } from '#web/lib/device.ts';

/** The last searches on this device, newest first. They are never sent to the server. */
const MOST = 6;
const LONGEST = 100;

/** Normalizes words for storage: one line, no longer than the search box. */
function tidy(words: string): string {
  return words.replace(/\s+/g, ' ').trim().slice(0, LONGEST);
}

function accept(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null;
  const words = value.flatMap((entry) => (typeof entry === 'string' ? tidy(entry) : '')).filter(Boolean);
  return [...new Set(words)].slice(0, MOST);
}

const same = (a: string, b: string) => a.toLocaleLowerCase('en-IN') === b.toLocaleLowerCase('en-IN');

export function recentSearches(): string[] {
  return readJson('recentSearches', accept) ?? [];
}

/** Adds words at the top of the list; the same words in a different case replace the old entry. */
export function remember(words: string): void {
  const tidied = tidy(words);
  if (tidied === '') return;
  const others = recentSearches().filter((other) => !same(other, tidied));
  writeJson('recentSearches', [tidied, ...others].slice(0, MOST));
}

export function forgetSearch(words: string): void {
  const left = recentSearches().filter((other) => other !== words);
  if (left.length === 0) forgetSearches();
  else writeJson('recentSearches', left);
}

export function forgetSearches(): void {
  forget('recentSearches');
}

const NONE: string[] = [];

export function useRecentSearches(): string[] {
  return useStoredJson('recentSearches', accept) ?? NONE;
}
