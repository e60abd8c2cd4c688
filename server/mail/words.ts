import discountsInEnglish from '#catalogues/en/discounts.js';
import english from '#catalogues/en/mails.js';
import notesInEnglish from '#catalogues/en/notes.js';
import discountsInHindi from '#catalogues/hi/discounts.js';
import hindi from '#catalogues/hi/mails.js';
import notesInHindi from '#catalogues/hi/notes.js';
import discountsInMarathi from '#catalogues/mr/discounts.js';
import marathi from '#catalogues/mr/mails.js';
import notesInMarathi from '#catalogues/mr/notes.js';
import type { DateWords } from '#shop/india/dates.ts';
import type { Country } from '#shop/india/phones.ts';
import type { Language } from '#shop/language.ts';
import type { ReplacementReason } from '#shop/orders/replacements.ts';
import { type MailTexts, mailTextsOf } from '#shop/settings/mail-texts.ts';
import * as en from '#shop/words/en/index.ts';
import { WORDS as TRANSLATED } from '#shop/words/translations.ts';
import textsInHindi from '../../messages/hi/mail-texts.json' with { type: 'json' };
import textsInMarathi from '../../messages/mr/mail-texts.json' with { type: 'json' };

/** The words of the mails about orders and of the shop's own notes in orders, in one language. */
export interface MailWords {
  /** Of the mail, and of the pages that it links to. */
  language: Language;
  m: typeof english;
  discounts: typeof discountsInEnglish;
  notes: typeof notesInEnglish;
  dates: DateWords;
  sizeLabel(size: string): string;
  countries: Readonly<Record<Country, string>>;
  reasons: Readonly<Record<ReplacementReason, string>>;
  /** The texts of the shop; null: those that the owner may have rewritten. */
  texts: MailTexts | null;
}

type Words = Pick<typeof en, 'dates' | 'packs' | 'phones' | 'replacements'>;

function wordsOf(
  language: Language,
  { dates, packs, phones, replacements }: Words,
  catalogues: Pick<MailWords, 'm' | 'discounts' | 'notes' | 'texts'>,
): MailWords {
  return {
    language,
    dates,
    sizeLabel: packs.sizeLabel,
    countries: phones.COUNTRY_NAMES,
    reasons: replacements.REASON_LABELS,
    ...catalogues,
  };
}

const WORDS: Readonly<Record<Language, MailWords>> = {
  en: wordsOf('en', en, { m: english, discounts: discountsInEnglish, notes: notesInEnglish, texts: null }),
  hi: wordsOf('hi', TRANSLATED.hi, {
    m: hindi,
    discounts: discountsInHindi,
    notes: notesInHindi,
    texts: mailTextsOf(textsInHindi),
  }),
  mr: wordsOf('mr', TRANSLATED.mr, {
    m: marathi,
    discounts: discountsInMarathi,
    notes: notesInMarathi,
    texts: mailTextsOf(textsInMarathi),
  }),
};

export function mailWords(language: Language): MailWords {
  return WORDS[language];
}
