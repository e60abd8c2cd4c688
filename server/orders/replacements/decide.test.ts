import { describe, expect, test } from 'vitest';
import { stockOf } from '#tests/factories.ts';
import { mailsOf, request, shop, sold } from '#tests/replacements.ts';

describe('deciding', () => {
  async function requested(more: Record<string, unknown> = {}) {
    const { t, admin } = await shop();
    const order = await sold(t, admin);
    const { replacement } = (await t.post(`${order.url}/replacement`, request(more), order.own)).body;
    const move = (body: Record<string, unknown>, headers = admin) =>
      t.put(`/api/replacements/${replacement.id}/status`, body, headers);
    return { t, admin, order, id: replacement.id as string, move };
  }

  test('approved, shipped from stock, completed: each step has an event, an audit entry and a mail', async () => {
    const { t, order, move } = await requested();
    await using _ = t;
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
    t.clock.advance(1000);
    const approved = await move({ status: 'approved', note: 'Sorry about that.', version: 1 });
    expect([approved.status, approved.body.message]).toEqual([200, 'Replacement approved.']);
    expect(approved.body.replacement).toMatchObject({
      status: 'approved',
      note: 'Sorry about that.',
      decidedBy: 'Admin',
      decidedAt: t.clock.time,
      version: 2,
      orderNumber: order.orderNumber,
      customerName: 'Ananya Iyer',
    });
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
    const sent = await move({ status: 'shipped', courier: 'India Post', courierTracking: 'EX9', version: 2 });
    expect(sent.body.message).toBe('Replacement sent again. Taken from stock: California Almonds (250g) −2.');
    expect(await stockOf(t.db)).toEqual({ stock: 45, held: 0, sold: 5 });
    // The lines still count what the order itself took.
    expect(await t.db.selectFrom('order_lines').select('taken').orderBy('position').execute()).toEqual([
      { taken: 3 },
      { taken: 1 },
    ]);
    expect((await move({ status: 'closed' })).body.replacement).toMatchObject({
      status: 'closed',
      note: 'Sorry about that.',
    });
    expect(await stockOf(t.db)).toEqual({ stock: 45, held: 0, sold: 5 });

    expect((await mailsOf(t)).map((mail) => mail.kind)).toEqual([
      'replacement_received',
      'replacement_approved',
      'replacement_shipped',
    ]);
    const mine = await t.get(order.url, order.own);
    expect(
      mine.body.order.events.slice(-4).map((event: { note: string; by: string }) => [event.by, event.note]),
    ).toEqual([
      ['shopper', 'Replacement requested: Arrived damaged'],
      ['shop', 'Replacement approved: Sorry about that.'],
      ['shop', 'Replacement sent again: India Post EX9'],
      ['shop', 'Replacement completed'],
    ]);
    expect(mine.body.order.replacements[0]).toMatchObject({
      status: 'closed',
      courier: 'India Post',
      courierTracking: 'EX9',
    });
    expect(mine.text).not.toContain('decidedBy');
    const audit = await t.db.selectFrom('audit_log').selectAll().where('entity', '=', 'replacement').execute();
    expect(audit.map((entry) => [entry.actor, entry.action])).toEqual(Array(3).fill(['Admin', 'replacement.status']));
    // After it is closed the shopper can request again, within the seven days.
    expect((await t.post(`${order.url}/replacement`, request(), order.own)).status).toBe(201);
  });

  test('goods that came back and were credited are not replaced as well', async () => {
    const { t, admin, order, move } = await requested();
    await using _ = t;
    const { version } = (await t.get(order.url, admin)).body.order;
    const back = { lines: [{ line: 0, quantity: 3 }], reason: 'Torn', restock: false, version };
    expect((await t.post(`${order.url}/returns`, back, admin)).status).toBe(200);
    const approved = await move({ status: 'approved' });
    expect([approved.status, approved.body.message]).toEqual([
      409,
      'California Almonds came back already and was credited.',
    ]);
    // A request for them is refused, too, once this one is closed.
    await move({ status: 'rejected', note: 'Credited' });
    expect((await t.post(`${order.url}/replacement`, request(), order.own)).status).toBe(400);
  });

  test('stock never falls below 0: with too few nothing is shipped until stock is added', async () => {
    const { t, order, move } = await requested({
      items: [
        { line: 0, quantity: 3 },
        { line: 1, quantity: 1 },
      ],
    });
    await using _ = t;
    await move({ status: 'approved' });
    await t.db.updateTable('product_sizes').set({ stock: 0 }).where('product_id', '=', 'dates').execute();
    const refused = await move({ status: 'shipped' });
    expect([refused.status, refused.body.message]).toEqual([
      409,
      'Medjool Dates (500g): 1 needed, 0 in stock. Nothing was sent. Put stock in first, or close the request with a note.',
    ]);
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
    expect(await stockOf(t.db, 'dates', '500g')).toEqual({ stock: 0, held: 0, sold: 1 });
    expect((await t.get(order.url, order.own)).body.order.replacements[0].status).toBe('approved');
    await t.db.updateTable('product_sizes').set({ stock: 1 }).where('product_id', '=', 'dates').execute();
    expect((await move({ status: 'shipped' })).status).toBe(200);
    expect(await stockOf(t.db)).toEqual({ stock: 44, held: 0, sold: 6 });
    expect(await stockOf(t.db, 'dates', '500g')).toEqual({ stock: 0, held: 0, sold: 2 });
  });

  test('ten admins ship at once: stock is reduced once', async () => {
    const { t, move } = await requested();
    await using _ = t;
    await move({ status: 'approved' });
    const responses = await Promise.all(Array.from({ length: 10 }, () => move({ status: 'shipped' })));
    expect(responses.map((response) => response.status).sort()).toEqual([200, ...Array(9).fill(409)]);
    expect(await stockOf(t.db)).toEqual({ stock: 45, held: 0, sold: 5 });
    expect((await mailsOf(t)).filter((mail) => mail.kind === 'replacement_shipped')).toHaveLength(1);
  });

  test('a rejection needs a note, notifies the shopper, and is final', async () => {
    const { t, order, move } = await requested();
    await using _ = t;
    const bare = await move({ status: 'rejected' });
    expect([bare.status, bare.body.errors]).toEqual([400, [{ path: 'note', msg: 'Please give a reason' }]]);
    expect((await move({ status: 'rejected', note: 'The seal was opened.' })).status).toBe(200);
    const mails = await mailsOf(t);
    expect(mails.at(-1)).toMatchObject({ kind: 'replacement_rejected' });
    expect(mails.at(-1)?.text_body).toContain('Our note: The seal was opened.');
    const after = await move({ status: 'approved' });
    expect([after.status, after.body.message]).toEqual([
      409,
      'A replacement request that is not approved cannot become approved.',
    ]);
    expect((await t.post(`${order.url}/replacement`, request(), order.own)).status).toBe(201);
  });

  test('an approved request can be closed in another way, with a note', async () => {
    const { t, move } = await requested();
    await using _ = t;
    await move({ status: 'approved' });
    expect((await move({ status: 'closed' })).status).toBe(400);
    const closed = await move({ status: 'closed', note: 'Refunded to your UPI account.' });
    expect(closed.body.replacement).toMatchObject({ status: 'closed', note: 'Refunded to your UPI account.' });
    expect(await stockOf(t.db)).toEqual({ stock: 47, held: 0, sold: 3 });
  });

  test('a stale version, an unknown id and missing credentials are rejected', async () => {
    const { t, admin, order, id, move } = await requested();
    await using _ = t;
    await move({ status: 'approved', version: 1 });
    const stale = await move({ status: 'shipped', version: 1 });
    expect([stale.status, stale.body.message]).toEqual([
      409,
      'Someone else has changed this in the meantime. Please check the latest version and try again.',
    ]);
    expect((await t.put('/api/replacements/rpl_0/status', { status: 'approved' }, admin)).status).toBe(404);
    const one = await t.get(`/api/replacements/${id}`, admin);
    expect(one.body.replacement).toMatchObject({ id, status: 'approved', orderNumber: order.orderNumber });
    expect((await t.get('/api/replacements/%00', admin)).status).toBe(404);
    expect((await t.get(`/api/replacements/${id}`, order.own)).status).toBe(401);
    expect((await t.put('/api/replacements/%00/status', { status: 'approved' }, admin)).status).toBe(404);
    for (const headers of [{}, order.own] as Record<string, string>[]) {
      expect((await t.put(`/api/replacements/${id}/status`, { status: 'shipped' }, headers)).status).toBe(401);
      expect((await t.get('/api/replacements', headers)).status).toBe(401);
    }
    expect((await stockOf(t.db)).stock).toBe(47);
  });

  test('input is escaped in the mails', async () => {
    const { t, move } = await requested();
    await using _ = t;
    await t.db.updateTable('orders').set({ name: '<img src=x onerror=alert(1)>\r\nBcc: x@example.com' }).execute();
    await move({ status: 'approved', note: '<script>alert(1)</script>' });
    const mail = (await mailsOf(t)).at(-1);
    expect(mail?.html_body).not.toMatch(/<img|<script/);
    expect(mail?.html_body).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
    expect(mail?.subject).not.toMatch(/[\r\n]/);
  });

  test('the list: newest first, by status, by number and name, page by page', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const numbers: string[] = [];
    for (let index = 0; index < 3; index++) {
      const order = await sold(t, admin);
      t.clock.advance(1000);
      const { replacement } = (await t.post(`${order.url}/replacement`, request(), order.own)).body;
      numbers.unshift(order.orderNumber);
      if (index === 0) await t.put(`/api/replacements/${replacement.id}/status`, { status: 'approved' }, admin);
    }
    const list = async (query: string) => (await t.get(`/api/replacements${query}`, admin)).body;
    const found = async (query: string) =>
      (await list(query)).replacements.map((one: { orderNumber: string }) => one.orderNumber);
    expect(await found('')).toEqual(numbers);
    expect((await list('')).counts).toEqual({ requested: 2, approved: 1, rejected: 0, shipped: 0, closed: 0 });
    expect(await found('?status=approved')).toEqual([numbers[2]]);
    expect(await found('?status=rejected')).toEqual([]);
    expect(await found(`?search=${numbers[1]}`)).toEqual([numbers[1]]);
    expect(await found('?search=ananya')).toHaveLength(3);
    expect(await found('?search=%25')).toEqual([]);
    expect(await found('?limit=2&page=2')).toEqual([numbers[2]]);
    expect((await list('?limit=2')).pagination).toMatchObject({ totalPages: 2, totalReplacements: 3, hasNext: true });
    expect((await t.get('/api/replacements?status=lost', admin)).status).toBe(400);
  });
});
