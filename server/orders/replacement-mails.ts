import { letter, type Part } from '#server/mail/html.ts';
import type { Message } from '#server/mail/mail.service.ts';
import type { ReplacementMailKind } from '#shop/orders/changes/change.ts';
import { type ReplacementReason, reasonLabel } from '#shop/orders/replacements.ts';
import { lettersOf, type MailShop, orderLink, parcelParts, questionsTo } from './order-mails.ts';

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

/** Builds one e-mail. Pure. */
export function replacementMail(kind: ReplacementMailKind, request: MailReplacement, shop: MailShop): Message {
  const { title, parts } = words(kind, request);
  const items = request.items.map(({ name, size, quantity }) => `- ${size ? `${name} (${size})` : name} × ${quantity}`);
  const all = [
    `Hello ${lettersOf(request.name) || 'there'},`,
    ...parts,
    items.join('\n'),
    ...(request.note ? [`Our note: ${request.note}`] : []),
    orderLink('You can follow your request on your order page', shop, request.order_number),
    ...questionsTo(shop),
  ];
  return {
    kind,
    to: request.email,
    subject: `${shop.brandName}: ${title}: ${request.order_number}`,
    ...letter(all, shop.brandName),
    orderNumber: request.order_number,
  };
}

function words(kind: ReplacementMailKind, request: MailReplacement): { title: string; parts: Part[] } {
  const number = request.order_number;
  switch (kind) {
    case 'replacement_received':
      return {
        title: 'replacement request received',
        parts: [
          `We have received your replacement request for order ${number} (${reasonLabel(request.reason)}). We will look into it and get back to you.`,
        ],
      };
    case 'replacement_approved':
      return {
        title: 'replacement approved',
        parts: [`Your replacement request for order ${number} is approved. We will send you these items again:`],
      };
    case 'replacement_rejected':
      return {
        title: 'about your replacement request',
        parts: [
          `We have looked into your replacement request for order ${number}. We are sorry, but we cannot approve it.`,
        ],
      };
    case 'replacement_shipped':
      return {
        title: 'your replacement is on its way',
        parts: [
          `The replacement for order ${number} has been shipped.`,
          ...parcelParts(request.courier, request.courier_tracking),
        ],
      };
  }
}
