import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import { oneAtATime } from '#server/one-at-a-time.ts';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { ProductQuery } from '#shop/catalogue/catalogue-query.ts';
import { feedsOf } from '#shop/catalogue/feeds/items.ts';
import type { ImportInput, ImportResult } from '#shop/catalogue/product-admin.ts';
import { isoDay } from '#shop/india/dates.ts';
import { inEachTranslation, type Language, type Translator } from '#shop/language.ts';
import { translated } from '#shop/translations.ts';
import type { SearchService } from '../search/service.ts';
import { bulkWrites } from './bulk-writes.ts';
import { copyPictures, linkedPictures, type PictureCopies } from './copy-pictures.ts';
import { browseList, listPage, productsOf, suggestProducts } from './find-products.ts';
import { exportProducts, importProducts } from './import-export.ts';
import { productStats } from './product-stats.ts';
import { productWrites } from './product-writes.ts';
import { productOf, readDetail } from './read-product.ts';
import type { CatalogueReaders } from './readers.ts';
import { sectionsOf } from './sections.ts';
import { sizePrices } from './size-prices.ts';
import { createCatalogueSnapshot, isVisible } from './snapshot.ts';
import { readStockVersions } from './stock-changes.queries.ts';
import { stockWrites } from './stock-writes.ts';
import { translatedReaders } from './translated-readers.ts';
import type { TypedClaims } from './wire.ts';

/**
 * Reads and writes of the catalogue. Reads come from a snapshot of the current data version, see
 * snapshot.ts.
 *
 * @param translator returns a function that translates built-in texts, of badges for example
 */
export function createCatalogueService(
  context: ServiceContext,
  {
    search,
    translator,
    copyPicture,
    claims,
  }: {
    search: SearchService;
    translator: Translator;
    copyPicture: PictureCopies['copy'];
    claims: () => Promise<TypedClaims>;
  },
) {
  const { db } = context.database;
  const snapshot = createCatalogueSnapshot(context, claims);
  const writes = productWrites(context);
  const copies: PictureCopies = { copy: copyPicture, replace: writes.replacePictures };
  /** Pictures of one product at a time: each is in memory before it is decoded. */
  const inTurn = oneAtATime();
  /** A product is known by its name in what was there before. */
  const importInTurn = oneAtATime();

  const readers: CatalogueReaders = {
    list: async (query, staff = false) => listPage(await snapshot(), search, query, staff),
    search: async (text, limit) => suggestProducts(await snapshot(), search, text, limit),
    detail: async (id) => readDetail(db, productOf(await snapshot(), id)),
    all: async () => (await snapshot()).products,
    visible: async () => (await snapshot()).visible,
    get: async (id) => productOf(await snapshot(), id),
    browse: async (listing) => browseList(await snapshot(), search, listing),
    sections: async () => sectionsOf((await snapshot()).visible),
  };
  const translations = inEachTranslation((language) => translatedReaders(language, readers, { snapshot, translator }));

  return {
    /** The catalogue of the current data version. All readers share it: never modify it. */
    snapshot,

    ...readers,

    /** What pages in a language read. */
    in: (language: Language): CatalogueReaders => (language === 'en' ? readers : translations[language]),

    feeds: async () => feedsOf((await snapshot()).visible, context.env.publicUrl),

    /** The products of these ids that shoppers see, in the order of the ids. */
    byIds: async (ids: readonly string[]): Promise<Product[]> => productsOf(await snapshot(), ids).filter(isVisible),

    /**
     * A function that returns the name in a language of a product that still has this name; any
     * other name as it is.
     */
    async nameIn(language: Language): Promise<(id: string, name: string) => string> {
      const { byId } = await snapshot();
      return (id, name) => {
        const product = byId.get(id);
        return product?.name === name ? translated(product, language).name : name;
      };
    },

    /** The figures of the admin's list. */
    stats: async () => productStats((await snapshot()).products),

    /** All products of a filter, whatever its page and limit, as a CSV file in pieces. */
    async export(query: ProductQuery): Promise<{ name: string; pieces: Iterable<string> }> {
      const { products } = await readers.list({ ...query, page: 1, limit: Number.MAX_SAFE_INTEGER }, true);
      // After the stock: a change in between is then none that this file made.
      const versions = await readStockVersions(db);
      return { name: `products-${isoDay(context.now())}.csv`, pieces: exportProducts(products, versions) };
    },

    /** Imports lines of a CSV, or only checks them. */
    import: (input: ImportInput, actor: Actor): Promise<ImportResult[]> =>
      importInTurn(async () => importProducts(input, await snapshot(), writes, actor, db)),

    linkedPictures: async () => linkedPictures((await snapshot()).products),

    copyPictures: (id: string, urls: readonly string[], actor: Actor) =>
      inTurn(async () => copyPictures(productOf(await snapshot(), id), urls, copies, actor)),

    ...writes,
    ...bulkWrites(context),
    ...stockWrites(context),
    ...sizePrices(context),
  };
}

export type CatalogueService = ReturnType<typeof createCatalogueService>;
