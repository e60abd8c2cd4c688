import { letter } from '#server/mail/html.ts';
import type { Message } from '#server/mail/mail.service.ts';

/** Product and size, as the shopper reads it: 'Medjool Dates (250g)'. */
interface Wanted {
  email: string;
  productId: string;
  name: string;
  size: string;
}

const nameOf = ({ name, size }: Wanted) => (size ? `${name} (${size})` : name);

/** The code that confirms an address. It repeats nothing that the sender typed (D54). */
export function alertCodeMail(wanted: Wanted, code: string, brandName: string): Message {
  const parts = [
    'Hello,',
    `Enter this code in the shop, and we will write to you when ${nameOf(wanted)} is back in stock:`,
    { code },
    'It is valid for 30 minutes.',
    'If you did not ask for it, you can ignore this e-mail. We will not write again.',
  ];
  return {
    ...{ kind: 'alert_code', to: wanted.email, subject: `${code} is your code from ${brandName}` },
    ...letter(parts, brandName),
  };
}

/** For an address that waits already: no code is needed. */
export function alertKnownMail(wanted: Wanted, brandName: string): Message {
  const parts = [
    'Hello,',
    `You are already on our list and need no code. We will write to you once, when ${nameOf(wanted)} is back in stock.`,
  ];
  return {
    ...{ kind: 'alert_code', to: wanted.email, subject: `${brandName}: you are already on the list` },
    ...letter(parts, brandName),
  };
}

/** @param url PUBLIC_URL, or null */
export function backInStockMail(wanted: Wanted, brandName: string, url: string | null): Message {
  const link = url && `${url.replace(/\/$/, '')}/product/${encodeURIComponent(wanted.productId)}`;
  const parts = [
    'Hello,',
    `${nameOf(wanted)} is back in stock.`,
    ...(link ? [{ link, words: `Open ${wanted.name}` }] : []),
    'You asked us to let you know. This is the only e-mail we will send you about it.',
  ];
  return {
    ...{ kind: 'back_in_stock', to: wanted.email, subject: `${brandName}: ${nameOf(wanted)} is back` },
    ...letter(parts, brandName),
  };
}
