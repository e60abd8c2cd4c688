import type { Actor } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Category, Product } from '#shop/catalogue/catalogue.ts';
import type { ProductQuery } from '#shop/catalogue/catalogue-query.ts';
import { browseProducts, type Facets, type Listing, listProducts, pageOf } from '#shop/catalogue/listing.ts';
import type { ImportInput, ImportResult } from '#shop/catalogue/product-admin.ts';
import type { PublicReview } from '#shop/catalogue/review-input.ts';
import { visibleReviews } from '#shop/catalogue/reviews.ts';
import { bestSellers, isCombo, isYouMayAlsoLike } from '#shop/catalogue/sections.ts';
import { translated } from '#shop/catalogue/translated.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { inEachTranslation, type Language, type Translation, type Translator } from '#shop/language.ts';
import { onceFor } from '#shop/once.ts';
import type { Pagination } from '#shop/page-parameters.ts';
import { LIST_LIMITS } from '#shop/page-parameters.ts';
import { cleanLine } from '#shop/text/text.ts';
import { readApprovedReviews } from '../reviews/reviews.queries.ts';
import { toPublicReviews } from '../reviews/wire.ts';
import type { SearchService } from '../search/service.ts';
import { bulkWrites } from './bulk-writes.ts';
import { exportProducts, importProducts } from './import-export.ts';
import { productStats } from './product-stats.ts';
import { productWrites } from './product-writes.ts';
import { type Catalogue, createCatalogueSnapshot, isVisible } from './snapshot.ts';
import { readStockVersions } from './stock-changes.queries.ts';
import { stockWrites } from './stock-writes.ts';

/** Reviews returned with a single product; GET /reviews/product/{id} pages beyond them. */
const REVIEWS_WITH_PRODUCT = 200;

export interface ProductList {
  products: Product[];
  pagination: Pagination;
}

/** A listing whose products a search finds. */
type Browse = Omit<Listing, 'matches'> & { search: string };

/** A list without pages, and the choices of its filters. */
export interface Browsed {
  products: readonly Product[];
  /** False when there is a search, and none of the products is quite what its words say. */
  exact: boolean;
  facets: Facets;
}

/** What pages read, in one language. */
export interface CatalogueReaders {
  list(query: ProductQuery, staff?: boolean): Promise<ProductList>;
  search(text: string, limit?: number): Promise<{ products: Product[]; exact: boolean }>;
  detail(id: string): Promise<{ product: Product; reviews: PublicReview[] }>;
  all(): Promise<readonly Product[]>;
  visible(): Promise<readonly Product[]>;
  get(id: string): Promise<Product>;
  browse(listing: Browse): Promise<Browsed>;
  sections(): Promise<Sections>;
}

/** The three sections of the home page (D12), in the shop's own order. */
export interface Sections {
  bestSellers: Product[];
  valueCombos: Product[];
  youMayAlsoLike: Product[];
}

/**
 * Reads and writes of the catalogue. Reads come from a snapshot of the current data version, see
 * snapshot.ts.
 *
 * @param translator returns a function that translates built-in texts, of badges for example
 */
