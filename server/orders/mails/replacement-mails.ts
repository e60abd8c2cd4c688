import m from '#messages/mails';
import { speaking } from '#server/language.ts';
import type { Message } from '#server/mail/mail-queue.ts';
import { type MailShop, shopperLetter } from '#server/mail/shopper-letter.ts';
import type { ReplacementMailKind } from '#shop/orders/changes/change.ts';
import { type ReplacementReason, reasonLabel } from '#shop/orders/replacements.ts';
import { lettersOf } from '#shop/text/text.ts';
import { itemName, orderLink, parcelParts, questionsTo } from './order-mails.ts';

export interface MailReplacement {
  order_number: string;
  name: string;
  email: string;
  reason: ReplacementReason;
  items: readonly { name: string; size: string; quantity: number }[];
  /** The shop's note to the shopper. */
  note: string;
  courier: string;
  courier_tracking: string;
}

/**
 * Builds one email: the text of the owner or of the shop, and below it what a mail of this kind
 * always has. Pure.
 */
export function replacementMail(kind: ReplacementMailKind, request: MailReplacement, shop: MailShop): Message {
  return speaking(shop.language, () => writeReplacementMail(kind, request, shop));
}

function writeReplacementMail(kind: ReplacementMailKind, request: MailReplacement, shop: MailShop): Message {
  const { order_number: orderNumber } = request;
  const values = {
    name: lettersOf(request.name) || m.there(),
    order: orderNumber,
    problem: reasonLabel(request.reason),
  };
  const items = request.items.map((item) => `- ${itemName(item)}`);
  const parts = [
    ...(kind === 'replacement_shipped' ? parcelParts(request.courier, request.courier_tracking) : []),
    items.join('\n'),
    ...(request.note ? [m.ourNote({ note: request.note })] : []),
    orderLink(m.followRequest(), shop, orderNumber),
    ...questionsTo(shop),
  ];
  return { kind, to: request.email, ...shopperLetter(kind, values, shop, parts), orderNumber };
}
