import { expect, test } from 'vitest';
import { START } from '#tests/app.ts';
import { Bank, Days } from './ten-days.ts';

/**
 * Ten days of a shop with every source on `confirm` and no limits: shoppers pay, type wrong UTRs,
 * pay too little, pay late or never, reuse UTRs and forge messages; the bank reports by SMS, mail
 * and statement, twice, late, and takes money back. The bank's own list of moves is the truth.
 */
const SEED = Number(process.env.SEED ?? 20_261_120);

test(`ten days of orders and credits, seed ${SEED}`, { timeout: 240_000 }, async () => {
  await using days = await Days.open(SEED);
  for (let day = 0; day < 10; day++) await days.live(day);
  const { bank } = days;

  const orders = await days.orders();
  const paid = orders.filter((order) => order.payment_status === 'completed');
  const provable = orders.filter((order) => days.isProvable(order.order_number));
  expect(orders.length).toBeGreaterThanOrEqual(100);
  // Nothing is confirmed that the bank does not know: the same number and amount, once.
  const proven = paid.map((order) => [order.order_number, bank.stays(order.utr, order.total)]);
  expect(proven.filter(([, real]) => !real)).toEqual([]);
  expect(paid.filter((order) => !days.isProvable(order.order_number))).toEqual([]);
  expect(new Set(paid.map(({ utr }) => utr)).size).toBe(paid.length);
  // At least 99 % without a hand; no person has confirmed anything in this story.
  const confirmed = paid.filter((order) => order.credit_id !== null);
  expect(confirmed).toHaveLength(paid.length);
  expect(confirmed.length / provable.length).toBeGreaterThanOrEqual(0.99);

  // The shop's list of credits is the bank's, and the last statement covers them all.
  const credits = await days.credits();
  const listed = credits.filter(({ status }) => status !== 'conflict' && status !== 'undone');
  expect(listed.map(({ rrn, amount }) => `${rrn} ${amount}`).sort()).toEqual(
    bank.moves
      .filter(({ direction }) => direction === 'credit')
      .map(({ rrn, amount }) => `${rrn} ${amount}`)
      .sort(),
  );
  expect(credits.filter(({ status }) => status === 'reversed').map(({ rrn }) => rrn)).toEqual([...bank.reversed]);
  const matched = credits.filter(({ status }) => status === 'matched');
  const sum = (rows: readonly { amount: number }[]) => rows.reduce((all, { amount }) => all + amount, 0);
  expect(sum(matched)).toBe(sum(paid.map(({ total }) => ({ amount: total }))));
  expect(credits.filter(({ flags }) => flags !== '[]')).toEqual([]);
  const { refunds, due } = await days.refunds();
  expect(due).toEqual([]);
  expect(new Set(refunds.map(({ inStatement }) => inStatement))).toEqual(new Set([true]));

  const before = { orders, credits };
  await days.replay();
  expect({ orders: await days.orders(), credits: await days.credits() }).toEqual(before);
});

test('the bank of the story numbers its moves by year and day', () => {
  expect(new Bank(1).pay(START, 29_900).rrn).toMatch(/^6324\d{8}$/);
});
