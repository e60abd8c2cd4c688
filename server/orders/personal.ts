import { sql } from 'kysely';
import { toRupees } from '#shop/money/money.ts';
import { isOrderStatus, statusesOf } from '#shop/orders/order-status.ts';
import { forgetAuditValues } from '../audit/audit.ts';
import { inCodePointOrder } from '../database/engine.ts';
import { parts } from '../database/rows.ts';
import type { Reader, Trx } from '../database/transact.ts';
import { deleteMailsTo, deleteOrderMails } from '../mail/mail.queries.ts';
import { refreshCustomers } from './rows/customer-figures.queries.ts';
import { cancelReason, paymentNote, storedWords } from './rows/notes.ts';
import { type OrderRow, readEvents, readLines, searchText } from './rows/orders.queries.ts';

/**
 * What the orders hold about one person: everything for an export, and how it is erased (DPDP Act
 * 2023).
 */

const ENDED = statusesOf('draft', 'delivered', 'over');
const OPEN_REPLACEMENTS = ['requested', 'approved', 'shipped'];

/**
 * The email addresses (lower case) of the orders of a number, without those that orders of other
 * numbers carry too: nobody proves an address at checkout, so such an address may be somebody
 * else's.
 */
export async function ownEmails(db: Reader, phone: string): Promise<string[]> {
  const rows = await db
    .selectFrom('orders')
    .select((eb) => eb.fn<string>('lower', ['email']).as('email'))
    .distinct()
    .where('phone', '=', phone)
    .where('email', '!=', '')
    .execute();
  const emails = rows.map((row) => row.email);
  if (emails.length === 0) return [];
  const others = await db
    .selectFrom('orders')
    .select((eb) => eb.fn<string>('lower', ['email']).as('email'))
    .distinct()
    .where((eb) => eb(eb.fn<string>('lower', ['email']), 'in', emails))
    // The condition of the index orders_email.
    .where('email', '!=', sql.lit(''))
    .where('phone', '!=', phone)
    .execute();
  const shared = new Set(others.map((row) => row.email));
  return emails.filter((email) => !shared.has(email));
}

/** Everything about the orders and drafts of a number, for the person. Money in rupees. */
export async function ordersOfPerson(db: Reader, phone: string) {
  const orders = await personOrders(db, phone);
  const of = <Row>(read: (numbers: string[]) => Promise<Row[]>) => inParts(orders, read);
  const lines = await of((numbers) => readLines(db, numbers));
  const events = await of((numbers) => readEvents(db, numbers));
  const payments = await of((numbers) =>
    db.selectFrom('payments').selectAll().where('order_number', 'in', numbers).execute(),
  );
  const refunds = await of((numbers) =>
    db.selectFrom('refunds').selectAll().where('order_number', 'in', numbers).execute(),
  );
  const credits = await of((numbers) =>
    db.selectFrom('credits').selectAll().where('order_number', 'in', numbers).execute(),
  );
  const invoices = await of((numbers) =>
    db
      .selectFrom('invoices')
      .select(['order_number', 'number', 'data'])
      .where('order_number', 'in', numbers)
      .unionAll(
        db
          .selectFrom('reversed_invoices')
          .select(['order_number', 'number', 'data'])
          .where('order_number', 'in', numbers),
      )
      .unionAll(
        db.selectFrom('part_documents').select(['order_number', 'number', 'data']).where('order_number', 'in', numbers),
      )
      .execute(),
  );
  const replacements = await of((numbers) =>
    db.selectFrom('replacements').selectAll().where('order_number', 'in', numbers).execute(),
  );
  const photos = await of((numbers) =>
    db.selectFrom('replacement_photos').selectAll().where('order_number', 'in', numbers).execute(),
  );
  const mails = await of((numbers) =>
    db
      .selectFrom('mail_outbox')
      .select(['order_number', 'kind', 'recipient', 'subject', 'text_body', 'created_at'])
      .where('order_number', 'in', numbers)
      .execute(),
  );
  return orders.map((order) => {
    const { access_token_hash: _, search_text: __, cancel_sentence, payment_sentence, ...kept } = order;
    const own = <Row extends { order_number: string | null }>(rows: Row[]) =>
      rows.filter((row) => row.order_number === order.order_number);
    return {
      ...kept,
      cancel_reason: cancelReason(order, 'en'),
      payment_note: paymentNote(order, 'en'),
      ...rupees(order, [
        'subtotal',
        'shipping',
        'tax',
        'discount',
        'staff_discount',
        'coupon_discount',
        'payment_code',
        'total',
        'paid_amount',
        'refunded',
        'kept',
        'returned',
        'waived',
      ]),
      items: own(lines).map(({ name, size, quantity, price }) => ({ name, size, quantity, price: toRupees(price) })),
      events: own(events).map(({ kind, status, at, author, note, sentence }) => ({
        kind,
        status,
        at,
        author,
        note: storedWords(note, sentence, 'en'),
      })),
      payments: own(payments).map((row) => ({ ...row, ...rupees(row, ['amount']) })),
      refunds: own(refunds).map((row) => ({ ...row, ...rupees(row, ['amount']) })),
      bankCredits: own(credits).map(({ amount, day, payer_name, payer_vpa }) => ({
        amount: toRupees(amount),
        day,
        payer_name,
        payer_vpa,
      })),
      invoices: own(invoices).map(({ number, data }) => ({ number, invoice: JSON.parse(data) as unknown })),
      replacements: own(replacements).map((row) => ({
        ...row,
        photos: photos.filter((photo) => photo.replacement_id === row.id).map(({ id }) => id),
      })),
      mails: own(mails),
    };
  });
}

