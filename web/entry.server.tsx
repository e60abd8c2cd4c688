import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import { renderToPipeableStream } from 'react-dom/server';
import { type EntryContext, type HandleErrorFunction, RouterContextProvider, ServerRouter } from 'react-router';
import { currentLanguage, readLanguageFrom, type Translation } from '#shop/language.ts';
import { translatedSettings } from '#shop/settings/settings.ts';
import { pageFiles } from './page-files.server.ts';
import { PageFiles } from './page-styles.tsx';
import {
  type Built,
  builtContext,
  type Services,
  servicesContext,
  type TakeError,
  type TakeHtml,
  takeErrorContext,
  takeHtmlContext,
} from './services.server.ts';

/** React Router's bundle has its own copy of shop/language.ts. */
export { readLanguageFrom };

/** Rendering is aborted after this time; the cache then serves the last good page. */
const RENDER_TIMEOUT_MS = 8_000;

/** What the loaders of the pages in another language read. */
function translated(services: Services, language: Translation): Services {
  const { catalogue, categories, content, settings } = services;
  const all = async () => translatedSettings(await settings.all(), await content.translator(language));
  return {
    ...services,
    catalogue: { ...catalogue, ...catalogue.in(language) },
    categories: { ...categories, list: () => categories.listIn(language) },
    content: { ...content, ...content.in(language) },
    settings: {
      ...settings,
      all,
      shop: async () => (await all()).shop,
      payment: async () => (await all()).payment,
      config: async () => (await all()).config,
    },
  };
}

/** Called by the server for each page: React Router's contexts exist only inside this bundle. */
export function makeLoadContext(
  services: Services,
  built: Built,
  takeHtml: TakeHtml,
  takeError: TakeError,
): RouterContextProvider {
  const context = new RouterContextProvider();
  const language = currentLanguage();
  context.set(servicesContext, language === 'en' ? services : translated(services, language));
  context.set(builtContext, built);
  context.set(takeHtmlContext, takeHtml);
  context.set(takeErrorContext, takeError);
  return context;
}

/** React Router calls it instead of printing the error of a loader or of rendering. */
export const handleError: HandleErrorFunction = (error, { context }) => context.get(takeErrorContext)(error);

/**
 * Renders the whole page before the first byte is sent: the CSP header needs its inline scripts,
 * and the result is compressed and cached.
 */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const nonce = randomUUID();
    const files = { ...pageFiles(routerContext, loadContext.get(builtContext)), nonce };
    let failed = false;
    const chunks: Buffer[] = [];
    const sink = new Writable({
      write(chunk, _encoding, done) {
        chunks.push(chunk);
        done();
      },
      final(done) {
        clearTimeout(timer);
        headers.set('content-type', 'text/html; charset=utf-8');
        // React completes a page that has failed too, perhaps after the error page that is rendered
        // instead.
        if (!failed) loadContext.get(takeHtmlContext)(Buffer.concat(chunks), files);
        resolve(new Response(null, { status, headers }));
        done();
      },
    });
    const page = (
      <PageFiles value={files}>
        <ServerRouter context={routerContext} url={request.url} nonce={nonce} />
      </PageFiles>
    );
    const { pipe, abort } = renderToPipeableStream(page, {
      nonce,
      // React 19.2 and later would otherwise send fallbacks first, even to a buffer.
      progressiveChunkSize: Number.POSITIVE_INFINITY,
      onAllReady: () => pipe(sink),
      onShellError: reject,
      onError: (error) => {
        failed = true;
        reject(error);
      },
    });
    const timer = setTimeout(() => abort(new Error('the page took too long')), RENDER_TIMEOUT_MS);
  });
}
