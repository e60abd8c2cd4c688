import { z } from 'zod';
import { cleanText } from '../text/text.ts';
import { translationsOf } from '../translations.ts';

const STATE = z.enum(['open', 'soon', 'holiday'], { error: 'Please choose one of the three' });
const text = z.string({ error: 'This must be a text' }).overwrite(cleanText).max(300, 'At most 300 characters');
const translations = translationsOf(z.object({ text: text.default('') }));
const DAY = 'Please choose a day';

/** Whether the shop takes orders, as stored; see opening.ts. */
export const OpeningSettings = z.object({
  state: STATE.default('open'),
  /** The first day on which orders are taken again, as '2026-12-05'; '' while nobody knows it. */
  backOn: z.string().default(''),
  /** The owner's own words for shoppers; '' for the shop's. */
  text: text.default(''),
  translations: translations.prefault({}),
  /** False in a new shop, until the owner opens it for the first time. */
  everOpen: z.boolean().default(true),
});
export type OpeningSettings = z.infer<typeof OpeningSettings>;

/** PUT /settings/opening: what is left out stays. */
export const OpeningInput = z.object({
  state: STATE.optional(),
  backOn: z
    .string({ error: DAY })
    .refine((day) => day === '' || (/^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day))), DAY)
    .optional(),
  text: text.optional(),
  translations: translations.optional(),
  version: z.number().int().min(0).optional(),
});
export type OpeningInput = z.infer<typeof OpeningInput>;
