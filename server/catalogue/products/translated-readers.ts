import type { Category, Product } from '#shop/catalogue/catalogue.ts';
import type { Translation, Translator } from '#shop/language.ts';
import { onceFor } from '#shop/once.ts';
import { translated } from '#shop/translations.ts';
import type { CatalogueReaders } from './readers.ts';
import type { Catalogue } from './snapshot.ts';

/** The translation of a state of categories and built-in texts. */
interface Translated {
  categories: readonly Category[];
  text: (english: string) => string;
  one(product: Product): Product;
  list(products: readonly Product[]): Product[];
}

/**
 * The same readers in a language. Search, filters and order stay the same.
 *
 * @param english the readers in English
 * @param sources.translator returns a function that translates built-in texts, of badges for example
 */
export function translatedReaders(
  language: Translation,
  english: CatalogueReaders,
  { snapshot, translator }: { snapshot: () => Promise<Catalogue>; translator: Translator },
): CatalogueReaders {
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
      const found = await english.list(query, staff);
      return { ...found, products: found.products.map((await translation()).one) };
    },
    async search(text, limit) {
      const found = await english.search(text, limit);
      return { ...found, products: found.products.map((await translation()).one) };
    },
    async detail(id) {
      const { product, reviews } = await english.detail(id);
      return { product: (await translation()).one(product), reviews };
    },
    all: async () => (await translation()).list(await english.all()),
    visible: async () => (await translation()).list(await english.visible()),
    get: async (id) => (await translation()).one(await english.get(id)),
    async browse(listing) {
      const found = await english.browse(listing);
      return { ...found, products: found.products.map((await translation()).one) };
    },
    async sections() {
      const { bestSellers, valueCombos, youMayAlsoLike } = await english.sections();
      const { list } = await translation();
      return { bestSellers: list(bestSellers), valueCombos: list(valueCombos), youMayAlsoLike: list(youMayAlsoLike) };
    },
  };
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
