import { BUILT_IN_BRAND, renamed } from '#shop/content/brand.ts';
import type { PageContent } from '#shop/content/content.ts';
import { contentOf, neutralContent } from '#shop/content/neutral.ts';
import type { Translation } from '#shop/language.ts';

/** The built-in content, read from the files that ship with the shop. */
export interface OriginalContent {
  /** Content by page id. Not validated yet. */
  content(): Record<string, unknown>;
  /** Maps the URL of an image to a tiny placeholder, a `data:` URL. */
  blurs(): Map<string, string>;
  /** Texts of the built-in content with their translation. */
  translation(language: Translation): Record<string, string>;
}

/** What a shop of this name shows where it has written nothing; the files are read once. */
export function createDefaults(original: OriginalContent): (brand: string) => PageContent {
  let builtIn: PageContent | undefined;
  return (brand) => {
    builtIn ??= neutralContent(contentOf(original.content()));
    return renamed(builtIn, BUILT_IN_BRAND, brand);
  };
}

/**
 * Translates a built-in text: of a page, of the settings, of a badge. A text that is not one of
 * them stays in English: the translation of a text that was changed since may no longer be true.
 *
 * @returns the same function until the shop has another name
 */
export function createTranslator(original: OriginalContent, shop: () => Promise<{ brandName: string }>) {
  const translators = new Map<Translation, { brand: string; text: (english: string) => string }>();
  return async (language: Translation): Promise<(text: string) => string> => {
    const { brandName } = await shop();
    const known = translators.get(language);
    if (known?.brand === brandName) return known.text;
    const words = new Map(renamed(Object.entries(original.translation(language)), BUILT_IN_BRAND, brandName));
    const text = (english: string) => words.get(english) ?? english;
    translators.set(language, { brand: brandName, text });
    return text;
  };
}

/**
 * The placeholders of images while they load, by image URL. Images without a placeholder are
 * omitted.
 */
export function createBlurs(original: OriginalContent) {
  let blurs: Map<string, string> | undefined;
  return (addresses: readonly string[]): Record<string, string> => {
    blurs ??= original.blurs();
    const known = blurs;
    return Object.fromEntries(
      addresses.flatMap((address) => {
        const blur = known.get(address);
        return blur ? [[address, blur]] : [];
      }),
    );
  };
}
