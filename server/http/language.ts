import type { IncomingHttpHeaders } from 'node:http';
import { type Language, languageOf, TRANSLATIONS } from '#shop/language.ts';
import { speaking } from '../language.ts';
import type { ShopApp } from './routes.ts';

/**
 * The language of the page that sends this request. Not Accept-Language, which browsers set by
 * themselves.
 */
export function requestLanguage({ headers }: { headers: IncomingHttpHeaders }): Language {
  return TRANSLATIONS.find((language) => language === headers['x-language']) ?? 'en';
}

/** Answers each request in its language: that of the page at its address, or that sends it. */
export function answerInItsLanguage(app: ShopApp): void {
  const enter = (request: { headers: IncomingHttpHeaders; url: string }, _reply: unknown, done: () => void) => {
    const own = requestLanguage(request);
    speaking(own === 'en' ? languageOf(request.url) : own, done);
  };
  app.addHook('onRequest', enter);
  // The body has arrived since, outside of what the first hook has started.
  app.addHook('preValidation', enter);
}
