import discountsInEnglish from '#catalogues/en/discounts.js';
import english from '#catalogues/en/mails.js';
import discountsInHindi from '#catalogues/hi/discounts.js';
import hindi from '#catalogues/hi/mails.js';
import type { DateWords } from '#shop/india/dates.ts';
import type { Country } from '#shop/india/phones.ts';
import type { Language } from '#shop/language.ts';
import type { OrderLanguage } from '#shop/orders/order-language.ts';
import type { ReplacementReason } from '#shop/orders/replacements.ts';
import { type MailTexts, mailTextsOf } from '#shop/settings/mail-texts.ts';
import * as datesInEnglish from '#shop/words/en/dates.ts';
import * as packsInEnglish from '#shop/words/en/packs.ts';
import * as phonesInEnglish from '#shop/words/en/phones.ts';
import * as replacementsInEnglish from '#shop/words/en/replacements.ts';
import * as datesInHindi from '#shop/words/hi/dates.ts';
import * as packsInHindi from '#shop/words/hi/packs.ts';
import * as phonesInHindi from '#shop/words/hi/phones.ts';
import * as replacementsInHindi from '#shop/words/hi/replacements.ts';
import textsInHindi from '../../messages/hi/mail-texts.json' with { type: 'json' };

/** The words of the mails about orders, in one language. */
export interface MailWords {
  /** Of the pages that the mail links to. */
  pages: Language;
  m: typeof english;
  discounts: typeof discountsInEnglish;
  dates: DateWords;
  sizeLabel(size: string): string;
  countries: Readonly<Record<Country, string>>;
  reasons: Readonly<Record<ReplacementReason, string>>;
  /** The texts of the shop; null: those that the owner may have rewritten. */
  texts: MailTexts | null;
}

const WORDS: Readonly<Record<OrderLanguage, MailWords>> = {
  en: {
    pages: 'en-IN',
    m: english,
    discounts: discountsInEnglish,
    dates: datesInEnglish,
    sizeLabel: packsInEnglish.sizeLabel,
    countries: phonesInEnglish.COUNTRY_NAMES,
    reasons: replacementsInEnglish.REASON_LABELS,
    texts: null,
  },
  hi: {
    pages: 'hi-IN',
    m: hindi,
    discounts: discountsInHindi,
    dates: datesInHindi,
    sizeLabel: packsInHindi.sizeLabel,
    countries: phonesInHindi.COUNTRY_NAMES,
    reasons: replacementsInHindi.REASON_LABELS,
    texts: mailTextsOf(textsInHindi),
  },
};

export function mailWords(language: OrderLanguage): MailWords {
  return WORDS[language];
}
