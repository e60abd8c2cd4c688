import { utils, write } from '@e965/xlsx';
import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { written } from '#tests/written.ts';

let utr = 900;

interface Line {
  outcome: string;
  message: string;
}

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 500 }] });
  const auth = t.auth(await t.adminToken());
  return {
    t,
    auth,
    /** An order that was sent with this tracking number. @returns its number */
    async sent(courierTracking: string): Promise<string> {
      utr += 1;
      const { orderNumber } = (await t.post('/api/orders', orderBody(paid(utr)))).body.order;
      await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, auth);
      await t.put(`/api/orders/${orderNumber}/status`, { status: 'shipped', courier: 'DTDC', courierTracking }, auth);
      return orderNumber;
    },
    status: async (orderNumber: string) => (await t.get(`/api/orders/${orderNumber}`, auth)).body.order.status,
    send: (file: string | Uint8Array, dryRun = false) => upload(t, auth, file, dryRun),
  };
}

async function upload(t: TestApp, auth: Record<string, string>, file: string | Uint8Array, dryRun: boolean) {
  const form = new FormData();
  form.set('file', new File([file as BlobPart], 'report.csv'));
  const sent = new Request('http://localhost', { method: 'POST', body: form });
  const response = await t.app.inject({
    method: 'POST',
    url: `/api/orders/delivered-file?dryRun=${dryRun}`,
    headers: { ...auth, 'content-type': sent.headers.get('content-type') ?? '' },
    payload: Buffer.from(await sent.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

const report = (...lines: [awb: string, status: string][]) =>
  ['AWB,Current Status,Status Date', ...lines.map(([awb, status]) => `${awb},${status},20-11-2026`)].join('\n');
const outcomes = (body: { lines: Line[] }) => body.lines.map(({ outcome }) => outcome);

test('a dry run says what each line would do and writes nothing; the report then delivers the orders', async () => {
  const { t, auth, sent, status, send } = await shop();
  await using _ = t;
  const [first, second, back, waiting] = [
    await sent('148001'),
    await sent('148002'),
    await sent('148003'),
    await sent('148004'),
  ];
  const file = report(
    ['148001', 'Delivered'],
    ['148002', 'DELIVERED'],
    ['148003', 'RTO'],
    ['148004', 'In Transit'],
    ['999', 'Delivered'],
  );
  const before = await written(t);
  const dry = await send(file, true);
  expect([dry.status, dry.body.dryRun, outcomes(dry.body)]).toEqual([
    200,
    true,
    ['deliver', 'deliver', 'returned', 'waiting', 'unknown'],
  ]);
  expect(dry.body.lines[0]).toEqual({
    line: 2,
    orderNumber: first,
    courierTracking: '148001',
    status: 'Delivered',
    date: '20-11-2026',
    outcome: 'deliver',
    message: 'Will be marked delivered.',
  });
  expect(await written(t)).toEqual(before);

  const done = await send(file);
  expect([done.body.dryRun, outcomes(done.body)]).toEqual([false, outcomes(dry.body)]);
  for (const orderNumber of [first, second]) {
    const shown = (await t.get(`/api/orders/${orderNumber}`, auth)).body;
    expect(shown.order.status).toBe('delivered');
    expect(shown.order.events.at(-1)).toMatchObject({ kind: 'status', status: 'delivered', by: 'Admin' });
    expect(shown.mails.map(({ kind }: { kind: string }) => kind)).toContain('delivered');
  }
  expect([await status(back), await status(waiting)]).toEqual(['shipped', 'shipped']);
  const audits = (await written(t)).audit.filter(({ after_value }) => after_value === '{"status":"delivered"}');
  expect(audits.map((row) => [row.action, row.entity_id])).toEqual([
    ['order.status', first],
    ['order.status', second],
  ]);

  // The same report again changes nothing.
  const after = await written(t);
  expect(outcomes((await send(file)).body)).toEqual(['same', 'same', 'returned', 'waiting', 'unknown']);
  expect(await written(t)).toEqual(after);
});

test('an order that was never sent is not delivered, whatever the report says', async () => {
  const { t, status, send } = await shop();
  await using _ = t;
  const { orderNumber } = (await t.post('/api/orders', orderBody(paid(899)))).body.order;
  const { body } = await send(`Order Id,Status\n${orderNumber},Delivered`);
  expect(body.lines).toMatchObject([
    { outcome: 'problem', message: 'An order that is pending cannot become delivered.' },
  ]);
  expect(await status(orderNumber)).toBe('pending');
});

test('an Excel file is read: numbers, zeros that they have lost, and numbers that Excel has cut', async () => {
  const { t, sent, status, send } = await shop();
  await using _ = t;
  const order = await sent('0148001');
  const sheet = utils.aoa_to_sheet([
    ['Delivery report'],
    ['Waybill', 'Status', 'Delivery Date'],
    [148001, 'Delivered', '20-11-2026'],
    [1480010000000000, 'Delivered', ''],
  ]);
  const book = write({ SheetNames: ['Report'], Sheets: { Report: sheet } }, { type: 'buffer', bookType: 'xlsx' });
  const { body } = await send(book);
  expect(body.lines).toMatchObject([
    { line: 3, orderNumber: order, outcome: 'deliver' },
    { line: 4, outcome: 'problem', message: expect.stringContaining('A spreadsheet has changed this number.') },
  ]);
  expect(await status(order)).toBe('delivered');
});

test('a file that is no report: a sentence, and nothing is written', async () => {
  const { t, auth, sent, send } = await shop();
  await using _ = t;
  await sent('148001');
  const before = await written(t);
  for (const [file, sentence] of [
    ['', 'This file has no column ‘Status’'],
    ['AWB,City\n148001,Pune', 'This file has no column ‘Status’'],
    ['AWB,Status', 'This file has no rows below the column headings.'],
    [Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10, 0, 0, 0, 13]), 'This is not a CSV file.'],
    ['PK\u0003\u0004 no archive', 'This file is damaged.'],
  ] as const) {
    const { status, body } = await send(file);
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)]);
  }
  expect(await written(t)).toEqual(before);
  // Without a file, and without a session.
  expect((await t.post('/api/orders/delivered-file', {}, auth)).status).toBeGreaterThanOrEqual(400);
  expect((await upload(t, {}, report(['148001', 'Delivered']), false)).status).toBe(401);
});
