import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '#tests/database.ts';
import { migrate } from './migrate.ts';
import { up } from './migrations/079-shop-sentences.ts';

/** The notes of an older shop, which it wrote in English. */

const ORDER = { access_token_hash: 'x', status: 'pending', created_at: 100, updated_at: 100 };
const NOT_PAID =
  'We did not receive a payment reference (UTR) within 48 hours. If you have paid, please send it to us: we open the order again.';

async function olderShop() {
  const database = await testDatabase();
  await migrate(database);
  const { db } = database;
  await sql`alter table order_events drop column sentence`.execute(db);
  await sql`alter table orders drop column payment_sentence`.execute(db);
  await sql`alter table orders drop column cancel_sentence`.execute(db);
  return database;
}

type Event = [kind: string, note: string, sentence: object | null];

const EVENTS: Event[] = [
  ['utr', 'UTR received', { say: 'utrReceived' }],
  ['utr', 'The same UTR again', { say: 'utrAgain' }],
  ['status', 'Reopened: the UTR has arrived', { say: 'utrReopened' }],
  ['payment', 'Payment verified', { say: 'paymentVerified' }],
  ['payment', 'Payment is being checked again', { say: 'paymentChecked' }],
  ['refund', 'Refund of ₹299 sent', { say: 'refundSent', amount: 29_900, reference: null }],
  ['refund', 'Refund of ₹0.05 sent', { say: 'refundSent', amount: 5, reference: null }],
  [
    'refund',
    'Refund of ₹1,23,036.50 sent, reference 6325 / A',
    { say: 'refundSent', amount: 12_303_650, reference: '6325 / A' },
  ],
  [
    'payment',
    'Payment withdrawn: The bank took back ₹1,036.50 (UTR 632500000777)',
    { say: 'paymentTakenBack', amount: 103_650, utr: '632500000777' },
  ],
  [
    'payment',
    'Payment not verified: The bank took back ₹299 (UTR HDFCN0012345)',
    { say: 'paymentMissed', amount: 29_900, utr: 'HDFCN0012345' },
  ],
  ['payment', 'Payment withdrawn: By mistake', { say: 'paymentWithdrawn', why: 'By mistake' }],
  [
    'payment',
    'Payment not verified: Not there\nAsked twice',
    { say: 'paymentRejected', why: 'Not there\nAsked twice' },
  ],
  ['cancelled', NOT_PAID, { say: 'notPaid', hours: 48 }],
  ['cancelled', 'Changed my mind', null],
  ['status', 'UTR received', null],
  ['note', 'Refund of ₹299 sent', null],
  ['refund', 'Refund of ₹299 sent by cheque', null],
  ['refund', 'Refund of about ₹300 sent', null],
  ['placed', '', null],
];

test('what the shop wrote on the timeline becomes a code with its values; all else stays', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await olderShop();
  stack.defer(() => database.close());
  const { db } = database;
  await db
    .insertInto('orders')
    .values({ ...ORDER, order_number: 'ORD1' })
    .execute();
  // More than are read at once.
  const events = [...EVENTS, ...Array.from({ length: 600 }, (): Event => EVENTS[5] as Event)];
  const rows = events.map(([kind, note], index) => ({
    id: `evt_${String(index).padStart(4, '0')}`,
    order_number: 'ORD1',
    kind,
    at: 100,
    author: 'shop',
    note,
  }));
  const typed = { id: 'evt_typed', order_number: 'ORD1', kind: 'cancelled', at: 100, author: 'Asha', note: NOT_PAID };
  await db
    .insertInto('order_events')
    .values([...rows, typed])
    .execute();

  await db.transaction().execute((trx) => up(trx as never));

  const stored = await db.selectFrom('order_events').select(['id', 'note', 'sentence']).orderBy('id').execute();
  expect(stored.pop()).toMatchObject({ id: 'evt_typed', note: NOT_PAID, sentence: null });
  expect(stored.map(({ note, sentence }) => [note, sentence && JSON.parse(sentence)])).toEqual(
    events.map(([, note, sentence]) => (sentence ? ['', sentence] : [note, null])),
  );
});

test('so does the reason of a payment that has failed, and of an order that was cancelled', async () => {
  await using stack = new AsyncDisposableStack();
  const database = await olderShop();
  stack.defer(() => database.close());
  const { db } = database;
  const failed = { ...ORDER, payment_status: 'failed' as const, payment_note: '', cancel_reason: '' };
  const takenBack = 'The bank took back ₹1,036.50 (UTR 632500000777)';
  await db
    .insertInto('orders')
    .values([
      { ...failed, order_number: 'ORD1', payment_note: takenBack },
      { ...failed, order_number: 'ORD2', payment_note: `${takenBack}, I think` },
      { ...failed, order_number: 'ORD3', status: 'cancelled', cancel_reason: NOT_PAID },
      { ...failed, order_number: 'ORD4', status: 'cancelled', cancel_reason: 'Changed my mind' },
    ])
    .execute();

  await db.transaction().execute((trx) => up(trx as never));

  const stored = await db
    .selectFrom('orders')
    .select(['payment_note', 'payment_sentence', 'cancel_reason', 'cancel_sentence'])
    .orderBy('order_number')
    .execute();
  const none = { payment_note: '', payment_sentence: null, cancel_reason: '', cancel_sentence: null };
  expect(stored).toEqual([
    { ...none, payment_sentence: JSON.stringify({ say: 'takenBack', amount: 103_650, utr: '632500000777' }) },
    { ...none, payment_note: `${takenBack}, I think` },
    { ...none, cancel_sentence: JSON.stringify({ say: 'notPaid', hours: 48 }) },
    { ...none, cancel_reason: 'Changed my mind' },
  ]);
});
