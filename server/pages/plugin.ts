import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import { ShopError } from '#shop/errors.ts';
import { isHashedName } from '#shop/media/pictures.ts';
import type { Env } from '../env.ts';
import { sendError } from '../http/errors.ts';
import type { ShopApp } from '../http/routes.ts';
import { commonHeaders, HSTS } from '../http/security.ts';
import type { Answer, PageCache } from './cache.ts';
import { BUILD, type Renderer } from './render.ts';

const ROOT = path.join(import.meta.dirname, '..', '..');
const IMMUTABLE = 'public, max-age=31536000, immutable';
const DAY = 'public, max-age=86400';
const WORKER_CSP = "default-src 'none'; connect-src 'self'";
const WEEK = 'public, max-age=604800';

/** Pages that hold one person's data or the admin: never stored anywhere. */
const PRIVATE = /^\/+(admin|kingadminlogin|admin-login|order-details|order-confirmation|orders\/)/i;

interface PageFiles {
  env: Pick<Env, 'publicUrl'>;
  pictures: PictureFiles;
}

/** The uploaded pictures; the media area implements it. */
interface PictureFiles {
  /** The folder that holds them on this machine. */
  folder: string;
  /** @returns the bytes of a picture that is not in the folder yet, or null when there is none of this name */
  find(name: string): Promise<Buffer | null>;
}

/** Serves the built scripts and styles, the pictures, and every page. */
export async function pages(
  app: ShopApp,
  { env, pictures }: PageFiles,
  cache: PageCache,
  renderer: Renderer,
): Promise<void> {
  const assets = path.join(BUILD, 'client');
  if (existsSync(assets)) {
    await app.register(fastifyStatic, {
      root: path.join(assets, 'assets'),
      prefix: '/assets/',
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => reply.header('cache-control', IMMUTABLE),
    });
    // Icons and the service worker: fixed names at the root, so they are asked for again. Each has a route of its own.
    await app.register(fastifyStatic, {
      root: assets,
      prefix: '/',
      wildcard: false,
      globIgnore: ['assets/**', '.vite/**', '**/*.br', '**/*.gz'],
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      index: false,
      setHeaders: (reply, file) => {
        const worker = path.basename(file).startsWith('sw.js');
        // What the worker may do is its own answer's business, not the page's: fetch from the shop, nothing else.
        if (worker) reply.header('content-security-policy', WORKER_CSP);
        reply.header('cache-control', worker ? 'no-cache' : DAY);
      },
    });
  }
  // The demo's pictures and the owner's uploads share one address space. A name with its content's hash never changes.
  const own = pictures.folder;
  mkdirSync(own, { recursive: true });
  await app.register(
    async (media) => {
      await media.register(fastifyStatic, {
        root: [path.join(ROOT, 'demo', 'media'), own].filter((folder) => existsSync(folder)),
        prefix: '/',
        decorateReply: false,
        cacheControl: false,
        setHeaders: (reply, file) => reply.header('cache-control', isHashedName(file) ? IMMUTABLE : WEEK),
      });
      // A copy that nobody has asked for yet, or a picture that only the object storage has.
      media.setNotFoundHandler(async (request, reply) => {
        const name = request.url.slice('/media/'.length).replace(/\?.*$/, '');
        const bytes = await pictures.find(name);
        if (!bytes) {
          sendError(new ShopError('not_found'), request, reply);
          return reply;
        }
        return reply
          .headers({ ...commonHeaders, 'cache-control': IMMUTABLE })
          .type(name.endsWith('.avif') ? 'image/avif' : 'image/webp')
          .send(bytes);
      });
    },
    { prefix: '/media' },
  );

  const secure = env.publicUrl?.startsWith('https://') ?? false;
  const dressed = async (url: string): Promise<Answer> => {
    const answer = await renderer(url);
    const extra: Record<string, string> = secure ? { 'strict-transport-security': HSTS } : {};
    return { ...answer, headers: { ...commonHeaders, ...extra, ...answer.headers } };
  };

  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    handler: async (request, reply) => {
      const key = cache.keyOf(request.raw);
      if (key !== null) {
        reply.hijack();
        try {
          await cache.serve(key, request.raw, reply.raw, () => dressed(key));
        } catch (error) {
          request.log.error({ err: error }, 'page failed');
          await plainFailure(reply.raw);
        }
        return;
      }
      const answer = await dressed(request.url);
      const personal = PRIVATE.test(request.url);
      return reply
        .code(answer.status)
        .headers({ ...answer.headers, ...(personal ? { 'cache-control': 'no-store' } : {}) })
        .send(answer.body);
    },
  });
}

function plainFailure(response: import('node:http').ServerResponse): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, {
    ...commonHeaders,
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '5',
    'cache-control': 'no-store',
  });
  response.end(
    '<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>The shop cannot be reached right now</title>' +
      '<h1>The shop cannot be reached right now</h1><p>Please try again in a moment.</p>',
  );
}
