import type { Message } from '#server/mail/mail-queue.ts';
import { shopperLetter } from '#server/mail/shopper-letter.ts';
import type { MailTexts } from '#shop/settings/mail-texts.ts';

/** Product and size, as the shopper reads it: 'Medjool Dates (250g)'. */
interface Wanted {
  email: string;
  productId: string;
  name: string;
  size: string;
}

/** The name, and what the owner has rewritten. */
interface Shop {
  brandName: string;
  texts: MailTexts;
}

const nameOf = ({ name, size }: Wanted) => (size ? `${name} (${size})` : name);

/** The code that confirms an address. It repeats nothing that the sender typed (D54). */
export function alertCodeMail(wanted: Wanted, code: string, shop: Shop): Message {
  const added = [
    { code },
    'It is valid for 30 minutes.',
    'If you did not ask for it, you can ignore this email. We will not write again.',
  ];
  const values = { product: nameOf(wanted), code };
  return { kind: 'alert_code', to: wanted.email, ...shopperLetter('alert_code', values, shop, added) };
}

/** For an address that waits already: no code is needed. */
export function alertKnownMail(wanted: Wanted, shop: Shop): Message {
  const added = ['If you did not ask for it, you can ignore this email.'];
  const values = { product: nameOf(wanted) };
  return { kind: 'alert_code', to: wanted.email, ...shopperLetter('alert_known', values, shop, added) };
}

/** @param url PUBLIC_URL, or null */
export function backInStockMail(wanted: Wanted, shop: Shop, url: string | null): Message {
  const link = url && `${url}/product/${encodeURIComponent(wanted.productId)}`;
  const added = [
    ...(link ? [{ link, words: `Open ${wanted.name}` }] : []),
    'You asked us to let you know. This is the only email we will send you about it.',
  ];
  const values = { product: nameOf(wanted) };
  return { kind: 'back_in_stock', to: wanted.email, ...shopperLetter('back_in_stock', values, shop, added) };
}