/** The amounts of a row in rupees. */
function rupees<Row, Name extends keyof Row>(row: Row, names: readonly Name[]): Record<Name, number | null> {
  return Object.fromEntries(
    names.map((name) => [name, row[name] === null ? null : toRupees(Number(row[name]))]),
  ) as Record<Name, number | null>;
}

/** Locks the orders of a number until the end of the transaction. */
export async function lockOrders(trx: Trx, phone: string): Promise<void> {
  const orders = trx.selectFrom('orders').select('order_number').where('phone', '=', phone);
  await orders.orderBy(inCodePointOrder(trx, 'order_number')).forUpdate().execute();
}

/**
 * Whether something of the person is not finished: an order on its way, an invoice that is due, or a
 * replacement that is not decided or not there.
 */
export async function isBusy(trx: Trx, phone: string): Promise<boolean> {
  const orders = await personOrders(trx, phone);
  if (orders.some(({ status }) => !isOrderStatus(status) || !ENDED.includes(status))) return true;
  const due = await inParts(orders, (numbers) =>
    trx.selectFrom('due_invoices').select('order_number').where('order_number', 'in', numbers).execute(),
  );
  if (due.length > 0) return true;
  const open = await inParts(orders, (numbers) =>
    trx
      .selectFrom('replacements')
      .select('id')
      .where('order_number', 'in', numbers)
      .where('status', 'in', OPEN_REPLACEMENTS)
      .execute(),
  );
  return open.length > 0;
}

/**
 * Erases the person from their orders; call `lockOrders` and `isBusy` first. Orders with an invoice
 * keep what the invoice shows until `keptUntil` of its financial year, all others only amounts,
 * goods and the state. Photos are released: the next sweep deletes their files.
 *
 * @param keptUntil epoch ms for a financial year such as '2026-27'
 * @returns how many orders stay, and until when the last one does
 */
export async function eraseOrders(
  trx: Trx,
  phone: string,
  emails: readonly string[],
  at: number,
  keptUntil: (financialYear: string) => number,
): Promise<{ orders: number; until: number } | null> {
  const orders = await personOrders(trx, phone);
  const invoices = await inParts(orders, (numbers) =>
    trx
      .selectFrom('invoices')
      .select(['order_number', 'financial_year'])
      .where('order_number', 'in', numbers)
      .execute(),
  );
  const until = new Map(invoices.map((row) => [row.order_number, keptUntil(row.financial_year)]));
  const kept = orders.filter((order) => (until.get(order.order_number) ?? 0) > at);
  for (const order of orders) {
    if (!kept.includes(order)) await anonymiseOrder(trx, order);
  }
  for (const order of kept) {
    const columns = { email: '', order_note: '', gift_message: null, internal_notes: '', ...NO_NOTES };
    await writeOrder(trx, order, columns);
    const row = { order_number: order.order_number, kept_until: until.get(order.order_number) ?? at };
    await trx
      .insertInto('erasures')
      .values(row)
      .onConflict((conflict) => conflict.column('order_number').doNothing())
      .execute();
  }
  await inParts(orders, async (numbers) => {
    await forgetWords(trx, numbers);
    await deleteOrderMails(trx, numbers);
    return [];
  });
  await deleteMailsTo(trx, emails);
  await refreshCustomers(trx, [phone], at);
  return kept.length === 0
    ? null
    : { orders: kept.length, until: Math.max(...kept.map((order) => until.get(order.order_number) ?? 0)) };
}

/**
 * Erases what was written about these orders, releases their photos, and empties the audit entries
 * that repeat any of it.
 */
