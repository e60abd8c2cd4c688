import { readFileSync } from 'node:fs';

/** The words of an area of the shop in a language, by their key. */
export const wordsOf = (language: string, area: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`../../messages/${language}/${area}.json`, import.meta.url), 'utf8'));
