import type { EntryContext } from 'react-router';
import shopStyles from './app.css?url';
import { LANGUAGE } from './lib/language.ts';
import type { ReadAsset } from './services.server.ts';

/** In Hindi, marks above and below the letters need room, and the line that joins the letters must not break. */
const HINDI = LANGUAGE === 'hi-IN' ? 'html:lang(hi) :is(h1,h2,h3){line-height:1.3;letter-spacing:0}' : '';

const texts = new Map<string, string>();

/** The stylesheets of a page: those of the shop and of its routes. Empty in development, where Vite sends them. */
export function inlineStyles(
  { manifest, staticHandlerContext }: EntryContext,
  readAsset: ReadAsset,
): { css: string; files: string[] } {
  if (import.meta.env.DEV) return { css: '', files: [] };
  // React Router adds "#" to the address of a stylesheet that more than one route has.
  const addresses = staticHandlerContext.matches.flatMap(({ route }) =>
    (manifest.routes[route.id]?.css ?? []).map((address) => address.replace(/#.*/, '')),
  );
  const files = [...new Set([shopStyles, ...addresses])];
  for (const file of files) if (!texts.has(file)) texts.set(file, readAsset(file));
  return { css: files.map((file) => texts.get(file)).join('') + HINDI, files };
}
