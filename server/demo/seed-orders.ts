import type { Insertable } from 'kysely';
import { toPaise } from '#shop/money/money.ts';
import { isAboutUtr } from '#shop/orders/changes/change.ts';
import type {
  HoldsTable,
  OrderAttentionTable,
  OrderEventsTable,
  OrderLinesTable,
  OrdersTable,
  PaymentsTable,
} from '../database/schema.ts';
import type { Trx } from '../database/transact.ts';
import { newId, newToken, sha256 } from '../ids.ts';
import { refreshCustomers } from '../orders/rows/customer-figures.queries.ts';
import { searchText } from '../orders/rows/orders.queries.ts';
import type { DemoContact, DemoFiles, DemoOrder, DemoProduct } from './files.ts';
import { momentAt } from './moments.ts';

const DECIDED_BY = 'Demo';
/** Event kinds by resulting status. All other events are of kind `status`. */
const EVENT_KINDS: Record<string, string> = { pending: 'placed', confirmed: 'payment', cancelled: 'cancelled' };

/**
 * Writes the demo orders with lines, events, payment decisions, and the holds of drafts that are
 * still reserved. The stock in the demo catalogue is the stock after these orders, so only `sold`
 * (and the holds) change here (I2).
 */
export async function seedOrders(
  trx: Trx,
  orders: readonly DemoOrder[],
  products: readonly DemoProduct[],
  reservationMs: number,
  now: number,
): Promise<void> {
  const byId = new Map(products.map((product) => [product.id, product]));
  const rows: Insertable<OrdersTable>[] = [];
  const lines: Insertable<OrderLinesTable>[] = [];
  const events: Insertable<OrderEventsTable>[] = [];
  const payments: Insertable<PaymentsTable>[] = [];
  const holds: Insertable<HoldsTable>[] = [];
  const attention: Insertable<OrderAttentionTable>[] = [];

  for (const order of orders) {
    const timeline = timelineOf(order, now);
    const row = orderRow(order, timeline, reservationMs);
    rows.push(row);
    lines.push(...order.items.map((_, position) => lineRow(order, position, byId)));
    // A common id prefix for all events of an order, so that simultaneous events keep their order.
    const stem = newId('evt');
    events.push(
      ...timeline.map((event, index) => ({
        id: `${stem}${index}`,
        order_number: order.orderNumber,
        kind: EVENT_KINDS[event.status] ?? 'status',
        status: event.status,
        at: event.at,
        author: event.by,
        note: event.note,
      })),
    );
    attention.push(
      ...order.needsAttention.map((reason) => ({
        id: newId('att'),
        order_number: order.orderNumber,
        reason,
        utr: isAboutUtr(reason) ? order.payment.utrNumber : null,
      })),
    );
    const decided = row.payment_decided_at;
    if (decided && order.payment.utrNumber) {
      payments.push({
        id: newId('pay'),
        order_number: order.orderNumber,
        utr: order.payment.utrNumber,
        amount: toPaise(order.payment.paidAmount ?? order.pricing.total),
        status: order.payment.status === 'completed' ? 'accepted' : 'rejected',
        decided_by: DECIDED_BY,
        decided_at: decided,
        note: order.payment.failureReason ?? '',
      });
    }
    if (order.status === 'draft' && (row.reserved_until ?? 0) > now) {
      holds.push(
        ...order.items.map((item) => ({
          order_number: order.orderNumber,
          product_id: item.product,
          size: item.size,
          quantity: item.quantity,
          expires_at: row.reserved_until ?? now,
        })),
      );
    }
  }

  await trx.insertInto('orders').values(rows).execute();
  await trx.insertInto('order_lines').values(lines).execute();
  await trx.insertInto('order_events').values(events).execute();
  if (attention.length > 0) {
    await trx.insertInto('order_attention').values(attention).execute();
  }
  await trx.insertInto('payments').values(payments).execute();
  if (holds.length > 0) {
    await trx.insertInto('holds').values(holds).execute();
  }
  await refreshCustomers(
    trx,
    orders.map(({ shippingAddress }) => shippingAddress.phone),
    now,
  );
  for (const line of lines) {
    if (line.taken && line.stock_size) {
      const taken = line.taken;
      await trx
        .updateTable('product_sizes')
        .set((eb) => ({ sold: eb('sold', '+', taken) }))
        .where('product_id', '=', line.product_id)
        .where('size', '=', line.stock_size)
        .execute();
    }
  }
  for (const hold of holds) {
    await trx
      .updateTable('product_sizes')
      .set((eb) => ({ stock: eb('stock', '-', hold.quantity), held: eb('held', '+', hold.quantity) }))
      .where('product_id', '=', hold.product_id)
      .where('size', '=', hold.size)
      .execute();
  }
}

