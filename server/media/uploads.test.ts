import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate } from 'node:timers/promises';
import { sql } from 'kysely';
import sharp from 'sharp';
import { describe, expect, test, vi } from 'vitest';
import { pictureVariants } from '#shop/media/pictures.ts';
import { START, type TestApp, testApp } from '#tests/app.ts';
import { bucket } from '#tests/bucket.ts';
import { dialect } from '#tests/database.ts';
import { addProduct } from '#tests/factories.ts';
import { plansOf } from '#tests/plans.ts';
import { demoPictures } from '../demo/files.ts';
import { createServices } from '../services.ts';
import { deleteUpload, isShown, knownUploads, readLines, readUpload } from './media.queries.ts';
import { createPhotoStore } from './photos.ts';
import { createPictureStore, uploadsFolder } from './picture-store.ts';
import { createUploadsService } from './service.ts';

/**
 * A picture with some noise, so that no two have the same bytes and none compresses to almost
 * nothing.
 */
async function picture(
  width: number,
  height: number,
  format: 'jpeg' | 'png' | 'webp' | 'gif' = 'jpeg',
): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 150, sigma: 3 };
  const image = sharp({ create: { width, height, channels: 3, background: '#a9683a', noise } });
  const withPlace = { IFD0: { Copyright: 'Somebody' }, IFD3: { GPSLatitude: '12/1 58/1 0/1' } };
  return image.withExif(withPlace).toFormat(format).toBuffer();
}

test('the upload of a URL is found by an index, since the first request of each copy looks for it', async () => {
  await using t = await testApp();
  const url = '/media/walnuts-1200x1200-0a1b2c3d.webp';
  const plans = await plansOf(t.context.database, async (trx) => {
    await readUpload(trx, { url });
    await knownUploads(trx, [url]);
    await deleteUpload(trx, url);
  });
  expect(plans.filter((step) => /uploads_url/.test(step))).toHaveLength(3);
});

interface Sent {
  bytes: Buffer;
  name?: string;
  type?: string;
}

async function send(t: TestApp, path: string, field: string, files: Sent[], headers: Record<string, string>) {
  const form = new FormData();
  for (const { bytes, name = 'Kashmiri Walnuts.jpg', type = 'image/jpeg' } of files) {
    form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  }
  const request = new Request('http://shop.test', { method: 'POST', body: form });
  const response = await t.app.inject({
    method: 'POST',
    url: path,
    headers: { ...headers, 'content-type': request.headers.get('content-type') ?? '' },
    payload: Buffer.from(await request.arrayBuffer()),
  });
  return { status: response.statusCode, body: response.json() };
}

const auditOf = (t: TestApp) =>
  t.db.selectFrom('audit_log').selectAll().where('entity', '=', 'image').orderBy('id').execute();

