import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** What the browser's route manifest says of a route, as far as it is read here. */
interface Route {
  module: string;
  clientLoaderModule?: string;
  imports?: string[];
}

export interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, Route | undefined>;
}

const SET = 'window.__reactRouterManifest=';

/** The route manifest that every page of the shop loads. @throws Error when the build has none, or more than one */
export function readManifest(client: string): { file: string; manifest: Manifest } {
  const names = readdirSync(path.join(client, 'assets')).filter((name) => /^manifest-.*\.js$/.test(name));
  const file = path.join(client, 'assets', names[0] ?? '');
  const text = names.length === 1 ? readFileSync(file, 'utf8') : '';
  if (!text.startsWith(SET)) throw new Error(`The route manifest is not as expected: ${names.join(', ') || 'none'}`);
  return { file, manifest: JSON.parse(text.slice(SET.length).replace(/;\s*$/, '')) as Manifest };
}

/**
 * Takes the lists of each route's imports out of the manifest: half of its bytes, which only `<Scripts>` on the server (it has a copy
 * of its own) and the prefetching of links read.
 */
export function slimManifest(client: string): void {
  const { file, manifest } = readManifest(client);
  for (const route of Object.values(manifest.routes)) delete route?.imports;
  writeFileSync(file, `${SET}${JSON.stringify(manifest)};`);
}
