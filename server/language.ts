import { AsyncLocalStorage } from 'node:async_hooks';
import { type Language, readLanguageFrom } from '#shop/language.ts';

/** The language of the request that is answered, or of the mail that is written. */
const spoken = new AsyncLocalStorage<Language>();
readLanguageFrom(() => spoken.getStore() ?? 'en');

/** Runs `work`, and all that it starts, with `#messages/*` in a language. */
export function speaking<Result>(language: Language, work: () => Result): Result {
  return spoken.run(language, work);
}
