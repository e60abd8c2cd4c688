import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { addProduct } from '#tests/factories.ts';
import { type Payment, PaymentWorld } from './payments.ts';

/**
 * Thousands of shoppers who pay: at once, late, twice, too little, by note, by exact paise, by UTR,
 * with the page closed, after their draft has ended; payments that the bank takes back; messages
 * that may not confirm; stolen and invented UTRs; each report up to four times. The truth is the
 * money that moved: no order is confirmed without it, and none of it is lost.
 */
const LONG = process.env.LONG_TESTS === '1';
const SHOPPERS = Number(process.env.MODEL_PAYMENTS ?? (LONG ? 5_000 : dialect === 'pglite' ? 120 : 500));
const STOCK = 1_000_000;
const OWNER = { id: null, name: 'Owner' };
/** Of payments that a source which may confirm reports. */
const CONFIRMED = 0.98;

async function checkMoney(t: TestApp, payments: readonly Payment[]): Promise<void> {
  const truth = new Map(payments.map((payment) => [payment.rrn, payment]));
  const credits = await t.db.selectFrom('credits').selectAll().execute();
  const orders = await t.db.selectFrom('orders').selectAll().where('status', '!=', 'draft').execute();
  const matched = credits.filter(({ status }) => status === 'matched');
  const proofs = new Map(matched.map((credit) => [credit.order_number, credit]));
  // One credit proves one order.
  expect(proofs.size).toBe(matched.length);
  const paid = orders.filter(({ payment_status }) => payment_status === 'completed');
  expect(paid.map(({ order_number }) => order_number).sort()).toEqual([...proofs.keys()].sort());
  const wrong = paid.filter((order) => {
    const credit = proofs.get(order.order_number);
    const payment = truth.get(credit?.rrn ?? '');
    const isTheirs = payment?.shopper.number === order.order_number && !payment.reversed;
    return (
      !isTheirs || order.utr !== payment.rrn || order.total !== payment.amount || credit?.amount !== payment.amount
    );
  });
  expect(wrong).toEqual([]);
  // Every payment that the bank has reported is a credit that proves an order, waits for a person,
  // or was taken back.
  const live = credits.filter(({ status }) => status === 'matched' || status === 'open' || status === 'reversed');
  expect(new Set(live.map(({ rrn }) => rrn)).size).toBe(live.length);
  expect(live).toHaveLength(credits.length);
}

async function checkStock(t: TestApp): Promise<void> {
  const { stock, held, sold } = await t.db.selectFrom('product_sizes').selectAll().executeTakeFirstOrThrow();
  const holds = await t.db
    .selectFrom('holds')
    .select((eb) => eb.fn.coalesce(eb.fn.sum('quantity'), eb.lit(0)).as('pieces'))
    .executeTakeFirstOrThrow();
  const lines = await t.db
    .selectFrom('order_lines')
    .select((eb) => eb.fn.coalesce(eb.fn.sum('taken'), eb.lit(0)).as('pieces'))
    .executeTakeFirstOrThrow();
  expect([stock + held + sold, held, sold]).toEqual([STOCK, Number(holds.pieces), Number(lines.pieces)]);
}

/** Payments that should have confirmed their order, and the part of them that did. */
async function confirmedPart(t: TestApp, payments: readonly Payment[], byPaise: boolean) {
  const orders = await t.db.selectFrom('orders').select(['order_number', 'payment_status']).execute();
  const status = new Map(orders.map((order) => [order.order_number, order.payment_status]));
  const due = payments.filter(
    ({ again, reversed, amount, shopper, printed }) =>
      !again && !reversed && amount === shopper.total && (byPaise ? !shopper.types : printed || shopper.types),
  );
  const confirmed = due.filter(({ shopper }) => status.get(shopper.number) === 'completed');
  return { due: due.length, part: confirmed.length / due.length };
}

test.each([true, false])(`${SHOPPERS} shoppers, with exact paise: %s`, { timeout: 1_200_000 }, async (byPaise) => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: STOCK }] });
  const confirm = { policy: 'confirm', limitPerOrder: null, limitPerDay: null } as const;
  const accounts = [{ bank: 'HDFC', tail: '4821' }];
  const input = { byPaise, accounts, sources: { sms: confirm, email: confirm, statement: confirm } };
  await t.services.settings.savePayment(null, OWNER, { input, version: undefined });
  const world = new PaymentWorld(t, 7);
  await world.play(SHOPPERS, async () => {
    await checkMoney(t, world.payments);
    await checkStock(t);
  });
  const rrns = await t.db.selectFrom('credits').select('rrn').execute();
  const known = new Set(rrns.map(({ rrn }) => rrn));
  expect(world.payments.filter(({ rrn }) => !known.has(rrn))).toEqual([]);
  const { due, part } = await confirmedPart(t, world.payments, byPaise);
  expect(due).toBeGreaterThan(SHOPPERS / 4);
  expect(part).toBeGreaterThanOrEqual(CONFIRMED);
  const ways = await t.db
    .selectFrom('credits')
    .select(['proved_by', (eb) => eb.fn.countAll<number>().as('count')])
    .where('status', '=', 'matched')
    .groupBy('proved_by')
    .execute();
  expect(ways.map(({ proved_by }) => proved_by).sort()).toEqual(
    byPaise ? ['number', 'paise', 'utr'] : ['number', 'utr'],
  );
});
