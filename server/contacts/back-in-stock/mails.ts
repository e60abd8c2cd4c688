import m from '#messages/mails';
import { speaking } from '#server/language.ts';
import type { Part } from '#server/mail/html.ts';
import type { Message } from '#server/mail/mail-queue.ts';
import { type MailShop, shopperLetter } from '#server/mail/shopper-letter.ts';
import { ALERT_CODE_MS } from '#shop/contacts/back-in-stock.ts';
import { pathIn } from '#shop/language.ts';

/** Product and size, as the shopper reads it: 'Medjool Dates (250g)'. */
interface Wanted {
  email: string;
  productId: string;
  name: string;
  size: string;
}

const nameOf = ({ name, size }: Wanted) => (size ? `${name} (${size})` : name);

/** The code that confirms an address. It repeats nothing that the sender typed (D54). */
export function alertCodeMail(wanted: Wanted, code: string, shop: MailShop): Message {
  const minutes = ALERT_CODE_MS / 60_000;
  const added = speaking(shop.language, (): Part[] => [{ code }, m.alertValid({ minutes }), m.alertIgnoreCode()]);
  const values = { product: nameOf(wanted), code };
  return { kind: 'alert_code', to: wanted.email, ...shopperLetter('alert_code', values, shop, added) };
}

/** For an address that waits already: no code is needed. */
export function alertKnownMail(wanted: Wanted, shop: MailShop): Message {
  const added = speaking(shop.language, () => [m.alertIgnore()]);
  const values = { product: nameOf(wanted) };
  return { kind: 'alert_code', to: wanted.email, ...shopperLetter('alert_known', values, shop, added) };
}

export function backInStockMail(wanted: Wanted, shop: MailShop): Message {
  const { url, language } = shop;
  const link = url && url + pathIn(language, `/product/${encodeURIComponent(wanted.productId)}`);
  const added = speaking(language, (): Part[] => [
    ...(link ? [{ link, words: m.openProduct({ product: wanted.name }) }] : []),
    m.alertOnce(),
  ]);
  const values = { product: nameOf(wanted) };
  return { kind: 'back_in_stock', to: wanted.email, ...shopperLetter('back_in_stock', values, shop, added) };
}
