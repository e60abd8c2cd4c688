import { describe, expect, test } from 'vitest';
import { picture } from '#tests/photos.ts';
import { DAY, mailsOf, request, send, shop, sold } from '#tests/replacements.ts';

describe('requesting a replacement', () => {
  test('the order contains the request and its status; one open request at a time', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const requested = await t.post(`${order.url}/replacement`, request(), order.own);
    expect([requested.status, requested.body.message]).toEqual([201, 'Replacement requested. We will write to you.']);
    expect(requested.body.replacement).toMatchObject({
      status: 'requested',
      reason: 'damaged',
      items: [{ line: 0, name: 'California Almonds', size: '250g', quantity: 2 }],
      photos: [],
      note: '',
      version: 1,
    });
    for (const headers of [order.own, admin]) {
      const { body } = await t.get(order.url, headers);
      expect(body.order.deliveredAt).toBe(t.clock.time);
      expect(body.order.replacements).toEqual([requested.body.replacement]);
      expect(body.order.events.at(-1)).toMatchObject({
        kind: 'replacement',
        status: null,
        by: 'shopper',
        note: 'Replacement requested: Arrived damaged',
      });
    }
    const twice = await t.post(`${order.url}/replacement`, request(), order.own);
    expect([twice.status, twice.body.message]).toEqual([
      409,
      'There is already an open replacement request for this order.',
    ]);
    // I6: the mail was stored with the request, and only one.
    const mails = await mailsOf(t);
    expect(mails).toMatchObject([{ kind: 'replacement_received', order_number: order.orderNumber }]);
    expect(mails[0]?.text_body).toContain('- California Almonds (250g) × 2');
  });

  test('of ten concurrent requests one is accepted, the others get 409', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => t.post(`${order.url}/replacement`, request(), order.own)),
    );
    expect(responses.map((response) => response.status).sort()).toEqual([201, ...Array(9).fill(409)]);
    expect(await t.db.selectFrom('replacements').selectAll().execute()).toHaveLength(1);
    expect(await mailsOf(t)).toHaveLength(1);
  });

  test('only for a delivered order, until the end of the seventh day', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    for (const last of ['confirmed', 'shipped']) {
      const early = await sold(t, admin, last);
      const response = await t.post(`${early.url}/replacement`, request(), early.own);
      expect([response.status, response.body.message]).toEqual([
        409,
        'A replacement can be requested once the order is delivered.',
      ]);
    }
    const order = await sold(t, admin);
    // 20 Nov, noon in India; the seventh day ends on 27 Nov at midnight.
    t.clock.advance(7 * DAY + 11 * 3_600_000);
    expect((await send(t, order, await picture().jpeg().toBuffer())).status).toBe(201);
    t.clock.advance(3_600_000);
    const late = 'You could request a replacement until 27 Nov 2026. Please contact us and we will see what we can do.';
    const response = await t.post(`${order.url}/replacement`, request(), order.own);
    expect([response.status, response.body.message]).toEqual([409, late]);
    expect((await send(t, order, await picture().jpeg().toBuffer())).body.message).toBe(late);
  });

  test('requires the order’s own token', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const other = await sold(t, admin);
    for (const headers of [{}, { 'x-order-token': 'wrong' }, other.own, admin] as Record<string, string>[]) {
      const response = await t.post(`${order.url}/replacement`, request(), headers);
      expect([response.status, response.body.message]).toEqual([404, 'Order not found']);
      const photo = await send(t, order, await picture().jpeg().toBuffer(), { headers });
      expect([photo.status, photo.body.message]).toEqual([404, 'Order not found']);
    }
  });

  test.each([
    ['no items', { items: [] }, 'Please choose at least one item'],
    [
      'more than ordered',
      { items: [{ line: 1, quantity: 2 }] },
      'Please choose items from this order, and no more than you ordered',
    ],
    ['a reason of its own', { reason: 'bored' }, 'Please choose a reason'],
    ['no words', { description: 'bad' }, 'Please describe the problem in at least 10 characters'],
    ['five photos', { photos: ['a', 'b', 'c', 'd', 'e'] }, 'At most 4 photos'],
  ])('refused: %s', async (_name, more, message) => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const response = await t.post(`${order.url}/replacement`, request(more), order.own);
    expect([response.status, response.body.message]).toEqual([400, message]);
    expect(await t.db.selectFrom('replacements').selectAll().execute()).toEqual([]);
  });
});
