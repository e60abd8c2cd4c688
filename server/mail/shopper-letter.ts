import type { Language } from '#shop/language.ts';
import { filledMail, type MailTexts, type ShopperMailKind } from '#shop/settings/mail-texts.ts';
import type { TemplateValues } from '#shop/text/template.ts';
import { letter, type Part } from './html.ts';
import type { Message } from './mail-queue.ts';

/** The shop data in the emails of one language, from the settings. */
export interface MailShop {
  language: Language;
  brandName: string;
  email: string;
  phone: string;
  supportHours: string;
  /** Public URL of the shop without a trailing slash, or null when it is not known. */
  url: string | null;
  /** What the owner has rewritten, or the texts of another language. */
  texts: MailTexts;
}

/**
 * Subject and body of a mail to a shopper: the text of the owner or of the shop, the facts that it
 * does not state, and what a mail of this kind always has. Answers go to the address of the shop.
 *
 * @param values of its placeholders, without the name of the shop
 */
export function shopperLetter(
  kind: ShopperMailKind,
  values: TemplateValues,
  { brandName, email, texts, language }: Pick<MailShop, 'brandName' | 'email' | 'texts' | 'language'>,
  added: readonly Part[],
): Pick<Message, 'subject' | 'text' | 'html' | 'replyTo'> {
  const { subject, paragraphs, facts } = filledMail(texts, kind, { ...values, shop: brandName });
  const parts = [...paragraphs, ...(facts.length > 0 ? [{ facts }] : []), ...added];
  return { ...letter({ subject, parts, brand: brandName, language }), replyTo: email };
}
