import { Readable } from 'node:stream';
import { z } from 'zod';
import { actorOf, staffOnly } from '#server/http/auth.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import { ProductQuery } from '#shop/catalogue/catalogue.ts';
import { BulkInput, ImportInput, ImportResult, ProductStats } from '#shop/catalogue/product-admin.ts';
import { isoDay } from '#shop/india/dates.ts';

const success = z.literal(true);
const tags = ['products (staff)'];
const security = [{ admin: [] }];
/** 200 lines with long descriptions. */
const IMPORT_BYTES = 2 * 1024 * 1024;
/** 1,000 sizes with the longest names. */
const BULK_BYTES = 512 * 1024;

/** What the admin's product list needs beside the catalogue's own calls (issue 5 §3). */
export function productAdminRoutes(app: ShopApp, services: Services): void {
  const { catalogue, context } = services;
  const onRequest = staffOnly(services);

  app.get(
    '/admin/products/stats',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'Live figures of all products, inactive ones included',
        response: { 200: z.object({ success, stats: ProductStats }) },
      },
    },
    async () => ({ success: true as const, stats: await catalogue.stats() }),
  );

  app.get(
    '/admin/products/export',
    {
      onRequest,
      schema: {
        tags,
        security,
        summary: 'The products of a filter as CSV, a line for each size, safe against formulas',
        produces: ['text/csv'],
        querystring: ProductQuery,
      },
    },
    async (request, reply) => {
      const pieces = await catalogue.export(request.query);
      return reply
        .type('text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="products-${isoDay(context.now())}.csv"`)
        .send(Readable.from(pieces));
    },
  );

  app.post(
    '/admin/products/bulk',
    {
      onRequest,
      bodyLimit: BULK_BYTES,
      schema: {
        tags,
        security,
        summary:
          'Prices and stock of many sizes at once, all or none; sent with from and to changed about, it is undone',
        body: BulkInput,
        response: { 200: z.object({ success, message: z.string(), changed: z.number() }) },
      },
    },
    async (request) => {
      const changed = await catalogue.bulk(request.body, actorOf(request));
      const message = changed === 1 ? '1 size updated' : `${changed} sizes updated`;
      return { success: true as const, message, changed };
    },
  );

  app.post(
    '/admin/products/import',
    {
      onRequest,
      bodyLimit: IMPORT_BYTES,
      schema: {
        tags,
        security,
        summary: 'Lines of a CSV, keyed by id: what they would do (dryRun), or does it; errors by line and column',
        body: ImportInput,
        response: { 200: z.object({ success, results: z.array(ImportResult) }) },
      },
    },
    async (request) => ({
      success: true as const,
      results: await catalogue.import(request.body, actorOf(request)),
    }),
  );
}
