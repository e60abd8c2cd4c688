import { describe, expect, test } from 'vitest';
import { credited, proofShop, statementLine, UTR, unnamedLine } from '#tests/proof.ts';
import { START } from '#tests/start.ts';

const DAY = 86_400_000;
const OTHER = '632400000002';

type Shop = Awaited<ReturnType<typeof proofShop>>;

/** An order of ₹299 that an SMS has confirmed. */
async function confirmed(s: Shop, utr = UTR) {
  const { number } = await s.order(utr);
  await s.sms(credited(utr));
  return number;
}
const flags = async (s: Shop, number: string) => (await s.staff(number)).payment.flags;
/**
 * With lines of the days around, so that the day of the order is covered. Balances follow from line
 * to line.
 */
const around = (lines: () => string[]) => [unnamedLine(11, START - DAY), ...lines(), unnamedLine(12, START + DAY)];
const MARKED = ['not_in_statement'];

describe('a statement whose lines name no UTR', () => {
  test('marks no order whose credit and line are alone with their amount on that day; the line proves nothing', async () => {
    await using s = await proofShop();
    const number = await confirmed(s);
    const lines = around(() => [unnamedLine(299, START)]);
    for (const more of [[], [unnamedLine(13, START + DAY)]]) {
      expect((await s.statement([...lines, ...more])).status).toBe(200);
      expect(await flags(s, number)).toEqual([]);
    }
    expect(await s.credits('?status=matched')).toMatchObject([{ rrn: UTR, sources: [{ kind: 'sms' }] }]);
    const open = (await s.credits('?status=open')) as { amount: number; rrn: string | null }[];
    expect(open.filter(({ amount }) => amount === 299)).toMatchObject([{ rrn: null }]);
  });

  test.each<[string, () => string[]]>([
    ['no line', () => []],
    ['two lines', () => [unnamedLine(299, START), unnamedLine(299, START)]],
    ['another amount', () => [unnamedLine(298, START)]],
    ['another day', () => [unnamedLine(299, START - DAY)]],
    ['cash', () => [unnamedLine(299, START, 'CASH DEPOSIT BY SELF')]],
    ['NEFT', () => [unnamedLine(299, START, 'NEFT CREDIT FROM ANANYA')]],
    ['a line of a payment that came back', () => [unnamedLine(299, START, 'UPI REVERSAL')]],
    ['another line with a UTR', () => [unnamedLine(299, START), statementLine('632400000031', 50, START)]],
  ])('marks it as before with %s', async (_title, lines) => {
    await using s = await proofShop();
    const number = await confirmed(s);
    expect((await s.statement(around(lines))).status).toBe(200);
    expect(await flags(s, number)).toEqual(MARKED);
  });

  test('marks both of two payments of one amount and day, of which it shows one or two', async () => {
    for (const count of [1, 2]) {
      await using s = await proofShop();
      const numbers = [await confirmed(s), await confirmed(s, OTHER)];
      const lines = () => Array.from({ length: count }, () => unnamedLine(299, START));
      expect((await s.statement(around(lines))).status).toBe(200);
      for (const number of numbers) expect(await flags(s, number)).toEqual(MARKED);
    }
  });

  test('marks it beside a payment that waits for its order', async () => {
    await using s = await proofShop();
    const number = await confirmed(s);
    await s.sms(credited(OTHER));
    await s.statement(around(() => [unnamedLine(299, START)]));
    expect(await flags(s, number)).toEqual(MARKED);
  });

  test.each<[string, (s: Shop) => Promise<unknown>]>([
    [
      'of a message without a UTR',
      (s) => s.sms('Rs.299.00 credited to HDFC Bank A/c XX6298 on 20-11-26 from VPA ravi@okexample'),
    ],
    ['of a line that names another UTR', (s) => s.statement([statementLine(OTHER)])],
  ])('marks it beside a credit %s', async (_title, tell) => {
    await using s = await proofShop();
    const number = await confirmed(s);
    await tell(s);
    await s.statement(around(() => []));
    expect(await flags(s, number)).toEqual(MARKED);
  });

  test('marks it when a person has given the line to another order, or set it aside', async () => {
    for (const how of ['match', 'dismiss']) {
      await using s = await proofShop();
      const number = await confirmed(s);
      const lines = around(() => [unnamedLine(299, START)]);
      await s.statement(lines);
      expect(await flags(s, number)).toEqual([]);
      const other = await s.order(null);
      const open = (await s.credits('?status=open')) as { amount: number; id: string }[];
      const { id } = open.find(({ amount }) => amount === 299) ?? {};
      const body = how === 'match' ? { orderNumber: other.number } : { reason: 'My own money' };
      expect((await s.t.post(`/api/payments/credits/${id}/${how}`, body, s.auth)).status).toBe(200);
      await s.statement([...lines, unnamedLine(13, START + DAY)]);
      expect(await flags(s, number)).toEqual(MARKED);
    }
  });

  test('marks it when the line is of another account', async () => {
    await using s = await proofShop();
    const number = await confirmed(s);
    await s.statement(['Account No :,50100011111111', ...around(() => [unnamedLine(299, START)])]);
    await s.statement(['Account No :,50100011116298', ...around(() => [])]);
    expect(await flags(s, number)).toEqual(MARKED);
  });
});

test('a line of an unknown wording that names two numbers proves one order only, when the bank reports the payment again', async () => {
  await using s = await proofShop();
  const { number: noted } = await s.order(OTHER);
  await s.statement([unnamedLine(299, START, `TFR ${UTR} ANANYA ${OTHER}`)]);
  const [credit] = await s.credits();
  expect((await s.t.post(`/api/payments/credits/${credit.id}/match`, { orderNumber: noted }, s.auth)).status).toBe(200);
  const { number } = await s.order(UTR);
  await s.sms(credited(UTR));
  expect([(await s.staff(number)).payment.status, (await s.credits()).length]).toEqual(['pending', 1]);
});
