import { z } from 'zod';
import { ProductPage } from '#shop/content/content.ts';
import { ShopError } from '#shop/errors.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';

const success = z.literal(true);
const Name = z.string().min(1).max(200);
const StoredPage = ProductPage.extend({ _id: z.string(), id: z.string() });
/** Its shape depends on the page id; the service has checked it against shop/content/content.ts. */
const AnyContent = z.unknown();

/** Reads of page content and product pages (spec 1 §7). */
export function contentRoutes(app: ShopApp, { content }: Services): void {
  const tags = ['content'];

  app.get(
    '/page-content',
    {
      schema: {
        tags,
        summary: 'The content of every page, by page id',
        response: { 200: z.object({ success, content: z.record(z.string(), AnyContent) }) },
      },
    },
    async () => ({ success: true as const, content: await content.all() }),
  );

  app.get(
    '/page-content/:pageId',
    {
      schema: {
        tags,
        summary: "The content of one page: 'homepage', 'hero', 'navbar', 'about' …",
        params: z.object({ pageId: Name }),
        response: { 200: z.object({ success, pageId: z.string(), content: AnyContent }) },
      },
    },
    async (request) => {
      const { pageId } = request.params;
      return { success: true as const, pageId, content: await content.find(pageId) };
    },
  );

  app.get(
    '/pages/products',
    {
      schema: {
        tags,
        summary: 'The category landing pages',
        response: { 200: z.object({ success, pages: z.array(StoredPage) }) },
      },
    },
    async () => {
      const pages = (await content.productPages()).map((page) => ({ _id: page.id, ...page }));
      return { success: true as const, pages };
    },
  );

  app.get(
    '/pages/products/:name',
    {
      schema: {
        tags,
        summary: 'One category landing page, by its name or the last part of its route',
        params: z.object({ name: Name }),
        response: { 200: z.object({ success, page: StoredPage }) },
      },
    },
    async (request) => {
      const page = await content.productPage(request.params.name);
      if (!page) {
        throw new ShopError('page_not_found');
      }
      return { success: true as const, page: { _id: page.id, ...page } };
    },
  );

  app.get(
    '/pages/:id/sections',
    {
      schema: {
        tags,
        summary: 'The parts of a page of content or of a product page',
        params: z.object({ id: Name }),
        response: {
          200: z.object({
            success,
            pageId: z.string(),
            sections: z.array(z.object({ id: z.string(), title: z.string(), content: AnyContent })),
          }),
        },
      },
    },
    async (request) => {
      const { id } = request.params;
      return { success: true as const, pageId: id, sections: await content.sections(id) };
    },
  );
}
