import { expect } from 'vitest';
import { PLACEHOLDER_PHONE } from '#shop/orders/address.ts';
import { ATTENTION_REASONS, canMove, isOrderStatus } from '#shop/orders/orders.ts';
import type { TestApp } from '#tests/app.ts';
import type { ModelShop, Order } from './shop.ts';

/**
 * Compares the whole database with the model, and checks invariants that need no model: I1 (every
 * acknowledged order is stored completely), I2 (stock), I3 (one submit, one order: no orders that
 * the model does not have), I4 (a UTR is accepted once), I5 (only allowed status changes), I6 (mail
 * and change together).
 *
 * I7 (recovery) is covered by tests/faults/kill.test.ts.
 */
export async function checkTruths(t: TestApp, model: ModelShop): Promise<void> {
  const { db } = t;
  const [sizes, orders, lines, holds, events, payments, mails, invoices, reasons] = await Promise.all([
    db.selectFrom('product_sizes').selectAll().orderBy('product_id').orderBy('size').execute(),
    db.selectFrom('orders').selectAll().execute(),
    db.selectFrom('order_lines').selectAll().orderBy('order_number').orderBy('position').execute(),
    db.selectFrom('holds').selectAll().execute(),
    db.selectFrom('order_events').selectAll().orderBy('at').orderBy('id').execute(),
    db.selectFrom('payments').selectAll().execute(),
    db.selectFrom('mail_outbox').select(['order_number', 'kind']).execute(),
    db.selectFrom('invoices').select(['order_number', 'number']).execute(),
    db.selectFrom('order_attention').select(['order_number', 'reason']).where('settled_at', 'is', null).execute(),
  ]);
  const uses = await db.selectFrom('coupon_uses').selectAll().orderBy('order_number').execute();
  const coupons = await db.selectFrom('coupons').select(['id', 'taken', 'max_uses']).orderBy('id').execute();
  const of = <Row extends { order_number: string | null }>(rows: Row[], number: string) =>
    rows.filter((row) => row.order_number === number);
  const key = (product: string, size: string) => `${product}/${size}`;

  // I2, without the model: held and sold match the holds and the lines.
  for (const row of sizes) {
    const here = (other: { product_id: string }, size: string | null) =>
      other.product_id === row.product_id && size === row.size;
    const held = holds.filter((hold) => here(hold, hold.size)).reduce((sum, { quantity }) => sum + quantity, 0);
    const sold = lines.filter((line) => here(line, line.stock_size)).reduce((sum, { taken }) => sum + taken, 0);
    same([row.stock >= 0, row.held, row.sold], [true, held, sold], `I2 ${key(row.product_id, row.size)}`);
    const size = model.sizes.find((one) => one.product === row.product_id && one.size === row.size);
    same(row.unproven, size?.unproven, `unproven pieces of ${key(row.product_id, row.size)} (D65)`);
  }
  // I2: opening + received = stock + held + sold.
  same(
    sizes.map((row) => [key(row.product_id, row.size), row.stock, row.held, row.sold, row.stock + row.held + row.sold]),
    model.sizes.map((size) => [key(size.product, size.size), size.stock, size.held, size.sold, size.total]),
    'I2 stock',
  );

  // I1 and I3: orders and drafts are those of the model, with all their data.
  same(orders.map((row) => row.order_number).sort(), model.orders.map(({ number }) => number).sort(), 'I3 orders');
  for (const order of model.orders) {
    const row = orders.find((one) => one.order_number === order.number);
    same(
      {
        status: row?.status,
        payment: row?.payment_status,
        phone: row?.phone,
        utr: row?.utr,
        total: row?.total,
        coupon: [row?.coupon_id, row?.coupon_discount],
        attention: JSON.parse(row?.needs_attention ?? '[]') as string[],
        lines: of(lines, order.number).map((line) => [
          line.product_id,
          line.size,
          line.quantity,
          line.price,
          line.stock_size,
          line.taken,
        ]),
        holds: of(holds, order.number)
          .map((hold) => [key(hold.product_id, hold.size), hold.quantity])
          .sort(),
        mails: of(mails, order.number)
          .map(({ kind }) => kind)
          .sort(),
        invoices: of(invoices, order.number).length,
        accepted: of(payments, order.number)
          .filter(({ status }) => status === 'accepted')
          .map(({ utr }) => utr),
        story: of(events, order.number)
          .map(({ status }) => status)
          .filter((status) => status !== null),
      },
      expected(order),
      `I1 ${order.number}`,
    );
  }

  // Coupons: the uses are those of the model, each is counted once, and no limit is passed. The
  // lines carry the whole discount.
  same(
    uses.map((use) => [use.coupon_id, use.order_number]).sort(),
    model.coupons.all.flatMap(({ id, users }) => [...users].map((order) => [id, order.number])).sort(),
    'coupon uses',
  );
  for (const { id, taken, max_uses } of coupons) {
    const own = uses.filter((use) => use.coupon_id === id).length;
    same([taken, max_uses === null || own <= max_uses], [own, true], `coupon ${id}`);
  }
  for (const row of orders) {
    const spread = of(lines, row.order_number).reduce((sum, line) => sum + line.coupon_discount, 0);
    const { coupon_discount, staff_discount, discount } = row;
    const agreed = of(lines, row.order_number).reduce((sum, line) => sum + line.staff_discount, 0);
    same([spread, discount], [coupon_discount, coupon_discount + staff_discount], `discount ${row.order_number}`);
    same(agreed <= staff_discount, true, `agreed discount ${row.order_number}`);
  }
  for (const use of uses) {
    const row = orders.find((one) => one.order_number === use.order_number);
    same([use.expires_at === null, row?.status === 'cancelled'], [row?.status !== 'draft', false], 'coupon use');
  }

  // Without the model: the columns of the order match the rows of its open reasons.
  for (const row of orders) {
    const open = of(reasons, row.order_number).map(({ reason }) => reason);
    const copy = JSON.parse(row.needs_attention) as string[];
    same([copy.length, [...copy].sort()], [row.attention_count, open.sort()], `attention ${row.order_number}`);
  }

  // I5, without the model: the events contain only allowed status changes, and end with the current
  // status.
  for (const row of orders) {
    const story = ['draft', ...of(events, row.order_number).flatMap(({ status }) => status ?? [])];
    const moves = story.slice(1).map((to, index) => {
      const from = story[index] ?? '';
      return isOrderStatus(from) && isOrderStatus(to) && canMove(from, to);
    });
    same([moves.every(Boolean), story.at(-1)], [true, row.status], `I5 ${story.join(' → ')}`);
  }
  // I4, without the model.
  const accepted = payments.filter(({ status, utr }) => status === 'accepted' && utr !== null).map(({ utr }) => utr);
  same(new Set(accepted).size, accepted.length, 'I4 accepted UTRs');
  const paid = orders.filter(({ payment_status }) => payment_status === 'completed').map((row) => row.order_number);
  same(
    payments
      .filter(({ status }) => status === 'accepted')
      .map((row) => row.order_number)
      .sort(),
    paid.sort(),
    'I4 paid orders',
  );
  // Invoices and notes of orders that were paid again keep their numbers.
  const former = await db.selectFrom('reversed_invoices').select(['number', 'note']).execute();
  const inSeries = (all: string[]) => all.map((number) => Number(number.slice(-6))).sort((a, b) => a - b);
  // Each invoice of a cancelled or returned order is taken back once, with numbers without gaps.
  const notes = await db.selectFrom('credit_notes').select(['order_number', 'number']).orderBy('number').execute();
  const ended = orders.filter(({ status }) => status === 'cancelled' || status === 'returned');
  same(
    notes.map((note) => note.order_number).sort(),
    ended.flatMap((order) => of(invoices, order.order_number).map((one) => one.order_number)).sort(),
    'credit notes',
  );
  const noted = inSeries([...notes.map(({ number }) => number), ...former.map(({ note }) => note)]);
  same(
    noted,
    noted.map((_, index) => index + 1),
    'credit note numbers',
  );
  // The row of each customer agrees with the orders of the number.
  const customers = await db
    .selectFrom('customers')
    .select(['phone', 'orders', 'value', 'returns', 'first_order_at', 'last_order_at'])
    .execute();
  const people = Map.groupBy(
    orders.filter(({ status, phone }) => status !== 'draft' && phone !== '' && phone !== PLACEHOLDER_PHONE),
    ({ phone }) => phone,
  );
  const byPhone = (a: { phone: string }, b: { phone: string }) => (a.phone < b.phone ? -1 : 1);
  same(
    customers.sort(byPhone),
    [...people]
      .map(([phone, rows]) => ({
        phone,
        orders: rows.filter(({ status }) => status !== 'cancelled').length,
        value: rows.reduce(
          (sum, row) => sum + (row.payment_status === 'completed' ? (row.paid_amount ?? row.total) : 0) - row.refunded,
          0,
        ),
        returns: rows.filter(({ status }) => status === 'returned').length,
        first_order_at: Math.min(...rows.map((row) => row.created_at)),
        last_order_at: Math.max(...rows.map((row) => row.created_at)),
      }))
      .sort(byPhone),
    'customers',
  );
  // I6: no mail without its order. D34: invoice numbers without gaps.
  same(mails.filter((mail) => !orders.some((row) => row.order_number === mail.order_number)).length, 0, 'I6 mails');
  const numbers = inSeries([...invoices, ...former].map(({ number }) => number));
  same(
    numbers,
    numbers.map((_, index) => index + 1),
    'D34 invoice numbers',
  );
}

function expected(order: Order) {
  return {
    status: order.status,
    payment: order.payment,
    phone: order.phone,
    utr: order.utr,
    total: order.lines.reduce((sum, line) => sum + line.price * line.quantity, 0) - order.discount,
    coupon: [order.coupon?.id ?? null, order.discount],
    attention: ATTENTION_REASONS.filter((reason) => order.attention.includes(reason)),
    lines: order.lines.map((line) => [
      line.product,
      line.size,
      line.quantity,
      line.price,
      line.row?.size ?? null,
      line.taken,
    ]),
    holds: [...order.held].map(([size, quantity]) => [`${size.product}/${size.size}`, quantity]).sort(),
    mails: [...order.mails].sort(),
    invoices: Number(order.invoiced),
    accepted: order.accepted ? [order.accepted.utr] : [],
    story: order.story,
  };
}

/** `toEqual`, but only if the JSON differs, since it is called a hundred thousand times. */
export function same(actual: unknown, wanted: unknown, what: string): void {
  if (JSON.stringify(actual) !== JSON.stringify(wanted)) {
    expect(actual, what).toEqual(wanted);
    expect(JSON.stringify(actual), what).toBe(JSON.stringify(wanted));
  }
}
