import { formatDateTime } from '#shop/india/dates.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { letter } from '../mail/html.ts';
import type { Message } from '../mail/mail.service.ts';

export interface ContactMail {
  /** The ticket number. */
  id: string;
  name: string;
  email: string;
  phone: string;
  subject: string;
  message: string;
  /** Epoch ms. */
  createdAt: number;
}

type Shop = Pick<ShopSettings, 'brandName' | 'email' | 'phone' | 'supportHours'>;

/** Notifies the shop of a contact message (D35), with its full text. */
export function contactToShop(contact: ContactMail, shop: Shop): Message {
  const facts = [
    `Number: ${contact.id}`,
    `Name: ${contact.name}`,
    `E-mail: ${contact.email}`,
    ...(contact.phone ? [`Phone: ${contact.phone}`] : []),
    `Subject: ${contact.subject}`,
    `Sent: ${formatDateTime(contact.createdAt)}`,
  ];
  return {
    kind: 'contact_received',
    to: shop.email,
    subject: `${shop.brandName}: contact message ${contact.id}: ${contact.subject}`,
    ...letter([facts.join('\n'), contact.message]),
  };
}

/**
 * Confirms to the sender that the message has arrived. It repeats no user input: anyone can enter someone else's address, and
 * the shop's mail must not deliver text of a stranger there.
 */
export function contactAcknowledgement(contact: Pick<ContactMail, 'id' | 'email'>, shop: Shop): Message {
  const phone = shop.phone
    ? `You can also call ${shop.phone}${shop.supportHours ? ` (${shop.supportHours})` : ''}.`
    : '';
  const parts = [
    'Hello,',
    `Thank you for writing to us. We have received your message. Its reference number is ${contact.id}.`,
    'We will reply within 24 hours on business days.',
    ...(phone ? [phone] : []),
    'If you did not write to us, you can ignore this e-mail.',
  ];
  return {
    kind: 'contact_acknowledged',
    to: contact.email,
    subject: `${shop.brandName}: we have received your message`,
    ...letter(parts, shop.brandName),
  };
}

/** The reply of the shop, with the original message quoted below. */
export function contactReply(contact: ContactMail, reply: string, shop: Shop): Message {
  const quoted = contact.message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  const parts = [
    `Hello ${contact.name},`,
    reply,
    shop.brandName,
    `On ${formatDateTime(contact.createdAt)} you wrote (${contact.id}):\n${quoted}`,
  ];
  return { kind: 'contact_reply', to: contact.email, subject: `Re: ${contact.subject}`, ...letter(parts) };
}
