import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { written } from '#tests/written.ts';

let utr = 800;

async function shop() {
  const t = await testApp();
  await addProduct(t.db, { sizes: [{ stock: 500 }] });
  const auth = t.auth(await t.adminToken());
  return {
    t,
    auth,
    /** An order, paid unless `unpaid`. @returns its number */
    async order(unpaid = false): Promise<string> {
      utr += 1;
      const { orderNumber } = (await t.post('/api/orders', orderBody(paid(utr)))).body.order;
      if (!unpaid) await t.put(`/api/orders/${orderNumber}/payment`, { status: 'completed' }, auth);
      return orderNumber;
    },
    send: (file: string, dryRun = false, courier = 'delhivery') =>
      t.post('/api/orders/tracking-file', { courier, file, dryRun }, auth),
  };
}

const delhivery = (...lines: [waybill: string, order: string][]) =>
  ['Waybill,Reference No', ...lines.map((line) => line.join(','))].join('\n');
const outcomes = (body: { lines: { outcome: string }[] }) => body.lines.map(({ outcome }) => outcome);

test('a dry run says what each line would do and writes nothing; the file then ships the orders', async () => {
  const { t, auth, order, send } = await shop();
  await using _ = t;
  const [first, second, unpaid] = [await order(), await order(), await order(true)];
  const file = delhivery(['148001', first], ['148002', second], ['148003', unpaid], ['148004', 'ORD1795000000000']);
  const before = await written(t);
  const dry = await send(file, true);
  expect([dry.status, dry.body.dryRun]).toEqual([200, true]);
  expect(dry.body.lines).toEqual([
    ...[first, second].map((orderNumber, index) => ({
      line: index + 2,
      orderNumber,
      courierTracking: `14800${index + 1}`,
      courier: 'Delhivery',
      outcome: 'ship',
      message: 'Ships with Delhivery.',
    })),
    expect.objectContaining({ outcome: 'problem', message: 'An order that is pending cannot become shipped.' }),
    expect.objectContaining({ line: 5, outcome: 'problem', message: 'No order has this number.' }),
  ]);
  expect(await written(t)).toEqual(before);

  const done = await send(file);
  expect([done.body.dryRun, done.body.lines]).toEqual([false, dry.body.lines]);
  for (const [orderNumber, courierTracking] of [
    [first, '148001'],
    [second, '148002'],
  ]) {
    const shown = (await t.get(`/api/orders/${orderNumber}`, auth)).body;
    expect(shown.order).toMatchObject({ status: 'shipped', courier: 'Delhivery', courierTracking });
    expect(shown.order.events.at(-1)).toMatchObject({ kind: 'status', status: 'shipped', by: 'Admin' });
    expect(shown.mails.map(({ kind }: { kind: string }) => kind)).toContain('shipped');
  }
  const audits = await t.db
    .selectFrom('audit_log')
    .selectAll()
    .where('action', '=', 'order.status')
    .orderBy('id')
    .execute();
  expect(audits.map((row) => JSON.parse(row.after_value ?? ''))).toEqual([
    { status: 'shipped', courier: 'Delhivery', courierTracking: '148001' },
    { status: 'shipped', courier: 'Delhivery', courierTracking: '148002' },
  ]);

  // The same file again changes nothing.
  const after = await written(t);
  const again = await send(file);
  expect(outcomes(again.body)).toEqual(['same', 'same', 'problem', 'problem']);
  expect(await written(t)).toEqual(after);
});

test('a shipped order without a number gets it, with a mail; another number is left to a person', async () => {
  const { t, auth, order, send } = await shop();
  await using _ = t;
  const number = await order();
  await t.put(`/api/orders/${number}/status`, { status: 'shipped' }, auth);
  await t.services.mail.sendDue();
  const added = await send(`AWB Code,Order ID,Courier Company\n148001,${number},Xpressbees`, false, 'shiprocket');
  expect(added.body.lines).toMatchObject([{ outcome: 'add', message: 'XpressBees tracking number will be added.' }]);
  const shown = (await t.get(`/api/orders/${number}`, auth)).body;
  expect(shown.order).toMatchObject({ courier: 'XpressBees', courierTracking: '148001' });
  expect(shown.order.events.at(-1)).toMatchObject({ kind: 'parcel', note: 'XpressBees 148001' });
  expect(shown.mails.filter(({ kind }: { kind: string }) => kind === 'shipped')).toHaveLength(2);
  const other = await send(delhivery(['148009', number]));
  expect(other.body.lines).toMatchObject([
    { outcome: 'problem', message: expect.stringContaining('Shipped with 148001') },
  ]);
});

