import { z } from 'zod';
import { ProductCard } from '#shop/catalogue/catalogue.ts';
import { toCard } from '#shop/catalogue/sections.ts';
import { isPageId, ProductPage, ProductPageInput } from '#shop/content/content.ts';
import { productsOfPage } from '#shop/content/product-pages.ts';
import { actorOf, staffOnly } from '../http/auth.ts';
import type { ShopApp } from '../http/routes.ts';
import type { Services } from '../services.ts';
import { readFields } from './content-writes.ts';

const success = z.literal(true);
const id = z.string().min(1).max(200);
const version = z.number().int().min(0).optional().describe('the version that was looked at; another one is 409');
/** Its shape depends on the page id; the service checks it against shop/content/content.ts. */
const AnyContent = z.unknown();
const ContentBody = z.object({ content: AnyContent, version });
const StoredPage = ProductPage.extend({ _id: z.string(), id: z.string() });
const SavedPage = z.object({ success, message: z.string(), page: StoredPage });
const SavedContent = z.object({
  success,
  message: z.string(),
  pageId: z.string(),
  content: AnyContent,
  version: z.number(),
});

/** Spec 1 §8. */
const UPDATED = 'Content updated successfully in database';
/** As many cards as a preview shows. */
const CARDS = 8;

/** Changes of page content and product pages (spec 1 §7; D39: admins and managers). */
export function contentAdminRoutes(app: ShopApp, services: Services): void {
  const { content, catalogue } = services;
  const onRequest = staffOnly(services);
  const shared = { tags: ['content (staff)'], security: [{ admin: [] }] };
  const withId = <Page extends { id: string }>(page: Page) => ({ ...page, _id: page.id });

  app.get(
    '/pages/:id/record',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'A page of content or a product page as it is edited, with its version',
        params: z.object({ id }),
        response: {
          200: z.object({
            success,
            id: z.string(),
            kind: z.enum(['content', 'product']),
            content: AnyContent,
            version: z.number().describe('0: the built-in default, never saved'),
            updatedAt: z.number().nullable(),
            updatedBy: z.string().nullable(),
          }),
        },
      },
    },
    async (request) => ({ success: true as const, ...(await content.record(request.params.id)) }),
  );

  const savePage = async (pageId: string, body: z.infer<typeof ContentBody>, actor: ReturnType<typeof actorOf>) => {
    const saved = await content.savePage(pageId, body.content, body.version, actor);
    return { success: true as const, message: UPDATED, pageId, content: saved.content, version: saved.version };
  };

  app.put(
    '/page-content/:pageId',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Save the content of a page',
        params: z.object({ pageId: id }),
        body: ContentBody,
        response: { 200: SavedContent },
      },
    },
    async (request) => savePage(request.params.pageId, request.body, actorOf(request)),
  );

  app.put(
    '/pages/:id',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Save a page by its id: of content as a whole, of products by the fields that are sent',
        params: z.object({ id }),
        body: ContentBody,
        response: { 200: SavedContent },
      },
    },
    async (request) => {
      const pageId = request.params.id;
      if (isPageId(pageId)) return savePage(pageId, request.body, actorOf(request));
      const { name } = await content.known(pageId);
      await content.saveProductPage(
        pageId,
        readFields(request.body.content, name),
        request.body.version,
        actorOf(request),
      );
      const { content: saved, version: now } = await content.record(pageId);
      return { success: true as const, message: UPDATED, pageId, content: saved, version: now };
    },
  );

  app.post(
    '/pages/products',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Make a product page; its route follows from its name',
        body: ProductPageInput,
        response: { 201: SavedPage },
      },
    },
    async (request, reply) => {
      const page = await content.createProductPage(request.body, actorOf(request));
      return reply.code(201).send({ success: true, message: 'Page created successfully', page: withId(page) });
    },
  );

  app.put(
    '/pages/products/:name',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Change a product page; what is left out stays',
        params: z.object({ name: id }),
        body: ProductPageInput.partial({ name: true }).extend({ version }),
        response: { 200: SavedPage },
      },
    },
    async (request) => {
      const { version: seen, ...input } = request.body;
      const page = await content.saveProductPage(request.params.name, input, seen, actorOf(request));
      return { success: true as const, message: UPDATED, page: withId(page) };
    },
  );

  app.put(
    '/pages/products/:name/content',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Change the texts of a product page; name and route stay',
        params: z.object({ name: id }),
        body: z.object({ content: ProductPageInput.omit({ name: true, route: true }), version }),
        response: { 200: SavedPage },
      },
    },
    async (request) => {
      const { content: texts, version: seen } = request.body;
      const page = await content.saveProductPage(request.params.name, texts, seen, actorOf(request));
      return { success: true as const, message: UPDATED, page: withId(page) };
    },
  );

  app.delete(
    '/pages/products/:name',
    {
      onRequest,
      schema: {
        ...shared,
        summary: 'Delete a product page',
        params: z.object({ name: id }),
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await content.removeProductPage(request.params.name, actorOf(request));
      return { success: true as const, message: 'Page deleted successfully' };
    },
  );

  app.post(
    '/pages/:id/preview',
    {
      onRequest,
      schema: {
        ...shared,
        summary:
          'What a change would store, and the first products of a product page; nothing is saved. id new: a page to be',
        params: z.object({ id }),
        body: z.object({ content: AnyContent }),
        response: {
          200: z.object({
            success,
            kind: z.enum(['content', 'product']),
            content: AnyContent,
            products: z.array(ProductCard).optional(),
            totalProducts: z.number().optional(),
          }),
        },
      },
    },
    async (request) => {
      const shown = await content.preview(request.params.id, request.body.content);
      if (shown.kind === 'content') return { success: true as const, ...shown };
      const products = productsOfPage(shown.content as ProductPage, await catalogue.visible());
      return {
        success: true as const,
        ...shown,
        products: products.slice(0, CARDS).map(toCard),
        totalProducts: products.length,
      };
    },
  );
}
