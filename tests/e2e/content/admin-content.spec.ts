import type { FrameLocator, Locator, Page } from '@playwright/test';
import { expectAccessible, ownerToken, signIn } from '../admin.ts';
import { expect, hydrated, test } from '../own-shop.ts';
import { isPhone } from '../shopping.ts';

/** Page content in the admin: previewed before saving, visible in the shop at once. */

/** Shows a page of the shop, which has its own tests. */
const PREVIEW = 'iframe';
const SAVED = 'Content updated successfully in database';

/** Opens one part of the content in the admin. Returns its form. */
async function openPart(page: Page, part: string, title: string): Promise<Locator> {
  await page.goto(`/admin?section=page-content&part=${part}`);
  const form = page.getByRole('region', { name: title, exact: true });
  await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
  return form;
}

const preview = (page: Page): FrameLocator => page.frameLocator('iframe[title^="Preview"]');

async function save(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(SAVED)).toBeVisible();
  await expect(page.getByText(/^Last changed .* by Admin$/)).toBeVisible();
}

/** A PNG drawn by the browser; width and height in pixels. */
async function png(page: Page, width: number, height: number): Promise<Buffer> {
  const base64 = await page.evaluate(
    ([w, h]) => {
      const canvas = document.createElement('canvas');
      canvas.width = w;
      canvas.height = h;
      const pen = canvas.getContext('2d');
      if (!pen) throw new Error('no canvas');
      pen.fillStyle = '#7a1f3d';
      pen.fillRect(0, 0, w, h);
      return canvas.toDataURL('image/png').split(',')[1] ?? '';
    },
    [width, height] as [number, number],
  );
  return Buffer.from(base64, 'base64');
}

test('offer bar and hero: live preview, validation, and an open shop tab updates', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  await signIn(page);
  const shop = await context.newPage();
  await shop.goto('/');
  await hydrated(shop);
  const form = await openPart(page, 'offer-bar', 'Offer bar');
  await expectAccessible(page, PREVIEW);
  const words = form.getByLabel('Text', { exact: true });
  await words.fill('Diwali: free gift wrap <b>today</b>');
  await expect(preview(page).getByText('Diwali: free gift wrap <b>today</b>')).toBeVisible();
  await form.getByLabel('Text colour', { exact: true }).fill('white');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('A colour must be written like #166534')).toBeVisible();
  await form.getByLabel('Text colour', { exact: true }).fill('#4a2a3d');
  await expect(page.getByText(/Hard to read/)).toBeVisible();
  await form.getByLabel('Text colour', { exact: true }).fill('#FFF6E5');
  await expect(page.getByText(/Easy to read/)).toBeVisible();
  if (isPhone(page)) await expect(page.getByText('Not saved yet')).toBeVisible();
  else await expect(page.getByRole('link', { name: 'Offer bar Edited' })).toBeVisible();
  // Unsaved changes do not show in the shop.
  await expect(shop.getByText('Diwali: free gift wrap')).toHaveCount(0);
  await save(page);
  await expect(shop.getByText('Diwali: free gift wrap <b>today</b>')).toBeVisible();

  const hero = await openPart(page, 'hero', 'Hero slides');
  await hero.getByText('Dry fruit, the way it should taste').click();
  await hero.getByLabel('Title', { exact: true }).first().fill('Sweets of the season');
  await hero.getByLabel('Button leads to').first().fill('javascript:alert(1)');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(
    page.getByText('A link must begin with https://, mailto:, tel: or / (a page of the shop)'),
  ).toBeVisible();
  await expect(hero.getByLabel('Button leads to').first()).toBeFocused();
  await hero.getByLabel('Button leads to').first().fill('/combos');
  await expect(preview(page).getByText('Sweets of the season')).toBeVisible();
  await save(page);
  await expect(shop.getByRole('heading', { name: 'Sweets of the season' })).toBeVisible();
});

