import { randomInt } from 'node:crypto';
import type { ContactInput, ContactReceipt } from '#shop/contacts/contact-input.ts';
import type { ContactForm, ContactStatus } from '#shop/contacts/contacts.ts';
import { checkNeededBy } from '#shop/contacts/enquiry.ts';
import { fieldError, ShopError } from '#shop/errors.ts';
import { currentLanguage } from '#shop/language.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { tellPrograms } from '../connect/tell.ts';
import type { ServiceContext } from '../context.ts';
import { lockKey } from '../database/engine.ts';
import { type Trx, transact } from '../database/transact.ts';
import { countAttempt, LIMITS, limitAttempts, mayMailStranger } from '../http/limits.ts';
import { onceKey, SAME_MS } from '../ids.ts';
import { mailboxOf } from '../mail/mailbox.ts';
import { findSameContact, insertContact, updateContact } from './contacts.queries.ts';
import { contactAcknowledgement, contactToShop, moreToShop } from './mails.ts';
import { type ContactDeps, staffCalls } from './reply.ts';

/** The contact form and its messages. */
export function createContactsService(context: ServiceContext, { settings, mailShop, mail }: ContactDeps) {
  /**
   * The mail that tells the shop of a message: one of its own, or one for all that come in the next
   * minutes.
   */
  async function mailsToShop(trx: Trx, contact: Parameters<typeof contactToShop>[0], shop: ShopSettings) {
    const what = contact.complaint ? 'complaints' : 'contact messages';
    const limit = contact.complaint ? LIMITS.complaintsToShop : LIMITS.messagesToShop;
    if ((await countAttempt(context, 'mails-to-shop', what, limit, trx)) <= limit.max)
      return [contactToShop(contact, shop)];
    const waiting = await countAttempt(context, 'together-to-shop', what, LIMITS.togetherToShop, trx);
    // The count starts anew by then, so the next mail tells of a message that comes later.
    const dueAt = context.now() + LIMITS.togetherToShop.windowMs;
    return waiting > LIMITS.togetherToShop.max ? [] : [{ ...moreToShop(what, shop, context.env.publicUrl), dueAt }];
  }

  return {
    ...staffCalls(context, { settings, mailShop, mail }),

    /**
     * Stores a message and queues mails to the shop and to the sender, in one transaction (D35). A
     * complaint is in the grievance register at once. An identical message within ten minutes
     * returns the receipt of the first one, and makes it a complaint if it is one.
     *
     * @param address network address of the sender, used only for rate limiting
     * @throws ShopError('too_many_attempts'), and 'validation' for gifts needed by a day that is over
     */
    async send({ complaint, enquiry, ...words }: ContactInput, address: string): Promise<ContactReceipt> {
      await limitAttempts(context, 'contact-address', address, LIMITS.contactAddress);
      const now = context.now();
      const past = enquiry && checkNeededBy(enquiry.neededBy, now);
      if (past) throw fieldError('validation', 'enquiry.neededBy', past);
      const input = { ...words, enquiry: enquiry ? JSON.stringify(enquiry) : '' };
      // Read before the transaction: SQLite has one connection, and a retried transaction must not
      // count twice.
      const language = currentLanguage();
      const [shop, sender] = [await settings.shop(), await mailShop(language)];
      const mailbox = await countAttempt(context, 'contact-mailbox', mailboxOf(input.email), LIMITS.contactMailbox);
      const mails = await countAttempt(context, 'contact-mails-address', address, LIMITS.contactMails);
      const few = mailbox <= LIMITS.contactMailbox.max && mails <= LIMITS.contactMails.max;
      const acknowledged = few && (await mayMailStranger(context));

      return transact(context, async ({ trx, afterCommit }) => {
        const again = async (stored: Awaited<ReturnType<typeof findSameContact>>) => {
          if (!stored) throw new ShopError('busy');
          if (complaint && stored.grievance === 0) {
            await updateContact(trx, stored.id, { grievance: 1, updated_at: now });
          }
          return toReceipt(stored);
        };
        const said = [input.email, input.subject, input.message, input.enquiry];
        // The unique key below is another one every ten minutes.
        await lockKey(trx, `contact ${JSON.stringify(said)}`);
        const known = await findSameContact(trx, input, now - SAME_MS);
        if (known) return again(known);
        const contact = {
          id: newTicket(),
          ...input,
          status: 'new' as const,
          language,
          grievance: complaint ? 1 : 0,
          created_at: now,
        };
        const once = onceKey(said, now);
        if (
          !(await insertContact(trx, { ...contact, once, search_text: searchText(words, enquiry), updated_at: now }))
        ) {
          // Another request stored it since the read above.
          return again(await findSameContact(trx, input, now - SAME_MS));
        }
        const details = { ...contact, complaint, enquiry, createdAt: now };
        await mail.enqueue(trx, [
          ...(await mailsToShop(trx, details, shop)),
          ...(acknowledged ? [contactAcknowledgement(details, sender)] : []),
        ]);
        await tellPrograms(trx, now, [{ type: 'contact.received', data: { contact: contact.id } }]);
        afterCommit(() => mail.wake());
        return toReceipt(contact);
      });
    },
  };
}

export type ContactsService = ReturnType<typeof createContactsService>;

/** Letters and digits that are hard to confuse over the phone. */
const TICKET_ALPHABET = '23456789ABCDEFGHJKMNPQRSTVWXYZ';

/**
 * Creates a ticket number that is easy to read out, such as `K-7F3K-9Q2M`. There are 30^8 of them.
 */
function newTicket(): string {
  const signs = Array.from({ length: 8 }, () => TICKET_ALPHABET[randomInt(TICKET_ALPHABET.length)]).join('');
  return `K-${signs.slice(0, 4)}-${signs.slice(4)}`;
}

function searchText({ name, email, phone, subject, message }: ContactForm, enquiry: ContactInput['enquiry']): string {
  return [name, email, phone, subject, message, enquiry?.company ?? ''].join(' ').trimEnd().toLowerCase();
}

function toReceipt(row: { id: string; status: ContactStatus; created_at: number }): ContactReceipt {
  return { _id: row.id, id: row.id, status: row.status, createdAt: row.created_at };
}
