import { describe, expect, test } from 'vitest';
import { START } from '#tests/app.ts';
import { credited, proofShop, statementLine, upload } from '#tests/proof.ts';

/**
 * A preview is the import without its commit: it says what the import then does, and does nothing.
 */

type Shop = Awaited<ReturnType<typeof proofShop>>;
const COUNTS = ['credits', 'duplicates', 'confirmed', 'review', 'suggested'] as const;
const utr = (last: number) => `6324000001${String(last).padStart(2, '0')}`;

const counted = (one: Record<string, number>) => Object.fromEntries(COUNTS.map((key) => [key, one[key]]));

/** Previews, imports and compares. @returns the id and the counts of the import */
async function both(s: Shop, lines: string[]) {
  const before = await traces(s);
  const dry = (await s.statement(lines, '?dryRun=true')).body.import;
  expect(await traces(s)).toEqual(before);
  const done = (await s.statement(lines)).body.import;
  expect(counted(done)).toEqual(counted(dry));
  return { id: done.id as string, ...(counted(done) as Record<(typeof COUNTS)[number], number>), lines: done.lines };
}

/** How many rows of each kind there are. */
async function traces({ t: { db } }: Shop) {
  const count = async (
    table: 'credits' | 'credit_sources' | 'statement_imports' | 'mail_outbox' | 'order_events' | 'audit_log',
  ) =>
    Number(
      (
        await db
          .selectFrom(table)
          .select((eb) => eb.fn.countAll().as('all'))
          .executeTakeFirstOrThrow()
      ).all,
    );
  const orders = await db
    .selectFrom('orders')
    .select(['order_number', 'version', 'payment_status'])
    .orderBy('order_number')
    .execute();
  return {
    counts: [
      await count('credits'),
      await count('credit_sources'),
      await count('statement_imports'),
      await count('mail_outbox'),
    ],
    events: [await count('order_events'), await count('audit_log')],
    orders,
  };
}

const confirmations = async ({ t: { db } }: Shop) =>
  (await db.selectFrom('mail_outbox').select('kind').where('kind', 'like', '%confirm%').execute()).length;

describe('a preview', () => {
  test('says what the import does: first, again, after undo, and from an overlapping file', async () => {
    await using s = await proofShop({});
    for (const last of [1, 2, 3]) await s.order(utr(last));
    const lines = [statementLine(utr(1)), statementLine(utr(2)), statementLine(utr(3), 300), statementLine(utr(9))];
    const first = await both(s, lines);
    expect(first).toMatchObject({ credits: 4, duplicates: 0, confirmed: 2, review: 1, suggested: 0 });
    const mails = await confirmations(s);
    expect(await both(s, lines)).toMatchObject({ id: first.id, duplicates: 4, confirmed: 0 });
    expect(await confirmations(s)).toBe(mails);
    expect(await both(s, [...lines, statementLine(utr(8))])).toMatchObject({ duplicates: 4, confirmed: 0 });
    expect(await confirmations(s)).toBe(mails);
  });

  test('after import and undo says that the orders are confirmed again', async () => {
    await using s = await proofShop({});
    for (const last of [1, 2]) await s.order(utr(last));
    const lines = [statementLine(utr(1)), statementLine(utr(2))];
    const { id } = await both(s, lines);
    expect((await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth)).status).toBe(200);
    expect(await both(s, lines)).toMatchObject({ duplicates: 0, confirmed: 2 });
  });

  test('keeps the limit of a day, and counts an order once that two lines name', async () => {
    await using s = await proofShop({ statement: { policy: 'confirm', limitPerDay: 299 } });
    for (const last of [1, 2]) await s.order(utr(last));
    expect(await both(s, [statementLine(utr(1)), statementLine(utr(2))])).toMatchObject({ confirmed: 1, suggested: 1 });
  });

  test('takes money back, and nothing happens', async () => {
    await using s = await proofShop({ sms: { policy: 'confirm' } });
    const { number } = await s.order(utr(1));
    await s.sms(credited(utr(1)));
    const lines = [statementLine(utr(1), -299, START + 2 * 86_400_000)];
    const dry = (await s.statement(lines, '?dryRun=true')).body.import;
    expect(dry.lines).toMatchObject([{ direction: 'debit', reversal: true }]);
    expect((await s.staff(number)).payment.status).toBe('completed');
    await both(s, lines);
    expect((await s.staff(number)).payment.status).toBe('failed');
  });
});

describe('a layout that is not known', () => {
  const HEAD = 'Date,Narration,Debit,Credit,Balance';
  const FILE = `${HEAD}\n20/11/2026,PAID ${utr(1)} RAVI,,299.00,1299.00\n20/11/2026,PAID ${utr(2)} RAVI,,300.00,1599.00\n`;

  test('confirms nothing, shows each line, and leads a person to the order', async () => {
    await using s = await proofShop({});
    const one = await s.order(utr(1));
    await s.order(utr(2));
    const dry = (await upload(s.t, s.auth, FILE, '?dryRun=true')).body.import;
    expect(dry).toMatchObject({ withheld: 'layout', confirmed: 0, suggested: 1, credits: 2 });
    expect(dry.lines).toMatchObject([
      {
        read: false,
        narration: expect.stringContaining(`PAID ${utr(1)}`),
        match: { decision: 'suggest', orderNumber: one.number, reason: 'unproven' },
      },
      { read: false, match: { decision: 'none' } },
    ]);
    const done = (await upload(s.t, s.auth, FILE)).body.import;
    expect((await s.staff(one.number)).payment.status).toBe('pending');
    const [{ creditId, match }] = done.lines;
    const matched = await s.t.post(
      `/api/payments/credits/${creditId}/match`,
      { orderNumber: match.orderNumber },
      s.auth,
    );
    expect(matched.status).toBe(200);
    expect((await s.staff(one.number)).payment.status).toBe('completed');
  });

  test('is one credit with the message that tells of it', async () => {
    await using s = await proofShop({ sms: { policy: 'confirm' } });
    await s.order(utr(1));
    await s.sms(credited(utr(1)));
    await upload(s.t, s.auth, FILE);
    const [credit, ...others] = (await s.credits()).filter(({ rrn }: { rrn: string | null }) => rrn === utr(1));
    expect([credit.status, others]).toEqual(['matched', []]);
    // Both reports are of the same millisecond.
    expect(new Set(credit.sources.map(({ kind }: { kind: string }) => kind))).toEqual(new Set(['sms', 'statement']));
  });

  test('takes no payment back: its columns may mean the opposite', async () => {
    await using s = await proofShop({ sms: { policy: 'confirm' } });
    const { number } = await s.order(utr(1));
    await s.sms(credited(utr(1)));
    await upload(s.t, s.auth, `${HEAD}\n24/11/2026,SALE ${utr(1)},299.00,,701.00\n`);
    expect((await s.staff(number)).payment.status).toBe('completed');
  });
});

test('a gap in the balances confirms only in a statement of an own account', async () => {
  for (const [tail, status] of [
    ['6298', 'completed'],
    ['1111', 'pending'],
  ] as const) {
    await using s = await proofShop({});
    await s.t.post('/api/payment-settings', { accounts: [{ bank: 'HDFC', tail }] }, s.auth);
    const { number } = await s.order(utr(1));
    statementLine(utr(7), 50);
    const lines = [
      'Account No :,50100011116298',
      statementLine(utr(1)),
      ...[statementLine(utr(5), 40), statementLine(utr(6), 40)].slice(1),
    ];
    await s.statement(lines);
    expect((await s.staff(number)).payment.status).toBe(status);
  }
});
