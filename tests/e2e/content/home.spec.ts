import type { Page } from '@playwright/test';
import { expect, hydrated, openStopped, screensOf, stopClock, test } from '../shop.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

/** Home, section by section (R1.1, R1.4, R1.9). */

const hero = (page: Page) => page.getByRole('region', { name: 'Highlights' });
const slide = (page: Page) => hero(page).locator('.hero-bar[aria-current]');

test('the sections have the order and texts of the specification', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'Announcement' })).toContainText('Reduced MRPs post GST Revision! •');
  await expect(page.locator('.marquee-track')).toHaveCSS('animation-name', /.+/);
  await expect(page.locator('.marquee')).toHaveCSS('background-color', 'rgb(22, 101, 52)');
  const bar = page.locator('.offerbar');
  await expect(bar).toHaveText('Free delivery across India • 7-day replacement • Prices include all taxes');
  await expect(bar).toHaveCSS('background-color', 'rgb(59, 29, 46)');

  const order = () =>
    page
      .locator('main')
      .evaluate((main) =>
        [...main.querySelectorAll('h2')]
          .filter((heading) => !heading.closest('.hero-words [aria-hidden="true"]'))
          .map((heading) => heading.textContent),
      );
  // On a slow machine the slider has moved on; the first slide comes again.
  await expect
    .poll(order)
    .toEqual([
      'Dry fruit, the way it should taste',
      'Shop by category',
      'Our Best Sellers',
      'Value Combos',
      'From sack to pouch',
      'The Kishmish story',
      'Premium quality, clearly labelled',
      'From our kitchen table',
      'Frequently asked questions',
      'You May Also Like',
      'Do You Know?',
      'Special Offer - Get 20% off on all value combo packs!',
    ]);
  await expect(page.locator('.blog article')).toHaveCount(3);
  await expect(page.locator('#questions summary')).toHaveCount(6);
  await expect(page.locator('.facts-list > li')).toHaveCount(6);
});

for (const path of ['/', '/hi', '/mr']) {
  test(`${path}: at most eight screens on a phone`, async ({ page, isMobile }) => {
    test.skip(!isMobile);
    await page.goto(path);
    await hydrated(page);
    expect(await screensOf(page)).toBeLessThanOrEqual(8);
  });
}

test('categories below the hero, and no product twice', { tag: '@journey' }, async ({ page }) => {
  await page.goto('/');
  await hydrated(page);
  const strip = page.getByRole('navigation', { name: 'Shop by category' });
  const links = strip.getByRole('link');
  await expect(links).toHaveText([
    'Fitness Mix',
    'Roasted Party Mix',
    'Champion Mix',
    'Nutty Trail Mix',
    'Peanut Butter',
    'Party Snacks',
    'Gameful Corn Nuts',
    'Combos',
  ]);
  expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
    '/fitness-mix',
    '/roasted-party-mix',
    '/champion-mix',
    '/nutty-trail-mix',
    '/peanut-butter',
    '/party-snacks',
    '/gameful-corn-nuts',
    '/combos',
  ]);
  await expect
    .poll(() =>
      strip.locator('img').evaluateAll((all) => all.every((image) => (image as HTMLImageElement).naturalWidth > 0)),
    )
    .toBe(true);
  const names = await page.locator('.pc-name').allTextContents();
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  const best = page.getByRole('region', { name: 'Our Best Sellers' }).locator('.pc');
  expect(await best.count()).toBeLessThanOrEqual(8);
});

test('the slider advances every 4 seconds and wraps; hover, focus and its button pause it', async ({
  page,
  isMobile,
}) => {
  await stopClock(page);
  await openStopped(page, '/');
  await expect(slide(page)).toHaveAccessibleName('Slide 1 of 3');
  await expect(hero(page).locator('.hero-ctl')).toHaveAttribute('data-running', 'true');
  await page.clock.runFor(4_100);
  await expect(slide(page)).toHaveAccessibleName('Slide 2 of 3');
  await page.clock.runFor(4_100);
  await expect(slide(page)).toHaveAccessibleName('Slide 3 of 3');
  await page.clock.runFor(4_100);
  await expect(slide(page)).toHaveAccessibleName('Slide 1 of 3');

  if (!isMobile) {
    await hero(page).hover();
    await expect(hero(page).locator('.hero-ctl')).not.toHaveAttribute('data-running', 'true');
    await page.mouse.move(5, 890);
    await page.getByRole('contentinfo').hover();
  }
  await hero(page).getByRole('button', { name: 'Slide 3 of 3' }).focus();
  await expect(hero(page).locator('.hero-ctl')).not.toHaveAttribute('data-running', 'true');
  await page.clock.runFor(9_000);
  await expect(slide(page)).toHaveAccessibleName('Slide 1 of 3');
  await page.keyboard.press('Enter');
  await expect(slide(page)).toHaveAccessibleName('Slide 3 of 3');
  await hero(page).getByRole('button', { name: 'Next slide' }).press('Enter');
  await expect(slide(page)).toHaveAccessibleName('Slide 1 of 3');
  await hero(page).getByRole('button', { name: 'Pause slides' }).press('Enter');
  await hero(page)
    .getByRole('button', { name: 'Play slides' })
    .evaluate((button) => button.blur());
  await page.clock.runFor(9_000);
  await expect(slide(page)).toHaveAccessibleName('Slide 1 of 3');
});