describe('POST /upload/image', () => {
  test('a picture is re-encoded, named by its content, without metadata, and recorded', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const { status, body } = await send(t, '/api/upload/image', 'image', [{ bytes: await picture(800, 900) }], auth);
    expect(status).toBe(201);
    expect(body).toMatchObject({ success: true, message: 'Image uploaded successfully! ✅ Mobile-optimized' });
    expect(body.imageUrl).toMatch(/^\/media\/kashmiri-walnuts-800x900-[0-9a-f]{8}\.webp$/);
    expect(body.image).toMatchObject({ url: body.imageUrl, alt: 'kashmiri walnuts', width: 800, height: 900 });
    const stored = (await t.services.uploads.find(body.imageUrl.slice(7))) ?? Buffer.alloc(0);
    const facts = await sharp(stored).metadata();
    expect(facts).toMatchObject({ format: 'webp', width: 800, height: 900 });
    expect([facts.exif, facts.xmp, facts.icc]).toEqual([undefined, undefined, undefined]);
    expect(stored.length).toBeLessThanOrEqual(60_000);
    expect(await auditOf(t)).toMatchObject([{ action: 'upload', entity_id: body.image.id, actor: 'Admin' }]);
  });

  test('the same picture uploaded twice is stored once', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const file = { bytes: await picture(500, 500) };
    const first = await send(t, '/api/upload/image', 'image', [file], auth);
    const again = await send(t, '/api/upload/image', 'image', [file], auth);
    expect(again.body.image).toEqual(first.body.image);
    expect(await auditOf(t)).toHaveLength(1);
  });

  test('the same picture uploaded twice at the same moment is stored once', async () => {
    await using t = await testApp();
    const both = Promise.withResolvers<void>();
    let puts = 0;
    const store = {
      ...createPictureStore(t.context.env),
      // A slow store: neither of them ends before the other has begun.
      put: async () => {
        if (++puts === 2) both.resolve();
        await both.promise;
      },
    };
    const uploads = createUploadsService(t.context, { store });
    const file = { name: 'x.jpg', type: 'image/jpeg', bytes: await picture(500, 500) };
    const add = () => uploads.addOne(file, 'content', { id: null, name: 'Owner' });
    const [one, two] = await Promise.all([add(), add()]);
    expect(two).toEqual(one);
    expect(await t.db.selectFrom('uploads').select('id').execute()).toEqual([{ id: one.id }]);
    expect(await auditOf(t)).toHaveLength(1);
  });

  test('every copy that a browser may choose is made on its first request', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const { body } = await send(t, '/api/upload/image', 'image', [{ bytes: await picture(500, 500) }], auth);
    const variants = pictureVariants(body.imageUrl);
    expect(variants.length).toBeGreaterThan(2);
    for (const { url, width, format } of variants) {
      const bytes = (await t.services.uploads.find(url.slice(7))) ?? Buffer.alloc(0);
      const facts = await sharp(bytes).metadata();
      expect([url, facts.width, facts.format]).toEqual([url, width, format === 'avif' ? 'heif' : 'webp']);
    }
    const stem = body.imageUrl.slice(7).replace('.webp', '');
    const jpeg = await sharp((await t.services.uploads.find(`${stem}-500.jpg`)) ?? undefined).metadata();
    expect([jpeg.format, jpeg.width, jpeg.height]).toEqual(['jpeg', 500, 500]);
    for (const name of [
      `${stem}-333.avif`,
      `${stem}-499.jpg`,
      `${stem}.jpg`,
      'products/nothing-500x500-00000000-500.jpg',
      'products/../../../package-500x500-00000000-500.jpg',
      `${stem}-640.avif`,
      'nothing-500x500-00000000-320.avif',
      '../shop.db',
      'a.webp',
    ]) {
      expect(await t.services.uploads.find(name)).toBeNull();
    }
  });

  test('a picture of the demo has one JPEG copy, made once', async () => {
    await using t = await testApp();
    const { file = '' } = demoPictures()['products/california-almonds-1.webp'] ?? {};
    const name = file.replace('.webp', '-1000.jpg');
    const bytes = (await t.services.uploads.find(name)) ?? undefined;
    const { format, width, height } = await sharp(bytes).metadata();
    expect([format, width, height]).toEqual(['jpeg', 1000, 1000]);
    expect(readdirSync(uploadsFolder(t.context.env))).toEqual([name.slice('products/'.length)]);
    expect(await t.services.uploads.find(name)).toEqual(bytes);
    for (const other of [file.replace('.webp', '-999.jpg'), file, file.replace('.webp', '-640.avif')]) {
      expect(await t.services.uploads.find(other)).toBeNull();
    }
  });

  test.each([
    ['too small', { width: 399, height: 500 }, 'Image too small: 399x500px. Minimum recommended: 400x400px'],
    ['too large', { width: 1201, height: 1200 }, 'Image too large: 1201x1200px. Maximum recommended: 1200x1200px'],
    [
      'not square',
      { width: 1000, height: 700 },
      'Aspect ratio 1.43 may cause mobile display issues. Recommended: 1:1 (square)',
    ],
  ])('%s is refused with its sentence', async (_name, { width, height }, message) => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const bytes = await picture(width, height);
    const response = await send(t, '/api/upload/image', 'image', [{ bytes }], auth);
    expect(response).toEqual({ status: 400, body: { success: false, message } });
    expect(await auditOf(t)).toEqual([]);
    const logo = await send(t, '/api/upload/image', 'image', [{ bytes }], { ...auth, 'x-upload-type': 'logo' });
    expect(logo.status).toBe(201);
  });

  test('too large to unpack is refused with the same sentence; of another kind, as invalid', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const large = { width: 4_000, height: 4_000, channels: 3 as const, background: '#a9683a' };
    const bytes = await sharp({ create: large }).avif({ effort: 0 }).toBuffer();
    for (const [kind, message] of [
      ['product', 'Image too large: 4000x4000px. Maximum recommended: 1200x1200px'],
      ['logo', 'Invalid image file. Please select a valid image.'],
      ['content', 'Invalid image file. Please select a valid image.'],
    ] as const) {
      const file = { bytes, type: 'image/avif', name: 'large.avif' };
      const response = await send(t, '/api/upload/image', 'image', [file], { ...auth, 'x-upload-type': kind });
      expect(response).toEqual({ status: 400, body: { success: false, message } });
    }
  });

  test('files that are not still pictures are rejected, whatever type they claim', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="500" height="500"><script>1</script></svg>',
    );
    const frames = [0, 1].map((shade) => ({
      create: { width: 500, height: 500, channels: 3 as const, background: { r: shade * 200, g: 0, b: 0 } },
    }));
    const animated = await sharp(await Promise.all(frames.map((frame) => sharp(frame).png().toBuffer())), {
      join: { animated: true },
    })
      .webp({ delay: [100, 100], loop: 0 })
      .toBuffer();
    expect((await sharp(animated).metadata()).pages).toBe(2);
    const whole = await picture(500, 500);
    for (const file of [
      { bytes: svg, type: 'image/svg+xml', name: 'logo.svg' },
      { bytes: svg, type: 'image/png', name: 'logo.png' },
      { bytes: animated, type: 'image/webp' },
      { bytes: Buffer.from('hello'), type: 'image/jpeg' },
      { bytes: whole.subarray(0, whole.length / 2), type: 'image/jpeg' },
      { bytes: whole, type: 'application/pdf' },
      { bytes: Buffer.alloc(0), type: 'image/jpeg' },
    ]) {
      for (const headers of [auth, { ...auth, 'x-upload-type': 'logo' }]) {
        const response = await send(t, '/api/upload/image', 'image', [file], headers);
        expect(response.body.message).toBe('Invalid image file. Please select a valid image.');
        expect(response.status).toBe(400);
      }
    }
  });

  test('5,000,000 bytes are accepted, one more is not', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const small = await picture(500, 500);
    const heavy = (size: number) => Buffer.concat([small, Buffer.alloc(size - small.length)]);
    expect((await send(t, '/api/upload/image', 'image', [{ bytes: heavy(5_000_000) }], auth)).status).toBe(201);
    const response = await send(t, '/api/upload/image', 'image', [{ bytes: heavy(5_000_001) }], auth);
    expect(response).toMatchObject({ status: 413, body: { message: 'Image size should be less than 5MB' } });
    const none = await t.post('/api/upload/image', {}, auth);
    expect(none.status).toBe(400);
    const other = await send(t, '/api/upload/image', 'file', [{ bytes: small }], auth);
    expect(other.status).toBe(400);
  });

  test('requests without a session are rejected before the body is read', async () => {
    await using t = await testApp();
    const bytes = await picture(500, 500);
    for (const path of ['/api/upload/image', '/api/upload/images']) {
      expect((await send(t, path, 'image', [{ bytes }], {})).status).toBe(401);
    }
    expect((await t.delete('/api/upload/image/x')).status).toBe(401);
  });
});

