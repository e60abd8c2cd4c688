import type { MailText, ShopperMailKind } from '#shop/settings/mail-texts.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import type { Message } from '../mail/mail-queue.ts';
import type { MailShop } from '../mail/shopper-letter.ts';
import { alertCodeMail, alertKnownMail, backInStockMail } from './back-in-stock/mails.ts';
import { contactAcknowledgement, grievanceAcknowledgement } from './mails.ts';

const TO = 'ananya@example.com';
const CONTACT = { id: 'K-7F3K-9Q2M', name: 'Ananya Iyer', email: TO, createdAt: Date.UTC(2026, 10, 20, 6, 30) };
const WANTED = { email: TO, productId: 'california-almonds', name: 'California Almonds', size: '250g' };

const SAMPLES = {
  contact_acknowledged: (shop: MailShop) => contactAcknowledgement(CONTACT, shop),
  grievance_acknowledged: (shop: MailShop, officer: ShopSettings['grievanceOfficer']) =>
    grievanceAcknowledgement(CONTACT, officer, shop),
  alert_code: (shop: MailShop) => alertCodeMail(WANTED, '123456', shop),
  alert_known: (shop: MailShop) => alertKnownMail(WANTED, shop),
  back_in_stock: (shop: MailShop) => backInStockMail(WANTED, shop),
} satisfies Partial<Record<ShopperMailKind, (shop: MailShop, officer: ShopSettings['grievanceOfficer']) => Message>>;

type ContactMailKind = keyof typeof SAMPLES;

/** Whether this mail is about a contact message or 'Notify me', and not about an order. */
export function isContactMail(kind: ShopperMailKind): kind is ContactMailKind {
  return kind in SAMPLES;
}

/**
 * Such a mail with this text and example values, for its preview and test. Pure.
 */
export function sampleContactMail(
  kind: ContactMailKind,
  text: MailText,
  shop: MailShop,
  officer: ShopSettings['grievanceOfficer'],
): Message {
  return SAMPLES[kind]({ ...shop, texts: { [kind]: text } }, officer);
}
