import { LANGUAGE_CODES, pathIn } from '#shop/language.ts';
import { LANGUAGE } from '#words/language.ts';

export { withoutBase } from '#shop/language.ts';


export { LANGUAGE };

/** The other languages of the shop; on a translated page English comes first. */
export const OTHER_LANGUAGES = LANGUAGE_CODES.filter((language) => language !== LANGUAGE);

/**
 * The address of a page in the language of this build, for what is not a link of React Router: a
 * whole page load, a shared address, an address for the service worker.
 *
 * @param path of the page in English, such as `/cart?size=250g`
 */
export function pagePath(path: string): string {
  return pathIn(LANGUAGE, path);
}
