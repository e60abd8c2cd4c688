import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { ADDRESS, addProduct, orderBody, paid } from '#tests/factories.ts';

const MINUTE = 60_000;

test('the breach list names everybody whose data was stored or changed in that time, once', async () => {
  await using t = await testApp();
  await addProduct(t.db);
  const auth = t.auth(await t.adminToken());
  const at = (ms: number) => new Date(ms + 5.5 * 60 * MINUTE).toISOString().slice(0, 16);
  const order = (name: string, phone: string, more = {}) =>
    t.post(
      '/api/orders',
      orderBody({ shippingAddress: { ...ADDRESS, name, phone, email: `${phone}@x.test` }, ...more }),
    );
  const before = await order('Early Bird', '9000000001', paid(1));
  const early = before.body.order.orderNumber as string;
  t.clock.advance(60 * MINUTE);
  const begin = t.clock.time;
  await order('=HYPERLINK("http://evil.test")', '9000000002');
  await order('Asha Rao', '9000000003');
  await order('Asha Rao', '9000000003', { paymentDetails: { utrNumber: '632400000077' } });
  await t.post('/api/contacts', {
    name: 'Asha Rao',
    phone: '9000000003',
    email: 'asha@other.test',
    subject: 'Hello',
    message: 'A question about almonds',
  });
  await t.post('/api/newsletter', { email: 'reader@x.test' });
  t.clock.advance(60 * MINUTE);
  const end = t.clock.time - MINUTE;
  await order('Late Riser', '9000000004');

  const read = (from: string, to: string, headers = auth) =>
    t.get(`/api/admin/breach-list?from=${from}&to=${to}`, headers);
  const { status, text, headers } = await read(at(begin), at(end));
  expect(status).toBe(200);
  expect(headers['content-type']).toContain('text/csv');
  const lines = text.trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(text).not.toMatch(/Early Bird|Late Riser/);
  // No formula reaches the spreadsheet.
  expect(text).not.toMatch(/(^|,|")=HYPERLINK/m);
  expect(text).toContain('HYPERLINK');
  const asha = lines.find((line) => line.includes('Asha Rao'));
  expect(asha).toContain('9000000003@x.test; asha@other.test');
  expect(asha).toContain('Order; Contact message');
  expect(lines.some((line) => line.includes('reader@x.test') && line.includes('Newsletter'))).toBe(true);

  // A change counts, also when the order was changed once more since.
  t.clock.advance(60 * MINUTE);
  const change = t.clock.time;
  const moved = { shippingAddress: { ...ADDRESS, name: 'Early Bird', phone: '9000000001', city: 'Madurai' } };
  expect((await t.put(`/api/orders/${early}/address`, moved, auth)).status).toBe(200);
  t.clock.advance(60 * MINUTE);
  await t.put(`/api/orders/${early}/payment`, { status: 'completed' }, auth);
  expect((await read(at(change), at(change))).text).toContain('Early Bird');
  expect((await read(at(change + 20 * MINUTE), at(change + 30 * MINUTE))).text).not.toContain('Early Bird');
});

test('it is for admins, keeps a trace, and asks for two times', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const read = (query: string, headers?: Record<string, string>) => t.get(`/api/admin/breach-list?${query}`, headers);
  const span = 'from=2026-11-01T00:00&to=2026-11-02T00:00';
  expect((await read(span)).status).toBe(401);
  for (const query of ['', 'from=2026-11-01T00:00', 'from=now&to=then', 'from=2026-11-02T00:00&to=2026-11-01T00:00']) {
    expect((await read(query, auth)).status, query).toBe(400);
  }
  expect((await read(span, auth)).status).toBe(200);
  const entries = await t.db.selectFrom('audit_log').selectAll().where('entity_id', '=', 'breach-list').execute();
  expect(entries).toMatchObject([{ action: 'export' }]);
  expect(JSON.stringify(entries)).toContain('2026-11-01T00:00');
});
