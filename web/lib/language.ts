import { currentLanguage, LANGUAGE_CODES, type Language, pathIn } from '#shop/language.ts';

export { withoutBase } from '#shop/language.ts';

/** The other languages of the shop; on a translated page English comes first. */
export function otherLanguages(): Language[] {
  return LANGUAGE_CODES.filter((language) => language !== currentLanguage());
}

/**
 * The address of a page in the current language, for what is not a link of React Router: a whole
 * page load, a shared address, an address for the service worker.
 *
 * @param path of the page in English, such as `/cart?size=250g`
 */
export function pagePath(path: string): string {
  return pathIn(currentLanguage(), path);
}