export async function seedContacts(trx: Trx, contacts: DemoFiles['contacts']['contacts'], now: number): Promise<void> {
  await trx
    .insertInto('contacts')
    .values(contacts.map((contact) => contactRow(contact, now)))
    .execute();
}

function contactRow(contact: DemoContact, now: number) {
  const at = momentAt(contact.createdAt, now);
  return {
    id: newId('msg'),
    name: contact.name,
    email: contact.email,
    phone: contact.phone,
    subject: contact.subject,
    message: contact.message,
    status: contact.status,
    priority: contact.priority,
    admin_notes: contact.adminNotes,
    search_text: [contact.name, contact.email, contact.phone, contact.subject, contact.message].join(' ').toLowerCase(),
    created_at: at,
    updated_at: at,
  };
}

interface TimelineEvent {
  status: string;
  at: number;
  by: string;
  note: string;
}

/**
 * The events of an order with their times. The first has the time of the order. Later ones are
 * given only by the hour in the file.
 */
function timelineOf(order: DemoOrder, now: number): TimelineEvent[] {
  let last = momentAt(order.createdAt, now);
  return order.events.map((event, index) => {
    last = index === 0 ? last : Math.min(Math.max(momentAt(event, now), last + 5 * 60_000), now);
    return { status: event.status, at: last, by: event.by, note: event.note };
  });
}

function orderRow(
  order: DemoOrder,
  timeline: readonly TimelineEvent[],
  reservationMs: number,
): Insertable<OrdersTable> {
  const { shippingAddress: to, payment, pricing } = order;
  const created = timeline[0]?.at ?? 0;
  const at = (status: string) => timeline.find((event) => event.status === status);
  const decision =
    payment.status === 'completed' ? at('confirmed') : payment.status === 'failed' ? at('cancelled') : undefined;
  const draft = order.status === 'draft';
  const paid = payment.paidAmount ?? (payment.status === 'completed' ? pricing.total : undefined);
  return {
    order_number: order.orderNumber,
    // Nobody knows the token of a demo order: only the hash is kept.
    access_token_hash: sha256(newToken()),
    status: order.status,
    name: to.name,
    phone: to.phone,
    email: to.email,
    address: to.address,
    city: to.city,
    state: to.state,
    pincode: to.pincode,
    country: to.country,
    address_type: to.addressType,
    order_note: order.orderNote,
    payment_method: order.paymentMethod,
    payment_app: payment.app,
    payment_status: payment.status,
    payment_note: payment.failureReason ?? '',
    utr: payment.utrNumber,
    paid_amount: paid === undefined ? null : toPaise(paid),
    payment_decided_at: decision?.at ?? null,
    subtotal: toPaise(pricing.subtotal),
    shipping: toPaise(pricing.shippingCharges),
    discount: toPaise(pricing.discount),
    total: toPaise(pricing.total),
    needs_attention: JSON.stringify(order.needsAttention),
    attention_count: order.needsAttention.length,
    reserved_until: draft ? created + reservationMs : null,
    cancel_reason: at('cancelled')?.note ?? '',
    search_text: searchText({
      order_number: order.orderNumber,
      name: to.name,
      phone: to.phone,
      email: to.email,
      utr: payment.utrNumber,
      city: to.city,
      pincode: to.pincode,
    }),
    created_at: created,
    placed_at: draft ? null : created,
    delivered_at: at('delivered')?.at ?? null,
    updated_at: timeline.at(-1)?.at ?? created,
  };
}

function lineRow(order: DemoOrder, position: number, products: Map<string, DemoProduct>): Insertable<OrderLinesTable> {
  const item = order.items[position]!;
  const product = products.get(item.product);
  return {
    order_number: order.orderNumber,
    position,
    product_id: item.product,
    name: item.name,
    size: item.size,
    quantity: item.quantity,
    price: toPaise(item.price),
    original_price: toPaise(item.originalPrice),
    image: item.image,
    hsn_code: product?.hsnCode ?? '',
    gst_rate_bp: Math.round((product?.gstRate ?? 0) * 100),
    stock_size: product?.sizes.some((size) => size.size === item.size) ? item.size : null,
    taken: takenBy(order, item, product),
  };
}

/**
 * The pieces that an order of the demo took. Drafts only hold stock, cancelled orders returned it,
 * and sold-out items never took any.
 */
export function takenBy(
  order: DemoOrder,
  item: DemoOrder['items'][number],
  product: Pick<DemoProduct, 'status'> | undefined,
): number {
  const short = order.needsAttention.includes('out_of_stock') && product?.status === 'Out of Stock';
  return order.status === 'draft' || order.status === 'cancelled' || short ? 0 : item.quantity;
}
