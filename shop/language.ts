/** The languages of the shop, as in an HTML `lang`. */
export type Language = 'en-IN' | 'hi-IN';

/**
 * The path below which the pages of a language are; React Router adds that of its build to its own
 * links.
 */
const BASES: Readonly<Record<Language, string>> = { 'en-IN': '', 'hi-IN': '/hi' };

const HINDI = /^\/hi(?=[/?#]|$)/;

/** The language of the page at an address of the shop. */
export function languageOf(address: string): Language {
  return HINDI.test(address) ? 'hi-IN' : 'en-IN';
}

/**
 * The address of a page in a language.
 *
 * @param path of the page in English, such as `/cart?size=250g`
 */
export function pathIn(language: Language, path: string): string {
  const base = BASES[language];
  // React Router writes the home page in Hindi as `/hi`.
  return base ? base + path.replace(/^\/(?=[?#]|$)/, '') : path;
}

/** The path of the same page in English: `/hi/cart` and `/cart` are both `/cart`. */
export function withoutBase(path: string): string {
  return path.replace(HINDI, '').replace(/^(?!\/)/, '/');
}

/**
 * The addresses of a page in English (`path`) for search engines: by language, and for all other
 * languages.
 */
export function alternatesOf(path: string): Record<Language | 'x-default', string> {
  return { 'en-IN': path, 'hi-IN': pathIn('hi-IN', path), 'x-default': path };
}

/**
 * The page whose data React Router requests at this path: '/cart.data' is the cart's; '/_.data',
 * '/_root.data' and '/hi.data' are those of home. Null for any other path.
 */
export function pageOfData(pathname: string): string | null {
  if (!pathname.endsWith('.data')) return null;
  return pathname.replace(/\/_(root)?\.data$/, '/').replace(/\.data$/, '');
}

/**
 * The page that shows the order saved on this device, even without a network; in Hindi below `/hi`.
 * It is the same for everyone: the order is read from the device's storage.
 */
export const SAVED_ORDER = '/saved-order';
