import fc from 'fast-check';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { isShopError } from '#shop/errors.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { dialect } from '#tests/database.ts';
import { addProduct, orderBody } from '#tests/factories.ts';

/**
 * Random stories of orders, bank credits by SMS, pasted text and statement, repeated reports, wrong
 * amounts, reversals and undone imports, in any order. After each step a credit proves at most one
 * order, every confirmed order has exactly one credit of its UTR and amount, and no reversed credit
 * proves anything. At the end every report is sent again, which changes nothing.
 */
const LONG = process.env.LONG_TESTS === '1';
const STORIES = Number(process.env.MODEL_STORIES ?? (dialect === 'pglite' ? (LONG ? 8 : 4) : LONG ? 40 : 6));

const OWNER = { id: null, name: 'Owner' };
const UTRS = [0, 1, 2, 3, 4].map((number) => String(632_400_000_000 + number));
const TABLES = [
  'mail_outbox',
  'invoices',
  'payments',
  'refunds',
  'credit_sources',
  'credit_refs',
  'credits',
  'statement_imports',
  'order_events',
  'order_attention',
  'order_lines',
  'orders',
  'audit_log',
  'attempts',
];

const utr = fc.constantFrom(...UTRS);
const action = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('order' as const), utr }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constant('sms' as const), utr, wrong: fc.nat(9).map((n) => n === 0) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('paste' as const), utr }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('reversal' as const), utr }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('statement' as const), utrs: fc.uniqueArray(utr, { minLength: 2 }) }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('undo' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('sweep' as const) }) },
);
type Action = typeof action extends fc.Arbitrary<infer T> ? T : never;

const credited = (rrn: string, rupees: string) =>
  `Credit Alert!\nRs.${rupees} credited to HDFC Bank A/c XX6298 on 20-11-26 from VPA ananya@okexample (UPI ${rrn})`;
const takenBack = (rrn: string) =>
  `Alert! Rs.299.00 debited from HDFC Bank A/c XX6298 on 20-11-26 towards reversal of UPI credit Ref ${rrn} received from ananya@okexample`;

function statementOf(utrs: readonly string[], opening: number): Buffer {
  const lines = utrs.map((rrn, index) => {
    const balance = (opening + 299 * (index + 1)).toFixed(2);
    return `20/11/26,UPI-ANANYA IYER-ananya@okexample-EXMP0000101-${rrn}-ORDER,0000${rrn},20/11/26,,299.00,${balance}`;
  });
  const header = 'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance';
  return Buffer.from([header, ...lines, ''].join('\n'));
}

class Story {
  private readonly t: TestApp;
  private readonly imports: { id: string; bytes: Buffer }[] = [];
  private readonly reports: (() => Promise<unknown>)[] = [];

  constructor(t: TestApp) {
    this.t = t;
  }

  async run(step: Action, number: number): Promise<void> {
    const { proof } = this.t.services;
    switch (step.do) {
      case 'order': {
        const paymentDetails = { utrNumber: step.utr, method: 'upi', app: 'phonepe' };
        const shippingAddress = {
          ...(orderBody().shippingAddress as object),
          phone: `98765${String(10_000 + number)}`,
        };
        await this.t.post('/api/orders', orderBody({ paymentDetails, shippingAddress }));
        return;
      }
      case 'sms':
        return this.report({
          via: 'sms',
          sender: 'VM-HDFCBK-S',
          text: credited(step.utr, step.wrong ? '298.00' : '299.00'),
        });
      case 'paste':
        return this.report({ via: 'text', text: credited(step.utr, '299.00') });
      case 'reversal':
        return this.report({ via: 'sms', sender: 'VM-HDFCBK-S', text: takenBack(step.utr) });
      case 'statement': {
        const bytes = statementOf(step.utrs, 10_000 + 1_000 * number);
        const { id } = await proof.statement({ name: 'a.csv', bytes }, OWNER, false);
        this.imports.push({ id, bytes });
        return;
      }
      case 'undo': {
        const last = this.imports.pop();
        if (last) await proof.undo(last.id, OWNER);
        return;
      }
      case 'sweep':
        return proof.sweep();
    }
  }

  private async report(message: { via: 'sms' | 'text'; sender?: string; text: string }): Promise<void> {
    const send = () => this.t.services.proof.message({ ...message, receivedAt: START }, false, OWNER);
    this.reports.push(send);
    await send();
  }

  /** Sends every report again. An undone import stays undone. */
  async replay(): Promise<void> {
    for (const send of this.reports) await send();
    for (const { bytes } of this.imports) await this.t.services.proof.statement({ name: 'a.csv', bytes }, OWNER, false);
    await this.t.services.proof.sweep();
  }
}

async function state({ db }: TestApp) {
  const orders = await db
    .selectFrom('orders')
    .select(['order_number', 'utr', 'total', 'status', 'payment_status', 'paid_amount', 'credit_id'])
    .orderBy('order_number')
    .execute();
  const credits = await db
    .selectFrom('credits')
    .select(['id', 'rrn', 'amount', 'status', 'order_number'])
    .orderBy('id')
    .execute();
  return { orders, credits };
}

async function checkProofs(t: TestApp): Promise<void> {
  const { orders, credits } = await state(t);
  const matched = credits.filter(({ status }) => status === 'matched');
  expect(new Set(matched.map((credit) => credit.order_number)).size).toBe(matched.length);
  for (const order of orders) {
    const proofs = matched.filter((credit) => credit.order_number === order.order_number);
    const paid = order.payment_status === 'completed';
    expect([order.order_number, paid, proofs.map(({ id }) => id)]).toEqual([
      order.order_number,
      paid,
      paid ? [order.credit_id] : [],
    ]);
    if (paid) expect(proofs).toMatchObject([{ rrn: order.utr, amount: order.total }]);
    expect(order.status).toBe(paid ? 'confirmed' : 'pending');
    if (!paid) expect(order.paid_amount).toBeNull();
  }
  const live = credits.filter(({ status }) => status !== 'conflict' && status !== 'undone').map(({ rrn }) => rrn);
  expect(new Set(live).size).toBe(live.length);
}

test(`${STORIES} random stories of credits prove each order once`, { timeout: 600_000 }, async () => {
  await using t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 1_000_000 }] });
  await t.services.settings.savePayment(null, OWNER, {
    input: { sources: { sms: { policy: 'confirm' } } },
    version: undefined,
  });
  let confirmed = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(action, { minLength: 4, maxLength: 24, size: 'max' }), async (actions) => {
      for (const table of TABLES) await sql.raw(`delete from ${table}`).execute(t.db);
      const story = new Story(t);
      for (const [number, step] of actions.entries()) {
        await story.run(step, number).catch((error) => {
          if (!isShopError(error)) throw error;
        });
        await checkProofs(t);
      }
      await t.services.proof.sweep();
      const before = await state(t);
      await story.replay();
      expect(await state(t)).toEqual(before);
      confirmed += before.orders.filter((order) => order.payment_status === 'completed').length;
    }),
    { numRuns: STORIES },
  );
  expect(confirmed).toBeGreaterThan(0);
});
