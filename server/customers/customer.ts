import { alertsOf, type Person } from '#server/contacts/personal.ts';
import type { Reader } from '#server/database/transact.ts';
import { keptOrders, ownEmails } from '#server/orders/personal.ts';
import type { Customer, CustomerDetail } from '#shop/customers/customer-calls.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { statusOf } from '#shop/orders/changes/change.ts';
import * as queries from './customers.queries.ts';

/** Orders of a person that staff see at once. */
const LATEST = 50;

/** @throws ShopError customer_not_found */
export async function findCustomer(reader: Reader, id: string, lock?: 'for update'): Promise<queries.CustomerRow> {
  const row = await queries.readCustomer(reader, id, lock);
  if (!row) throw new ShopError('customer_not_found');
  return row;
}

/** What identifies this person in messages, alerts and reviews. */
export async function personOf(reader: Reader, row: queries.CustomerRow): Promise<Person> {
  const [latest] = await queries.latestOrders(reader, row.phone, 1);
  return { phone: row.phone, country: latest?.country ?? '', emails: await ownEmails(reader, row.phone) };
}

/** One customer with orders, notes and tags. @throws ShopError customer_not_found */
export async function readDetail(db: Reader, id: string): Promise<CustomerDetail> {
  const row = await findCustomer(db, id);
  const orders = await queries.latestOrders(db, row.phone, LATEST);
  const numbers = orders.map((order) => order.order_number);
  const lines = Map.groupBy(await queries.itemsOf(db, numbers), (line) => line.order_number);
  const [latest] = orders;
  const person: Person = {
    phone: row.phone,
    country: latest?.country ?? '',
    emails: row.email === '' ? [] : [row.email.toLowerCase()],
  };
  const notes = await queries.notesOf(db, id);
  const tags = await queries.tagsOf(db, [id]);
  const subscriber = row.email === '' ? undefined : await queries.subscriberOf(db, row.email);
  return {
    ...toCustomer(row, tags),
    pincode: latest?.pincode ?? '',
    country: latest?.country ?? '',
    notes: notes.map((note) => ({ id: note.id, note: note.note, by: note.author, at: note.created_at })),
    latestOrders: orders.map((order) => ({
      orderNumber: order.order_number,
      createdAt: order.created_at,
      items: itemsText(lines.get(order.order_number) ?? []),
      total: toRupees(order.total),
      status: statusOf(order),
      paymentStatus: order.payment_status,
    })),
    newsletter: subscriber ? { since: subscriber.created_at, leftAt: subscriber.unsubscribed_at } : null,
    stockAlerts: (await alertsOf(db, person)).length,
    kept: await keptOrders(db, row.phone),
  };
}

export function toCustomer(row: queries.CustomerRow, tags: readonly { tag: string }[]): Customer {
  return {
    id: row.id,
    name: row.name,
    phone: row.phone,
    email: row.email,
    city: row.city,
    state: row.state,
    orders: row.orders,
    paid: toRupees(row.value),
    refunded: toRupees(row.refunded),
    returns: row.returns,
    firstOrderAt: row.first_order_at,
    lastOrderAt: row.last_order_at,
    tags: tags.map(({ tag }) => tag),
  };
}

/** 'California Almonds + 2' or 'Cashews × 2'. */
function itemsText(lines: readonly { name: string; quantity: number }[]): string {
  const [first, ...more] = lines;
  if (!first) return '';
  if (more.length > 0) return `${first.name} + ${more.length}`;
  return first.quantity > 1 ? `${first.name} × ${first.quantity}` : first.name;
}
