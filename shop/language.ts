/**
 * The languages of the shop's pages, by code; each has its folder in `messages/`. English comes
 * first: what has no translation is shown in it. `name`: in the language itself; `english`: in
 * English, on the admin's forms and in the columns of the products' CSV.
 */
export const LANGUAGES = {
  en: { name: 'English', english: 'English' },
  hi: { name: 'हिन्दी', english: 'Hindi' },
  mr: { name: 'मराठी', english: 'Marathi' },
} as const satisfies Record<string, { name: string; english: string }>;
export type Language = keyof typeof LANGUAGES;
/** A language into which the shop is translated from English. */
export type Translation = Exclude<Language, 'en'>;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];
export const TRANSLATIONS = LANGUAGE_CODES.filter((code): code is Translation => code !== 'en');

let readLanguage: () => Language = () => 'en';

/** The language of what is said now; `#messages/*` speaks it. English until somebody sets it. */
export function currentLanguage(): Language {
  return readLanguage();
}

/**
 * Sets where the current language comes from: on the server from what is being answered or written
 * (server/language.ts), in the browser from the page.
 *
 * @returns the source before
 */
export function readLanguageFrom(source: () => Language): () => Language {
  const before = readLanguage;
  readLanguage = source;
  return before;
}

/** Returns a function that translates built-in texts, and returns any other as it is. */
export type Translator = (language: Translation) => Promise<(text: string) => string>;

/** A value for each translation. */
export function inEachTranslation<Value>(valueIn: (language: Translation) => Value): Record<Translation, Value> {
  return Object.fromEntries(TRANSLATIONS.map((code) => [code, valueIn(code)])) as Record<Translation, Value>;
}

/** A value for each language. */
export async function inEach<Value>(valueIn: (language: Language) => Promise<Value>): Promise<Record<Language, Value>> {
  const values = await Promise.all(LANGUAGE_CODES.map(async (code) => [code, await valueIn(code)] as const));
  return Object.fromEntries(values) as Record<Language, Value>;
}

/** A translation has its pages below its code; React Router adds that to its own links. */
const BASE = new RegExp(`^/(${TRANSLATIONS.join('|')})(?=[/?#]|$)`);

/** What follows them would be another site: browsers read `//example.com` and `/\example.com` so. */
const SLASHES = /^[/\\]+/;

/** The language of the page at an address of the shop. */
export function languageOf(address: string): Language {
  return (BASE.exec(address)?.[1] ?? 'en') as Language;
}

/** The HTML `lang` of a language: 'en-IN'. */
export function tagOf(language: Language): string {
  return `${language}-IN`;
}

/**
 * The address of a page in a language.
 *
 * @param path of the page in English, such as `/cart?size=250g`
 */
export function pathIn(language: Language, path: string): string {
  const page = path.replace(SLASHES, '/');
  // React Router writes the home page in Hindi as `/hi`.
  return language === 'en' ? page : `/${language}${page.replace(/^\/(?=[?#]|$)/, '')}`;
}

/** The path of the same page in English: `/hi/cart` and `/cart` are both `/cart`. */
export function withoutBase(path: string): string {
  return path.replace(BASE, '').replace(/^[/\\]*/, '/');
}

/**
 * The addresses of a page in English (`path`) for search engines: by the HTML `lang`, and for all
 * other languages.
 */
export function alternatesOf(path: string): Record<string, string> {
  const pages = LANGUAGE_CODES.map((language) => [tagOf(language), pathIn(language, path)]);
  return { ...Object.fromEntries(pages), 'x-default': pathIn('en', path) };
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
