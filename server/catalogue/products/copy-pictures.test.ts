import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { pictureFetch } from '#server/media/fetch-picture.ts';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct } from '#tests/factories.ts';
import { pictureHost } from '#tests/picture-host.ts';

const host = await pictureHost();
const SITE = 'https://pictures.example';

const photo = (width: number, height = width) =>
  sharp({ create: { width, height, channels: 3, background: '#a9683a' } });

beforeAll(async () => {
  host.serve('/a.jpg', { body: await photo(800).jpeg().toBuffer() });
  // Content types decide nothing.
  host.serve('/b', { type: 'text/html', body: await photo(2_000).png().toBuffer() });
  host.serve('/tall.jpg', { body: await photo(500, 1_500).jpeg().toBuffer() });
  host.serve('/small.jpg', { body: await photo(300, 900).jpeg().toBuffer() });
  host.serve('/page.jpg', { body: '<html><script>alert(1)</script></html>' });
  host.serve('/drawing.jpg', { body: '<svg xmlns="http://www.w3.org/2000/svg" width="800" height="800"/>' });
  host.serve('/bomb.png', { body: await photo(7_000).png().toBuffer() });
  host.serve('/inside.jpg', { status: 302, location: 'https://169.254.169.254/latest/meta-data' });
});
afterAll(() => host.close());

/** A shop with a product that shows these pictures of the other site. */
async function shopWith(images: unknown[]) {
  const t = await testApp({ fetchPicture: pictureFetch(host.send) });
  await addProduct(t.db, { id: 'almonds' });
  const auth = t.auth(await t.adminToken());
  const { product } = (await t.get('/api/products/almonds')).body;
  const body = { ...product, category: 'nuts', images };
  expect((await t.put('/api/products/almonds', body, auth)).status).toBe(200);
  return { t, auth, version: (await imagesOf(t)).version as number };
}

const imagesOf = async (t: TestApp) => (await t.get('/api/products/almonds')).body.product;
const copy = (t: TestApp, auth: Record<string, string>, ...urls: string[]) =>
  t.post('/api/admin/products/almonds/pictures', { urls }, auth);
const linked = async (t: TestApp, auth: Record<string, string>) =>
  (await t.get('/api/admin/products/linked-pictures', auth)).body.products;

describe('pictures of another site', () => {
  test('are copied into the shop, in their places, once', async () => {
    const { t, auth } = await shopWith([
      { url: `${SITE}/a.jpg`, alt: 'In a bowl', uploadType: 'url' },
      { url: '/media/own.webp', alt: 'Own', uploadType: 'file' },
      { url: `${SITE}/b`, alt: '', uploadType: 'url' },
    ]);
    await using _ = t;
    const urls = [`${SITE}/a.jpg`, `${SITE}/b`];
    expect(await linked(t, auth)).toEqual([{ id: 'almonds', name: 'California Almonds', urls }]);
    const first = await copy(t, auth, ...urls);
    expect([first.status, first.body]).toEqual([200, { success: true, copied: 2, failed: [] }]);
    const { images } = await imagesOf(t);
    expect(images).toEqual([
      { url: expect.stringMatching(/^\/media\/a-\d+x\d+-[0-9a-f]{8}\.webp$/), alt: 'In a bowl', uploadType: 'file' },
      { url: '/media/own.webp', alt: 'Own', uploadType: 'file' },
      { url: expect.stringMatching(/^\/media\/b-1200x1200-[0-9a-f]{8}\.webp$/), alt: '', uploadType: 'file' },
    ]);
    expect(await linked(t, auth)).toEqual([]);

    const asked = host.asked.length;
    expect((await copy(t, auth, ...urls)).body).toEqual({ success: true, copied: 0, failed: [] });
    expect(host.asked.length).toBe(asked);
    expect((await imagesOf(t)).images).toEqual(images);
    const entries = await t.db.selectFrom('audit_log').selectAll().execute();
    const saves = entries.filter((entry) => entry.before_value?.includes(SITE));
    expect(saves).toHaveLength(1);
    expect(saves[0]?.after_value).not.toContain('pictures.example');
  });

  test.each([
    ['/page.jpg', 'Invalid image file. Please select a valid image.'],
    ['/drawing.jpg', 'Invalid image file. Please select a valid image.'],
    ['/bomb.png', 'Invalid image file. Please select a valid image.'],
    ['/small.jpg', 'Image too small: 300x900px. Minimum recommended: 400x400px'],
    ['/inside.jpg', 'Pictures are fetched from public https:// addresses only'],
    ['/missing.jpg', 'The other site answers 404'],
    ['/endless.jpg', 'Image size should be less than 5MB'],
  ])('%s stays a link, with the reason, and the others are copied', async (path, msg) => {
    const { t, auth } = await shopWith([`${SITE}${path}`, `${SITE}/tall.jpg`]);
    await using _ = t;
    const { body } = await copy(t, auth, `${SITE}${path}`, `${SITE}/tall.jpg`);
    expect(body).toEqual({ success: true, copied: 1, failed: [{ url: `${SITE}${path}`, msg }] });
    const { images } = await imagesOf(t);
    expect(images.map(({ url }: { url: string }) => url)).toEqual([
      `${SITE}${path}`,
      expect.stringMatching(/^\/media\/tall-1200x1200-/),
    ]);
    expect(await linked(t, auth)).toMatchObject([{ urls: [`${SITE}${path}`] }]);
  });

  test('nothing is asked of a site that the product does not link to', async () => {
    const { t, auth } = await shopWith([`${SITE}/a.jpg`]);
    await using _ = t;
    const asked = host.asked.length;
    expect((await copy(t, auth, `${SITE}/b`, 'https://127.0.0.1/')).body).toMatchObject({ copied: 0 });
    expect((await copy(t, auth, '/media/own.webp')).body).toMatchObject({ copied: 0 });
    expect(host.asked.length).toBe(asked);
    expect((await copy(t, auth, ...Array(3).fill(`${SITE}/a.jpg`))).status).toBe(400);
    expect((await t.post('/api/admin/products/none/pictures', { urls: [`${SITE}/a.jpg`] }, auth)).status).toBe(404);
  });

  test('what somebody saves meanwhile stays', async () => {
    const { t, auth } = await shopWith([`${SITE}/a.jpg`, `${SITE}/b`]);
    await using _ = t;
    const { product } = (await t.get('/api/products/almonds')).body;
    const work = copy(t, auth, `${SITE}/a.jpg`, `${SITE}/b`);
    const other = { ...product, category: 'nuts', name: 'Smoked Almonds', images: [`${SITE}/b`] };
    const saved = await t.put('/api/products/almonds', other, auth);
    const copied = await work;
    const stored = await imagesOf(t);
    // Whichever came first, neither undid the other.
    if (saved.status === 200) expect(stored.name).toBe('Smoked Almonds');
    else expect([saved.status, copied.body.copied]).toEqual([409, 2]);
    expect(stored.images.length).toBe(saved.status === 200 ? 1 : 2);
  });
});
