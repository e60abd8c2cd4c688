import type { IncomingHttpHeaders } from 'node:http';
import type { Failure } from '#shop/contract.ts';
import { type ErrorCode, sentenceOf } from '#shop/errors.ts';
import * as EN from '#shop/words/en/index.ts';
import { ERRORS } from '#shop/words/hi/errors.ts';
import * as HI from '#shop/words/hi/index.ts';

/**
 * Each English sentence that a failure may say, with the Hindi one: of the error codes, and of all
 * rules.
 */
const SENTENCES = new Map<string, string>(
  Object.entries(ERRORS).map(([code, sentence]) => [sentenceOf(code as ErrorCode), sentence]),
);
pair(EN, HI);

/**
 * Whether a page in Hindi sends this request. Not Accept-Language, which browsers set by
 * themselves.
 */
export function forHindi({ headers }: { headers: IncomingHttpHeaders }): boolean {
  return headers['x-language'] === 'hi';
}

/**
 * Sentences with values are functions, and stay in English here: the pages check the same rules
 * before they send.
 */
function pair(en: unknown, hi: unknown): void {
  if (typeof en === 'string' && typeof hi === 'string') {
    if (!SENTENCES.has(en)) SENTENCES.set(en, hi);
  } else if (isRecord(en) && isRecord(hi)) {
    for (const key of Object.keys(en)) pair(en[key], hi[key]);
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** The body of a failure in Hindi. A sentence that the words do not have stays in English. */
export function inHindi(failure: Failure): Failure {
  const { message, errors } = failure;
  return {
    ...failure,
    message: SENTENCES.get(message) ?? message,
    ...(errors ? { errors: errors.map(({ path: at, msg }) => ({ path: at, msg: SENTENCES.get(msg) ?? msg })) } : {}),
  };
}
