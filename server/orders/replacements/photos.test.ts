import { readdir } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { knownPhotos } from '#server/media/media.queries.ts';
import { phonePhoto, picture } from '#tests/photos.ts';
import { DAY, mailsOf, request, send, shop, sold } from '#tests/replacements.ts';

describe('photos', () => {
  test('are re-encoded without metadata, stored under unguessable names, and readable only with the token', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const other = await sold(t, admin);
    const phone = await phonePhoto(3000, 2000);
    const { status, body } = await send(t, order, phone, { name: '../../etc/passwd' });
    expect(status).toBe(201);
    expect(body.photo).toMatchObject({ width: 1067, height: 1600 });
    expect(body.photo.id).toMatch(/^[A-Za-z0-9_-]{32}$/);
    expect(await readdir(path.join(t.context.env.dataDir, 'replacements'))).toEqual([`${body.photo.id}.webp`]);

    const requested = await t.post(`${order.url}/replacement`, request({ photos: [body.photo.id] }), order.own);
    expect(requested.body.replacement.photos).toEqual([body.photo]);
    for (const headers of [order.own, admin]) {
      const response = await t.app.inject({ method: 'GET', url: body.photo.url, headers });
      expect(response.statusCode).toBe(200);
      expect(response.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'no-store' });
      const { format, exif, orientation, width } = await sharp(response.rawPayload).metadata();
      expect({ format, exif, orientation, width }).toEqual({
        format: 'webp',
        exif: undefined,
        orientation: undefined,
        width: 1067,
      });
    }
    for (const headers of [{}, { 'x-order-token': 'wrong' }, other.own] as Record<string, string>[]) {
      expect((await t.get(body.photo.url, headers)).status).toBe(404);
    }
    // Another order with its own valid token cannot read it either.
    expect((await t.get(`${other.url}/replacement/photos/${body.photo.id}`, other.own)).status).toBe(404);
    expect((await t.get(`/media/${body.photo.id}.webp`)).status).toBe(404);
  });

  test('belong to one order and one request', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const [order, other] = [await sold(t, admin), await sold(t, admin)];
    const { photo } = (await send(t, order, await picture().png().toBuffer())).body;
    const stolen = await t.post(`${other.url}/replacement`, request({ photos: [photo.id] }), other.own);
    expect([stolen.status, stolen.body.message]).toEqual([404, 'A photo is no longer there. Please add it again.']);
    expect(await t.db.selectFrom('replacements').selectAll().execute()).toEqual([]);
    expect(await mailsOf(t)).toEqual([]);
    expect((await t.post(`${order.url}/replacement`, request({ photos: [photo.id] }), order.own)).status).toBe(201);
  });

  test('invalid files are rejected, each with its message', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const invalid = 'Invalid image file. Please select a valid image.';
    const large = 'Image size should be less than 5MB';
    const frames = [await picture().png().toBuffer(), await picture().negate().png().toBuffer()];
    const moving = sharp(frames, { join: { animated: true } });
    const [gif, animated] = [await moving.clone().gif().toBuffer(), await moving.clone().webp().toBuffer()];
    const jpeg = await picture().jpeg().toBuffer();
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
    );
    const cases: [string, Buffer, number, string][] = [
      ['svg', svg, 400, invalid],
      ['text', Buffer.from('hello'), 400, invalid],
      ['nothing', Buffer.alloc(0), 400, invalid],
      ['gif', gif, 400, invalid],
      ['half a jpeg', (await picture(800, 800).jpeg().toBuffer()).subarray(0, 600), 400, invalid],
      ['a bomb', await picture(9000, 9000).png({ compressionLevel: 9 }).toBuffer(), 400, invalid],
      ['over 5,000,000 bytes', Buffer.concat([jpeg, Buffer.alloc(5_000_001 - jpeg.length)]), 413, large],
      ['far over', Buffer.alloc(9_000_000), 413, large],
    ];
    expect((await sharp(animated).metadata()).pages).toBe(2);
    cases.push(['animated', animated, 400, invalid]);
    for (const [name, bytes, status, message] of cases) {
      const response = await send(t, order, bytes);
      expect([name, response.status, response.body.message]).toEqual([name, status, message]);
    }
    // Exactly 5,000,000 bytes are accepted.
    expect((await send(t, order, Buffer.concat([jpeg, Buffer.alloc(5_000_000 - jpeg.length)]))).status).toBe(201);
    expect((await send(t, order, [jpeg, jpeg])).status).toBe(413);
    expect((await send(t, order, jpeg, { field: 'other' })).status).toBe(400);
    const json = await t.post(`${order.url}/replacement/photos`, { photo: 'x' }, order.own);
    expect([json.status, json.body.message]).toEqual([400, invalid]);
    expect(await readdir(path.join(t.context.env.dataDir, 'replacements'))).toHaveLength(1);
  });

  test('truncated or malformed form data returns a message; other routes reject form data', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const head =
      '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n';
    for (const payload of ['', '--x', head, `${head}abc`, 'garbage', `${head}abc\r\n--x--`]) {
      const response = await t.app.inject({
        method: 'POST',
        url: `${order.url}/replacement/photos`,
        headers: { ...order.own, 'content-type': 'multipart/form-data; boundary=x' },
        payload,
      });
      expect([payload, response.statusCode, response.json().success]).toEqual([payload, 400, false]);
    }
    const elsewhere = await t.app.inject({
      method: 'POST',
      url: '/api/orders',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
      payload: `${head}abc\r\n--x--`,
    });
    expect(elsewhere.statusCode).toBe(415);
  });

  test('uploads are limited per order, and unused photos are deleted after a day', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const jpeg = await picture().jpeg().toBuffer();
    const statuses: number[] = [];
    for (let index = 0; index < 25; index++) statuses.push((await send(t, order, jpeg)).status);
    expect(statuses).toEqual([...Array(24).fill(201), 429]);
    const { photo } = (await t.db.selectFrom('replacement_photos').select('id as photo').executeTakeFirst()) ?? {};
    await t.post(`${order.url}/replacement`, request({ photos: [photo] }), order.own);
    t.clock.advance(DAY + 1);
    // Files without a row are compared by their real mtime; none is old enough here.
    expect(await t.services.replacements.photos.sweep()).toBe(23);
    expect(await readdir(path.join(t.context.env.dataDir, 'replacements'))).toEqual([`${photo}.webp`]);
    expect(await t.services.replacements.photos.sweep()).toBe(0);
  });

  test('that the sweep is about to delete are no longer there for a request', async () => {
    const { t, admin } = await shop();
    await using _ = t;
    const order = await sold(t, admin);
    const { photo } = (await send(t, order, await picture().png().toBuffer())).body;
    t.clock.advance(DAY + 1);
    // The process ends before it deletes any.
    expect(await t.services.replacements.photos.sweep(AbortSignal.abort())).toBe(0);
    const asked = await t.post(`${order.url}/replacement`, request({ photos: [photo.id] }), order.own);
    expect([asked.status, asked.body.message]).toEqual([404, 'A photo is no longer there. Please add it again.']);
    expect(await t.services.replacements.photos.sweep()).toBe(1);
  });

  test('the sweep handles more photos than one statement can bind', async () => {
    const { t } = await shop();
    await using _ = t;
    const ids = Array.from({ length: 70_000 }, (_, index) => String(index).padStart(32, '0'));
    expect(await knownPhotos(t.db, 'replacements', ids)).toEqual(new Set());
  });
});
