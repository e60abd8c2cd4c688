import { readdir } from 'node:fs/promises';
import { connect } from 'node:net';
import path from 'node:path';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { dialect, untilWaitedFor } from '#tests/database.ts';
import { addProduct } from '#tests/factories.ts';
import { phonePhoto, picture, sendPhotos } from '#tests/photos.ts';

const REVIEW = { productId: 'almonds', customerName: 'Ananya', customerEmail: 'a@example.com', rating: 5 };

async function shop() {
  const t = await testApp();
  await addProduct(t.db);
  const admin = t.auth(await t.adminToken());
  const jpeg = await picture(900, 600).jpeg().toBuffer();
  const send = (bytes: Buffer | Buffer[] = jpeg, options?: Parameters<typeof sendPhotos>[3]) =>
    sendPhotos(t, '/api/reviews/photos', bytes, options);
  const sent = async (bytes?: Buffer) => (await send(bytes)).body.photo.id as string;
  let n = 0;
  return {
    t,
    admin,
    send,
    sent,
    files: () => readdir(path.join(t.context.env.dataDir, 'reviews')).catch(() => []),
    review: (photos: string[]) => t.post('/api/reviews', { ...REVIEW, comment: `Comment ${n++}`, photos }),
    move: (id: string, status: string) => t.put(`/api/reviews/${id}/status`, { status }, admin),
    raw: (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers }),
    swept: () => t.services.reviewPhotos.sweep(),
  };
}

