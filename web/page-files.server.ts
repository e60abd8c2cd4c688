import type { EntryContext } from 'react-router';
import { currentLanguage } from '#shop/language.ts';
import shopStyles from './app.css?url';
import devanagari from './fonts/devanagari.css?inline';
import names from './fonts/language-names.css?inline';
import type { Built } from './services.server.ts';

/** Devanagari: for the whole page, or for the links to the languages written in it. */
const fontRules = () => (currentLanguage() === 'en' ? names : devanagari);

/**
 * The styles of a page by the names of its files: tens of kilobytes that all pages of a route
 * share.
 */
const texts = new Map<string, string>();

/**
 * The stylesheets of a page: the text of those of the shop and of its routes, and their addresses;
 * empty in development, where Vite sends them. `words`: see `Built`.
 */
export function pageFiles(
  { manifest, staticHandlerContext }: EntryContext,
  { read, words }: Built,
): { css: string; files: string[]; words: Built['words'] } {
  if (import.meta.env.DEV) return { css: '', files: [], words };
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]);
  // React Router adds "#" to the address of a stylesheet that more than one route has.
  const addresses = routes.flatMap((route) => route?.css ?? []).map((address) => address.replace(/#.*/, ''));
  const styles = [...new Set([shopStyles, ...addresses])];
  const key = styles.join(' ');
  const css = texts.get(key) ?? styles.map(read).join('');
  texts.set(key, css);
  return { css: css + fontRules(), files: styles, words };
}
