import { TRANSLATIONS, type Translation } from '#shop/language.ts';
import type { Translations } from '#shop/translations.ts';

/**
 * The translations of a product or category as their column: JSON of the texts that are filled in,
 * null without any.
 *
 * @param keys the texts of this kind of record, in the order in which they are written
 */
export function translationsColumn(
  translations: Translations<object> | undefined,
  keys: readonly string[],
): string | null {
  const filled = TRANSLATIONS.flatMap((code): [Translation, object][] => {
    const texts = Object.entries(translations?.[code] ?? {}).filter(
      ([key, text]) => keys.includes(key) && isFilled(text),
    );
    const inOrder = texts.toSorted(([one], [other]) => keys.indexOf(one) - keys.indexOf(other));
    return inOrder.length > 0 ? [[code, Object.fromEntries(inOrder)]] : [];
  });
  return filled.length > 0 ? JSON.stringify(Object.fromEntries(filled)) : null;
}

const isFilled = (text: unknown) => (typeof text === 'string' || Array.isArray(text)) && text.length > 0;

/** The part of a product or category that holds its translations; empty without any. */
export function storedTranslations<Texts extends object>(row: {
  translations: string | null;
}): { translations?: Translations<Texts> } {
  return row.translations === null ? {} : { translations: JSON.parse(row.translations) as Translations<Texts> };
}

const CATEGORY_KEYS = ['name', 'description'];

export const categoryTranslations = (translations: Translations<object> | undefined) =>
  translationsColumn(translations, CATEGORY_KEYS);