async function forgetWords(trx: Trx, numbers: string[]): Promise<void> {
  await trx
    .updateTable('order_events')
    .set({ note: '', sentence: null })
    .where('order_number', 'in', numbers)
    .execute();
  await trx.updateTable('payments').set({ note: '' }).where('order_number', 'in', numbers).execute();
  await trx.updateTable('refunds').set({ reason: '' }).where('order_number', 'in', numbers).execute();
  await trx
    .updateTable('replacements')
    .set((eb) => ({ description: '', note: '', version: eb('version', '+', 1) }))
    .where('order_number', 'in', numbers)
    .execute();
  await trx
    .updateTable('replacement_photos')
    .set({ replacement_id: null, created_at: 0 })
    .where('order_number', 'in', numbers)
    .execute();
  await trx.updateTable('claims').set({ phone: '' }).where('order_number', 'in', numbers).execute();
  await forgetAuditValues(trx, 'order', numbers, [
    'order.address',
    'order.gift',
    'order.notes',
    'order.cancel',
    'order.payment',
    'order.refund',
    'order.refund_undo',
    'order.refund_close',
    'order.refund_reopen',
  ]);
  const requests = await trx.selectFrom('replacements').select('id').where('order_number', 'in', numbers).execute();
  await forgetAuditValues(
    trx,
    'replacement',
    requests.map(({ id }) => id),
  );
}

/**
 * Erases the rest of the orders that tax law kept, and the buyers in their invoices, once it no
 * longer does.
 *
 * @returns how many orders, at most `limit`
 */
export async function eraseKept(trx: Trx, at: number, limit: number): Promise<number> {
  const due = await trx
    .selectFrom('erasures')
    .innerJoin('orders', 'orders.order_number', 'erasures.order_number')
    .selectAll('orders')
    .where('kept_until', '<=', at)
    .limit(limit)
    .execute();
  for (const order of due) {
    await anonymiseOrder(trx, order);
    await trx.deleteFrom('erasures').where('order_number', '=', order.order_number).execute();
  }
  await inParts(due, async (numbers) => {
    await forgetWords(trx, numbers);
    await deleteOrderMails(trx, numbers);
    return [];
  });
  await refreshCustomers(
    trx,
    due.map((order) => order.phone),
    at,
  );
  return due.length;
}

/** The orders of a person that an earlier erasure kept. */
export async function keptOrders(db: Reader, phone: string): Promise<{ orders: number; until: number } | null> {
  const row = await db
    .selectFrom('erasures')
    .innerJoin('orders', 'orders.order_number', 'erasures.order_number')
    .select((eb) => [eb.fn.countAll<number>().as('orders'), eb.fn.max('kept_until').as('until')])
    .where('orders.phone', '=', phone)
    .executeTakeFirstOrThrow();
  return Number(row.orders) === 0 ? null : { orders: Number(row.orders), until: Number(row.until) };
}

const NO_NOTES = { cancel_reason: '', cancel_sentence: null, payment_note: '', payment_sentence: null };

const PERSONAL = {
  name: '',
  phone: '',
  email: '',
  address: '',
  city: '',
  pincode: '',
  gstin: '',
  order_note: '',
  gift_message: null,
  internal_notes: '',
  ...NO_NOTES,
};

/** Also the buyer in its invoices: tax law no longer keeps them. */
async function anonymiseOrder(trx: Trx, order: OrderRow): Promise<void> {
  await writeOrder(trx, order, PERSONAL);
  for (const table of ['invoices', 'reversed_invoices', 'part_documents'] as const) {
    const invoices = await trx
      .selectFrom(table)
      .select(['number', 'data'])
      .where('order_number', '=', order.order_number)
      .execute();
    for (const invoice of invoices) {
      const data = JSON.parse(invoice.data) as { buyer: object };
      const buyer = { ...data.buyer, name: '', phone: '', address: '', city: '', pincode: '', gstin: undefined };
      await trx
        .updateTable(table)
        .set({ data: JSON.stringify({ ...data, buyer }) })
        .where('number', '=', invoice.number)
        .execute();
    }
  }
  await trx.updateTable('order_returns').set({ reason: '' }).where('order_number', '=', order.order_number).execute();
  await trx.deleteFrom('order_codes').where('order_number', '=', order.order_number).execute();
  await trx.deleteFrom('order_tokens').where('order_number', '=', order.order_number).execute();
  await trx.deleteFrom('pay_links').where('order_number', '=', order.order_number).execute();
}

async function writeOrder(trx: Trx, order: OrderRow, columns: Partial<OrderRow>): Promise<void> {
  await trx
    .updateTable('orders')
    .set({ ...columns, search_text: searchText({ ...order, ...columns }), version: order.version + 1 })
    .where('order_number', '=', order.order_number)
    .execute();
}

/** All orders and drafts of a number, newest first. */
function personOrders(db: Reader, phone: string): Promise<OrderRow[]> {
  return db.selectFrom('orders').selectAll().where('phone', '=', phone).orderBy('created_at', 'desc').execute();
}

async function inParts<Row>(orders: readonly OrderRow[], read: (numbers: string[]) => Promise<Row[]>): Promise<Row[]> {
  const rows: Row[] = [];
  for (const part of parts(orders)) rows.push(...(await read(part.map((order) => order.order_number))));
  return rows;
}