describe('POST /upload/images', () => {
  test('up to five at once, each with a URL and an alt text', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const files = [
      { bytes: await picture(400, 400), name: 'Front.jpg' },
      { bytes: await picture(420, 400, 'png'), name: 'पीछे.png', type: 'image/png' },
    ];
    const { status, body } = await send(t, '/api/upload/images', 'images', files, auth);
    expect(status).toBe(201);
    expect(body.message).toBe('2 images uploaded successfully!');
    expect(body.images).toMatchObject([
      { url: expect.stringMatching(/^\/media\/front-400x400-/), alt: 'front' },
      { url: expect.stringMatching(/^\/media\/product-420x400-/), alt: 'product' },
    ]);
    const six = Array.from({ length: 6 }, () => files[0] as Sent);
    expect(await send(t, '/api/upload/images', 'images', six, auth)).toEqual({
      status: 413,
      body: { success: false, message: 'Up to 5 images can be uploaded at once' },
    });
  });

  test('each file is checked for type and 5 MB, and named', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const good = { bytes: await picture(400, 400), name: 'good.jpg' };
    const text = { bytes: Buffer.from('hello'), name: 'notes.txt', type: 'text/plain' };
    expect(await send(t, '/api/upload/images', 'images', [good, text], auth)).toEqual({
      status: 400,
      body: {
        success: false,
        message: 'File notes.txt is not a valid image file',
        errors: [{ path: 'images.1', msg: 'File notes.txt is not a valid image file' }],
      },
    });
    const heavy = { bytes: Buffer.alloc(5_000_001), name: 'heavy.jpg' };
    expect(await send(t, '/api/upload/images', 'images', [good, heavy], auth)).toMatchObject({
      status: 413,
      body: { message: 'File heavy.jpg size should be less than 5MB', errors: [{ path: 'images.1' }] },
    });
  });
});