describe('photos of a review', () => {
  test('are re-encoded without metadata, seen by staff alone until the review is approved, then cached', async () => {
    const { t, admin, send, review, move, raw } = await shop();
    await using _ = t;
    const { status, body } = await send(await phonePhoto(3000, 2000), { name: '../../etc/passwd' });
    expect([status, body.photo]).toEqual([201, { id: body.photo.id, width: 800, height: 1200 }]);
    const photo = body.photo.id as string;
    expect(photo).toMatch(/^[A-Za-z0-9_-]{32}$/);
    const { id } = (await review([photo])).body.review;

    const open = `/api/reviews/photos/${photo}`;
    const guarded = `/api/reviews/${id}/photos/${photo}`;
    expect((await raw(`/api/reviews/rev_other/photos/${photo}`, admin)).statusCode).toBe(404);
    const { reviews } = (await t.get('/api/reviews', admin)).body;
    expect(reviews[0].photos).toEqual([
      { id: photo, url: guarded, smallUrl: `${guarded}?size=small`, width: 800, height: 1200 },
    ]);
    expect((await raw(guarded, admin)).statusCode).toBe(200);
    expect((await raw(guarded)).statusCode).toBe(401);
    for (const url of [open, `${open}?size=small`, `/media/${photo}.webp`]) {
      expect([url, (await raw(url)).statusCode]).toEqual([url, 404]);
    }
    await move(id, 'approved');
    const seen = await raw(open);
    expect([seen.statusCode, seen.headers['content-type'], seen.headers['cache-control']]).toEqual([
      200,
      'image/webp',
      'public, max-age=2592000, immutable',
    ]);
    const { format, exif, orientation, width } = await sharp(seen.rawPayload).metadata();
    expect({ format, exif, orientation, width }).toEqual({
      format: 'webp',
      exif: undefined,
      orientation: undefined,
      width: 800,
    });
    const small = await raw(`${open}?size=small`);
    expect((await sharp(small.rawPayload).metadata()).width).toBe(320);
    expect((await raw(`${open}?size=small`)).rawPayload).toEqual(small.rawPayload);
    expect((await raw(guarded, admin)).headers['cache-control']).toBe('no-store');
    const shown = (await t.get('/api/reviews/product/almonds')).body.reviews[0];
    expect(shown.photos).toEqual([{ id: photo, url: open, smallUrl: `${open}?size=small`, width: 800, height: 1200 }]);
    expect((await t.get('/api/products/almonds')).body.reviews[0].photos).toEqual(shown.photos);

    await move(id, 'pending');
    expect([(await raw(open)).statusCode, (await raw(`${open}?size=small`)).statusCode]).toEqual([404, 404]);
    await t.put(`/api/reviews/${id}`, { status: 'approved', customerName: 'Anonymous' }, admin);
    expect((await raw(open)).statusCode).toBe(404);
  });

  test('belong to the review that was stored, not to the same one sent again', async () => {
    const { t, sent } = await shop();
    await using _ = t;
    const body = { ...REVIEW, comment: 'Very fresh almonds', photos: [await sent()] };
    const [one, two] = await Promise.all([t.post('/api/reviews', body), t.post('/api/reviews', body)]);
    expect([one.status, two.status, two.body.review.id]).toEqual([201, 201, one.body.review.id]);
    // One that meets a stored review only at the insert, and cannot read it, touches no photos and
    // can be repeated.
    const { created_at } = await t.db.selectFrom('reviews').select('created_at').executeTakeFirstOrThrow();
    await t.db
      .updateTable('reviews')
      .set({ created_at: created_at - 86_400_000 })
      .execute();
    expect((await t.post('/api/reviews', body)).status).toBe(503);
    expect(await t.db.selectFrom('review_photos').select(['id', 'review_id']).execute()).toEqual([
      { id: body.photos[0], review_id: one.body.review.id },
    ]);
  });

  test('go with a rejected, a deleted and an edited-away review, and singly; each is audited', async () => {
    const { t, admin, sent, review, move, raw, files } = await shop();
    await using _ = t;
    const take = async (count: number) => {
      const photos = await Promise.all(Array.from({ length: count }, () => sent()));
      return { photos, id: (await review(photos)).body.review.id as string };
    };
    const [rejected, deleted, removed, single] = [await take(2), await take(1), await take(1), await take(3)];
    for (const { id, photos } of [rejected, deleted, removed, single]) {
      await move(id, 'approved');
      for (const photo of photos) expect((await raw(`/api/reviews/photos/${photo}?size=small`)).statusCode).toBe(200);
    }
    expect(await files()).toHaveLength(14);
    // The files go in the background.
    const left = (count: number) => expect.poll(async () => (await files()).length).toBe(count);
    await move(rejected.id, 'rejected');
    await left(10);
    await t.delete(`/api/reviews/${deleted.id}`, admin);
    await left(8);
    const { product } = (await t.get('/api/products/almonds')).body;
    const saved = await t.put('/api/products/almonds', { ...product, removedReviews: [removed.id] }, admin);
    expect(saved.status).toBe(200);
    const [first, second, third] = single.photos as [string, string, string];
    const one = `/api/reviews/${single.id}/photos/${second}`;
    const version = t.context.versions.stamp;
    const { body } = await t.delete(one, admin);
    expect([body.message, body.review.photos.map(({ id }: { id: string }) => id)]).toEqual([
      'Photo removed',
      [first, third],
    ]);
    expect((await t.delete(one, admin)).status).toBe(404);
    expect((await t.delete(`/api/reviews/${rejected.id}/photos/${first}`, admin)).status).toBe(404);

    for (const photo of [...rejected.photos, ...deleted.photos, ...removed.photos, second]) {
      expect((await raw(`/api/reviews/photos/${photo}`)).statusCode).toBe(404);
    }
    // Kept pages and responses that show the photo are stale.
    expect(t.context.versions.stamp).not.toBe(version);
    await left(4);
    expect((await files()).sort()).toEqual([first, third].flatMap((id) => [`${id}-320.webp`, `${id}.webp`]).sort());
    // Approving it again brings no photo back.
    await move(rejected.id, 'approved');
    expect((await t.get(`/api/reviews?search=${rejected.id}`, admin)).status).toBe(200);
    expect(await t.db.selectFrom('review_photos').select('id').where('review_id', '=', rejected.id).execute()).toEqual(
      [],
    );
    const audit = await t.db.selectFrom('audit_log').selectAll().execute();
    expect(audit.filter(({ entity }) => entity === 'review_photo')).toMatchObject([
      { action: 'delete', entity_id: second, actor: 'Admin' },
    ]);
    const rejection = audit.find(
      ({ entity_id, after_value }) => entity_id === rejected.id && after_value?.includes('rejected'),
    );
    expect(JSON.parse(rejection?.before_value ?? '').photos.sort()).toEqual([...rejected.photos].sort());
  });

  test('belong to one review; at most three; a missing one leaves nothing stored', async () => {
    const { t, sent, review } = await shop();
    await using _ = t;
    const photo = await sent();
    expect((await review([photo])).status).toBe(201);
    const stored = async () => (await t.db.selectFrom('reviews').select('id').execute()).length;
    // Released by a rejection, and not swept yet.
    const released = { id: 'r'.repeat(32), width: 9, height: 9, bytes: 9, created_at: 0 };
    await t.db.insertInto('review_photos').values(released).execute();
    for (const photos of [[photo], [released.id], ['x'.repeat(32)], ['%00']]) {
      const { status, body } = await review(photos);
      const msg = 'A photo is no longer there. Please remove it or add it again.';
      expect([status, body.message, body.errors]).toEqual([404, msg, [{ path: 'photos', msg }]]);
    }
    const four = await review([photo, 'b', 'c', 'd']);
    expect([four.status, four.body.errors]).toEqual([400, [{ path: 'photos', msg: 'At most 3 photos' }]]);
    expect(await stored()).toBe(1);
    // The same review sent again after a lost response: its photos are its own already.
    const again = { ...REVIEW, comment: 'Comment 0', photos: [photo] };
    expect((await t.post('/api/reviews', again)).status).toBe(201);
    expect(await stored()).toBe(1);
  });

  test('stay when a review takes them while the sweep runs', async () => {
    const { t, sent, review, files, swept } = await shop();
    await using _ = t;
    const photo = await sent();
    await sent();
    const review_id = (await review([])).body.review.id;
    t.clock.advance(25 * 3_600_000);
    const sweeps: Promise<number>[] = [];
    await t.db.transaction().execute(async (trx) => {
      await trx.updateTable('review_photos').set({ review_id }).where('id', '=', photo).execute();
      sweeps.push(swept());
      // SQLite has one connection: there the sweep begins after the claim.
      if (dialect === 'postgres') await untilWaitedFor(trx, t.db);
    });
    expect(await Promise.all(sweeps)).toEqual([1]);
    expect(await t.db.selectFrom('review_photos').select(['id', 'review_id']).execute()).toEqual([
      { id: photo, review_id },
    ]);
    expect(await files()).toEqual([`${photo}.webp`]);
  });

  test('that a sweep is about to delete are no longer there for a review', async () => {
    const { t, sent, review, files, swept } = await shop();
    await using _ = t;
    const photo = await sent();
    t.clock.advance(25 * 3_600_000);
    // The process ends before it deletes any.
    expect(await t.services.reviewPhotos.sweep(AbortSignal.abort())).toBe(0);
    expect([(await review([photo])).status, await files()]).toEqual([404, [`${photo}.webp`]]);
    expect([await swept(), await files()]).toEqual([1, []]);
  });

  test('that are no still pictures are refused, whatever type they claim', async () => {
    const { t, send, files } = await shop();
    await using _ = t;
    const invalid = 'Invalid image file. Please select a valid image.';
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    const jpeg = await picture(900, 600).jpeg().toBuffer();
    for (const bytes of [svg, Buffer.from('hello'), Buffer.alloc(0), jpeg.subarray(0, 500)]) {
      const { status, body } = await send(bytes);
      expect([status, body.message]).toEqual([400, invalid]);
    }
    expect((await send(Buffer.alloc(5_000_001))).body.message).toBe('Image size should be less than 5MB');
    expect((await send([jpeg, jpeg])).status).toBe(413);
    expect(await files()).toEqual([]);
  });

  test('are limited per network and in all, with a sentence, while reviews are still taken; unused ones go after a day', async () => {
    const { t, send, sent, review, files, swept } = await shop();
    await using _ = t;
    const kept = await sent();
    const { id } = (await review([kept])).body.review;
    await sent();
    const size = { width: 9, height: 9, bytes: 105_000_000, created_at: t.clock.now() };
    const two = ['a', 'b'].map((letter) => ({ id: letter.repeat(32), ...size }));
    await t.db.insertInto('review_photos').values(two).execute();
    const full = await send();
    expect([full.status, full.body.message]).toEqual([
      503,
      'So many photos wait for us that we cannot take more right now. Your review is welcome without them.',
    ]);
    // What is approved does not count.
    await t.db.updateTable('review_photos').set({ review_id: id }).where('id', '=', two[0]!.id).execute();
    await t.db.updateTable('reviews').set({ status: 'approved' }).execute();
    expect((await send()).status).toBe(201);
    t.clock.advance(86_400_001);
    expect(await swept()).toBe(3);
    expect(await files()).toEqual([`${kept}.webp`]);
    expect(await swept()).toBe(0);

    const tiny = await picture().jpeg().toBuffer();
    for (let count = 0; count < 60; count++) expect((await send(tiny)).status).toBe(201);
    const refused = await send(tiny);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'We cannot take more photos from your network today. Your review is welcome without them.',
    ]);
    expect((await review([])).status).toBe(201);
    // Photos are summed only for a network that may send one.
    const more = ['c', 'd'].map((letter) => ({ id: letter.repeat(32), ...size }));
    await t.db.insertInto('review_photos').values(more).execute();
    expect((await send(tiny)).status).toBe(429);
  });

  test('wait for the decoder in a queue that ends', async () => {
    const { t, send } = await shop();
    await using _ = t;
    const photo = await picture(900, 675).jpeg().toBuffer();
    const all = await Promise.all(Array.from({ length: 40 }, () => send(photo)));
    const busy = all.filter(({ status }) => status === 503);
    expect(busy[0]?.body.message).toBe('The shop is busy right now. Please try again in a moment.');
    const stored = all.filter(({ status }) => status === 201).length;
    expect(stored).toBeGreaterThanOrEqual(20);
    expect(stored + busy.length).toBe(40);
    expect((await send(photo)).status).toBe(201);
  });

  test('are not read while ten large ones are; those whose client goes away make room', async () => {
    await using t = await testApp({ ownApp: true });
    const { port } = new URL(await t.app.listen({ port: 0, host: '127.0.0.1' }));
    const begin = 'POST /api/reviews/photos HTTP/1.1\r\nHost: shop\r\nContent-Length: 4900000\r\n';
    for (const _round of [1, 2]) {
      const responses: string[] = [];
      const sockets = Array.from({ length: 11 }, () => {
        const socket = connect(Number(port), '127.0.0.1').on('data', (bytes) => responses.push(`${bytes}`));
        socket.write(`${begin}Content-Type: multipart/form-data; boundary=x\r\n\r\n--x\r\n`);
        return socket;
      });
      await expect.poll(() => responses.length, { timeout: 20_000 }).toBe(1);
      expect(responses[0]).toMatch(/^HTTP\/1.1 503 /);
      for (const socket of sockets) socket.destroy();
      const open = () => new Promise((resolve) => t.app.server.getConnections((_, count) => resolve(count)));
      await expect.poll(open, { timeout: 20_000 }).toBe(0);
    }
  });

  test('sent at once fill the room for photos once', async () => {
    const { t, send } = await shop();
    await using _ = t;
    const almost = { id: 'a'.repeat(32), width: 9, height: 9, bytes: 200 * 1024 * 1024 - 1, created_at: t.clock.now() };
    await t.db.insertInto('review_photos').values(almost).execute();
    const tiny = await picture().jpeg().toBuffer();
    const sent = await Promise.all(Array.from({ length: 20 }, () => send(tiny)));
    expect(sent.filter(({ status }) => status === 201)).toHaveLength(1);
    expect(new Set(sent.map(({ status }) => status))).toEqual(new Set([201, 503]));
    expect(await t.db.selectFrom('review_photos').select('id').execute()).toHaveLength(2);
  });
});
