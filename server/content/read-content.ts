import { CONTENT, isPageId, type PageContent, type PageId, ProductPage } from '#shop/content/content.ts';
import { slugOf } from '#shop/text/slugs.ts';
import type { ServiceContext } from '../context.ts';
import { readJson } from '../database/json.ts';
import { readPageContent, readProductPages } from './content.queries.ts';
import type { StoredProductPage } from './content-writes.ts';

export interface Content {
  pages: PageContent;
  productPages: StoredProductPage[];
}

/**
 * All content of the database.
 *
 * @param defaults of pages that are missing or damaged
 */
export async function readContent(
  { database: { db }, log }: ServiceContext,
  defaults: () => Promise<PageContent>,
): Promise<Content> {
  const pages: Partial<Record<PageId, unknown>> = {};
  for (const { id, content } of await readPageContent(db)) {
    if (!isPageId(id)) continue;
    const page = CONTENT[id].safeParse(readJson(content));
    if (page.success) pages[id] = page.data;
    else log.error({ page: id, issues: page.error.issues }, 'stored page content is damaged, the default is shown');
  }
  const own = await defaults();
  for (const id of Object.keys(CONTENT) as PageId[]) {
    pages[id] ??= own[id];
  }
  const productPages = (await readProductPages(db)).flatMap((row) => {
    const page = ProductPage.safeParse({ ...record(readJson(row.content)), name: row.name, route: row.route });
    if (page.success) return [{ id: row.id, ...page.data }];
    log.error({ page: row.id, issues: page.error.issues }, 'a stored product page is damaged and is left out');
    return [];
  });
  return { pages: pages as PageContent, productPages };
}

/** What pages and the API read of the content that `read` returns. */
export function contentReads(read: () => Promise<Content>) {
  return {
    /** All content pages by id. */
    all: async (): Promise<PageContent> => (await read()).pages,

    /** The content of one page. */
    page: async <Id extends PageId>(id: Id): Promise<PageContent[Id]> => (await read()).pages[id],

    /** The category landing pages, in display order (D9). */
    productPages: async (): Promise<StoredProductPage[]> => (await read()).productPages,

    /** See `findProductPage`. */
    productPage: async (name: string): Promise<StoredProductPage | null> =>
      findProductPage((await read()).productPages, name),
  };
}

/**
 * Finds a product page by name, id or route ('Fitness Mix', 'fitness-mix', '/fitness-mix'). Returns
 * null if there is none. The current route of a page takes precedence over the former route of
 * another.
 */
function findProductPage(pages: StoredProductPage[], name: string): StoredProductPage | null {
  const slug = slugOf(name);
  const named = pages.find((one) => one.name === name || one.route === `/${slug}`);
  return named ?? pages.find((one) => one.id === slug) ?? null;
}

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
