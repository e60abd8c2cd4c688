import type { EntryContext } from 'react-router';
import shopStyles from './app.css?url';
import { LANGUAGE } from './lib/language.ts';
import type { ReadAsset } from './services.server.ts';

/** In Hindi, marks above and below the letters need room, and the line that joins the letters must not break. */
const HINDI = LANGUAGE === 'hi-IN' ? 'html:lang(hi) :is(h1,h2,h3){line-height:1.3;letter-spacing:0}' : '';

/** The styles of a page by the names of its files: tens of kilobytes that all pages of a route share. */
const texts = new Map<string, string>();

/**
 * What the HTML of a page carries and names: the text of its stylesheets (those of the shop and of its routes), and the addresses of
 * these and of the scripts that its modules import. Empty in development, where Vite sends them.
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
  const scripts = new Set([...manifest.entry.imports, ...routes.flatMap((route) => route?.imports ?? [])]);
  return { css, files: [...styles, ...scripts] };
}

/**
 * The context for the HTML, without the imports of its modules: `<Scripts>` preloads all imports that it knows with high priority,
 * before the first paint. The browser finds them in the modules instead (docs/decisions/2026-11-no-preloads.md).
 */
export function withoutPreloads(context: EntryContext): EntryContext {
  const { entry, routes } = context.manifest;
  const bare = Object.entries(routes).map(([id, route]) => [id, route && { ...route, imports: [] }]);
  const manifest = { ...context.manifest, entry: { ...entry, imports: [] }, routes: Object.fromEntries(bare) };
  return { ...context, manifest };
}
