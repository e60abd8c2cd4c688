import type { EntryContext } from 'react-router';
import shopStyles from './app.css?url';
import devanagari from './fonts/devanagari.css?inline';
import names from './fonts/language-names.css?inline';
import { LANGUAGE } from './lib/language.ts';
import type { ReadAsset } from './services.server.ts';

/** Devanagari: for the whole page, or for the links to the languages written in it. */
const DEVANAGARI = LANGUAGE === 'en' ? names : devanagari;

/**
 * The styles of a page by the names of its files: tens of kilobytes that all pages of a route
 * share.
 */
const texts = new Map<string, string>();

/**
 * The stylesheets of a page: the text of those of the shop and of its routes, and their addresses.
 * Empty in development, where Vite sends them.
 */
export function pageFiles(
  { manifest, staticHandlerContext }: EntryContext,
  readAsset: ReadAsset,
): { css: string; files: string[] } {
  if (import.meta.env.DEV) return { css: '', files: [] };
  const routes = staticHandlerContext.matches.map(({ route }) => manifest.routes[route.id]);
  // React Router adds "#" to the address of a stylesheet that more than one route has.
  const addresses = routes.flatMap((route) => route?.css ?? []).map((address) => address.replace(/#.*/, ''));
  const styles = [...new Set([shopStyles, ...addresses])];
  const names = styles.join(' ');
  const css = texts.get(names) ?? styles.map(readAsset).join('') + DEVANAGARI;
  texts.set(names, css);
  return { css, files: styles };
}
