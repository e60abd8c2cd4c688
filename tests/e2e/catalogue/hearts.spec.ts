import type { Locator, Page } from '@playwright/test';
import { expect, hydrated, setOffline, test } from '../shop.ts';
import { isPhone } from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/**
 * Wishlist hearts, quick add, reviews, the full-screen picture, recently viewed products, sharing.
 */

const heart = (page: Page, name: string) =>
  page.getByRole('button', { name: `Save ${name} to wishlist`, exact: true }).first();
const wishlistLink = (page: Page, count: number) =>
  page.getByRole('link', { name: count === 0 ? 'Wishlist' : new RegExp(`^Wishlist, ${count} product`), exact: true });

/** Waits for hydration and the requests that follow it. */
async function settled(page: Page): Promise<void> {
  await hydrated(page);
  await page.waitForLoadState('networkidle');
}

test('a heart survives a reload, shows in another tab and is sent to the server', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  await page.goto('/all-products');
  await settled(page);
  const other = await context.newPage();
  await other.goto('/wishlist');
  await expect(other.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();

  const saved = page.waitForResponse(/\/api\/products\/cashews-w240\/wishlist$/);
  await heart(page, 'Cashews W240').click();
  await expect(heart(page, 'Cashews W240')).toHaveAttribute('aria-pressed', 'true');
  expect(await (await saved).json()).toMatchObject({ success: true, wishlisted: true });
  await expect(page).toHaveURL(/\/all-products$/);
  await expect(wishlistLink(page, 1)).toBeVisible();
  await expect(other.getByRole('heading', { name: 'Cashews W240' })).toBeVisible();
  await expect(wishlistLink(other, 1)).toBeVisible();

  await page.reload();
  await expect(heart(page, 'Cashews W240')).toHaveAttribute('aria-pressed', 'true');
  await page.goto('/product/cashews-w240');
  await expect(heart(page, 'Cashews W240')).toHaveAttribute('aria-pressed', 'true');
  await heart(page, 'Cashews W240').press('Enter');
  await expect(heart(page, 'Cashews W240')).toHaveAttribute('aria-pressed', 'false');
  await expect(other.getByRole('heading', { name: 'Your wishlist is empty' })).toBeVisible();
});

test('a heart pressed offline is queued on the device', async ({ page, context, watch }) => {
  watch.allow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/);
  await page.goto('/product/medjool-dates');
  await settled(page);
  await setOffline(context, true);
  await heart(page, 'Medjool Dates').click();
  await expect(heart(page, 'Medjool Dates')).toHaveAttribute('aria-pressed', 'true');
  await expect(wishlistLink(page, 1)).toBeVisible();
  const saved = page.waitForResponse(/\/api\/products\/medjool-dates\/wishlist$/);
  await setOffline(context, false);
  expect(await (await saved).json()).toMatchObject({ wishlisted: true });
  await expect.poll(() => page.evaluate(() => localStorage.getItem('wishlistOutbox'))).toBe('[]');
});

test('the wishlist lists saved products; removing one can be undone', async ({ page }) => {
  await page.addInitScript(() => {
    if (!localStorage.getItem('wishlist'))
      localStorage.setItem('wishlist', '["roasted-pistachios","nothing-like-it","party-combo"]');
  });
  await page.goto('/wishlist');
  const names = page.locator('.pc-name');
  await expect(names).toHaveText(['Roasted Pistachios', 'Party Combo']);
  await expect(page.getByText('One product on your list is not available right now.')).toBeVisible();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(wishlistLink(page, 2)).toBeVisible();

  await heart(page, 'Roasted Pistachios').click();
  const undo = page
    .locator('.toast', { hasText: 'Removed from wishlist' })
    .getByRole('button', { name: 'Undo' })
    .last();
  await undo.hover();
  await expect(names).toHaveText(['Party Combo']);
  await undo.click();
  await expect(names).toHaveText(['Roasted Pistachios', 'Party Combo']);
});

