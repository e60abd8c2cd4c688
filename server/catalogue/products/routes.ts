import { z } from 'zod';
import { actorOf, bearerToken, staffOnly } from '#server/http/auth.ts';
import type { ShopApp } from '#server/http/routes.ts';
import type { Services } from '#server/services.ts';
import {
  Category,
  LIST_LIMITS,
  Product,
  ProductInput,
  ProductQuery,
  ProductStatus,
} from '#shop/catalogue/catalogue.ts';
import { countParameter } from '#shop/catalogue/catalogue-query.ts';
import { PublicReview } from '#shop/catalogue/review-input.ts';

const success = z.literal(true);
const products = z.array(Product);
const Id = z.object({ id: z.string().min(1).max(200) });
const Pagination = z.object({ page: z.number(), limit: z.number(), total: z.number(), totalPages: z.number() });
const ProductAnswer = z.object({ success, message: z.string(), product: Product });

/** Products and categories (spec 1 §7, D11). */
export function catalogueRoutes(app: ShopApp, services: Services): void {
  publicRoutes(app, services);
  staffRoutes(app, services);
}

function publicRoutes(app: ShopApp, { catalogue, categories, accounts }: Services): void {
  const tags = ['catalogue'];

  app.get(
    '/products',
    {
      schema: {
        tags,
        summary: 'Products, filtered, sorted and paged; inactive ones for signed-in staff only',
        querystring: ProductQuery,
        response: { 200: z.object({ success, products, pagination: Pagination, total: z.number() }) },
      },
    },
    async (request) => {
      // A token that is not the staff's (the specification lets shoppers send one) lists what everybody sees.
      const token = bearerToken(request);
      const staff = token !== null && (await accounts.authenticate(token)) !== null;
      const list = await catalogue.list(request.query, staff);
      return { success: true as const, ...list, total: list.pagination.total };
    },
  );

  app.get(
    '/products/featured',
    {
      schema: {
        tags,
        summary: 'The sections of the home page',
        response: {
          200: z.object({ success, bestSellers: products, valueCombos: products, youMayAlsoLike: products }),
        },
      },
    },
    async () => ({ success: true as const, ...(await catalogue.sections()) }),
  );

  app.get(
    '/products/best-sellers',
    {
      schema: {
        tags,
        summary: 'Best sellers, or the fallback match when none is chosen',
        response: { 200: z.object({ success, products, bestSellers: products }) },
      },
    },
    async () => {
      const { bestSellers } = await catalogue.sections();
      return { success: true as const, products: bestSellers, bestSellers };
    },
  );

  app.get(
    '/products/categories',
    {
      schema: { tags, summary: 'Categories', response: { 200: z.object({ success, categories: z.array(Category) }) } },
    },
    async () => ({ success: true as const, categories: await categories.list() }),
  );

  app.get(
    '/products/search',
    {
      schema: {
        tags,
        summary: 'Best matches for a text: word beginnings, typing errors, Hindi kitchen words',
        querystring: z.object({
          q: z
            .string({ error: 'q is needed once: the words to search for.' })
            .max(200, 'q may have at most 200 characters.'),
          limit: countParameter('limit', LIST_LIMITS.search, LIST_LIMITS.elsewhere),
        }),
        response: { 200: z.object({ success, products, total: z.number() }) },
      },
    },
    async (request) => {
      const found = await catalogue.search(request.query.q, request.query.limit);
      return { success: true as const, products: found, total: found.length };
    },
  );

  app.get(
    '/products/:id',
    {
      schema: {
        tags,
        summary: 'One product with its approved reviews',
        params: Id,
        response: { 200: z.object({ success, product: Product, reviews: z.array(PublicReview) }) },
      },
    },
    async (request) => ({ success: true as const, ...(await catalogue.detail(request.params.id)) }),
  );

  app.get(
    '/categories',
    {
      schema: {
        tags,
        summary: 'Categories; with parentCategory those below it',
        querystring: z.object({
          parentCategory: z.string({ error: 'parentCategory may be given only once.' }).max(200).optional(),
        }),
        response: { 200: z.object({ success, categories: z.array(Category) }) },
      },
    },
    async (request) => ({
      success: true as const,
      categories: await categories.list(request.query.parentCategory || undefined),
    }),
  );

  app.get(
    '/categories/:id',
    {
      schema: {
        tags,
        summary: 'One category by id or slug',
        params: Id,
        response: { 200: z.object({ success, category: Category }) },
      },
    },
    async (request) => ({ success: true as const, category: await categories.get(request.params.id) }),
  );
}

/** A product form with a hundred long reviews in an Indian script. */
const FORM_BYTES = 1024 * 1024;

function staffRoutes(app: ShopApp, services: Services): void {
  const { catalogue } = services;
  const guarded = { onRequest: staffOnly(services) };
  const staff = { tags: ['catalogue'], security: [{ admin: [] }] };

  app.post(
    '/products',
    {
      ...guarded,
      bodyLimit: FORM_BYTES,
      schema: {
        ...staff,
        summary: 'A new product; its id comes from its name',
        body: ProductInput,
        response: { 201: ProductAnswer },
      },
    },
    async (request, reply) => {
      const id = await catalogue.create(request.body, actorOf(request));
      reply.code(201);
      return {
        success: true as const,
        message: 'Product created successfully! All display sections will be updated automatically.',
        product: await catalogue.get(id),
      };
    },
  );

  app.put(
    '/products/:id',
    {
      ...guarded,
      bodyLimit: FORM_BYTES,
      schema: {
        ...staff,
        summary: 'Saves a product whole',
        params: Id,
        body: ProductInput,
        response: { 200: ProductAnswer },
      },
    },
    async (request) => {
      await catalogue.update(request.params.id, request.body, actorOf(request));
      return {
        success: true as const,
        message: 'Product updated successfully!',
        product: await catalogue.get(request.params.id),
      };
    },
  );

  app.delete(
    '/products/:id',
    {
      ...guarded,
      schema: {
        ...staff,
        summary: 'Takes a product out of the shop; orders keep their copy',
        params: Id,
        response: { 200: z.object({ success, message: z.string() }) },
      },
    },
    async (request) => {
      await catalogue.remove(request.params.id, actorOf(request));
      return { success: true as const, message: 'Product deleted successfully!' };
    },
  );

  app.patch(
    '/products/:id/toggle-status',
    {
      ...guarded,
      schema: {
        ...staff,
        summary: 'Active, Inactive or Out of Stock',
        params: Id,
        body: z.object({
          status: z.enum(ProductStatus.options, { error: 'Status must be Active, Inactive or Out of Stock' }),
        }),
        response: { 200: ProductAnswer },
      },
    },
    async (request) => {
      const { status } = request.body;
      await catalogue.setStatus(request.params.id, status, actorOf(request));
      return {
        success: true as const,
        message:
          status === 'Active' ? 'Product activated and visible successfully!' : `Product status changed to ${status}.`,
        product: await catalogue.get(request.params.id),
      };
    },
  );
}
