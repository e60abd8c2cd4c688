import type { Kysely } from 'kysely';
import { replaceTexts } from './058-email-words.ts';
import { runStatements } from './statements.ts';

/** Of a product: whether sugar is added to it. Of a picture: the net grams of the pack it shows. */
const STATEMENTS = [
  'alter table products add column no_added_sugar INT8 not null default 0',
  'alter table product_images add column pack_grams INT8',
];

/** Built-in texts that sent photos of damage elsewhere than the page of the order takes them. */
const CHANGED: ReadonlyMap<unknown, string> = new Map([
  [
    'Write to us from the Contact page with your order number and what went wrong.',
    'For a replacement, open your order from Track Order and choose ‘Request a replacement’. For an exchange or a return, write to us from the Contact page with your order number.',
  ],
  [
    'Add photos if anything is damaged or defective; you can send them in reply to our email.',
    'If anything is damaged or defective, add up to 4 photos to the request. Only you and the shop can see them.',
  ],
  [
    'Please take photos of the parcel and of the products, and write to us within 48 hours of delivery. We will replace what was damaged.',
    'Please take photos of the parcel and of the products, and add them to a replacement request on the page of your order within 48 hours of delivery. We will replace what was damaged.',
  ],
  [
    'You can ask for a replacement, exchange or return within 7 days of delivery. For a damaged parcel, please write to us within 48 hours with photos. Refunds reach your original payment method in 7–14 business days.',
    'You can ask for a replacement, exchange or return within 7 days of delivery. For a damaged parcel, please request a replacement with photos on the page of your order within 48 hours. Refunds reach your original payment method in 7–14 business days.',
  ],
]);

export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
  await replaceTexts(db as Parameters<typeof replaceTexts>[0], CHANGED);
}
