import { type Actor, forgetAuditValues, writeAudit } from '#server/audit/audit.ts';
import { eraseReviews } from '#server/catalogue/reviews/personal.ts';
import { eraseContacts } from '#server/contacts/personal.ts';
import type { ServiceContext } from '#server/context.ts';
import { transact } from '#server/database/transact.ts';
import { eraseKept, eraseOrders, isBusy, lockOrders } from '#server/orders/personal.ts';
import { invoiceKeptUntil } from '#shop/customers/customers.ts';
import { ShopError } from '#shop/errors.ts';
import { cleanWord } from '#shop/text/text.ts';
import { findCustomer, personOf } from './customer.ts';
import * as queries from './customers.queries.ts';

/** Orders whose time is over that are erased in one transaction. */
const BATCH = 100;

/**
 * Erases one person: notes, tags, messages, newsletter, alerts and mails are deleted; orders and
 * reviews lose what is personal, and photos their files. Orders with an invoice keep what the
 * invoice shows, as long as tax law requires. Bank credits stay in the books.
 *
 * @param erased see `createCustomersService`
 * @param phone the number again, as a confirmation
 * @throws ShopError customer_not_found, conflict (another number), customer_busy (something is
 *   still open)
 */
export function eraseCustomer(
  context: ServiceContext,
  erased: () => void,
  id: string,
  phone: string,
  actor: Actor,
): Promise<{ orders: number; until: number } | null> {
  return transact(context, async ({ trx, bump, afterCommit }) => {
    const at = context.now();
    const row = await findCustomer(trx, id);
    if (row.phone !== cleanWord(phone)) {
      throw new ShopError('conflict', { message: 'This is not the mobile number of this person.' });
    }
    // Orders before their customer, as a change of an order locks them (fault 8). An order that is
    // being placed locks the customer, so `isBusy` sees it.
    await lockOrders(trx, row.phone);
    await findCustomer(trx, id, 'for update');
    if (await isBusy(trx, row.phone)) throw new ShopError('customer_busy');
    const person = await personOf(trx, row);
    await queries.deleteOwnWords(trx, id);
    await forgetAuditValues(trx, 'customer', [id]);
    await eraseContacts(trx, person);
    if ((await eraseReviews(trx, person.emails, at)) > 0) bump('catalogue');
    const kept = await eraseOrders(trx, row.phone, person.emails, at, invoiceKeptUntil);
    const after = { keptOrders: kept?.orders ?? 0 };
    await writeAudit(trx, { at, actor, action: 'erase', entity: 'customer', entityId: id, after });
    afterCommit(erased);
    return kept;
  });
}

/** Erases what tax law no longer keeps. @returns how many orders */
export async function eraseDue(context: ServiceContext, erased: () => void, signal?: AbortSignal): Promise<number> {
  let total = 0;
  for (;;) {
    const orders = await transact(context, ({ trx }) => eraseKept(trx, context.now(), BATCH));
    total += orders;
    if (orders < BATCH || signal?.aborted) break;
  }
  if (total > 0) erased();
  return total;
}