test('Add puts a pack into the cart and stays on the list', async ({ page }) => {
  await page.goto('/all-products?q=walnut');
  await settled(page);
  const add = page.getByRole('button', { name: 'Add Walnut Kernels to cart' });
  await add.click();
  await page.getByRole('button', { name: 'One more Walnut Kernels' }).click();
  await page.locator('.toast', { hasText: 'Walnut Kernels added to cart' }).hover();
  await expect(page).toHaveURL(/\/all-products\?q=walnut$/);
  await page.getByRole('link', { name: 'View cart' }).click();
  await expect(page).toHaveURL(/\/cart$/);
  await expect(page.getByRole('spinbutton', { name: 'Quantity of Walnut Kernels' })).toHaveValue('2');
});

test('a card shows the price per 100 g and the vegetarian mark; a sold-out product cannot be added', async ({
  page,
}) => {
  await page.goto('/all-products?limit=1000');
  const card = page.locator('.pc').filter({ has: page.getByRole('link', { name: 'Cashews W240', exact: true }) });
  await expect(card.getByText('₹139.60 per 100 g')).toBeVisible();
  await expect(card.getByRole('img', { name: 'Vegetarian', exact: true })).toBeVisible();
  for (const out of await page.locator('.pc-out').all()) {
    await expect(out.getByRole('button', { name: 'Out of Stock' })).toBeDisabled();
    await expect(out.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  }
});

test(
  'a review: validated, kept when sending fails, confirmed, and hidden until approved',
  { tag: '@journey' },
  async ({ page, watch }, { project }) => {
    watch.allow(/ERR_FAILED/);
    const comment = `Crisp and fresh, ${project.name} ${Date.now()}.`;
    await page.goto('/product/pumpkin-seeds');
    await settled(page);
    await page.getByRole('button', { name: 'Write a review' }).click();
    const form = page.getByRole('dialog', { name: 'Write a review' });
    await expect(form.getByRole('heading', { name: 'Write a review' })).toBeFocused();
    // No star is filled before a choice.
    const filled = () =>
      form
        .locator('.rate svg')
        .evaluateAll((all) => all.filter((star) => getComputedStyle(star).fill !== 'none').length);
    expect(await filled()).toBe(0);
    await expect(form.getByText('Tap a star: 1 is Poor, 5 is Excellent.')).toBeVisible();
    await form.getByRole('button', { name: 'Send review' }).click();
    await expect(form.getByText('Please fill all required fields correctly')).toBeVisible();
    for (const sentence of ['Please choose a rating', 'Comment is required', 'Name is required', 'Email is required']) {
      await expect(form.getByText(sentence)).toBeVisible();
    }
    await expect(form.getByRole('radio', { name: '1 star, Poor' })).toBeFocused();
    for (const shown of [form.getByText('Please fill all required'), form.locator('.rate')]) {
      await expect(shown).toBeInViewport({ ratio: 1 });
    }
    await page.keyboard.press('Space');
    for (const word of ['Fair', 'Good', 'Very Good', 'Excellent']) {
      await page.keyboard.press('ArrowRight');
      await expect(form.getByRole('radio', { name: new RegExp(`, ${word}$`) })).toBeChecked();
    }
    expect(await filled()).toBe(5);
    await form.getByLabel('Title (optional)').fill('Good seeds');
    await form.getByLabel('Comment').fill(comment);
    await form.getByLabel('Name').fill('Kavya Menon');
    await form.getByLabel('Email').fill('kavya.menon@example.com');

    await page.route('**/api/reviews', (route) => route.abort());
    await form.getByRole('button', { name: 'Send review' }).click();
    await expect(form.getByText(/cannot be reached.*Your text has not been lost/)).toBeInViewport();
    await page.unroute('**/api/reviews');
    await page.reload();
    await settled(page);
    await page.getByRole('button', { name: 'Write a review' }).click();
    await expect(form.getByLabel('Comment')).toHaveValue(comment);
    await expect(form.getByRole('radio', { name: '5 stars, Excellent' })).toBeChecked();
    await form.getByRole('button', { name: 'Send review' }).click();
    const thanks = page.getByRole('dialog', { name: 'Thank you' });
    await expect(thanks.getByText('Thank you. Your review will appear once it has been approved.')).toBeVisible();
    await expect(thanks.getByRole('heading', { name: 'Thank you' })).toBeFocused();
    await thanks.getByRole('button', { name: 'Close' }).first().click();
    await expect(page.getByRole('button', { name: 'Write a review' })).toBeFocused();

    const response = await page.request.get('/api/reviews/product/pumpkin-seeds?limit=100');
    expect(JSON.stringify(await response.json())).not.toContain(comment);
    // Sending clears the draft.
    await page.getByRole('button', { name: 'Write a review' }).click();
    await expect(form.getByLabel('Comment')).toHaveValue('');
  },
);

test('reviews that arrive late leave the focus where it is by then', async ({ page }) => {
  const loading = Promise.withResolvers<void>();
  await page.route('**/api/reviews/product/**', async (route) => {
    await loading.promise;
    await route.continue();
  });
  await page.goto('/product/california-almonds#reviews');
  await settled(page);
  await page.getByRole('button', { name: 'Show more reviews' }).click();
  const sort = page.getByRole('combobox', { name: 'Sort reviews' });
  await sort.focus();
  loading.resolve();
  await expect(page.locator('.rev')).toHaveCount(4);
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expect(sort).toBeFocused();
});

test('reviews: sorting, loading more, one helpful vote each', async ({ page }) => {
  await page.goto('/product/california-almonds#reviews');
  await settled(page);
  const reviews = page.locator('.rev');
  await expect(reviews).toHaveCount(3);
  const top = async (locator: Locator) => (await locator.boundingBox())?.y ?? 0;
  const heading = await top(page.getByRole('heading', { name: 'Customer reviews' }));
  expect(heading).toBeLessThan(await top(reviews.first()));
  // On a phone the ratings are between heading and reviews, on a desktop beside them.
  const ratings = await top(page.getByRole('complementary', { name: 'Ratings' }));
  if (isPhone(page)) expect(ratings).toBeGreaterThan(heading);
  expect(ratings).toBeLessThan(await top(reviews.first()));
  await page.getByRole('button', { name: 'Show more reviews' }).click();
  await expect(reviews).toHaveCount(4);
  await expect(reviews.nth(3)).toBeFocused();
  await page.getByRole('combobox', { name: 'Sort reviews' }).selectOption('Lowest rated');
  await expect(reviews.first().getByRole('img', { name: '4 out of 5' })).toBeVisible();
  await page.getByRole('combobox', { name: 'Sort reviews' }).selectOption('Most helpful');
  await expect(reviews.first().getByRole('heading', { name: 'Monthly order now' })).toBeVisible();

  const helpful = reviews.first().getByRole('button', { name: /^Helpful/ });
  const before = Number(/\((\d+)\)/.exec(await helpful.innerText())?.[1]);
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().endsWith('/helpful')) calls += 1;
  });
  await helpful.click();
  await expect(helpful).toContainText(`Helpful (${before + 1})`);
  await expect(helpful).toHaveAttribute('aria-pressed', 'true');
  await helpful.click();
  await page.reload();
  const again = page
    .locator('.rev')
    .filter({ hasText: 'Monthly order now' })
    .getByRole('button', { name: /^Helpful/ });
  await expect(again).toHaveAttribute('aria-pressed', 'true');
  await again.click();
  expect(calls).toBe(1);
});

