import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';
import type { ShopApp } from '../http/routes.ts';
import { matches } from './cache.ts';

const TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.ico': 'image/vnd.microsoft.icon',
  '.js': 'text/javascript; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** Of a file whose name has a hash of its content. */
export const IMMUTABLE = 'public, max-age=31536000, immutable';
export const DAY = 'public, max-age=86400';
const WORKER_CSP = "default-src 'none'; connect-src 'self'";

interface BuiltFile {
  headers: Record<string, string>;
  etag: string;
  plain: Buffer;
  br: Buffer | undefined;
  gzip: Buffer | undefined;
}

/**
 * Serves the built scripts, styles and icons from memory: a file of the disk would wait for one of
 * Node's four threads behind passwords and pictures. All of them together are about 5 MB.
 *
 * @param folder `build/client`
 */
export function builtFiles(app: ShopApp, folder: string): void {
  const files = readBuilt(folder);
  const send = (request: FastifyRequest, reply: FastifyReply) => {
    const file = files.get(request.url.replace(/\?.*$/, ''));
    if (!file) return reply.callNotFound();
    reply.headers(file.headers);
    const match = request.headers['if-none-match'];
    if (match !== undefined && matches(match, file.etag)) return reply.code(304).send();
    const accepted = new Negotiator(request.raw).encodings(['br', 'gzip']);
    if (file.br && accepted.includes('br')) return reply.header('content-encoding', 'br').send(file.br);
    if (file.gzip && accepted.includes('gzip')) return reply.header('content-encoding', 'gzip').send(file.gzip);
    return reply.send(file.plain);
  };
  const atRoot = [...files.keys()].filter((url) => !url.startsWith('/assets/'));
  for (const url of ['/assets/*', ...atRoot]) app.get(url, { schema: { hide: true } }, send);
}

/** The files by their addresses. */
function readBuilt(folder: string): Map<string, BuiltFile> {
  const names = new Set(globSync(['*.*', 'assets/*.*'], { cwd: folder }));
  const read = (name: string) => (names.has(name) ? readFileSync(path.join(folder, name)) : undefined);
  const files = new Map<string, BuiltFile>();
  for (const name of names) {
    const type = TYPES[path.extname(name)];
    const plain = read(name);
    if (!type || !plain) continue;
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    const headers = { ...lifeOf(name), 'content-type': type, etag, vary: 'accept-encoding' };
    const url = `/${name.replaceAll(path.sep, '/')}`;
    files.set(url, { headers, etag, plain, br: read(`${name}.br`), gzip: read(`${name}.gz`) });
  }
  return files;
}

function lifeOf(name: string): Record<string, string> {
  // A service worker is restricted by the CSP of its own response: it may only fetch from the shop.
  if (/^(sw|admin-worker)\.js$/.test(name)) {
    return { 'cache-control': 'no-cache', 'content-security-policy': WORKER_CSP };
  }
  // Their names have a hash of their content. Icons have fixed names at the root.
  return { 'cache-control': name.startsWith('assets') ? IMMUTABLE : DAY };
}
