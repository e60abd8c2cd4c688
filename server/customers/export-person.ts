import { type Actor, writeAudit } from '#server/audit/audit.ts';
import { reviewsOfPerson } from '#server/catalogue/reviews/personal.ts';
import { contactsOfPerson } from '#server/contacts/personal.ts';
import type { ServiceContext } from '#server/context.ts';
import { ordersOfPerson } from '#server/orders/personal.ts';
import { isoDay } from '#shop/india/dates.ts';
import { findCustomer, personOf, readDetail } from './customer.ts';

/**
 * All that the shop holds about one person as a JSON file. The audit entry does not repeat it.
 *
 * @throws ShopError customer_not_found
 */
export async function exportPerson(
  { database: { db }, now }: ServiceContext,
  id: string,
  actor: Actor,
): Promise<{ name: string; content: string }> {
  const at = now();
  const row = await findCustomer(db, id);
  const person = await personOf(db, row);
  const data = {
    about: {
      exportedAt: new Date(at).toISOString(),
      note: 'Amounts are in rupees, times in milliseconds since 1970. Email addresses that other customers use too are left out.',
    },
    customer: await readDetail(db, id),
    orders: await ordersOfPerson(db, row.phone),
    ...(await contactsOfPerson(db, person)),
    reviews: await reviewsOfPerson(db, person.emails),
  };
  await writeAudit(db, { at, actor, action: 'export', entity: 'customer', entityId: id });
  return { name: `customer-${id}-${isoDay(at)}.json`, content: `${JSON.stringify(data, null, 2)}\n` };
}
