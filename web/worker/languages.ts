import { type Language, languageOf } from '#shop/language.ts';
import * as datesInEnglish from '#shop/words/en/dates.ts';
import * as datesInHindi from '#shop/words/hi/dates.ts';
import * as datesInMarathi from '#shop/words/mr/dates.ts';
import offlineInEnglish from '../../.messages/en/offline.js';
import staleInEnglish from '../../.messages/en/stale.js';
import offlineInHindi from '../../.messages/hi/offline.js';
import staleInHindi from '../../.messages/hi/stale.js';
import offlineInMarathi from '../../.messages/mr/offline.js';
import staleInMarathi from '../../.messages/mr/stale.js';
import type { StaleWords } from './words.ts';

/** The sentences of the service worker. It is one file for the pages of all languages. */
interface WorkerWords extends StaleWords {
  offline: typeof offlineInEnglish;
}

const WORDS: Record<Language, WorkerWords> = {
  en: { offline: offlineInEnglish, stale: staleInEnglish, dates: datesInEnglish },
  hi: { offline: offlineInHindi, stale: staleInHindi, dates: datesInHindi },
  mr: { offline: offlineInMarathi, stale: staleInMarathi, dates: datesInMarathi },
};

/** Those of the language of a page. */
export function wordsOf(pathname: string): WorkerWords {
  return WORDS[languageOf(pathname)];
}
