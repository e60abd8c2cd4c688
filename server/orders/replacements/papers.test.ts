import { extractText } from 'unpdf';
import { expect, test } from 'vitest';
import { request, shop, sold } from '#tests/replacements.ts';

test('an approved replacement has a slip and a label of its own, which name its goods and no price', async () => {
  const { t, admin } = await shop();
  await using _ = t;
  const order = await sold(t, admin);
  const { replacement } = (await t.post(`${order.url}/replacement`, request(), order.own)).body;
  const url = `/api/replacements/${replacement.id}`;
  const early = await t.get(`${url}/papers/labels`, admin);
  expect([early.status, early.body.message]).toEqual([409, 'A replacement that is requested has no parcel.']);
  await t.put(`${url}/status`, { status: 'approved' }, admin);
  for (const turn of ['approved', 'sent']) {
    if (turn === 'sent') {
      await t.put(
        `${url}/status`,
        { status: 'shipped', courier: 'India Post', courierTracking: 'EX123456785IN' },
        admin,
      );
    }
    for (const paper of ['packing-slips', 'labels']) {
      const response = await t.app.inject({ method: 'GET', url: `${url}/papers/${paper}`, headers: admin });
      expect([response.statusCode, response.headers['content-disposition']]).toEqual([
        200,
        `attachment; filename="replacement-${paper}-${order.orderNumber}.pdf"`,
      ]);
      const { text } = await extractText(new Uint8Array(response.rawPayload), { mergePages: true });
      for (const part of ['Replacement for', order.orderNumber, 'California Almonds', 'Ananya Iyer', '600020']) {
        expect(text).toContain(part);
      }
      // The dates of the order stay with the shopper; nothing is to be paid.
      expect(text).not.toMatch(/Medjool|₹|Prepaid|not verified/);
      if (turn === 'sent') expect(text).toContain('EX123456785IN');
    }
  }
  for (const headers of [order.own, {}]) expect((await t.get(`${url}/papers/labels`, headers)).status).toBe(401);
  expect((await t.get('/api/replacements/rpl_none/papers/labels', admin)).status).toBe(404);
  expect((await t.get(`${url}/papers/pick-list`, admin)).status).toBe(400);
});
