import type { Kysely } from 'kysely';

/** Built-in texts that were spelled with 'e-mail' or 'E-mail'. */
const SPELLED = [
  'Leave your e-mail address and we will write when there is a new roast or a better price.',
  'Your e-mail address',
  'E-mail',
  'You do not need an account. To order, you give us a name, an e-mail address, a 10-digit mobile number and a delivery address with a 6-digit PIN code. Please make sure they are correct, because we deliver to what you enter.',
  'We send a confirmation e-mail within 1 hour of your order.',
  'Orders: name, mobile number, e-mail, delivery address, items, order note, and the UTR of your payment',
  'Contact messages: name, e-mail, phone if you give it, subject and message',
  'Reviews: name, e-mail, rating, comment and the photos you add; your e-mail is never shown',
  'Newsletter: your e-mail address',
  'Notify me: the e-mail address or WhatsApp number you leave for a sold-out pack',
  'our e-mail and hosting providers, on our instructions',
  'Anyone who knows a mobile number can look up its orders, so that page shows very little: order number, dates, status, courier, items, total, city and PIN code. Name, street and e-mail are masked, and the UTR is not shown.',
  'What you leave with ‘Notify me’ is deleted once we have written to you, and after 180 days at the latest. An e-mail address that is not confirmed with its code is deleted after 30 minutes.',
  'You can ask for a copy of your data, ask us to correct or erase it, withdraw your consent, or name someone to act for you, as the Digital Personal Data Protection Act, 2023 provides. Write to our grievance officer from the e-mail address you used for your order. If you are not satisfied with the answer, you can go to the Data Protection Board of India.',
  'We process orders within 24 hours. You receive a confirmation e-mail within 1 hour of placing your order. Your payment is checked by hand, which may take up to 30 minutes.',
  'Add photos if anything is damaged or defective; you can send them in reply to our e-mail.',
];

/** The built-in texts that have changed, by their former words. */
const CHANGED: ReadonlyMap<unknown, string> = new Map([
  [
    'New roasts and combo offers, now and then. No daily mail.',
    'New roasts and combo offers, now and then. No daily email.',
  ],
  ['Real people check your payment and answer your mail', 'Real people check your payment and answer your email'],
  ...SPELLED.map((text) => [text, text.replaceAll('e-mail', 'email').replaceAll('E-mail', 'Email')] as const),
]);

interface Tables {
  page_content: { id: string; content: string };
}

/**
 * The built-in texts now say 'email'. A shop that has stored them gets the same words: its Hindi
 * pages find the Hindi by the English text, and the removal of the demo data knows its texts by it.
 * What the owner has written stays.
 */
export async function up(db: Kysely<Tables>): Promise<void> {
  await replaceTexts(db, CHANGED);
}

/**
 * Puts the present built-in texts in the place of former ones.
 *
 * @param changed the present text by its former words
 */
export async function replaceTexts(db: Kysely<Tables>, changed: ReadonlyMap<unknown, string>): Promise<void> {
  for (const { id, content } of await db.selectFrom('page_content').select(['id', 'content']).execute()) {
    const words = withNewWords(content, changed);
    if (words === content) continue;
    await db.updateTable('page_content').set({ content: words }).where('id', '=', id).execute();
  }
}

/** The stored content itself when it has none of the texts, or cannot be read. */
function withNewWords(content: string, changed: ReadonlyMap<unknown, string>): string {
  try {
    let isOld = false;
    const words = JSON.stringify(JSON.parse(content), (_key, value) => {
      const text = changed.get(value);
      isOld ||= text !== undefined;
      return text ?? value;
    });
    return isOld ? words : content;
  } catch {
    return content;
  }
}
