import { type Selectable, sql } from 'kysely';
import { PLACEHOLDER_PHONE } from '#shop/orders/address.ts';
import type { CustomersTable } from '../../database/schema.ts';
import type { Trx } from '../../database/transact.ts';
import { newId } from '../../ids.ts';
import type { OrderRow } from './orders.queries.ts';

/**
 * Keeps the table of customers in step with the orders, in the transaction that changes an order.
 */

/** The columns of an order from which a customer's row is made. */
const SOURCES = [
  'status',
  'name',
  'phone',
  'email',
  'city',
  'state',
  'payment_status',
  'paid_amount',
  'refunded',
] as const;

type Person = Pick<OrderRow, 'phone' | 'name' | 'email' | 'city' | 'state'>;

const isNobody = (phone: string) => phone === '' || phone === PLACEHOLDER_PHONE;

/**
 * Counts a new order; it becomes the latest of its number. An order without a number belongs to
 * nobody.
 */
export async function countNewOrder(trx: Trx, order: Person, at: number): Promise<void> {
  if (isNobody(order.phone)) return;
  const { name, phone, email, city, state } = order;
  const latest = { name, email, city, state, search_text: searchText(order), last_order_at: at, updated_at: at };
  await trx
    .insertInto('customers')
    .values({ ...latest, id: newId('cus'), phone, orders: 1, first_order_at: at })
    .onConflict((conflict) =>
      conflict.column('phone').doUpdateSet((eb) => ({ ...latest, orders: eb('customers.orders', '+', 1) })),
    )
    .execute();
}

/** Whether a change of an order changes the row of its customer. */
export function concernsCustomer(before: OrderRow, after: OrderRow): boolean {
  return SOURCES.some((column) => before[column] !== after[column]);
}

/**
 * Computes the rows of these numbers again from their orders. A row without orders is deleted,
 * unless staff have written notes or tags about the person.
 *
 * @param at epoch ms: the time of the change
 */
export async function refreshCustomers(trx: Trx, phones: readonly string[], at: number): Promise<void> {
  // In one sequence, so that two changes do not wait for each other.
  for (const phone of [...new Set(phones)].sort()) {
    if (!isNobody(phone)) await refreshCustomer(trx, phone, at);
  }
}

async function refreshCustomer(trx: Trx, phone: string, at: number): Promise<void> {
  // Locks the row first: an order that is being placed is then counted by one of the two, and only
  // once.
  const { id } = await trx
    .insertInto('customers')
    .values({ id: newId('cus'), phone, updated_at: at })
    .onConflict((conflict) => conflict.column('phone').doUpdateSet({ updated_at: at }))
    .returning('id')
    .executeTakeFirstOrThrow();
  const orders = trx.selectFrom('orders').where('phone', '=', phone).where('status', '!=', 'draft');
  const latest = await orders
    .select(['phone', 'name', 'email', 'city', 'state'])
    .orderBy('created_at', 'desc')
    .orderBy('order_number', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!latest) {
    await trx
      .deleteFrom('customers')
      .where('id', '=', id)
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('customer_notes').select('id').where('customer_id', '=', id))),
      )
      .where(({ not, exists, selectFrom }) =>
        not(exists(selectFrom('customer_tags').select('tag').where('customer_id', '=', id))),
      )
      .execute();
  }
  const figures = await orders.select(FIGURES).executeTakeFirstOrThrow();
  await trx
    .updateTable('customers')
    .set({ ...(latest ? { ...latest, search_text: searchText(latest) } : {}), ...numbers(figures) })
    .where('id', '=', id)
    .execute();
}

type Figures = Pick<
  Selectable<CustomersTable>,
  'orders' | 'value' | 'refunded' | 'returns' | 'first_order_at' | 'last_order_at'
>;

const FIGURES = [
  sql<number>`coalesce(sum(case when status = 'cancelled' then 0 else 1 end), 0)`.as('orders'),
  sql<number>`coalesce(sum(case when payment_status = 'completed' then coalesce(paid_amount, total) else 0 end - refunded), 0)`.as(
    'value',
  ),
  sql<number>`coalesce(sum(refunded), 0)`.as('refunded'),
  sql<number>`coalesce(sum(case when status = 'returned' then 1 else 0 end), 0)`.as('returns'),
  sql<number>`coalesce(min(created_at), 0)`.as('first_order_at'),
  sql<number>`coalesce(max(created_at), 0)`.as('last_order_at'),
];

/** PostgreSQL returns sums as text. */
function numbers(row: Figures): Figures {
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, Number(value)])) as unknown as Figures;
}

/**
 * The lower-case text that the search of the customers matches, beside the tags; as in migration
 * 039.
 */
function searchText({ phone, name, email, city }: Person): string {
  return `${phone} ${name} ${email} ${city}`.toLowerCase();
}