export function createCatalogueService(
  context: ServiceContext,
  { search, translator }: { search: SearchService; translator: Translator },
) {
  const snapshot = createCatalogueSnapshot(context);
  const writes = productWrites(context);

  /**
   * The products that match a text, best first; undefined without a text.
   *
   * @param staff inactive products too
   */
  async function matches(catalogue: Catalogue, text: string | undefined, staff = false) {
    const words = cleanLine(text ?? '');
    if (!words) return undefined;
    const { ids, exact } = await search.find(catalogue.products, words);
    const found = productsOf(catalogue, ids);
    return { products: staff ? found : found.filter(isVisible), exact };
  }

  const service = {
    /** The catalogue of the current data version. All readers share it: never modify it. */
    snapshot,

    /** Every product, inactive ones included. */
    all: async (): Promise<readonly Product[]> => (await snapshot()).products,

    /** What shoppers see: without inactive products. */
    visible: async (): Promise<readonly Product[]> => (await snapshot()).visible,

    /**
     * A page of products (D11). A search without another order returns the best matches first.
     *
     * @param staff lists inactive products too
     */
    async list(query: ProductQuery, staff = false): Promise<ProductList> {
      const catalogue = await snapshot();
      const found = listProducts(chosenOf(staff ? catalogue.products : catalogue.visible, catalogue, query.ids), {
        ...query,
        countries: query.country ? [query.country] : [],
        matches: (await matches(catalogue, query.search, staff))?.products,
      });
      const { items, pagination } = pageOf(found, query.page, query.limit);
      return { products: items, pagination };
    },

    /** Every visible product of a list, in its order, and the choices of its filters. */
    async browse({ search: text, ...query }: Browse): Promise<Browsed> {
      const catalogue = await snapshot();
      const found = await matches(catalogue, text);
      const browsed = browseProducts(catalogue.visible, { ...query, matches: found?.products });
      return { ...browsed, exact: found?.exact ?? true };
    },

    /** Products for the suggestions of the search box, best first. */
    async search(text: string, limit: number = LIST_LIMITS.search): Promise<{ products: Product[]; exact: boolean }> {
      const catalogue = await snapshot();
      const { products, exact } = (await matches(catalogue, text)) ?? { products: [], exact: false };
      return { products: products.slice(0, limit), exact };
    },

    sections: async (): Promise<Sections> => sectionsOf((await snapshot()).visible),

    /**
     * One product by id, also an inactive one: its page says 'Out of Stock'.
     *
     * @throws ShopError('product_not_found')
     */
    async get(id: string): Promise<Product> {
      const product = (await snapshot()).byId.get(id);
      if (!product) {
        throw new ShopError('product_not_found');
      }
      return product;
    },

    /**
     * One product with its approved reviews, newest first (D48).
     *
     * @throws ShopError('product_not_found')
     */
    async detail(id: string): Promise<{ product: Product; reviews: PublicReview[] }> {
      const product = await service.get(id);
      const rows = await readApprovedReviews(context.database.db, id, REVIEWS_WITH_PRODUCT);
      const reviews = visibleReviews(await toPublicReviews(context.database.db, rows));
      return { product: { ...product, reviews }, reviews };
    },

    /** The products of these ids that shoppers see, in the order of the ids. */
    async byIds(ids: readonly string[]): Promise<Product[]> {
      return productsOf(await snapshot(), ids).filter(isVisible);
    },

    /** The figures of the admin's list. */
    stats: async () => productStats((await snapshot()).products),

    /** All products of a filter, whatever its page and limit, as a CSV file in pieces. */
    async export(query: ProductQuery): Promise<{ name: string; pieces: Iterable<string> }> {
      const { products } = await service.list({ ...query, page: 1, limit: Number.MAX_SAFE_INTEGER }, true);
      // After the stock: a change in between is then none that this file made.
      const versions = await readStockVersions(context.database.db);
      return { name: `products-${isoDay(context.now())}.csv`, pieces: exportProducts(products, versions) };
    },

    /** Imports lines of a CSV, or only checks them. */
    import: async (input: ImportInput, actor: Actor): Promise<ImportResult[]> =>
      importProducts(input, await snapshot(), writes, actor, context.database.db),

    ...writes,
    ...bulkWrites(context),
    ...stockWrites(context),
  };
  /** What pages read, by language. Search, filters and order stay the same. */
  const readers = inEachTranslation(readersIn);

  function readersIn(language: Translation): CatalogueReaders {
    let last: Translated | undefined;

    /**
     * Functions that translate a product, and a list of the snapshot. Each is translated once until
     * texts or categories change.
     */
    async function translation(): Promise<Translated> {
      const [{ categories }, text] = await Promise.all([snapshot(), translator(language)]);
      if (last?.categories !== categories || last.text !== text) {
        const one = onceFor(translationOf(categories, text, language));
        last = { categories, text, one, list: onceFor((products) => products.map(one)) };
      }
      return last;
    }

    return {
      async list(query, staff) {
        const found = await service.list(query, staff);
        return { ...found, products: found.products.map((await translation()).one) };
      },
      async search(text, limit) {
        const { products, exact } = await service.search(text, limit);
        return { products: products.map((await translation()).one), exact };
      },
      async detail(id) {
        const { product, reviews } = await service.detail(id);
        return { product: (await translation()).one(product), reviews };
      },
      all: async () => (await translation()).list(await service.all()),
      visible: async () => (await translation()).list(await service.visible()),
      get: async (id) => (await translation()).one(await service.get(id)),
      async browse(listing) {
        const found = await service.browse(listing);
        return { ...found, products: found.products.map((await translation()).one) };
      },
      async sections() {
        const { bestSellers: best, valueCombos, youMayAlsoLike } = await service.sections();
        const { list } = await translation();
        return { bestSellers: list(best), valueCombos: list(valueCombos), youMayAlsoLike: list(youMayAlsoLike) };
      },
    };
  }

  return {
    ...service,

    /** What pages in a language read. */
    in: (language: Language): CatalogueReaders => (language === 'en' ? service : readers[language]),

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
  };
}

/**
 * The products of these ids, in the order of the list. Objects are compared, which is faster than
 * ids among ten thousand products.
 */
function chosenOf(
  products: readonly Product[],
  catalogue: Catalogue,
  ids: readonly string[] | undefined,
): readonly Product[] {
  if (!ids) return products;
  const chosen = new Set(productsOf(catalogue, ids));
  return products.filter((product) => chosen.has(product));
}

/** The products of these ids, inactive ones too, in the order of the ids. */
function productsOf({ byId }: Catalogue, ids: readonly string[]): Product[] {
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** The translation of a state of categories and built-in texts. */
interface Translated {
  categories: readonly Category[];
  text: (english: string) => string;
  one(product: Product): Product;
  list(products: readonly Product[]): Product[];
}

/** Translates a product, with the name of its category and the built-in badges and alt texts. */
function translationOf(categories: readonly Category[], text: (english: string) => string, language: Translation) {
  const names = new Map(categories.map((category) => [category.slug, translated(category, language).name]));
  return (product: Product): Product => ({
    ...translated(product, language),
    category: names.get(product.categorySlug) ?? product.category,
    badge: text(product.badge),
    badges: product.badges.map((badge) => ({ ...badge, text: text(badge.text) })),
    images: product.images.map((image) => ({ ...image, alt: text(image.alt) })),
    nutrition: product.nutrition && { ...product.nutrition, basis: text(product.nutrition.basis) },
  });
}

/** `isCombo` reads words: of the products that an edit leaves as they are, once is enough. */
const isKnownCombo = onceFor((product: Product) => isCombo(product));

const sectionsOf = onceFor(
  (visible: readonly Product[]): Sections => ({
    bestSellers: bestSellers(visible),
    valueCombos: visible.filter(isKnownCombo),
    youMayAlsoLike: visible.filter(isYouMayAlsoLike),
  }),
);

export type CatalogueService = ReturnType<typeof createCatalogueService>;