test('reviews by stars: a bar of the histogram shows those reviews, also as a page without scripts', async ({
  page,
  request,
}) => {
  await page.goto('/product/california-almonds?stars=2');
  await settled(page);
  const reviews = page.locator('.rev');
  const shown = page.locator('#reviews').getByRole('status');
  await expect(shown).toContainText('No reviews with 2 stars');
  await expect(reviews).toHaveCount(0);
  await shown.getByRole('link', { name: 'Show all reviews' }).click();
  await expect(reviews).toHaveCount(4);
  await expect(reviews.first()).toBeFocused();
  await expect(shown).toHaveText('');

  const bar = page.getByRole('link', { name: /^Very Good \d+ reviews? with 4 stars$/ });
  const sentence = (await bar.locator('.num').textContent()) ?? '';
  const count = Number.parseInt(sentence, 10);
  expect(count).toBeGreaterThan(0);
  expect((await bar.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole('combobox', { name: 'Sort reviews' }).selectOption('Most helpful');
  await bar.press('Enter');
  await expect(shown).toContainText(sentence);
  await expect(reviews).toHaveCount(count);
  for (const review of await reviews.all()) await expect(review.getByRole('img', { name: '4 out of 5' })).toBeVisible();
  await expect(bar).toHaveAttribute('aria-current', 'true');
  await expect(bar).toBeFocused();
  await expect(page.getByRole('combobox', { name: 'Sort reviews' })).toHaveValue('helpful');

  const html = await (await request.get((await bar.getAttribute('href')) ?? '')).text();
  expect(html.match(/class="rev"/g)).toHaveLength(Math.min(count, 3));
  expect(html).toContain(`>${sentence}<`);
  expect(html).toContain('Writing a review needs JavaScript.');
});

test('the full-screen picture by keyboard', async ({ page }) => {
  await page.goto('/product/california-almonds');
  await settled(page);
  const open = page.getByRole('button', { name: 'Enlarge the picture of California Almonds' });
  await open.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'California Almonds' });
  await expect(dialog.getByRole('heading', { name: 'California Almonds' })).toBeFocused();
  await expect(dialog.getByText('100%')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(dialog.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('+');
  await expect(dialog.getByText('160%')).toBeVisible();
  const picture = dialog.locator('.zoom-picture');
  const place = () => picture.evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41);
  await expect.poll(place).toBe(0);
  await page.keyboard.press('ArrowRight');
  await expect.poll(place).toBe(-60);
  await expect(dialog.getByText('2 of 3')).toBeVisible();
  await page.keyboard.press('0');
  await expect(dialog.getByText('100%')).toBeVisible();
  await dialog.getByRole('button', { name: 'Larger' }).click();
  await dialog.getByRole('button', { name: 'Smaller' }).click();
  await expect(dialog.getByText('100%')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(open).toBeFocused();
  // The gallery shows the same picture.
  await expect(page.getByText('Picture 2 of 3')).toBeAttached();
});

test('a click zooms in at the pointer, a drag pans, the wheel zooms', async ({ page }) => {
  await page.goto('/product/california-almonds');
  await settled(page);
  await page.getByRole('button', { name: /^Enlarge/ }).click({ position: { x: 150, y: 60 } });
  const dialog = page.getByRole('dialog', { name: 'California Almonds' });
  const stage = dialog.locator('.zoom-stage');
  const box = (await stage.boundingBox())!;
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.click(middle.x, middle.y);
  await expect(dialog.getByText('250%')).toBeVisible();
  const place = () =>
    dialog.locator('.zoom-picture').evaluate((element) => new DOMMatrix(getComputedStyle(element).transform).m41);
  await page.mouse.move(middle.x, middle.y);
  await page.mouse.down();
  await page.mouse.move(middle.x + 50, middle.y, { steps: 5 });
  await page.mouse.up();
  await expect.poll(place).toBe(50);
  await expect(dialog.getByText('250%')).toBeVisible();
  await page.mouse.wheel(0, 2000);
  await expect(dialog.getByText('100%')).toBeVisible();
});

test('pinch zooms in, a double tap resets, a swipe shows the next picture', async ({ page, context }) => {
  await page.goto('/product/california-almonds');
  await settled(page);
  await page.getByRole('button', { name: /^Enlarge/ }).tap({ position: { x: 200, y: 60 } });
  const dialog = page.getByRole('dialog', { name: 'California Almonds' });
  await expect(dialog.getByText('1 of 3')).toBeVisible();
  const fingers = await context.newCDPSession(page);
  // The viewer detects a double tap by the event timestamps, which are set here.
  let at = Date.now();
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', ...touchPoints: { x: number; y: number }[]) =>
    fingers.send('Input.dispatchTouchEvent', { type, touchPoints, timestamp: at / 1000 });
  const tap = async (after: number) => {
    at += after;
    await touch('touchStart', { x: 200, y: 400 });
    await touch('touchEnd');
  };

  await touch('touchStart', { x: 170, y: 400 }, { x: 220, y: 400 });
  for (const by of [10, 20, 30, 40, 50]) await touch('touchMove', { x: 170 - by, y: 400 }, { x: 220 + by, y: 400 });
  await touch('touchEnd');
  await expect(dialog.getByText('300%')).toBeVisible();
  // Slow taps do nothing; two quick taps are a double tap.
  await tap(400);
  await tap(400);
  await expect(dialog.getByText('300%')).toBeVisible();
  await tap(100);
  await expect(dialog.getByText('100%')).toBeVisible();
  at += 400;
  await touch('touchStart', { x: 300, y: 400 });
  for (const x of [260, 220, 180, 140]) await touch('touchMove', { x, y: 402 });
  await touch('touchEnd');
  await expect(dialog.getByText('2 of 3')).toBeVisible();
});

test('recently viewed: other products, newest first, without the current one', async ({ page }) => {
  await page.goto('/product/golden-raisins');
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Recently viewed' })).toHaveCount(0);
  await page.goto('/product/afghan-figs');
  const section = page.getByRole('region', { name: 'Recently viewed' });
  await expect(section.locator('.pc-name')).toHaveText(['Golden Raisins']);
  await page.goto('/product/turkish-apricots');
  await expect(section.locator('.pc-name')).toHaveText(['Afghan Figs', 'Golden Raisins']);
  await page.goto('/product/golden-raisins');
  await expect(section.locator('.pc-name')).toHaveText(['Turkish Apricots', 'Afghan Figs']);
});

test('stock and price update without a reload', async ({ page }) => {
  const { product } = (await (await page.request.get('/api/products/corn-nuts-cheese')).json()) as {
    product: { sizes: { price: number; stock: number }[] };
  };
  await page.goto('/product/corn-nuts-cheese');
  await settled(page);
  await expect(page.getByText('In stock', { exact: true })).toBeVisible();
  const [first, ...others] = product.sizes;
  await page.route('**/api/products/corn-nuts-cheese', (route) =>
    route.fulfill({
      json: {
        success: true,
        product: { ...product, sizes: [{ ...first, stock: 3, price: first!.price - 9 }, ...others] },
      },
    }),
  );
  await page.evaluate(() => window.dispatchEvent(new Event('focus')));
  await expect(page.getByRole('status').filter({ hasText: 'Only 3 left' })).toBeVisible();
  await expect(page.getByText(`The price changed from ₹${first!.price} to ₹${first!.price - 9}.`)).toBeVisible();
  await expect(page.locator('.buyrow .btn-scarce')).toHaveText('Buy Now');
});

test('share: the share sheet where available, otherwise the link is copied', { tag: '@journey' }, async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'share', { value: undefined, configurable: true, writable: true }),
  );
  await page.goto('/product/medjool-dates');
  await settled(page);
  const share = page.getByRole('button', { name: 'Share Medjool Dates' });
  await share.click();
  await expect(page.getByText('Link copied')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/\/product\/medjool-dates$/);
  await page.evaluate(() => {
    Object.assign(navigator, { share: async (what: unknown) => localStorage.setItem('shared', JSON.stringify(what)) });
  });
  await share.click();
  await expect.poll(() => page.evaluate(() => localStorage.getItem('shared'))).toContain('"title":"Medjool Dates"');
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('the FAQ opens one answer at a time', async ({ page }) => {
    await page.goto('/');
    const items = page.locator('.acc details');
    await expect(items).toHaveCount(6);
    await items.first().locator('summary').click();
    await expect(items.first().locator('.acc-body')).toBeVisible();
    await items.nth(2).locator('summary').click();
    await expect(items.nth(2).locator('.acc-body')).toBeVisible();
    await expect(items.first().locator('.acc-body')).toBeHidden();
  });
});
