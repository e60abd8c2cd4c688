import { BUILT_IN_BRAND, mapTexts, renamed } from '#shop/content/brand.ts';
import { CONTENT, isPageId, type PageContent, type PageId, ProductPage } from '#shop/content/content.ts';
import { contentOf, neutralContent } from '#shop/content/neutral.ts';
import { type PageSection, sectionsOf, sectionsOfProductPage } from '#shop/content/page-sections.ts';
import { ShopError } from '#shop/errors.ts';
import { inEachTranslation, type Language, type Translation } from '#shop/language.ts';
import { slugOf } from '#shop/text/slugs.ts';
import type { ServiceContext } from '../context.ts';
import { readJson } from '../database/json.ts';
import { snapshotOf } from '../snapshot.ts';
import { readPageContent, readProductPages } from './content.queries.ts';
import { contentWrites, type StoredProductPage } from './content-writes.ts';

/** The built-in content, read from the files that ship with the shop. */
export interface OriginalContent {
  /** Content by page id. Not validated yet. */
  content(): Record<string, unknown>;
  /** Maps the URL of an image to a tiny placeholder, a `data:` URL. */
  blurs(): Map<string, string>;
  /** Texts of the built-in content with their translation. */
  translation(language: Translation): Record<string, string>;
}

interface Content {
  pages: PageContent;
  productPages: StoredProductPage[];
}

/**
 * Page content and product pages, cached per data version. A page that is missing or invalid in the
 * database falls back to the built-in default (R1.8). That is the content of the demo shop without
 * its story, offers and facts, and with the shop's own name.
 */
export function createContentService(
  context: ServiceContext,
  original: OriginalContent,
  shop: () => Promise<{ brandName: string }>,
) {
  let builtIn: PageContent | undefined;
  let blurs: Map<string, string> | undefined;
  const defaults = (brand: string): PageContent => {
    builtIn ??= neutralContent(contentOf(original.content()));
    return renamed(builtIn, BUILT_IN_BRAND, brand);
  };

  const content = snapshotOf(
    () => context.versions.stamp,
    async (): Promise<Content> => {
      const { db } = context.database;
      const pages: Partial<Record<PageId, unknown>> = {};
      for (const row of await readPageContent(db)) {
        if (isPageId(row.id)) {
          pages[row.id] = parse(row.id, row.content);
        }
      }
      const own = defaults((await shop()).brandName);
      for (const id of Object.keys(CONTENT) as PageId[]) {
        pages[id] ??= own[id];
      }
      const productPages = (await readProductPages(db)).flatMap((row) => {
        const page = ProductPage.safeParse({ ...record(readJson(row.content)), name: row.name, route: row.route });
        if (!page.success) {
          context.log.error(
            { page: row.id, issues: page.error.issues },
            'a stored product page is damaged and is left out',
          );
          return [];
        }
        return [{ id: row.id, ...page.data }];
      });
      return { pages: pages as PageContent, productPages };
    },
  );

  const translators = new Map<Translation, { brand: string; text: (english: string) => string }>();

  /**
   * Translates a built-in text: of a page, of the settings, of a badge. A text that is not one of
   * them stays in English: the translation of a text that was changed since may no longer be true.
   *
   * @returns the same function until the shop has another name
   */
  async function translator(language: Translation): Promise<(text: string) => string> {
    const { brandName } = await shop();
    const known = translators.get(language);
    if (known?.brand === brandName) return known.text;
    const words = new Map(renamed(Object.entries(original.translation(language)), BUILT_IN_BRAND, brandName));
    const text = (english: string) => words.get(english) ?? english;
    translators.set(language, { brand: brandName, text });
    return text;
  }

  /** The same content in a language. */
  const contentIn = (language: Translation) =>
    snapshotOf(
      () => context.versions.stamp,
      async (): Promise<Content> => {
        const { pages, productPages } = await content();
        return mapTexts({ pages, productPages }, await translator(language));
      },
    );

  function parse(id: PageId, text: string): unknown {
    const result = CONTENT[id].safeParse(readJson(text));
    if (!result.success) {
      context.log.error(
        { page: id, issues: result.error.issues },
        'stored page content is damaged, the default is shown',
      );
      return undefined;
    }
    return result.data;
  }

  const readersOf = (read: () => Promise<Content>) => ({
    /** All content pages by id. */
    all: async (): Promise<PageContent> => (await read()).pages,

    /** The content of one page. */
    page: async <Id extends PageId>(id: Id): Promise<PageContent[Id]> => (await read()).pages[id],

    /** The category landing pages, in display order (D9). */
    productPages: async (): Promise<StoredProductPage[]> => (await read()).productPages,

    /**
     * Finds a product page by name, id or route ('Fitness Mix', 'fitness-mix', '/fitness-mix').
     * Returns null if there is none. The current route of a page takes precedence over the former
     * route of another.
     */
    async productPage(name: string): Promise<StoredProductPage | null> {
      const slug = slugOf(name);
      const { productPages } = await read();
      return (
        productPages.find((one) => one.name === name || one.route === `/${slug}`) ??
        productPages.find((one) => one.id === slug) ??
        null
      );
    },
  });
  const readers = readersOf(content);
  const { page, productPage } = readers;
  const translations = inEachTranslation((language) => readersOf(contentIn(language)));

  /**
   * Lookup for the admin: by id first, which never changes, even if another page now has the route
   * the id was derived from.
   */
  async function pageForAdmin(id: string): Promise<StoredProductPage | null> {
    const { productPages } = await content();
    return productPages.find((one) => one.id === id) ?? (await productPage(id));
  }

  return {
    ...contentWrites(context, { page, productPage: pageForAdmin }),

    ...readers,

    translator,

    /** What pages in a language read. */
    in: (language: Language) => (language === 'en' ? readers : translations[language]),

    /** Like {@link page}, for an unvalidated id. @throws ShopError('page_not_found') */
    async find(id: string): Promise<PageContent[PageId]> {
      if (!isPageId(id)) {
        throw new ShopError('page_not_found');
      }
      return (await content()).pages[id];
    },

    /**
     * The placeholders of these images while they load, by image URL. Images without a placeholder
     * are omitted.
     */
    blurs(addresses: readonly string[]): Record<string, string> {
      blurs ??= original.blurs();
      const known = blurs;
      return Object.fromEntries(
        addresses.flatMap((address) => {
          const blur = known.get(address);
          return blur ? [[address, blur]] : [];
        }),
      );
    },

    /** Finds a product page for the admin, by id first. @throws ShopError('page_not_found') */
    async known(name: string): Promise<StoredProductPage> {
      const found = await pageForAdmin(name);
      if (!found) throw new ShopError('page_not_found');
      return found;
    },

    /** The sections of a page (R1.7). @throws ShopError('page_not_found') */
    async sections(id: string): Promise<PageSection[]> {
      if (isPageId(id)) return sectionsOf(id, await page(id));
      const found = await productPage(id);
      if (!found) throw new ShopError('page_not_found');
      return sectionsOfProductPage(found);
    },
  };
}

export type ContentService = ReturnType<typeof createContentService>;

function record(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}
