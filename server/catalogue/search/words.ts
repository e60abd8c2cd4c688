import MiniSearch from 'minisearch';
import { normalise } from '#shop/catalogue/search-query.ts';

/** Each word scores the products that have it, and nearly all of them have the common ones. */
const MAX_WORDS = 8;
const wordsOf = MiniSearch.getDefault('tokenize') as (text: string) => string[];

/**
 * The words that count. Nearly every product has a word that begins with a letter, so a single one
 * counts only while it is typed.
 */
export function countedWords(query: string): string[] {
  const words = wordsOf(query).filter(Boolean);
  return [...new Set(words.filter((word) => !/^[a-z]$/.test(word) || word === words.at(-1)))].slice(0, MAX_WORDS);
}

/** 'almonds' and 'almond' are the same word, so a typing error is not compared with the plural. */
export function singular(term: string): string {
  if (/[^s]{3}ies$/.test(term)) return `${term.slice(0, -3)}y`;
  return /[^s]{3}s$/.test(term) ? term.slice(0, -1) : term;
}

/** Each two neighbouring words as one: 'trail mix' is also found as 'trailmix'. */
export function joinedPairs(text: string): string[] {
  const words = wordsOf(text).filter(Boolean);
  return words.slice(1).map((word, at) => `${words[at]}${word}`);
}

/** Letters as a reader counts them: a Devanagari vowel sign belongs to its consonant. */
export function letters(term: string): number {
  return term.replace(/\p{M}/gu, '').length;
}

/** Whether the words of the query stand together in the text. */
export function standTogether(text: string, query: string): boolean {
  return ` ${onlyWords(normalise(text))}`.includes(` ${onlyWords(query)}`);
}

function onlyWords(text: string): string {
  return text.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ').trim();
}
