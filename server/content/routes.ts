import type { Product } from '#shop/catalogue/catalogue.ts';
import { toCard } from '#shop/catalogue/sections.ts';
import { contentAdminApi, contentApi } from '#shop/content/api.ts';
import { isPageId, type ProductPage } from '#shop/content/content.ts';
import { productsOfPage } from '#shop/content/product-pages.ts';
import { ShopError } from '#shop/errors.ts';
import type { Actor } from '../audit/audit.ts';
import { actorOf } from '../http/auth.ts';
import { implement } from '../http/implement.ts';
import type { ShopApp } from '../http/routes.ts';
import { readFields } from './content-writes.ts';
import type { ContentService } from './service.ts';

/** The message of R1.8. */
const UPDATED = 'Content updated successfully in database';
/** Maximum number of product cards in a preview. */
const CARDS = 8;

interface RouteDeps {
  content: ContentService;
  /** Returns the products that shoppers can see. */
  catalogue: { visible(): Promise<readonly Product[]> };
}

/** Page content and product pages. */
export async function contentArea(app: ShopApp, { content, catalogue }: RouteDeps): Promise<void> {
  const withId = <Page extends { id: string }>(page: Page) => ({ ...page, _id: page.id });

  implement(app, contentApi, {
    'GET /page-content': async () => ({ content: await content.all() }),

    'GET /page-content/:pageId': async ({ params: { pageId } }) => ({ pageId, content: await content.find(pageId) }),

    'GET /pages/products': async () => ({ pages: (await content.productPages()).map(withId) }),

    'GET /pages/products/:name': async ({ params }) => {
      const page = await content.productPage(params.name);
      if (!page) throw new ShopError('page_not_found');
      return { page: withId(page) };
    },

    'GET /pages/:id/sections': async ({ params: { id } }) => ({ pageId: id, sections: await content.sections(id) }),
  });

  async function savePage(pageId: string, body: { content: unknown; version?: number | undefined }, actor: Actor) {
    const saved = await content.savePage(pageId, body.content, body.version, actor);
    return { message: UPDATED, pageId, content: saved.content, version: saved.version };
  }

  implement(app, contentAdminApi, {
    'GET /pages/:id/record': async ({ params }) => content.record(params.id),

    'PUT /page-content/:pageId': async (request) => savePage(request.params.pageId, request.body, actorOf(request)),

    'PUT /pages/:id': async (request) => {
      const pageId = request.params.id;
      if (isPageId(pageId)) return savePage(pageId, request.body, actorOf(request));
      const { name } = await content.known(pageId);
      const fields = readFields(request.body.content, name);
      await content.saveProductPage(pageId, fields, request.body.version, actorOf(request));
      const saved = await content.record(pageId);
      return { message: UPDATED, pageId, content: saved.content, version: saved.version };
    },

    'POST /pages/products': async (request) => ({
      message: 'Page created successfully',
      page: withId(await content.createProductPage(request.body, actorOf(request))),
    }),

    'PUT /pages/products/:name': async (request) => {
      const { version, ...input } = request.body;
      const page = await content.saveProductPage(request.params.name, input, version, actorOf(request));
      return { message: UPDATED, page: withId(page) };
    },

    'PUT /pages/products/:name/content': async (request) => {
      const { content: texts, version } = request.body;
      const page = await content.saveProductPage(request.params.name, texts, version, actorOf(request));
      return { message: UPDATED, page: withId(page) };
    },

    'DELETE /pages/products/:name': async (request) => {
      await content.removeProductPage(request.params.name, actorOf(request));
      return { message: 'Page deleted successfully' };
    },

    'POST /pages/:id/preview': async ({ params, body }) => {
      const preview = await content.preview(params.id, body.content);
      if (preview.kind === 'content') return preview;
      const products = productsOfPage(preview.content as ProductPage, await catalogue.visible());
      return { ...preview, products: products.slice(0, CARDS).map(toCard), totalProducts: products.length };
    },
  });
}
