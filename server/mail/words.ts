import { readFileSync } from 'node:fs';
import path from 'node:path';
import { inEachTranslation, type Language } from '#shop/language.ts';
import { type MailTexts, mailTextsOf } from '#shop/settings/mail-texts.ts';
import { ROOT } from '../root.ts';

const TEXTS = inEachTranslation((language) => {
  const file = path.join(ROOT, 'messages', language, 'mail-texts.json');
  return mailTextsOf(JSON.parse(readFileSync(file, 'utf8')));
});

/** The texts of the mails in a language; null for English, where the owner may have rewritten them. */
export function translatedMailTexts(language: Language): MailTexts | null {
  return language === 'en' ? null : TEXTS[language];
}
