import { z } from 'zod';
import { inEachTranslation, type Language, type Translation } from './language.ts';

/**
 * What the owner writes in other languages, of whatever record: by language, then by the key of the
 * English text. A text that is missing is shown in English.
 */
export type Translations<Texts> = { [Code in Translation]?: Texts | undefined };

/** The schema of translations whose texts have the schema `texts` in each language. */
export function translationsOf<Texts extends z.ZodType>(texts: Texts) {
  return z.object(inEachTranslation(() => texts.optional()));
}

/** A record as it reads in a language: each text that has a translation is replaced by it. */
export function translated<Texts extends object, Item extends Partial<Texts>>(
  item: Item & { translations?: Translations<Texts> | undefined },
  language: Language,
): Omit<Item, 'translations'> {
  const { translations, ...own } = item;
  return { ...own, ...(language === 'en' ? undefined : translations?.[language]) };
}
