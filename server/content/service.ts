import { mapTexts } from '#shop/content/brand.ts';
import { isPageId, type PageContent, type PageId } from '#shop/content/content.ts';
import { type PageSection, sectionsOf, sectionsOfProductPage } from '#shop/content/page-sections.ts';
import { ShopError } from '#shop/errors.ts';
import { inEachTranslation, type Language } from '#shop/language.ts';
import type { ServiceContext } from '../context.ts';
import { snapshotOf } from '../snapshot.ts';
import { contentWrites, type StoredProductPage } from './content-writes.ts';
import { createBlurs, createDefaults, createTranslator, type OriginalContent } from './original-content.ts';
import { type Content, contentReads, readContent } from './read-content.ts';

export type ContentService = ReturnType<typeof createContentService>;

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
  const stamp = () => context.versions.stamp;
  const defaults = createDefaults(original);
  const translator = createTranslator(original, shop);
  const content = snapshotOf(stamp, () => readContent(context, async () => defaults((await shop()).brandName)));
  const reads = contentReads(content);
  const translations = inEachTranslation((language) =>
    contentReads(
      snapshotOf(stamp, async (): Promise<Content> => mapTexts(await content(), await translator(language))),
    ),
  );

  /** For the admin: by id first, which never changes, even if another page now has its route. */
  async function pageForAdmin(name: string): Promise<StoredProductPage | null> {
    const { productPages } = await content();
    return productPages.find((one) => one.id === name) ?? (await reads.productPage(name));
  }

  return {
    ...contentWrites(context, { page: reads.page, productPage: pageForAdmin }),

    ...reads,

    translator,

    /** What pages in a language read. */
    in: (language: Language) => (language === 'en' ? reads : translations[language]),

    /** Like `page`, for an unvalidated id. @throws ShopError('page_not_found') */
    async find(id: string): Promise<PageContent[PageId]> {
      if (!isPageId(id)) {
        throw new ShopError('page_not_found');
      }
      return (await content()).pages[id];
    },

    blurs: createBlurs(original),

    /** Finds a product page for the admin, by id first. @throws ShopError('page_not_found') */
    async known(name: string): Promise<StoredProductPage> {
      const found = await pageForAdmin(name);
      if (!found) throw new ShopError('page_not_found');
      return found;
    },

    /** The sections of a page (R1.7). @throws ShopError('page_not_found') */
    async sections(id: string): Promise<PageSection[]> {
      if (isPageId(id)) return sectionsOf(id, await reads.page(id));
      const found = await reads.productPage(id);
      if (!found) throw new ShopError('page_not_found');
      return sectionsOfProductPage(found);
    },
  };
}
