import { type Actor, forgetAuditValues, writeAudit } from '#server/audit/audit.ts';
import { repeated } from '#server/background.ts';
import { eraseReviews, reviewsOfPerson } from '#server/catalogue/reviews/personal.ts';
import { alertsOf, contactsOfPerson, eraseContacts, type Person } from '#server/contacts/personal.ts';
import type { ServiceContext } from '#server/context.ts';
import { type Reader, type Trx, transact } from '#server/database/transact.ts';
import { newId } from '#server/ids.ts';
import {
  eraseKept,
  eraseOrders,
  isBusy,
  keptOrders,
  lockOrders,
  ordersOfPerson,
  ownEmails,
} from '#server/orders/personal.ts';
import type { Customer, CustomerDetail, CustomerExportQuery, CustomerQuery } from '#shop/customers/customer-calls.ts';
import { invoiceKeptUntil, MOST_TAGS } from '#shop/customers/customers.ts';
import { ShopError } from '#shop/errors.ts';
import { isoDay } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import { statusOf } from '#shop/orders/changes/change.ts';
import { paginate, withNames } from '#shop/page-parameters.ts';
import * as queries from './customers.queries.ts';
import { exportCustomers } from './export.ts';

/** Orders of a person that staff see at once. */
const LATEST = 50;
/** Orders whose time is over that are erased in one transaction; looked for every hour. */
const BATCH = 100;
const LOOK_MS = 3_600_000;

export type CustomersService = ReturnType<typeof createCustomersService>;

/**
 * Customers by mobile number, with notes and tags of staff. The data of one person can be exported
 * and erased (DPDP Act 2023).
 *
 * @param deps.erased deletes the files of mails and photos that nothing in the database names any
 *   more
 */
