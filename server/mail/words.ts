import type { Language } from '#shop/language.ts';
import { type MailTexts, mailTextsOf } from '#shop/settings/mail-texts.ts';
import textsInHindi from '../../messages/hi/mail-texts.json' with { type: 'json' };
import textsInMarathi from '../../messages/mr/mail-texts.json' with { type: 'json' };

const TEXTS: Readonly<Record<Language, MailTexts | null>> = {
  en: null,
  hi: mailTextsOf(textsInHindi),
  mr: mailTextsOf(textsInMarathi),
};

/** The texts of the mails in a language; null for English, where the owner may have rewritten them. */
export function translatedMailTexts(language: Language): MailTexts | null {
  return TEXTS[language];
}