describe('DELETE /upload/image/{id}', () => {
  test('a picture that two forms uploaded stays for the other one', async () => {
    await using t = await testApp();
    const auth = t.auth(await t.adminToken());
    const file = { bytes: await picture(500, 500) };
    const upload = async () => (await send(t, '/api/upload/image', 'image', [file], auth)).body.image;
    const [{ id, url }] = [await upload(), await upload(), await upload()];
    const remove = async () => (await t.delete(`/api/upload/image/${id}`, auth)).status;
    expect(await Promise.all([remove(), remove()])).toEqual([200, 200]);
    expect(await t.services.uploads.find(url.slice(7))).not.toBeNull();
    expect(await auditOf(t)).toMatchObject([{ action: 'upload' }]);
    expect(await Promise.all([remove(), remove()]).then((statuses) => statuses.sort())).toEqual([200, 404]);
    expect(await t.services.uploads.find(url.slice(7))).toBeNull();
    expect(await auditOf(t)).toMatchObject([{ action: 'upload' }, { action: 'delete' }]);
  });

  test('by id or file name; pictures in use stay', async () => {
    await using t = await testApp({ seed: 'demo' });
    const auth = t.auth(await t.adminToken());
    const upload = async () =>
      (await send(t, '/api/upload/image', 'image', [{ bytes: await picture(500, 500) }], auth)).body.image as {
        id: string;
        url: string;
      };
    const first = await upload();
    expect((await t.delete(`/api/upload/image/${first.id}`, auth)).status).toBe(200);
    expect(await t.services.uploads.find(first.url.slice(7))).toBeNull();
    expect((await t.delete(`/api/upload/image/${first.id}`, auth)).status).toBe(404);

    const second = await upload();
    const { product } = (await t.get('/api/products/golden-raisins')).body;
    await t.put('/api/products/golden-raisins', { ...product, images: [{ url: second.url, alt: 'Raisins' }] }, auth);
    expect(await t.delete(`/api/upload/image/${second.url.slice(7)}`, auth)).toMatchObject({
      status: 409,
      body: { message: 'This image is still used by a product, a page or an order.' },
    });
    await t.put('/api/products/golden-raisins', { ...product, version: undefined, images: [] }, auth);
    expect((await t.delete(`/api/upload/image/${second.url.slice(7)}`, auth)).status).toBe(200);
    expect((await t.delete('/api/upload/image/%00', auth)).status).toBe(404);
  });
});

