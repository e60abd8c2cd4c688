import { existsSync, mkdirSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import path from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyReply, FastifyRequest } from 'fastify';
import m from '#messages/plain';
import { isShopError, ShopError, statusOf } from '#shop/errors.ts';
import { type Language, withoutBase } from '#shop/language.ts';
import { isHashedName, pictureType } from '#shop/media/pictures.ts';
import type { Env } from '../env.ts';
import { isOutage, sendError } from '../http/errors.ts';
import { limitWide } from '../http/limits.ts';
import type { ShopApp } from '../http/routes.ts';
import { securityHeaders } from '../http/security.ts';
import { speaking } from '../language.ts';
import { ROOT } from '../root.ts';
import { builtFiles, DAY, IMMUTABLE } from './built-files.ts';
import type { PageCache, PageResponse } from './cache.ts';
import { languageOf } from './policy.ts';
import type { Renderer } from './render.ts';

/** Of the staff, who read English. */
const isStaffPage = (path: string) => /^\/(admin|kingadminlogin)\b/.test(path);

const WEEK = 'public, max-age=604800';
/** The data and the rendering of a page may take this long, ms. */
const RENDER_MS = 10_000;

interface PageFiles {
  env: Pick<Env, 'publicUrl' | 'rateLimit'>;
  pictures: PictureFiles;
}

/** Access to uploaded pictures and to replaced ones of the demo; the areas implement it. */
interface PictureFiles {
  /** The local folder of the uploads. */
  folder: string;
  /**
   * @returns the bytes of a picture that is not in the folder yet, or null if there is none with
   * this name
   */
  find(name: string): Promise<Buffer | null>;
  /** @returns the current name of a demo picture, or null */
  replacementOf(name: string): string | null;
}

/** Serves the built scripts and styles, the pictures, and all pages. */
export async function pages(
  app: ShopApp,
  { env, pictures }: PageFiles,
  cache: PageCache,
  renderer: Renderer,
): Promise<void> {
  const client = path.join(ROOT, 'build', 'client');
  if (existsSync(client)) builtFiles(app, client);
  // Demo pictures and uploads share one URL space. A file with a content hash in its name never
  // changes.
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
      // A resized copy that was not created yet, or a picture that is only in object storage.
      // Limited, because each name is looked up there.
      media.setNotFoundHandler({ preHandler: app.rateLimit({}) }, async (request, reply) => {
        const name = request.url.slice('/media/'.length).replace(/\?.*$/, '');
        const bytes = await pictures.find(name);
        const current = bytes ? null : pictures.replacementOf(name);
        if (current) return reply.header('cache-control', DAY).redirect(`/media/${current}`);
        if (!bytes) {
          sendError(new ShopError('not_found'), request, reply);
          return reply;
        }
        return reply.header('cache-control', IMMUTABLE).type(pictureType(name)).send(bytes);
      });
    },
    { prefix: '/media' },
  );

  const security = securityHeaders(env.publicUrl);
  const renderPage = async (url: string): Promise<PageResponse> => {
    const { failure, ...page } = await renderer(url, AbortSignal.timeout(RENDER_MS));
    const headers = { ...security, ...page.headers };
    if (failure === undefined) return { ...page, headers };
    // React Router has no page for a request that was aborted.
    if (page.body.length === 0) throw failure;
    const later = isOutage(failure);
    app.log.error({ err: failure }, later ? 'database unavailable' : 'page failed');
    return later ? { ...page, status: 503, headers: { ...headers, 'retry-after': '5' } } : { ...page, headers };
  };

  const limit = app.rateLimit({});
  app.route({
    method: ['GET', 'HEAD'],
    url: '/*',
    schema: { hide: true },
    onRequest: [limit, limitWide(app, env.rateLimit)],
    errorHandler: async (error, request, reply) => {
      let refusal: unknown = error;
      try {
        const count = () => limit.call(app, request, reply);
        if (isShopError(error) && error.code === 'busy' && (await cache.serveKept(request.raw, reply.raw, count))) {
          return reply.hijack();
        }
      } catch (refused) {
        refusal = refused;
      }
      return refuse(refusal, request, reply);
    },
    handler: async (request, reply) => {
      // The admin is in English only.
      const english = withoutBase(request.url);
      if (english !== request.url && isStaffPage(english)) return reply.redirect(english, 308);
      const key = cache.keyOf(request.raw);
      if (key !== null) {
        reply.hijack();
        try {
          await cache.serve(key, request.raw, reply.raw, () => renderPage(key));
        } catch (error) {
          request.log.error({ err: error }, 'page failed');
          sendPlainFailure(reply.raw, security, languageOf(request.url));
        }
        return;
      }
      // All pages with personal data are among these, however their address is written.
      const page = await renderPage(request.url);
      return reply
        .code(page.status)
        .headers({ ...page.headers, 'cache-control': 'no-store' })
        .send(page.body);
    },
  });
}

/** A page without scripts or styles, for when the shop's own pages cannot be rendered. */
function plainPage(what: 'rate_limited' | 'busy' | 'unreachable', language: Language): string {
  return speaking(language, () => {
    const title = m[`${what}_title`]();
    return (
      `<!doctype html><html lang="${language}"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${title}</title>` +
      `<h1>${title}</h1><p>${m.later()}</p>`
    );
  });
}

/** Sends why a page is not rendered. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const language = languageOf(request.url);
  const code = isShopError(error) ? error.code : isOutage(error) || isLate(error) ? 'busy' : undefined;
  if (code !== 'rate_limited' && code !== 'busy') {
    sendError(error, request, reply);
    return reply;
  }
  if (!isShopError(error)) request.log.error({ err: error }, 'page failed');
  if (!reply.hasHeader('retry-after')) reply.header('retry-after', '5');
  return reply
    .code(statusOf(code))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(plainPage(code, language));
}

/** True for a page that took longer than `RENDER_MS`. */
function isLate(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

function sendPlainFailure(response: ServerResponse, security: Record<string, string>, language: Language): void {
  if (response.headersSent) {
    response.destroy();
    return;
  }
  response.writeHead(503, {
    ...security,
    'content-type': 'text/html; charset=utf-8',
    'retry-after': '5',
    'cache-control': 'no-store',
  });
  response.end(plainPage('unreachable', language));
}
