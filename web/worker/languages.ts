import { languageOf, readLanguageFrom } from '#shop/language.ts';

/** What `say` returns in the language of a page. The service worker has one build for all. */
export function speaking(pathname: string, say: () => string): string {
  const before = readLanguageFrom(() => languageOf(pathname));
  try {
    return say();
  } finally {
    readLanguageFrom(before);
  }
}