test('facts may be objects or plain text; unsaved text survives leaving the section', async ({ page }) => {
  await signIn(page);
  const form = await openPart(page, 'facts', 'Do You Know');
  await form.getByRole('button', { name: 'Add fact as one text' }).click();
  await form.getByLabel('Text', { exact: true }).fill('Makhana: it grows on ponds');
  await expect(preview(page).getByRole('heading', { name: 'Makhana', exact: true })).toBeVisible();
  await expect(preview(page).getByText('it grows on ponds')).toBeVisible();
  await page
    .getByRole('link', { name: /Newsletter/ })
    .first()
    .click();
  await expect(page.getByRole('heading', { level: 1, name: 'Newsletter' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText('Not saved yet')).toBeVisible();
  await save(page);
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Makhana', exact: true })).toBeVisible();
  await expect(page.getByText('it grows on ponds')).toBeVisible();

  const again = await openPart(page, 'facts', 'Do You Know');
  await again.locator('summary').filter({ hasText: 'Makhana: it grows on ponds' }).click();
  await again.getByRole('button', { name: 'Remove Makhana: it grows on ponds' }).click();
  await expect(preview(page).getByText('it grows on ponds')).toHaveCount(0);
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(preview(page).getByText('it grows on ponds')).toBeVisible();
});

test('an uploaded logo appears in the navbar of another tab', async ({ page, context, watch }) => {
  watch.allow(/ERR_FAILED/);
  await signIn(page);
  const shop = await context.newPage();
  await shop.goto('/about');
  await hydrated(shop);
  const form = await openPart(page, 'navbar', 'Navbar');
  const file = form.locator('input[type="file"]');
  await file.setInputFiles({ name: 'logo.txt', mimeType: 'text/plain', buffer: Buffer.from('no picture') });
  await expect(page.getByText('Invalid image file. Please select a valid image.')).toBeVisible();
  await page.route('**/api/upload/image', (route) => route.abort());
  const picture = { name: 'mewa.png', mimeType: 'image/png', buffer: await png(page, 600, 150) };
  await file.setInputFiles(picture);
  await expect(page.getByText('Failed to upload image. Please try again.')).toBeVisible();
  await page.unroute('**/api/upload/image');
  const sent = page.waitForRequest('**/api/upload/image');
  await file.setInputFiles(picture);
  expect((await sent).headers()['x-upload-type']).toBe('logo');
  await expect(page.getByText('Image uploaded successfully! ✅ Mobile-optimized')).toBeVisible();
  await expect(form.getByRole('textbox', { name: 'Logo picture' })).toHaveValue(/^\/media\/.*mewa.*\.webp$/);
  const address = await form.getByRole('textbox', { name: 'Logo picture' }).inputValue();
  await expect(preview(page).locator(`.nav-logo img[src="${address}"]`)).toBeVisible();
  await form.getByLabel('Placeholder of the search box').fill('Search sweets…');
  await save(page);
  await expect(shop.locator(`.nav-logo img[src="${address}"]`)).toBeVisible();
  await expect(shop.getByPlaceholder('Search sweets…')).toBeVisible();
  // The logo appears everywhere (D1): in the footer on a plate, at checkout, in the admin.
  const plate = `img.own-logo-plate[src="${address}"]`;
  await expect(shop.locator(`.foot ${plate}`)).toBeAttached();
  await expect(page.locator(`.rail-logo img[src="${address}"]`)).toBeAttached();
  await shop.goto('/');
  const data = await shop.locator('script[type="application/ld+json"]').allTextContents();
  expect(data.find((text) => text.includes('"Organization"'))).toContain(address);
  await shop.goto('/address');
  await expect(shop.locator(`header img[src="${address}"]`)).toBeVisible();
  await shop.goto('/admin/reset-password');
  await expect(shop.locator(`main > img[src="${address}"]`)).toBeVisible();
  await shop.goto('/kingadminlogin');
  await expect(shop).toHaveTitle('Admin Login · Kishmish');
});

test('what is typed during an upload stays', async ({ page }) => {
  await signIn(page);
  const form = await openPart(page, 'story', 'Brand story');
  const ended = Promise.withResolvers<void>();
  await page.route('**/api/upload/image', async (route) => {
    await ended.promise;
    await route.continue();
  });
  const sent = page.waitForRequest('**/api/upload/image');
  const picture = { name: 'kitchen.png', mimeType: 'image/png', buffer: await png(page, 600, 500) };
  await form.locator('input[type="file"]').setInputFiles(picture);
  await sent;
  await form.getByLabel('Title', { exact: true }).fill('From our kitchen');
  ended.resolve();
  await expect(form.getByRole('textbox', { name: 'Picture', exact: true })).toHaveValue(/kitchen.*\.webp$/);
  await expect(form.getByLabel('Title', { exact: true })).toHaveValue('From our kitchen');
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('an item stays at its place while its picture is uploaded', async ({ page }) => {
  await signIn(page);
  const form = await openPart(page, 'blog', 'Blog cards');
  const ended = Promise.withResolvers<void>();
  await page.route('**/api/upload/image', async (route) => {
    await ended.promise;
    await route.continue();
  });
  const item = form.locator('details').first();
  await item.locator('summary').click();
  const picture = { name: 'card.png', mimeType: 'image/png', buffer: await png(page, 600, 500) };
  await item.locator('input[type="file"]').setInputFiles(picture);
  await expect(item.getByRole('button', { name: /^Remove/ })).toBeDisabled();
  await expect(item.getByRole('button', { name: /^Move .* down/ })).toBeDisabled();
  ended.resolve();
  await expect(item.getByRole('textbox', { name: 'Picture', exact: true })).toHaveValue(/card.*\.webp$/);
  await expect(item.getByRole('button', { name: /^Remove/ })).toBeEnabled();
  await page.getByRole('button', { name: 'Discard' }).click();
});

test('a product page is created, previewed, renamed and deleted', { tag: '@journey' }, async ({ page, watch }) => {
  watch.allow(/status of 404/);
  await signIn(page);
  await page.goto('/admin?section=page-content&part=product-pages');
  await page.getByRole('button', { name: 'Add page' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a product page' });
  const name = dialog.getByLabel('Name');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('A title is required')).toBeVisible();
  await name.fill('Cart');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('This route is a page of the shop itself. Please choose another one')).toBeVisible();
  await name.fill('Fitness Mix');
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(dialog.getByText('Another page has this name or this route already.')).toBeVisible();
  await name.fill('Peanut Treats');
  await expect(dialog.getByText('The page will stand at /peanut-treats')).toBeVisible();
  await dialog.getByRole('button', { name: 'Create' }).click();
  await expect(page.getByText('Page created successfully')).toBeVisible();

  const form = page.getByRole('region', { name: 'Peanut Treats', exact: true });
  await expect(form.getByLabel('Route')).toHaveValue('/peanut-treats');
  await form.getByLabel('Category').fill('peanut-butter');
  await form.getByLabel('Subtitle').fill('Everything with peanuts.');
  await form.getByLabel('Benefits').fill('Roasted here\nNo palm oil');
  await expect(preview(page).getByText('Everything with peanuts.')).toBeVisible();
  await expect(preview(page).getByRole('article').first()).toBeVisible();
  await expect(preview(page).getByText('No palm oil')).toBeVisible();
  await expectAccessible(page, PREVIEW);
  await save(page);
  await page.goto('/peanut-treats');
  await expect(page.getByRole('heading', { level: 1, name: 'Peanut Treats' })).toBeVisible();
  await expect(page.getByText('Everything with peanuts.')).toBeVisible();
  await expect(page.getByText('No palm oil')).toBeVisible();

  await page.goto('/admin?section=page-content&part=product-pages&pageId=peanut-treats');
  await page.getByLabel('Name', { exact: true }).fill('Nutty Treats');
  await expect(page.getByLabel('Route')).toHaveValue('/nutty-treats');
  await save(page);
  // The old URL redirects to the new one.
  await page.goto('/peanut-treats');
  await expect(page).toHaveURL(/\/nutty-treats$/);

  await page.goto('/admin?section=page-content&part=product-pages');
  await page.getByRole('button', { name: 'Delete Nutty Treats' }).click();
  const question = page.getByRole('dialog', { name: 'Delete this page?' });
  await question.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('Page deleted successfully')).toBeVisible();
  await expect(page.getByRole('list', { name: 'Product pages' })).not.toContainText('Nutty Treats');
  expect((await page.goto('/nutty-treats'))?.status()).toBe(404);
});

test('static pages; the second of two admins gets a conflict notice; failures keep unsaved text', {
  tag: '@journey',
}, async ({ page, request, watch }) => {
  watch.allow(/ERR_FAILED/);
  await signIn(page);
  const form = await openPart(page, 'about', 'About');
  await form.getByRole('button', { name: 'Add block' }).click();
  await form.getByLabel('Heading').last().fill('Where we pack');
  await form.getByLabel('Text', { exact: true }).last().fill('In Vashi.\n\nEvery morning.');
  await form.getByLabel('List').last().fill('Clean\nDry');
  const { content: home } = await (await request.get('/api/page-content/homepage')).json();
  await form.getByLabel('Picture', { exact: true }).last().fill(home.brandStory.image);
  await form.getByLabel('What the picture shows').last().fill('Scoop of almonds');
  await expect(preview(page).getByRole('img', { name: 'Scoop of almonds' })).toBeVisible();
  await expect(preview(page).getByRole('heading', { name: 'Where we pack' })).toBeVisible();
  await page.route('**/api/page-content/about', (route) => route.abort());
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Failed to save page content')).toBeVisible();
  await page.unroute('**/api/page-content/about');
  await save(page);
  await page.goto('/about');
  await expect(page.getByRole('heading', { name: 'Where we pack' })).toBeVisible();
  await expect(page.getByText('Every morning.')).toBeVisible();
  const shown = page.getByRole('img', { name: 'Scoop of almonds', exact: true });
  await shown.scrollIntoViewIfNeeded();
  await expect.poll(() => shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  const banner = await openPart(page, 'banner', 'Scrolling banner');
  const words = banner.getByLabel('Text', { exact: true });
  await words.fill('Mine');
  const { content } = (await (await request.get('/api/page-content/banner')).json()) as { content: object };
  const other = await request.put('/api/page-content/banner', {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { content: { ...content, text: 'Theirs' } },
  });
  expect(other.status()).toBe(200);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText(/Nothing was overwritten/)).toBeVisible();
  await expect(words).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Show theirs' }).click();
  await expect(words).toHaveValue('Theirs');

  await page.route('**/api/pages/hero/record', (route) => route.abort());
  await page.goto('/admin?section=page-content&part=hero');
  await expect(page.getByText('Failed to load page content').first()).toBeVisible();
});

test('every part opens with its preview', async ({ page, isMobile }) => {
  test.slow();
  await signIn(page);
  await page.goto('/admin?section=page-content');
  const parts: [string, string][] = [
    ['Blog cards', 'From our kitchen table'],
    ['Section titles', 'Our Best Sellers'],
    ['Brand story', 'Read More'],
    ['Quality banner', 'Whole, even grades'],
    ['Questions', 'Write to us'],
    ['Special offer', 'Special Offer - Get 20% off on all value combo packs!'],
    ['Footer', 'Privacy Policy'],
    ['Newsletter texts', 'Subscribe'],
    ['Promises', '7-Day Replacement'],
    ['Contact Us', 'Send us a message'],
    ['Privacy Policy', 'Privacy Policy'],
    ['Return & Refund Policy', 'Return & Refund Policy'],
  ];
  for (const [title, words] of parts) {
    if (isMobile) await page.getByLabel('Part of the content').selectOption(title);
    else await page.getByRole('navigation', { name: 'Parts of the content' }).getByText(title, { exact: true }).click();
    const form = page.getByRole('region', { name: title, exact: true });
    await expect(form.getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    await expect(preview(page).getByText(words).first()).toBeAttached();
  }
  // Both widths of the preview.
  const group = page.getByRole('group', { name: 'Width of the preview' });
  for (const [label, pixels] of [
    ['Phone', 390],
    ['Computer', 1280],
  ] as const) {
    await group.getByRole('button', { name: label }).click();
    await expect
      .poll(() => page.locator('iframe').evaluate((frame: HTMLIFrameElement) => frame.contentWindow?.innerWidth))
      .toBe(pixels);
  }
});

test('the newsletter list is searched and exported, and an address removed', async ({ page, request }) => {
  const email = `=asha-${Date.now()}@example.com`;
  expect((await request.post('/api/newsletter', { data: { email } })).status()).toBe(200);
  await signIn(page);
  await page.goto('/admin?section=newsletter');
  await page.getByRole('searchbox', { name: 'Find an address' }).fill(email.slice(0, 15));
  const list = page.getByRole('list', { name: 'Newsletter addresses' });
  await expect(list.getByText(email)).toBeVisible();
  await expectAccessible(page, PREVIEW);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const file = await download;
  expect(file.suggestedFilename()).toMatch(/^newsletter-\d{4}-\d\d-\d\d\.csv$/);
  const { readFile } = await import('node:fs/promises');
  expect(await readFile(await file.path(), 'utf8')).toContain(`'${email},`);
  await page.getByRole('button', { name: `Remove ${email}` }).click();
  const question = page.getByRole('dialog', { name: 'Remove this address?' });
  await question.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByText('Address removed from the newsletter')).toBeVisible();
  await expect(page.getByText('No address matches this search')).toBeVisible();
});
