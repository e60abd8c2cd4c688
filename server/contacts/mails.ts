import m from '#messages/mails';
import type { Enquiry } from '#shop/contacts/contact-input.ts';
import { grievanceLimits } from '#shop/contacts/grievances.ts';
import { formatDate, formatDateTime, noonOf } from '#shop/india/dates.ts';
import { groupIndian } from '#shop/money/money.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { lettersOf } from '#shop/text/text.ts';
import { LIMITS } from '../http/limits.ts';
import { speaking } from '../language.ts';
import { letter } from '../mail/html.ts';
import type { Message } from '../mail/mail-queue.ts';
import { type MailShop, shopperLetter } from '../mail/shopper-letter.ts';

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

type ReceivedContact = ContactMail & { complaint: boolean; enquiry: Enquiry | null };

type Shop = Pick<MailShop, 'brandName' | 'email'>;

function callUs({ phone, supportHours: hours }: MailShop): string[] {
  if (!phone) return [];
  return [hours ? m.alsoCallHours({ phone, hours }) : m.alsoCall({ phone })];
}

/**
 * Notifies the shop of a contact message (D35), with its full text, and of the two limits if its
 * sender says that it is a complaint. The answer goes to the sender.
 */
export function contactToShop(contact: ReceivedContact, shop: Shop): Message {
  return speaking('en', () => writeToShop(contact, shop));
}

function writeToShop(contact: ReceivedContact, shop: Shop): Message {
  const { acknowledgeBy, resolveBy } = grievanceLimits(contact);
  const facts: [string, string][] = [
    ['Number', contact.id],
    ['Name', contact.name],
    ['Email', contact.email],
    ...(contact.phone ? [['Phone', contact.phone] as [string, string]] : []),
    ['Subject', contact.subject],
    ['Sent', formatDateTime(contact.createdAt)],
    ...(contact.complaint
      ? ([
          ['A complaint: acknowledge by', formatDateTime(acknowledgeBy)],
          ['Settle by', formatDate(resolveBy)],
        ] as [string, string][])
      : []),
    ...(contact.enquiry ? enquiryFacts(contact.enquiry) : []),
  ];
  return {
    kind: 'contact_received',
    to: shop.email,
    replyTo: contact.email,
    ...letter({
      subject: `${shop.brandName}: contact message ${contact.id}: ${contact.subject}`,
      parts: [{ facts }, contact.message],
      brand: shop.brandName,
    }),
  };
}

function enquiryFacts({ company, packs, neededBy }: Enquiry): [string, string][] {
  return [
    ['Gifts for a company', company],
    ['Packs', groupIndian(packs)],
    ['Needed by', formatDate(noonOf(neededBy))],
  ];
}

/**
 * Tells the shop of messages that came too fast for a mail each: anybody can send them, and a mail
 * server sends only so many in a day.
 */
export function moreToShop(what: 'contact messages' | 'complaints', shop: Shop, url: string | null): Message {
  const most = (what === 'complaints' ? LIMITS.complaintsToShop : LIMITS.messagesToShop).max;
  const parts = [
    `You have more ${what}. You find all of them in the admin, under Contact Management.`,
    `After ${most} ${what} in an hour, we tell you about the others together, every 15 minutes.`,
    ...(url ? [{ link: `${url}/admin?section=contacts`, words: 'Open the messages' }] : []),
  ];
  const subject = `${shop.brandName}: more ${what}`;
  return { kind: 'contact_received', to: shop.email, ...letter({ subject, parts, brand: shop.brandName }) };
}

/**
 * Confirms to the sender that the message has arrived. It repeats no user input: anyone can enter
 * someone else's address, and the shop's mail must not deliver text of a stranger there.
 */
export function contactAcknowledgement(contact: Pick<ContactMail, 'id' | 'email'>, shop: MailShop): Message {
  const kind = 'contact_acknowledged';
  const added = speaking(shop.language, () => [...callUs(shop), m.notYou()]);
  return { kind, to: contact.email, ...shopperLetter(kind, { ticket: contact.id }, shop, added) };
}

/**
 * Acknowledges a complaint (E-Commerce Rules 2020): its ticket number, who looks into it and until
 * when.
 */
export function grievanceAcknowledgement(
  contact: Pick<ContactMail, 'id' | 'name' | 'email' | 'createdAt'>,
  { name, designation }: ShopSettings['grievanceOfficer'],
  shop: MailShop,
): Message {
  return speaking(shop.language, () => {
    const kind = 'grievance_acknowledged';
    const values = {
      // Anyone can complain in the name of somebody else.
      name: lettersOf(contact.name) || m.there(),
      ticket: contact.id,
      officer: [name, designation].filter(Boolean).join(', ') || m.officer(),
      answer_by: formatDate(grievanceLimits(contact).resolveBy),
    };
    return { kind, to: contact.email, ...shopperLetter(kind, values, shop, callUs(shop)) };
  });
}

/** The reply of the shop, with the original message quoted below. */
export function contactReply(contact: ContactMail, reply: string, { brandName, email, language }: MailShop): Message {
  const quoted = contact.message
    .split('\n')
    .map((line) => `> ${line}`)
    .join('\n');
  return speaking(language, () => {
    const parts = [m.hello({ name: contact.name }), reply];
    const quote = `${m.youWrote({ date: formatDateTime(contact.createdAt), ticket: contact.id })}\n${quoted}`;
    return {
      kind: 'contact_reply',
      to: contact.email,
      replyTo: email,
      ...letter({ subject: `Re: ${contact.subject}`, parts, brand: brandName, quote, language }),
    };
  });
}
