import type { FastifyRequest } from 'fastify';
import { actorOf, bearerToken } from '#server/http/auth.ts';
import { sendCsv } from '#server/http/csv.ts';
import { implement } from '#server/http/implement.ts';
import { requestLanguage } from '#server/http/language.ts';
import type { ShopApp } from '#server/http/routes.ts';
import { productsApi } from '#shop/catalogue/api.ts';
import type { CatalogueService } from './service.ts';

/** Products: the shop's own lists and pages, and what staff do with them. */
export function productRoutes(app: ShopApp, { catalogue }: { catalogue: CatalogueService }): void {
  /** What shoppers read, in the language of the page that asks. */
  const shown = (request: FastifyRequest) => catalogue.in(requestLanguage(request));

  implement(app, productsApi, {
    'GET /products': async (request) => {
      // Shoppers may send a token of their own (R1.6). One that is not the staff's is ignored, not
      // rejected.
      const token = request.key ? null : bearerToken(request);
      const staff = token !== null && (await app.authenticator.authenticate(token)) !== null;
      const list = await shown(request).list(request.query, staff || request.key !== undefined);
      return { ...list, total: list.pagination.total };
    },

    'GET /products/featured': async (request) => shown(request).sections(),

    'GET /products/best-sellers': async (request) => {
      const { bestSellers } = await shown(request).sections();
      return { products: bestSellers, bestSellers };
    },

    'GET /products/search': async (request) => {
      const { products, exact, grams } = await shown(request).search(request.query.q, request.query.limit);
      return { products, total: products.length, exact, grams };
    },

    'GET /products/:id': async (request) => shown(request).detail(request.params.id),

    'POST /products': async (request) => {
      const id = await catalogue.create(request.body, actorOf(request));
      return {
        message: 'Product created successfully! All display sections will be updated automatically.',
        product: await catalogue.get(id),
      };
    },

    'PUT /products/:id': async (request) => {
      const { id } = request.params;
      await catalogue.update(id, request.body, actorOf(request));
      return { message: 'Product updated successfully!', product: await catalogue.get(id) };
    },

    'DELETE /products/:id': async (request) => {
      await catalogue.remove(request.params.id, actorOf(request));
      return { message: 'Product deleted successfully!' };
    },

    'PATCH /products/:id/toggle-status': async (request) => {
      const { id } = request.params;
      const { status } = request.body;
      await catalogue.setStatus(id, status, actorOf(request));
      return {
        message:
          status === 'Active' ? 'Product activated and visible successfully!' : `Product status changed to ${status}.`,
        product: await catalogue.get(id),
      };
    },

    'GET /admin/products/stats': async () => ({ stats: await catalogue.stats() }),

    'GET /admin/products/feeds': async () => catalogue.feeds(),

    'GET /admin/products/export': async (request, reply) => {
      const file = await catalogue.export(request.query);
      return sendCsv(reply, file.name, file.pieces);
    },

    'POST /admin/products/bulk': async (request) => {
      const moved = await catalogue.bulk(request.body, actorOf(request));
      const changed = moved.length;
      return { message: changed === 1 ? '1 size updated' : `${changed} sizes updated`, changed, moved };
    },

    'GET /admin/products/:id/stock': async (request) => ({
      history: await catalogue.stockHistory(request.params.id),
    }),

    'POST /admin/products/:id/stock': async (request) => {
      const { id } = request.params;
      const changed = await catalogue.changeStock(id, request.body, actorOf(request));
      return {
        message: changed === 1 ? 'Stock of 1 size saved' : `Stock of ${changed} sizes saved`,
        product: await catalogue.get(id),
      };
    },

    'GET /admin/products/:id/prices': async (request) => catalogue.sizePrices(request.params.id),

    'PUT /admin/products/:id/prices': async (request) => {
      await catalogue.saveSizePrices(request.params.id, request.body, actorOf(request));
      return { message: 'Prices saved' };
    },

    'POST /admin/products/import': async (request) => ({
      results: await catalogue.import(request.body, actorOf(request)),
    }),

    'GET /admin/products/linked-pictures': async () => ({ products: await catalogue.linkedPictures() }),

    'POST /admin/products/:id/pictures': async (request) =>
      catalogue.copyPictures(request.params.id, request.body.urls, actorOf(request)),
  });
}
