import type { MailText, MailTexts, ShopperMailKind } from '#shop/settings/mail-texts.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import type { Message } from '../mail/mail-queue.ts';
import { alertCodeMail, alertKnownMail, backInStockMail } from './back-in-stock/mails.ts';
import { contactAcknowledgement, grievanceAcknowledgement } from './mails.ts';

const TO = 'ananya@example.com';
const CONTACT = { id: 'K-7F3K-9Q2M', name: 'Ananya Iyer', email: TO, createdAt: Date.UTC(2026, 10, 20, 6, 30) };
const WANTED = { email: TO, productId: 'california-almonds', name: 'California Almonds', size: '250g' };

type Shop = ShopSettings & { texts: MailTexts };

const SAMPLES = {
  contact_acknowledged: (shop: Shop) => contactAcknowledgement(CONTACT, shop),
  grievance_acknowledged: (shop: Shop) => grievanceAcknowledgement(CONTACT, shop),
  alert_code: (shop: Shop) => alertCodeMail(WANTED, '123456', shop),
  alert_known: (shop: Shop) => alertKnownMail(WANTED, shop),
  back_in_stock: (shop: Shop, url: string | null) => backInStockMail(WANTED, shop, url),
} satisfies Partial<Record<ShopperMailKind, (shop: Shop, url: string | null) => Message>>;

type ContactMailKind = keyof typeof SAMPLES;

/** Whether this mail is about a contact message or 'Notify me', and not about an order. */
export function isContactMail(kind: ShopperMailKind): kind is ContactMailKind {
  return kind in SAMPLES;
}

/**
 * Such a mail with this text and example values, for its preview and test. Pure.
 *
 * @param url PUBLIC_URL, or null
 */
export function sampleContactMail(
  kind: ContactMailKind,
  text: MailText,
  shop: ShopSettings,
  url: string | null,
): Message {
  return SAMPLES[kind]({ ...shop, texts: { [kind]: text } }, url);
}
