import { z } from 'zod';
import { ProductCard } from '../catalogue/catalogue.ts';
import { type Contract, ok } from '../contract.ts';
import { ProductPage, ProductPageInput } from './content.ts';

const anyone = { tag: 'content', access: 'public' } as const;
const staff = { tag: 'content (staff)', access: 'staff' } as const;

/** The schema depends on the page id; the service validates it with shop/content/content.ts. */
const AnyContent = z.unknown();
const kind = z.enum(['content', 'product']);
const version = z.number().int().min(0).optional().describe('the version the change was made on; any other is a 409');
const ContentBody = z.object({ content: AnyContent, version });

/**
 * A stored product page. The id is derived from its first route, such as 'fitness-mix'; `_id`
 * equals `id` (D2).
 */
export const StoredPage = ProductPage.extend({ _id: z.string(), id: z.string() });
export type StoredPage = z.infer<typeof StoredPage>;

const SavedPage = ok({ message: z.string(), page: StoredPage });
const SavedContent = ok({
  message: z.string(),
  pageId: z.string(),
  content: AnyContent,
  version: z.number(),
});

/** Public page content and product pages (R1.7). */
export const contentApi = {
  'GET /page-content': {
    ...anyone,
    summary: 'The content of every page, by page id',
    responses: { 200: ok({ content: z.record(z.string(), AnyContent) }) },
  },
  'GET /page-content/:pageId': {
    ...anyone,
    summary: "The content of one page: 'homepage', 'hero', 'navbar', 'about' …",
    responses: { 200: ok({ pageId: z.string(), content: AnyContent }) },
    fails: [404],
  },
  'GET /pages/products': {
    ...anyone,
    summary: 'The category landing pages',
    responses: { 200: ok({ pages: z.array(StoredPage) }) },
  },
  'GET /pages/products/:name': {
    ...anyone,
    summary: 'One category landing page, by its name or the last part of its route',
    responses: { 200: ok({ page: StoredPage }) },
    fails: [404],
  },
  'GET /pages/:id/sections': {
    ...anyone,
    summary: 'The parts of a page of content or of a product page',
    responses: {
      200: ok({
        pageId: z.string(),
        sections: z.array(z.object({ id: z.string(), title: z.string(), content: AnyContent })),
      }),
    },
    fails: [404],
  },
} as const satisfies Contract;

/** Editing page content and product pages (R1.7; D39: admins and managers). */
export const contentAdminApi = {
  'GET /pages/:id/record': {
    ...staff,
    summary: 'A page of content or a product page as it is edited, with its version',
    responses: {
      200: ok({
        id: z.string(),
        kind,
        content: AnyContent,
        version: z.number().describe('0: the built-in default, never saved'),
        updatedAt: z.number().nullable(),
        updatedBy: z.string().nullable(),
      }),
    },
    fails: [404],
  },
  'PUT /page-content/:pageId': {
    ...staff,
    summary: 'Save the content of a page',
    body: ContentBody,
    responses: { 200: SavedContent },
    fails: [404, 409],
  },
  'PUT /pages/:id': {
    ...staff,
    summary: 'Save a page by its id: page content as a whole, a product page by the fields that are sent',
    body: ContentBody,
    responses: { 200: SavedContent },
    fails: [404, 409],
  },
  'POST /pages/products': {
    ...staff,
    summary: 'Make a product page; its route follows from its name',
    body: ProductPageInput,
    responses: { 201: SavedPage },
    fails: [409],
  },
  'PUT /pages/products/:name': {
    ...staff,
    summary: 'Change a product page; what is left out stays',
    body: ProductPageInput.partial({ name: true }).extend({ version }),
    responses: { 200: SavedPage },
    fails: [404, 409],
  },
  'PUT /pages/products/:name/content': {
    ...staff,
    summary: 'Change the texts of a product page; name and route stay',
    body: z.object({ content: ProductPageInput.omit({ name: true, route: true }), version }),
    responses: { 200: SavedPage },
    fails: [404, 409],
  },
  'DELETE /pages/products/:name': {
    ...staff,
    summary: 'Delete a product page',
    responses: { 200: ok({ message: z.string() }) },
    fails: [404],
  },
  'POST /pages/:id/preview': {
    ...staff,
    summary:
      'What a change would store, and the first products of a product page; nothing is saved. id `new`: a page that does not exist yet',
    body: z.object({ content: AnyContent }),
    responses: {
      200: ok({
        kind,
        content: AnyContent,
        products: z.array(ProductCard).optional(),
        totalProducts: z.number().optional(),
      }),
    },
    fails: [404],
  },
} as const satisfies Contract;
