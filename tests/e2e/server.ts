import { mkdtempSync, rmSync } from 'node:fs';
import http, { type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';

/**
 * The shop of the browser tests: the real start script with an empty data folder that is removed on
 * exit.
 */
const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-e2e-'));
process.env.DATA_DIR = folder;
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
/**
 * Pictures of `https://p4711.pictures.test` come from port 4711 of this machine, which the shop itself
 * would not connect to (tests/picture-host.ts).
 */
const outside = https.request as (...args: unknown[]) => http.ClientRequest;
function request(...args: unknown[]): http.ClientRequest {
  const [url, options, done] = args as [URL, RequestOptions, () => void];
  const [, port] = /^p(\d+)\.pictures\.test$/.exec(url.hostname ?? '') ?? [];
  if (!port) return outside(...args);
  const { headers, signal } = options;
  return http.request({ host: '127.0.0.1', port, path: url.pathname, headers, signal }, done);
}
https.request = request as typeof https.request;
syncBuiltinESMExports();

// A URL, because start.js is plain JavaScript without types on purpose.
await import(new URL('../../scripts/start.js', import.meta.url).href);