test('a slide whose picture fails shows the first picture', async ({ page, watch }) => {
  watch.allow(/ERR_FAILED/);
  await page.route(/\/media\/site\/hero-2/, (route) => route.abort());
  await page.goto('/');
  await hydrated(page);
  await hero(page).getByRole('button', { name: 'Slide 2 of 3' }).click();
  const picture = hero(page).locator('.hero-pic[data-on] img');
  await expect(picture).toHaveAttribute('src', /hero-1/);
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});

test('Read More expands the story, one question is open at a time, the announcement can be paused', async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  const more = page.getByText('Most Indian homes have a steel dabba of dry fruit.');
  await expect(more).toBeHidden();
  await page.getByRole('button', { name: 'Read More' }).click();
  await expect(more).toBeVisible();
  await page.getByRole('button', { name: 'Read Less' }).click();
  await expect(more).toBeHidden();

  const questions = page.locator('#questions summary');
  await questions.nth(3).click();
  await expect(page.locator('#questions details').nth(3)).toHaveAttribute('open', '');
  await expect(page.locator('#questions details[open]')).toHaveCount(1);

  await page.getByRole('button', { name: 'Pause announcement' }).click();
  await expect(page.locator('.marquee-track')).toHaveCSS('animation-play-state', 'paused');
});

test('the video is muted, loops, and loads only when scrolled into view', async ({ page }) => {
  const videoRequests: string[] = [];
  page.on('request', (request) => {
    if (/\.(webm|mp4)$/.test(new URL(request.url()).pathname)) videoRequests.push(request.url());
  });
  await page.goto('/');
  await hydrated(page);
  expect(videoRequests).toEqual([]);
  const section = page.getByRole('region', { name: 'From sack to pouch' });
  await section.scrollIntoViewIfNeeded();
  const video = section.locator('video');
  await expect(video).toHaveCount(1);
  expect(await video.evaluate((each: HTMLVideoElement) => [each.muted, each.loop])).toEqual([true, true]);
  await expect.poll(() => videoRequests.length).toBeGreaterThan(0);
  await expect(section.locator('img').first()).toHaveAttribute('src', /brand-loop/);
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('nothing moves by itself and the video loads only on request', async ({ page }) => {
    await page.goto('/');
    await hydrated(page);
    await expect(hero(page).locator('.hero-ctl')).not.toHaveAttribute('data-running', 'true');
    const section = page.getByRole('region', { name: 'From sack to pouch' });
    await section.scrollIntoViewIfNeeded();
    await expect(section.getByRole('button', { name: 'Play video' })).toBeVisible();
    await expect(section.locator('video')).toHaveCount(0);
    await section.getByRole('button', { name: 'Play video' }).click();
    await expect(section.locator('video')).toHaveCount(1);
  });
});

test('the footer has working links, a newsletter form, payments, networks and the year', { tag: '@journey' }, async ({
  page,
}) => {
  await page.goto('/');
  await hydrated(page);
  const footer = page.getByRole('contentinfo');
  for (const path of [
    '/terms-of-service',
    '/privacy-policy',
    '/shipping-policy',
    '/return-refund-policy',
    '/track-order',
    '/contact-us',
    '/about',
  ]) {
    await expect(footer.locator(`a[href="${path}"]`).first()).toBeVisible();
  }
  await expect(footer.getByRole('list', { name: 'Accepted payments' }).getByRole('listitem')).toHaveCount(4);
  await expect(footer.getByText(/© 2024/)).toBeVisible();
  await expect(page.getByText(/demo shop/i)).toHaveCount(1);
  // Every link has a target (D10).
  expect(await footer.locator('a:not([href]), a[href="#"], a[href=""]').count()).toBe(0);

  await footer.getByLabel('Email address').fill('not an address');
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  // Red on a light ground, with an icon: not what a success looks like.
  await expect(footer.getByRole('status').locator('.note-bad')).toHaveText(/\S/);
  await expect(footer.getByLabel('Email address')).toHaveCSS('border-top-color', 'rgb(234, 181, 171)');
  await footer.getByLabel('Email address').fill(`reader.${Date.now()}@example.com`);
  await footer.getByRole('button', { name: 'Subscribe' }).click();
  await expect(footer.getByRole('status')).toHaveText('Thank you. You are on the list.');
  await expect(footer.locator('.note-bad:visible')).toHaveCount(0);
});

test('the navbar: logo, links, search with its placeholder, tracking', { tag: '@journey' }, async ({
  page,
  isMobile,
}) => {
  await page.goto('/');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('link', { name: /Kishmish/ }).first()).toBeVisible();
  const links = page.getByRole('navigation', { name: 'Shop', exact: true });
  await expect(links.getByRole('link', { name: isMobile ? 'Products' : 'All Products', exact: true })).toHaveAttribute(
    'href',
    '/all-products',
  );
  await expect(links.getByRole('link', { name: 'Combos', exact: true })).toHaveAttribute('href', '/combos');
  await expect(links.getByRole('link', { name: 'Contact', exact: true })).toHaveAttribute('href', '/contact-us');
  await expect(bar.getByPlaceholder('Search almonds, makhana, combos…')).toBeVisible();
  await expect(bar.getByRole('link', { name: 'Track Order' })).toHaveAttribute('href', '/track-order');
});

test('/shop, the link of the hero, redirects to all products', async ({ page }) => {
  await page.goto('/');
  await hero(page).getByRole('link', { name: 'Shop All Products' }).click();
  await expect(page).toHaveURL(/\/all-products$/);
});
