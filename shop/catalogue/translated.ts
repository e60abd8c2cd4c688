import type { Language } from '../language.ts';

/**
 * A product or category as it reads in a language: each text that has a translation is replaced by
 * it, the others stay in English. Links, filters and sections do not depend on these texts; the
 * name of a product's category stays the English one.
 */
export function translated<Texts extends object, Item extends Partial<Texts> & { hi?: Texts | undefined }>(
  item: Item & { hi?: Texts | undefined },
  language: Language,
): Item {
  const { hi, ...own } = item;
  const texts: Partial<Record<Language, Texts | undefined>> = { hi };
  return { ...own, ...texts[language] } as Item;
}
