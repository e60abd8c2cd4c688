import type { EntryContext } from 'react-router';
import shopStyles from './app.css?url';
import { LANGUAGE } from './lib/language.ts';
import type { ReadAsset } from './services.server.ts';

/** In Hindi, marks above and below the letters need room, and the line that joins the letters must not break. */
const HINDI = LANGUAGE === 'hi-IN' ? 'html:lang(hi) :is(h1,h2,h3){line-height:1.3;letter-spacing:0}' : '';

/** The styles of a page by the names of its files: tens of kilobytes that all pages of a route share. */
const texts = new Map<string, string>();

/**
 * The stylesheets of a page: the text of those of the shop and of its routes, and their addresses. Empty in development, where Vite sends
 * them.
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
  const css = texts.get(names) ?? styles.map(readAsset).join('') + HINDI;
  texts.set(names, css);
  return { css, files: styles };
}