describe('the pictures of orders', () => {
  /** Lines of one order, without pictures. */
  const addLines = (t: TestApp, from: number, to: number) =>
    sql`with recursive n (i) as (select cast(${from} as integer) union all select i + 1 from n where i < ${to})
      insert into order_lines (order_number, position, product_id, name, size, quantity, price)
      select 'ORD1', i, 'almonds', 'Almonds', '250g', 1, 29900 from n`.execute(t.db);

  async function ordered(lines: number): Promise<TestApp> {
    const t = await testApp();
    const order = { order_number: 'ORD1', access_token_hash: '', status: 'delivered' as const };
    await t.db
      .insertInto('orders')
      .values({ ...order, created_at: START, updated_at: START })
      .execute();
    await addLines(t, 1, lines);
    return t;
  }

  const upload = async (t: TestApp, auth: Record<string, string>) =>
    (await send(t, '/api/upload/image', 'image', [{ bytes: await picture(500, 500) }], auth)).body.image;

  const show = (t: TestApp, position: number, image: string) =>
    t.db.updateTable('order_lines').set({ image }).where('position', '=', position).execute();

  test('stay, although nothing else shows them', async () => {
    await using t = await ordered(3);
    const auth = t.auth(await t.adminToken());
    const { id, url } = await upload(t, auth);
    await show(t, 2, url);
    expect((await t.delete(`/api/upload/image/${id}`, auth)).status).toBe(409);
    await show(t, 2, '');
    expect((await t.delete(`/api/upload/image/${id}`, auth)).status).toBe(200);
  });

  test.runIf(dialect === 'sqlite')('are looked for in pieces, and others are served in between', async () => {
    await using t = await ordered(50_000);
    const auth = t.auth(await t.adminToken());
    const [id, shown] = [(await upload(t, auth)).id, await upload(t, auth)];
    const read: { after: number; to: number; turn: number }[] = [];
    const { prepare } = DatabaseSync.prototype;
    let turn = 0;
    const spy = vi.spyOn(DatabaseSync.prototype, 'prepare').mockImplementation(function (this: DatabaseSync, text) {
      const statement = prepare.call(this, text);
      if (!text.includes('"order_lines"') || !text.includes('"image"')) return statement;
      const { all } = statement;
      statement.all = (...values: unknown[]) => {
        read.push({ after: Number(values[1]), to: Number(values[2] ?? 50_000), turn });
        return Reflect.apply(all, statement, values);
      };
      return statement;
    });
    let response: Promise<unknown> | null = t.delete(`/api/upload/image/${id}`, auth).finally(() => {
      response = null;
    });
    while (response) {
      await setImmediate();
      turn += 1;
    }
    // No line is read for a picture that a product shows.
    await addProduct(t.db);
    await t.db.updateTable('product_images').set({ url: shown.url }).execute();
    expect((await t.delete(`/api/upload/image/${shown.id}`, auth)).status).toBe(409);
    spy.mockRestore();
    expect((await t.delete(`/api/upload/image/${id}`, auth)).status).toBe(404);
    expect(read.map(({ after, to }) => [after, to])).toEqual([
      [0, 20_000],
      [20_000, 40_000],
      [40_000, 60_000],
      // Again, in the transaction: those that may have come meanwhile.
      [30_000, 50_000],
    ]);
    expect(new Set(read.map((one) => one.turn)).size).toBe(4);
  });

  test('are found if their line comes while the others are read', async () => {
    await using t = await ordered(3);
    const { database } = t.context;
    const after = await readLines(database.db, '/media/new.webp');
    // SQLite gives the number of a deleted last row again.
    await t.db.deleteFrom('order_lines').where('position', '=', 3).execute();
    await addLines(t, 4, 4);
    expect(await isShown(t.db, '/media/new.webp', after)).toBe(false);
    await show(t, 4, '/media/new.webp');
    expect(await isShown(t.db, '/media/new.webp', after)).toBe(true);
  });
});

