import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { isoDay } from '#shop/india/dates.ts';
import { START } from '#tests/app.ts';
import { proofDeps } from '#tests/bank-reports.ts';
import { dialect, untilWaitedFor } from '#tests/database.ts';
import {
  CANARA,
  cashLine,
  credited,
  proofShop,
  statementLine,
  UNNAMED,
  UTR,
  upload,
  WITH_CANARA,
} from '#tests/proof.ts';
import { lockLedger } from './ledger.ts';
import { settleRefunds } from './refund-debits.ts';
import { flagMissing } from './statement-flags.ts';

type Json = Record<string, unknown>;
type Shop = Awaited<ReturnType<typeof proofShop>>;
const DAY = 86_400_000;

describe('a statement', () => {
  test('shows in a dry run what it would do, then does it; again it changes nothing', async () => {
    await using s = await proofShop({});
    const one = await s.order('632400000001');
    await s.order('632400000002');
    const lines = [statementLine('632400000001'), statementLine('632400000002', 300), statementLine('632400000003')];
    const dry = (await s.statement(lines, '?dryRun=true')).body.import;
    expect(dry).toMatchObject({ id: '', credits: 3, duplicates: 0, refused: [], confirmed: 1, review: 1 });
    expect(dry.lines[0]).toMatchObject({
      direction: 'credit',
      amount: 299,
      rrn: '632400000001',
      duplicate: false,
      reversal: false,
      narration: 'UPI-ANANYA IYER-ananya@okexample-EXMP0000101-632400000001-ORDER',
      match: { orderNumber: one.number, decision: 'confirm', reason: 'exact' },
    });
    expect(await s.credits()).toEqual([]);
    const done = (await s.statement(lines)).body.import;
    expect(done).toMatchObject({ credits: 3, duplicates: 0, confirmed: 1, review: 1, suggested: 0 });
    expect((await s.staff(one.number)).payment).toMatchObject({ status: 'completed', source: 'statement' });
    const again = (await s.statement(lines)).body.import;
    expect(again).toMatchObject({ id: done.id, duplicates: 3, confirmed: 0 });
    expect(await s.credits()).toHaveLength(3);
    expect((await s.t.get('/api/payments/statements', s.auth)).body.imports).toMatchObject([
      { credits: 3, confirmed: 1 },
    ]);
    const { withoutOrder } = await s.review();
    expect(withoutOrder.map((one: Json) => (one.credit as Json).rrn)).toEqual(['632400000003']);
  });

  test('proves by the narration what a spreadsheet has shortened in its own column, and says so', async () => {
    await using s = await proofShop({});
    const { number } = await s.order('632400000001');
    const lines = [
      statementLine('632400000001').replace('0000632400000001', '6.324E+11'),
      statementLine('632400000002').replace('0000632400000002', '6.324E+11'),
    ];
    const dry = (await s.statement(lines, '?dryRun=true')).body.import;
    expect([dry.shortened, dry.confirmed]).toEqual([2, 1]);
    await s.statement(lines);
    expect((await s.staff(number)).payment).toMatchObject({ status: 'completed', source: 'statement' });
  });

  test.each(['the SMS', 'the statement'])(
    'shows cash beside a payment of the same amount and day (%s first)',
    async (first) => {
      await using s = await proofShop({});
      const { number } = await s.order(UTR);
      if (first === 'the SMS') await s.sms(credited(UTR));
      const lines = [cashLine(), statementLine(UTR)];
      const [cash = ''] = lines;
      await s.statement(first === 'the SMS' ? lines : [cash]);
      if (first === 'the statement') {
        // A forged SMS gains nothing by a line that does not name it.
        await s.sms(credited(UTR));
        expect((await s.staff(number)).payment.status).toBe('pending');
        await s.statement(lines);
      }
      const all = (await s.credits()) as { rrn: string | null; status: string; sources: Json[] }[];
      const facts = all.map(({ rrn, status, sources }) => [
        rrn,
        status,
        sources
          .map(({ kind }) => kind)
          .sort()
          .join(),
      ]);
      const shown = first === 'the SMS' ? 'statement' : 'statement,statement';
      expect(facts.sort()).toEqual(
        [
          [UTR, 'matched', 'sms,statement'],
          [null, 'open', shown],
        ].sort(),
      );
      expect((await s.staff(number)).payment).toMatchObject({ status: 'completed', source: 'statement' });
    },
  );

  test('names first what has a reference: an SMS without one is that payment', async () => {
    await using s = await proofShop({}, WITH_CANARA);
    const { number } = await s.order(UTR);
    await s.sms(UNNAMED, { sender: CANARA });
    await s.statement([cashLine(), statementLine(UTR)]);
    const credits = (await s.credits()) as { rrn: string | null; status: string; sources: Json[] }[];
    expect(credits).toHaveLength(2);
    expect(credits.find(({ rrn }) => rrn === UTR)).toMatchObject({
      status: 'matched',
      orderNumber: number,
      sources: [{ kind: 'sms' }, { kind: 'statement' }],
    });
  });

  test('is undone: its orders are pending again, what an SMS also shows stays', async () => {
    await using s = await proofShop({ sms: { policy: 'confirm' } });
    const one = await s.order('632400000001');
    const two = await s.order('632400000002');
    await s.sms(credited('632400000002'));
    const { id } = (await s.statement([statementLine('632400000001'), statementLine('632400000002')])).body.import;
    const undone = await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth);
    expect(undone.status).toBe(200);
    expect(await s.staff(one.number)).toMatchObject({ status: 'pending', payment: { status: 'pending' } });
    expect((await s.staff(two.number)).payment.status).toBe('completed');
    expect((await s.credits('?status=undone')).map(({ rrn }: { rrn: string }) => rrn)).toEqual(['632400000001']);
    expect((await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth)).status).toBe(409);
    expect((await s.t.post('/api/payments/statements/imp_0/undo', {}, s.auth)).status).toBe(404);
  });

  test.runIf(dialect === 'postgres').each([
    ['is one import', sql`update statement_imports set undone_at = null`],
    ['is recorded in turns', sql`select pg_advisory_xact_lock(hashtextextended('bank credits', 0))`],
  ])('that is uploaded twice at the same moment %s', async (what, asOtherUpload) => {
    await using s = await proofShop({});
    const lines = [statementLine(UTR)];
    const { id } = (await s.statement(lines)).body.import;
    await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth);
    // As the other upload does, which has not committed yet.
    let second: ReturnType<typeof s.statement> | undefined;
    await s.t.db.transaction().execute(async (other) => {
      await asOtherUpload.execute(other);
      second = s.statement(lines);
      await untilWaitedFor(other, s.t.db);
    });
    const { status, body } = (await second) ?? {};
    expect([status, body?.import.id === id]).toEqual([200, what === 'is one import']);
  });

  test('that is uploaded four times at once is one import with each credit once', async () => {
    await using s = await proofShop({});
    const { number } = await s.order('632400000001');
    const lines = [1, 2, 3].map((last) => statementLine(`63240000000${last}`));
    const all = await Promise.all([1, 2, 3, 4].map(() => s.statement(lines)));
    expect(all.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    expect(new Set(all.map(({ body }) => body.import.id)).size).toBe(1);
    expect(await s.credits()).toHaveLength(3);
    expect((await s.staff(number)).payment.status).toBe('completed');
    const { imports } = (await s.t.get('/api/payments/statements', s.auth)).body;
    expect(imports).toMatchObject([{ credits: 3, confirmed: 1 }]);
  });

  test('that is undone while it is read adds nothing any more', async () => {
    await using s = await proofShop({});
    const { number } = await s.order('632400000399');
    const lines = Array.from({ length: 400 }, (_, index) => statementLine(String(632_400_000_000 + index)));
    const importing = s.statement(lines);
    const opened = () => s.t.db.selectFrom('statement_imports').select('id').executeTakeFirst();
    await expect.poll(opened, { interval: 1, timeout: 20_000 }).toBeTruthy();
    const id = (await opened())?.id;
    expect((await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth)).status).toBe(200);
    expect((await importing).status).toBe(409);
    const sources = await s.t.db.selectFrom('credit_sources').select('id').where('undone', '=', 0).execute();
    expect(sources).toEqual([]);
    expect((await s.staff(number)).payment.status).toBe('pending');
  });

  test('can be imported again after it was undone', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    const lines = [statementLine(UTR)];
    const { id } = (await s.statement(lines)).body.import;
    await s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth);
    await s.statement(lines);
    expect((await s.staff(number)).payment.status).toBe('completed');
    expect(await s.credits()).toHaveLength(1);
  });

  test('that covers the day and does not show an SMS credit flags its order until it does', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.statement([
      statementLine('632400000005', 299, START - DAY),
      statementLine('632400000006', 299, START + DAY),
    ]);
    expect((await s.staff(number)).payment.flags).toEqual(['not_in_statement']);
    expect((await s.credits()).find(({ rrn }: { rrn: string }) => rrn === UTR).flags).toEqual(['not_in_statement']);
    const { conflicts, figures } = await s.review();
    expect(conflicts).toMatchObject([{ rrn: UTR, orderNumber: number }]);
    expect(figures.statementTo).toBe(isoDay(START + DAY));
    await s.statement([statementLine(UTR)]);
    expect((await s.staff(number)).payment.flags).toEqual([]);
    expect((await s.review()).conflicts).toEqual([]);
  });

  test.runIf(dialect === 'postgres')(
    'does not flag a credit that staff take off its order at the same moment, which then confirms nothing by itself',
    async () => {
      await using s = await proofShop();
      const { number } = await s.order(UTR);
      const { credit } = await s.sms(credited(UTR));
      const lines = [-1, 1].map((days) => statementLine(`63240000000${days + 6}`, 299, START + days * DAY));
      let importing: ReturnType<typeof s.statement> | undefined;
      await s.t.db.transaction().execute(async (other) => {
        const own = other.updateTable('credits').where('id', '=', credit.id);
        await own.set({ status: 'open', order_number: null, flags: '["unmatched"]' }).execute();
        importing = s.statement(lines);
        await untilWaitedFor(other, s.t.db);
      });
      expect((await importing)?.status).toBe(200);
      expect((await s.credits()).find(({ id }: Json) => id === credit.id).flags).toEqual(['unmatched']);
      expect((await s.staff(number)).payment.flags).toEqual([]);
    },
  );

  test('that does not show an SMS credit is no conflict any more when staff have settled it', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.statement([
      statementLine('632400000005', 299, START - DAY),
      statementLine('632400000006', 299, START + DAY),
    ]);
    expect((await s.review()).conflicts).toHaveLength(1);
    await s.t.put(`/api/orders/${number}/attention`, { settled: 'not_in_statement' }, s.auth);
    expect((await s.review()).conflicts).toEqual([]);
  });

  describe('that flags an order and is undone', () => {
    const around = (first: number) =>
      [-1, 1].map((days, index) => statementLine(String(632_400_000_000 + first + index), 299, START + days * DAY));
    const debits = [-1, 1].map((days) => statementLine(`63240000080${days + 1}`, -299, START + days * DAY));
    const flagged = async (s: Shop, lines = around(500)) => {
      const { number } = await s.order(UTR);
      await s.sms(credited(UTR));
      const { id } = (await s.statement(lines)).body.import;
      expect((await s.staff(number)).payment.flags).toEqual(['not_in_statement']);
      return { number, undo: () => s.t.post(`/api/payments/statements/${id}/undo`, {}, s.auth), id };
    };
    const flags = async (s: Shop) =>
      (await s.credits()).find(({ rrn }: { rrn: string }) => rrn === UTR).flags as string[];

    test('takes the flag back; imported again, it flags it again', async () => {
      await using s = await proofShop();
      const { number, undo } = await flagged(s);
      await undo();
      const order = await s.staff(number);
      expect([order.payment.flags, await flags(s)]).toEqual([[], []]);
      expect(order.events.at(-1)).toMatchObject({
        note: 'Not missing any more: the import of the statement october.csv was undone',
      });
      expect((await s.review()).conflicts).toEqual([]);
      await s.statement(around(500));
      expect((await s.staff(number)).payment.flags).toEqual(['not_in_statement']);
    });

    test('leaves the flag when another statement of that day does not show the payment either', async () => {
      await using s = await proofShop();
      const { number, undo } = await flagged(s);
      await s.statement(around(600));
      await undo();
      expect([(await s.staff(number)).payment.flags, await flags(s)]).toEqual([
        ['not_in_statement'],
        ['not_in_statement'],
      ]);
    });

    test('takes the flag back when another statement is of another account, or does not cover the day', async () => {
      await using s = await proofShop();
      const { number, undo } = await flagged(s);
      await s.statement(['Account No :,50100011111111', ...around(600)]);
      await s.statement([statementLine('632400000700', 299, START + 2 * DAY)]);
      await undo();
      expect((await s.staff(number)).payment.flags).toEqual([]);
    });

    test('leaves what staff have settled: it is not raised again', async () => {
      await using s = await proofShop();
      const { number, undo } = await flagged(s);
      await s.t.put(`/api/orders/${number}/attention`, { settled: 'not_in_statement' }, s.auth);
      const { events } = await s.staff(number);
      await undo();
      await s.statement(around(500));
      const order = await s.staff(number);
      expect([order.payment.flags, order.events.length]).toEqual([[], events.length]);
    });

    test('from another tab just before that flags nothing any more, and shows no refund', async () => {
      await using s = await proofShop();
      const { number, undo, id } = await flagged(s);
      await undo();
      const { context } = s.t;
      const { db } = context.database;
      const row = await db.selectFrom('statement_imports').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
      const deps = await proofDeps(s.t);
      const refund = { order_number: number, amount: 29_900, day: isoDay(START), reference: null, reason: '' };
      const by = { recorded_by: 'Owner', recorded_at: START };
      await db
        .insertInto('refunds')
        .values({ id: 'ref_1', ...refund, ...by })
        .execute();
      const line = { direction: 'debit', amountPaise: 29_900, date: isoDay(START), rrn: null, refs: [] };
      // What the import does after it has seen that nobody has undone it.
      const goOn = [
        () => flagMissing(context, deps, row, false),
        () => settleRefunds(context, { lines: [line as never], from: isoDay(START), to: isoDay(START) }, id),
      ];
      for (const step of goOn) {
        if (dialect === 'postgres') {
          await db.updateTable('statement_imports').set({ undone_at: null }).where('id', '=', id).execute();
          const running = await db.transaction().execute(async (other) => {
            await lockLedger(other);
            await other.updateTable('statement_imports').set({ undone_at: START }).where('id', '=', id).execute();
            const result = step().catch((error: unknown) => error);
            await untilWaitedFor(other, db);
            return { result };
          });
          expect(await running.result).toMatchObject({ code: 'import_undone' });
        } else {
          await expect(step()).rejects.toMatchObject({ code: 'import_undone' });
        }
      }
      expect([(await s.staff(number)).payment.flags, await flags(s)]).toEqual([[], []]);
      expect(await db.selectFrom('refunds').select('shown_in').execute()).toEqual([{ shown_in: null }]);
    });

    test.each([
      ['', around(500)],
      [', which shows no credit,', debits],
    ])('and interrupted%s takes the flag back with the sweep', async (_what, lines) => {
      await using s = await proofShop();
      const { number, id } = await flagged(s, lines);
      await s.t.db.updateTable('statement_imports').set({ undone_at: s.t.clock.now() }).where('id', '=', id).execute();
      await s.t.services.proof.sweep();
      expect((await s.staff(number)).payment.flags).toEqual([]);
    });
  });

  test('does not flag the day that may not be over, nor another account', async () => {
    await using s = await proofShop();
    const { number } = await s.order(UTR);
    await s.sms(credited(UTR));
    await s.statement([statementLine('632400000005', 299, START - DAY), statementLine('632400000006', 299, START)]);
    expect((await s.staff(number)).payment.flags).toEqual([]);
    // Of another account, the day is covered and the payment not shown.
    const days = [START - DAY, START + 2 * DAY].map((at, index) => statementLine(`63240000007${index}`, 299, at));
    await s.statement(['Account No :,50100011111111', ...days]);
    expect((await s.staff(number)).payment.flags).toEqual([]);
    const own = [START - DAY, START + 2 * DAY].map((at, index) => statementLine(`63240000008${index}`, 299, at));
    await s.statement(['Account No :,50100011116298', ...own]);
    expect((await s.staff(number)).payment.flags).toEqual(['not_in_statement']);
  });

  test('names orders whose UTR is missing from a covered day', async () => {
    await using s = await proofShop({});
    const { number } = await s.order(UTR);
    await s.statement([
      statementLine('632400000005', 299, START - DAY),
      statementLine('632400000006', 299, START + DAY),
    ]);
    expect((await s.review()).missingUtr).toMatchObject([{ orderNumber: number }]);
  });

  test('that is none is refused with one sentence', async () => {
    await using s = await proofShop({});
    const { status, body } = await upload(s.t, s.auth, '<html><body>Please log in</body></html>');
    expect([status, typeof body.message, (await s.credits()).length]).toEqual([400, 'string', 0]);
  });
});
