import type { Locator } from '@playwright/test';
import sharp from 'sharp';
import { expectAccessible } from '../admin.ts';
import { cleanAfterEach, deleteAfterTest, files, idOf, nameOf, openList, picture, rowOf } from '../admin-products.ts';
import { expectNoSideScroll } from '../layout.ts';
import { expect, test } from '../shop.ts';

/** Photos of a phone are cropped to squares and shrunk before they are uploaded. */

cleanAfterEach();

/** A photo of 4000 × 3000 px, held upright: its left half is red, its right half green. */
async function phonePhoto(name: string) {
  const half = { width: 2000, height: 3000, channels: 3 as const };
  const right = await sharp({ create: { ...half, background: '#2f7d32' } })
    .png()
    .toBuffer();
  const photo = sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#b3261e' } });
  const buffer = await photo
    .composite([{ input: right, left: 2000, top: 0 }])
    .jpeg({ quality: 90 })
    .toBuffer();
  return { name, mimeType: 'image/jpeg', buffer };
}

const frame = (dialog: Locator) => dialog.getByRole('application', { name: /^Part of the photo that is kept/ });

test('photos of a phone are cropped with the keyboard, centred, skipped and uploaded', { tag: '@journey' }, async ({
  page,
  isMobile,
}) => {
  const name = nameOf('Phone Photos', isMobile);
  await openList(page, '&edit=new');
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await form.getByLabel('Product name').fill(name);
  const photos = [
    await phonePhoto('one.jpg'),
    await phonePhoto('two.jpg'),
    await picture('square.jpg', 800),
    await phonePhoto('three.jpg'),
    await picture('small.jpg', 320, 240),
  ];
  await files(form).setInputFiles(photos);

  // What needs nothing passes by, and what is wrong is named at once.
  const crop = page.getByRole('dialog', { name: 'Photo 1 of 3' });
  await expect(frame(crop)).toBeFocused();
  await expect(crop.getByText('4000 × 3000 px')).toBeVisible();
  await expect(crop.getByText('1200 × 1200 px')).toBeVisible();
  await expectAccessible(page);
  await expectNoSideScroll(page);
  // Keys zoom to where few pixels are left, turn, and move.
  for (let step = 0; step < 14; step++) await page.keyboard.press('+');
  await expect(crop.getByText(/This part has fewer than 1200 px/)).toBeVisible();
  await crop.getByRole('slider', { name: 'Zoom' }).fill('0');
  await expect(crop.getByText(/This part has fewer than 1200 px/)).toBeHidden();
  await crop.getByRole('button', { name: 'Turn' }).click();
  await expect(crop.getByText('3000 × 4000 px')).toBeVisible();
  await frame(crop).press('ArrowUp');
  await frame(crop).press('Enter');

  const second = page.getByRole('dialog', { name: 'Photo 2 of 3' });
  await expect(frame(second)).toBeFocused();
  await second.getByRole('button', { name: 'Skip this photo' }).click();
  const last = page.getByRole('dialog', { name: 'Photo 3 of 3' });
  // Dragged with a finger or the mouse: the photo follows.
  const box = await frame(last).boundingBox();
  if (!box) throw new Error('no frame');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width, box.y + box.height / 2, { steps: 4 });
  await page.mouse.up();
  await last.getByRole('button', { name: 'Use photo' }).click();
  await expect(last).toBeHidden();

  const tiles = form.getByRole('list', { name: 'Pictures' }).getByRole('listitem');
  await expect(tiles.filter({ hasText: 'small.jpg' }).getByRole('alert')).toHaveText(
    'Image too small: 320x240px. Minimum recommended: 400x400px',
  );
  await expect(form.getByRole('img', { name: /^Picture \d/ }).or(tiles.getByRole('img'))).toHaveCount(3);

  await form.getByLabel('Category', { exact: true }).selectOption('Nuts');
  await form.getByLabel('Description').fill('Shot on a phone.');
  await form.getByLabel('Price ₹').fill('120');
  await form.getByLabel('Stock', { exact: true }).fill('3');
  await form.getByLabel('No rating yet').check();
  await form.getByRole('button', { name: 'Add Product' }).click();
  deleteAfterTest(idOf(name));
  await expect(form).toBeHidden();
  await expect(rowOf(page, name)).toBeVisible();
  const { product } = (await (await page.request.get(`/api/products/${idOf(name)}`)).json()) as {
    product: { images: { url: string }[]; sizes: { netQuantityGrams: number }[] };
  };
  // The weight on the label has filled in the net quantity.
  expect(product.sizes[0]?.netQuantityGrams).toBe(250);
  const stored = await Promise.all(
    product.images.map(async ({ url }) => {
      const image = sharp(Buffer.from(await (await page.request.get(url)).body()));
      const { width, height } = await image.metadata();
      const { dominant } = await image.stats();
      return { size: `${width}×${height}`, red: dominant.r > dominant.g };
    }),
  );
  const sizes = stored.map(({ size }) => size).sort();
  expect(sizes).toEqual(['1200×1200', '1200×1200', '800×800']);
});