describe('object storage', () => {
  test('every request is signed; another machine reads the pictures back', async () => {
    await using far = await bucket();
    await using t = await testApp({ env: { s3: far.s3 } });
    const auth = t.auth(await t.adminToken());
    const { body } = await send(t, '/api/upload/image', 'image', [{ bytes: await picture(500, 500) }], auth);
    const name = body.imageUrl.slice(7) as string;
    const stored = far.objects.get(`/pictures/${name}`);
    expect(stored?.length).toBeGreaterThan(100);

    const other = createServices({
      ...t.context,
      env: { ...t.context.env, dataDir: path.join(t.context.env.dataDir, 'another-machine') },
    });
    expect(await other.uploads.find(name)).toEqual(stored);
    const variant = name.replace('.webp', '-320.avif');
    const copy = await other.uploads.find(variant);
    expect(copy).toEqual(far.objects.get(`/pictures/${variant}`));
    // From the copy on this machine by now.
    far.fail(true);
    expect(await other.uploads.find(name)).toEqual(stored);
    far.fail(false);

    expect((await t.delete(`/api/upload/image/${body.image.id}`, auth)).status).toBe(200);
    expect(far.objects.size).toBe(0);
    expect(far.requests.length).toBeGreaterThan(4);
    for (const { signature, date, path } of far.requests) {
      expect(path).toMatch(/^\/pictures\//);
      expect(date).toMatch(/^\d{8}T\d{6}Z$/);
      expect(signature).toMatch(
        /^AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE\/\d{8}\/ap-south-1\/s3\/aws4_request, SignedHeaders=.*host.*, Signature=[0-9a-f]{64}$/,
      );
    }
  });

  test('a failing storage gives an error and leaves nothing behind', async () => {
    await using far = await bucket();
    await using t = await testApp({ env: { s3: far.s3 } });
    const auth = t.auth(await t.adminToken());
    far.fail(true);
    const response = await send(t, '/api/upload/image', 'image', [{ bytes: await picture(500, 500) }], auth);
    expect(response).toEqual({
      status: 503,
      body: { success: false, message: 'Failed to upload image. Please try again.' },
    });
    expect(await t.db.selectFrom('uploads').selectAll().execute()).toEqual([]);
    await expect(t.services.uploads.find('nothing-500x500-00000000.webp')).rejects.toMatchObject({ code: 'busy' });
  });

  test('an upload that was stored, but whose response was lost, leaves nothing behind', async () => {
    await using far = await bucket();
    await using t = await testApp({ env: { s3: far.s3 } });
    const auth = t.auth(await t.adminToken());
    far.fail('late');
    const sent = await send(t, '/api/upload/image', 'image', [{ bytes: await picture(500, 500) }], auth);
    expect([sent.status, far.objects.size]).toEqual([503, 0]);

    const photos = createPhotoStore(t.context, 'reviews');
    const add = async () =>
      photos.add(await picture(40, 30), async (photo) => {
        await t.db.insertInto('review_photos').values(photo).execute();
      });
    await expect(add()).rejects.toMatchObject({ code: 'upload_failed' });
    await expect.poll(() => t.db.selectFrom('review_photos').selectAll().execute()).toEqual([]);
    expect(far.objects.size).toBe(0);

    // The storage cannot delete it either: a later sweep does.
    far.fail(true);
    await expect(add()).rejects.toMatchObject({ code: 'upload_failed' });
    await photos.stop();
    expect(await t.db.selectFrom('review_photos').select('created_at').execute()).toEqual([{ created_at: 0 }]);
    far.fail(false);
    expect(await photos.sweep()).toBe(1);
  });
});
