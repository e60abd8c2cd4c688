import { z } from 'zod';
import { cleanText, isOneLine, trimmed } from '../text/text.ts';
import { translationsOf } from '../translations.ts';
import { Category } from './catalogue.ts';

const line = (most: number, sentence: string) =>
  z
    .string({ error: sentence })
    .overwrite(trimmed)
    .max(most, `At most ${most} characters`)
    .refine(isOneLine, 'This must be on one line');

const description = z.string({ error: 'This must be a text' }).overwrite(cleanText).max(500, 'At most 500 characters');

const POSITION = 'Position must be a whole number from 0';

/** The body of POST and PUT /categories. A PUT keeps omitted fields; the slug never changes. */
export const CategoryInput = z.object({
  name: line(80, 'Name is required').min(1, 'Name is required'),
  description: description.optional(),
  /** A language that is left out keeps its texts. */
  translations: translationsOf(
    z.object({ name: line(80, 'This must be a text').default(''), description: description.default('') }),
  ).optional(),
  /** The slug of its line drawing ('nuts'); '' for the drawing with the category's own slug. */
  icon: line(60, 'This must be a text').optional(),
  /**
   * Position in the shop's order, from 0; larger numbers mean last. New categories are last by
   * default.
   */
  position: z.number({ error: POSITION }).int(POSITION).min(0, POSITION).max(100_000, POSITION).optional(),
  /** The version that was loaded; a stale version is a 409. */
  version: z.number({ error: 'Version must be a number' }).int('Version must be a whole number').optional(),
});
export type CategoryInput = z.infer<typeof CategoryInput>;

/**
 * A category in the admin's list; `products` is the number of its products, inactive ones included.
 */
export const AdminCategory = Category.extend({ products: z.number(), version: z.number() });
export type AdminCategory = z.infer<typeof AdminCategory>;

/** GET /categories: `parentCategory` is an id or slug; empty means all. */
export const CategoryQuery = z.object({
  parentCategory: z.string({ error: 'parentCategory may be given only once.' }).max(200).optional(),
});
