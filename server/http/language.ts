import type { IncomingHttpHeaders } from 'node:http';
import type { Failure } from '#shop/contract.ts';
import { type ErrorCode, sentenceOf } from '#shop/errors.ts';
import { inEachTranslation, type Language, TRANSLATIONS, type Translation } from '#shop/language.ts';
import * as EN from '#shop/words/en/index.ts';
import { WORDS } from '#shop/words/translations.ts';

/** The sentences of each language by the English ones. */
const SENTENCES = inEachTranslation(sentencesIn);

/**
 * The language of the page that sends this request. Not Accept-Language, which browsers set by
 * themselves.
 */
export function requestLanguage({ headers }: { headers: IncomingHttpHeaders }): Language {
  return TRANSLATIONS.find((language) => language === headers['x-language']) ?? 'en';
}

/** Each sentence that a failure may say: of the error codes, and of all rules. */
function sentencesIn(language: Translation): ReadonlyMap<string, string> {
  const { errors, ...words } = WORDS[language];
  const sentences = new Map<string, string>(
    Object.entries(errors.ERRORS).map(([code, sentence]) => [sentenceOf(code as ErrorCode), sentence]),
  );
  pair(EN, words, sentences);
  return sentences;
}

/**
 * Sentences with values are functions, and stay in English here: the pages check the same rules
 * before they send.
 */
function pair(en: unknown, own: unknown, sentences: Map<string, string>): void {
  if (typeof en === 'string' && typeof own === 'string') {
    if (!sentences.has(en)) sentences.set(en, own);
  } else if (isRecord(en) && isRecord(own)) {
    for (const key of Object.keys(en)) pair(en[key], own[key], sentences);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The body of a failure in a language. A sentence that the words do not have stays in English. */
export function failureIn(language: Language, failure: Failure): Failure {
  if (language === 'en') return failure;
  const { message, errors } = failure;
  const text = (english: string) => SENTENCES[language].get(english) ?? english;
  return {
    ...failure,
    message: text(message),
    ...(errors ? { errors: errors.map(({ path: at, msg }) => ({ path: at, msg: text(msg) })) } : {}),
  };
}