test('a tracking number belongs to one order, in the file and in the shop', async () => {
  const { t, auth, order, send } = await shop();
  await using _ = t;
  const [old, first, second] = [await order(), await order(), await order()];
  await t.put(
    `/api/orders/${old}/status`,
    { status: 'shipped', courier: 'Delhivery', courierTracking: '148000' },
    auth,
  );
  const { body } = await send(delhivery(['148000', first], ['148001', first], ['148001', second]));
  expect(body.lines.map(({ message }: { message: string }) => message)).toEqual([
    `${old} has this tracking number already.`,
    'Ships with Delhivery.',
    `Line 3 gives this number to ${first}.`,
  ]);
  expect((await t.get(`/api/orders/${second}`, auth)).body.order.status).toBe('confirmed');
});

test('a file that is not a courier’s: a sentence, and nothing is written', async () => {
  const { t, order, send } = await shop();
  await using _ = t;
  const number = await order();
  for (const [file, sentence] of [
    ['Name,City\nAsha,Pune', 'This file has no column with order numbers'],
    ['', 'This file has no column with order numbers'],
    ['Waybill,Reference No', 'This file has no rows below the column headings.'],
    ['PK\u0003\u0004"xl/workbook', 'This is not a CSV file.'],
    ['\uFFFDPNG\r\n\u001A\n\u0000\u0000\u0000\rIHDR,a,b', 'This is not a CSV file.'],
  ] as const) {
    const { status, body } = await send(file);
    expect([status, body.message]).toEqual([400, expect.stringContaining(sentence)]);
    expect(body.errors).toEqual([{ path: 'file', msg: body.message }]);
  }
  expect((await send('x'.repeat(400_001))).status).toBe(400);
  // Semicolons, quotes, a byte order mark and the line breaks of Windows are read.
  const read = await send(`\uFEFF"Waybill";"Reference No";"Address"\r\n"148001";"${number}";"1, Main Road"\r\n`, true);
  expect(outcomes(read.body)).toEqual(['ship']);
});

test('what a spreadsheet leaves in place of a tracking number ships nothing', async () => {
  const { t, auth, order, send } = await shop();
  await using _ = t;
  const number = await order();
  const cells = ['-', 'N/A', '#N/A', '0', '########', '148001234.00', '"12,345,678"', '1.48E+13'];
  for (const cell of cells) {
    const { body } = await send(delhivery([cell, number]));
    expect([cell, outcomes(body), body.lines[0].message]).toEqual([
      cell,
      ['problem'],
      expect.stringContaining(cell.includes('E+') ? 'shortened' : 'There is no tracking number yet.'),
    ]);
  }
  expect((await t.get(`/api/orders/${number}`, auth)).body.order.status).toBe('confirmed');
  // A mark that protects the number is none of it.
  expect(outcomes((await send(delhivery(["'0148001", number]))).body)).toEqual(['ship']);
  const { courierTracking } = (await t.get(`/api/orders/${number}`, auth)).body.order;
  expect(courierTracking).toBe('0148001');
});

test('control characters and long names of a hostile file reach neither the database nor a mail', async () => {
  const { t, order, send } = await shop();
  await using _ = t;
  const [first, second] = [await order(), await order()];
  const file = [
    'Waybill,Reference No,Courier',
    `"1480\u0000\n01\u0007",${first},"Fast\u0000\r\nBcc: x"`,
    `148002,${second},${'Fast '.repeat(5_000)}`,
  ].join('\n');
  for (const dryRun of [true, false]) {
    const { status, body } = await send(file, dryRun);
    expect([status, outcomes(body)]).toEqual([200, ['ship', 'problem']]);
    expect(body.lines[0]).toMatchObject({ courier: 'Fast Bcc: x', courierTracking: '1480 01' });
    expect(body.lines[1].message).toBe('The name of the courier is too long.');
  }
  const rows = await t.db.selectFrom('orders').select(['order_number', 'courier', 'courier_tracking']).execute();
  expect(rows.find(({ order_number }) => order_number === first)).toMatchObject({
    courier: 'Fast Bcc: x',
    courier_tracking: '1480 01',
  });
  expect(rows.find(({ order_number }) => order_number === second)?.courier_tracking).toBe('');
});
