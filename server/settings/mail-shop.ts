import type { Language, Translator } from '#shop/language.ts';
import type { Env } from '../env.ts';
import type { MailShop } from '../mail/shopper-letter.ts';
import { translatedMailTexts } from '../mail/words.ts';
import type { SettingsService } from './service.ts';

export interface MailShopSource {
  settings: Pick<SettingsService, 'all'>;
  translator: Translator;
}

/** The shop as sender of mails in a language. Read before a transaction: SQLite has one connection. */
export async function readMailShop(
  env: Pick<Env, 'publicUrl'>,
  { settings, translator }: MailShopSource,
  language: Language,
): Promise<MailShop> {
  const { shop, messages } = await settings.all();
  const text = language === 'en' ? (english: string) => english : await translator(language);
  return {
    language,
    brandName: shop.brandName,
    email: shop.email,
    phone: shop.phone,
    supportHours: text(shop.supportHours),
    url: env.publicUrl,
    texts: translatedMailTexts(language) ?? messages.mails,
  };
}