export function createCustomersService(context: ServiceContext, deps: { erased: () => void }) {
  const { database, now } = context;
  const { db } = database;

  /** @throws ShopError customer_not_found */
  async function found(reader: Reader, id: string, lock?: 'for update'): Promise<queries.CustomerRow> {
    const row = await queries.readCustomer(reader, id, lock);
    if (!row) throw new ShopError('customer_not_found');
    return row;
  }

  async function detail(id: string): Promise<CustomerDetail> {
    const row = await found(db, id);
    const orders = await queries.latestOrders(db, row.phone, LATEST);
    const lines = Map.groupBy(
      await queries.itemsOf(
        db,
        orders.map((order) => order.order_number),
      ),
      (line) => line.order_number,
    );
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
      ...toCustomer(
        row,
        tags.map(({ tag }) => tag),
      ),
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

  /**
   * Changes what staff have written about a customer, with an audit entry that does not repeat it.
   */
  async function change(
    id: string,
    actor: Actor,
    action: string,
    run: (trx: Trx) => Promise<Record<string, unknown>>,
  ): Promise<CustomerDetail> {
    await transact(context, async ({ trx }) => {
      await found(trx, id, 'for update');
      const after = await run(trx);
      await writeAudit(trx, { at: now(), actor, action, entity: 'customer', entityId: id, after });
    });
    return detail(id);
  }

  async function personOf(reader: Reader, row: queries.CustomerRow): Promise<Person> {
    const [latest] = await queries.latestOrders(reader, row.phone, 1);
    return { phone: row.phone, country: latest?.country ?? '', emails: await ownEmails(reader, row.phone) };
  }

  /** Erases what tax law no longer keeps. @returns how many orders */
  async function eraseDue(signal?: AbortSignal): Promise<number> {
    let total = 0;
    for (;;) {
      const erased = await transact(context, ({ trx }) => eraseKept(trx, now(), BATCH));
      total += erased;
      if (erased < BATCH || signal?.aborted) break;
    }
    if (total > 0) deps.erased();
    return total;
  }

  const looking = repeated(eraseDue, LOOK_MS, (error) =>
    context.log.warn({ err: error }, 'kept orders could not be erased, it goes on later'),
  );

  return {
    detail,
    eraseDue,

    /** One page of the list, with the size of each segment. */
    async list({ page, limit, search, segment, tag, sort = 'recent' }: CustomerQuery) {
      const at = now();
      const filter = { search, segment, tag, now: at };
      const segments = await queries.countSegments(db, at);
      const known = search?.trim() || tag || segment === 'top' ? undefined : segments[segment ?? 'all'];
      const { rows, total } = await queries.listCustomers(database.db, filter, sort, limit, (page - 1) * limit, known);
      const tags = Map.groupBy(
        await queries.tagsOf(
          db,
          rows.map((row) => row.id),
        ),
        (one) => one.customer_id,
      );
      return {
        customers: rows.map((row) =>
          toCustomer(
            row,
            (tags.get(row.id) ?? []).map((one) => one.tag),
          ),
        ),
        segments,
        pagination: withNames(paginate({ page, limit }, total), 'totalCustomers'),
      };
    },

    /**
     * The customers of a filter as a CSV file in pieces. Each export has an audit entry, since the
     * file contains personal data.
     */
    async exportList({ search, segment, tag }: CustomerExportQuery, actor: Actor) {
      const at = now();
      const after = { segment: segment ?? 'all', tagged: Boolean(tag), searched: Boolean(search) };
      await writeAudit(db, { at, actor, action: 'export', entity: 'customer', entityId: 'list', after });
      return {
        name: `customers-${isoDay(at)}.csv`,
        pieces: exportCustomers(database.db, { search, segment, tag, now: at }),
      };
    },

    addNote: (id: string, note: string, actor: Actor) =>
      change(id, actor, 'note', async (trx) => {
        const row = { id: newId('cnt'), customer_id: id, note, author: actor.name, created_at: now() };
        await queries.insertNote(trx, row);
        return { note: row.id };
      }),

    /** @throws ShopError not_found when there is no such note */
    removeNote: (id: string, noteId: string, actor: Actor) =>
      change(id, actor, 'note.delete', async (trx) => {
        if (!(await queries.deleteNote(trx, id, noteId))) throw new ShopError('not_found');
        return { note: noteId };
      }),

    /** @throws ShopError conflict when there are too many tags */
    addTag: (id: string, tag: string, actor: Actor) =>
      change(id, actor, 'tag', async (trx) => {
        await queries.insertTag(trx, id, tag);
        if ((await queries.tagsOf(trx, [id])).length > MOST_TAGS) {
          throw new ShopError('conflict', { message: `A customer has at most ${MOST_TAGS} tags.` });
        }
        return { tag };
      }),

    /** @throws ShopError not_found when the customer has no such tag */
    removeTag: (id: string, tag: string, actor: Actor) =>
      change(id, actor, 'tag.delete', async (trx) => {
        if (!(await queries.deleteTag(trx, id, tag))) throw new ShopError('not_found');
        return { tag };
      }),

    /**
     * All that the shop holds about one person as a JSON file. The audit entry does not repeat it.
     */
    async personData(id: string, actor: Actor): Promise<{ name: string; content: string }> {
      const at = now();
      const row = await found(db, id);
      const person = await personOf(db, row);
      const data = {
        about: {
          exportedAt: new Date(at).toISOString(),
          note: 'Amounts are in rupees, times in milliseconds since 1970. Email addresses that other customers use too are left out.',
        },
        customer: await detail(id),
        orders: await ordersOfPerson(db, row.phone),
        ...(await contactsOfPerson(db, person)),
        reviews: await reviewsOfPerson(db, person.emails),
      };
      await writeAudit(db, { at, actor, action: 'export', entity: 'customer', entityId: id });
      return { name: `customer-${id}-${isoDay(at)}.json`, content: `${JSON.stringify(data, null, 2)}\n` };
    },

    /**
     * Erases one person: notes, tags, messages, newsletter, alerts and mails are deleted; orders
     * and reviews lose what is personal, and photos their files. Orders with an invoice keep what
     * the invoice shows, as long as tax law requires. Bank credits stay in the books.
     *
     * @param phone the number again, as a confirmation
     * @throws ShopError customer_not_found, conflict (another number), customer_busy (something is
     *   still open)
     */
    async erase(id: string, phone: string, actor: Actor): Promise<{ orders: number; until: number } | null> {
      return transact(context, async ({ trx, bump, afterCommit }) => {
        const at = now();
        const row = await found(trx, id);
        if (row.phone !== phone.trim()) {
          throw new ShopError('conflict', { message: 'This is not the mobile number of this person.' });
        }
        // Orders before their customer, as a change of an order locks them (fault 8). An order that
        // is being placed locks the customer, so `isBusy` sees it.
        await lockOrders(trx, row.phone);
        await found(trx, id, 'for update');
        if (await isBusy(trx, row.phone)) throw new ShopError('customer_busy');
        const person = await personOf(trx, row);
        await queries.deleteOwnWords(trx, id);
        await forgetAuditValues(trx, 'customer', [id]);
        await eraseContacts(trx, person);
        if ((await eraseReviews(trx, person.emails, at)) > 0) bump('catalogue');
        const kept = await eraseOrders(trx, row.phone, person.emails, at, invoiceKeptUntil);
        const after = { keptOrders: kept?.orders ?? 0 };
        await writeAudit(trx, { at, actor, action: 'erase', entity: 'customer', entityId: id, after });
        afterCommit(deps.erased);
        return kept;
      });
    },

    /** Looks every hour for orders that tax law no longer keeps. */
    start: looking.start,
    stop: looking.stop,
  };
}

function toCustomer(row: queries.CustomerRow, tags: string[]): Customer {
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
    tags,
  };
}

/** 'California Almonds + 2' or 'Cashews × 2'. */
function itemsText(lines: readonly { name: string; quantity: number }[]): string {
  const [first, ...more] = lines;
  if (!first) return '';
  if (more.length > 0) return `${first.name} + ${more.length}`;
  return first.quantity > 1 ? `${first.name} × ${first.quantity}` : first.name;
}
