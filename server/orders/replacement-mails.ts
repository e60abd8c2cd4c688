import { escapeHtml, htmlLetter } from '#server/mail/html.ts';
import type { Message } from '#server/mail/mail.service.ts';
import type { ReplacementMailKind } from '#shop/orders/changes/change.ts';
import { type ReplacementReason, reasonLabel } from '#shop/orders/replacements.ts';
import { lettersOf, type MailShop, questionsTo } from './order-mails.ts';

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

/** Builds one e-mail as plain text and simple HTML. Pure; all input is escaped. */
export function replacementMail(kind: ReplacementMailKind, request: MailReplacement, shop: MailShop): Message {
  const { title, paragraphs } = words(kind, request);
  const items = request.items.map(({ name, size, quantity }) => `- ${size ? `${name} (${size})` : name} × ${quantity}`);
  const all = [
    `Hello ${lettersOf(request.name) || 'there'},`,
    ...paragraphs,
    items.join('\n'),
    ...(request.note ? [`Our answer: ${request.note}`] : []),
    shop.url
      ? `You see the state of your request on the page of your order: ${shop.url}/order-details/${request.order_number}`
      : 'You see the state of your request on the page of your order.',
    ...questionsTo(shop),
    shop.brandName,
  ];
  const html = all.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`).join('\n');
  return {
    kind,
    to: request.email,
    subject: `${shop.brandName}: ${title}: ${request.order_number}`,
    text: `${all.join('\n\n')}\n`,
    html: htmlLetter(html),
    orderNumber: request.order_number,
  };
}

function words(kind: ReplacementMailKind, request: MailReplacement): { title: string; paragraphs: string[] } {
  const number = request.order_number;
  switch (kind) {
    case 'replacement_received':
      return {
        title: 'replacement request received',
        paragraphs: [
          `We have received your replacement request for order ${number} (${reasonLabel(request.reason)}). We look at it and write to you.`,
        ],
      };
    case 'replacement_approved':
      return {
        title: 'replacement approved',
        paragraphs: [`Your replacement request for order ${number} is approved. We send these items again:`],
      };
    case 'replacement_rejected':
      return {
        title: 'about your replacement request',
        paragraphs: [`We have looked at your replacement request for order ${number} and cannot approve it.`],
      };
    case 'replacement_shipped':
      return {
        title: 'your replacement is on its way',
        paragraphs: [
          `The replacement for order ${number} has been shipped.`,
          ...(request.courier ? [`Courier: ${request.courier}`] : []),
          ...(request.courier_tracking ? [`Tracking number: ${request.courier_tracking}`] : []),
        ],
      };
  }
}
