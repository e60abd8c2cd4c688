import type { Page } from '@playwright/test';
import { signIn } from '../admin.ts';
import { shopperWithOrder } from '../after-sale.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive } from '../shopping.ts';
import { SHOP_PAGES } from './shop-pages.ts';

/** Large text, narrow windows, high contrast, paper, no scripts, no storage. */

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block', contextOptions: { reducedMotion: 'reduce' } });

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await hydrated(page);
}

/** How far a page reaches beyond the window, which texts are hidden or spilt, and which fields are too narrow. */
function misfits(page: Page, rootPx: number) {
  return page.evaluate(async (px) => {
    const { documentElement: root, body } = document;
    root.style.fontSize = `${px}px`;
    body.style.overflowX = 'visible';
    for (const part of document.querySelectorAll<HTMLElement>('.later, .foot'))
      part.style.contentVisibility = 'visible';
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const logo = document.querySelector('header a img')?.getBoundingClientRect();
    const cut = [...document.querySelectorAll<HTMLElement>('.badge, .btn, .pill, .ticket, .bar-sort select')].filter(
      (part) => part.scrollWidth > part.clientWidth + 1 && getComputedStyle(part).overflowX !== 'visible',
    );
    const spilt = [...document.querySelectorAll('[aria-labelledby=categories] a, .fold > summary')].filter(
      (part) => part.scrollWidth > part.clientWidth + 1,
    );
    const narrow = [...document.querySelectorAll<HTMLInputElement>('main .input, .news input')].filter(
      (field) => field.clientWidth > 0 && field.clientWidth < 5 * px,
    );
    const beyond = root.scrollWidth - root.clientWidth;
    body.style.overflowX = '';
    return {
      beyond,
      logo: (logo?.width ?? 0) > 100,
      cut: [...cut, ...spilt].map((part) => part.textContent),
      narrow: narrow.map((field) => field.outerHTML.slice(0, 160)),
    };
  }, rootPx);
}

test.describe('on a phone', () => {
  test.skip(({ viewport }) => (viewport?.width ?? 0) > 1000, 'runs once: it sets the size of the window itself');
  // A phone that is emulated zooms out of a page that is too wide, and hides it.
  test.use({ isMobile: false, hasTouch: true });

  test('no page scrolls sideways at 320 px, nor at 390 px with text of 150 % and 200 %', async ({ page, request }) => {
    test.slow();
    const orderNumber = await shopperWithOrder(page, request);
    const orders = [
      `/order-confirmation/${orderNumber}`,
      `/order-details/${orderNumber}`,
      `/payment-success?orderId=${orderNumber}`,
    ];
    for (const path of [...SHOP_PAGES, ...orders, `/hi${orders[1]}`]) {
      await page.setViewportSize({ width: 320, height: 844 });
      await open(page, path);
      for (const [width, px] of [
        [320, 16],
        [390, 24],
        [390, 32],
      ] as const) {
        await page.setViewportSize({ width, height: 844 });
        const found = await misfits(page, px);
        expect.soft(found, `${path} at ${width} px, root ${px} px`).toEqual({
          beyond: 0,
          logo: true,
          cut: [],
          narrow: [],
        });
      }
    }
  });

  test('in a low window, as with large text, no bar stays over the page', async ({ page }) => {
    for (const [height, stays] of [
      [844, true],
      [420, false],
    ] as const) {
      await page.setViewportSize({ width: 390, height });
      await open(page, '/product/california-almonds');
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded();
      const cart = page.getByRole('banner').getByRole('link', { name: /^Cart/ });
      if (stays) await expect(cart).toBeInViewport({ ratio: 1 });
      else await expect(cart).not.toBeInViewport();
      await page.getByRole('heading', { name: 'On the pack' }).scrollIntoViewIfNeeded();
      const bar = page.locator('.buybar').getByRole('button', { name: 'Buy Now' });
      if (stays) await expect(bar).toBeInViewport({ ratio: 1 });
      else await expect(bar).not.toBeInViewport();
    }
  });

  test('no field has text that makes an iPhone zoom in', async ({ page, request }) => {
    test.slow();
    const small = () =>
      page
        .locator(
          'input:not([type=checkbox],[type=radio],[type=hidden],[type=file],[type=color],[type=range]),select,textarea',
        )
        .evaluateAll((all) =>
          all.filter((field) => parseFloat(getComputedStyle(field).fontSize) < 16).map((field) => field.outerHTML),
        );
    await shopperWithOrder(page, request);
    for (const path of ['/', '/all-products', '/product/california-almonds', '/cart', '/address', '/order-review']) {
      await open(page, path);
      expect.soft(await small(), path).toEqual([]);
    }
    await signIn(page);
    await open(page, '/admin?section=more');
    const links = page.locator('a[href*="section="]');
    await expect.poll(() => links.count()).toBeGreaterThan(15);
    const sections = await links.evaluateAll((all) => [...new Set(all.map((link) => link.getAttribute('href') ?? ''))]);
    expect(sections.length).toBeGreaterThan(15);
    for (const path of [...sections, '/admin?section=products&edit=california-almonds']) {
      await open(page, path);
      expect.soft(await small(), path).toEqual([]);
    }
  });
});

test('high contrast shows what is chosen, and codes and photographs keep their ground', async ({ page }) => {
  test.slow();
  await page.emulateMedia({ forcedColors: 'active', colorScheme: 'dark' });
  const border = (radio: string) =>
    page.locator('.tile', { has: page.getByRole('radio', { name: radio }) }).evaluate((tile) => {
      const { borderTopWidth, borderTopColor } = getComputedStyle(tile);
      return `${borderTopWidth} ${borderTopColor}`;
    });
  await open(page, '/product/california-almonds');
  expect(await border('250g')).not.toBe(await border('500g'));
  await expect(page.locator('.gal .cloth').first()).toHaveCSS('forced-color-adjust', 'none');
  await page.getByRole('button', { name: 'Write a review' }).click();
  await page.getByRole('radio', { name: /^3/ }).check({ force: true });
  const fill = (star: number) =>
    page
      .locator('.rate label')
      .nth(star)
      .locator('svg')
      .evaluate((svg) => getComputedStyle(svg).fill);
  expect(await fill(2)).not.toBe(await fill(3));
  await arrive(page, ['golden-raisins']);
  await open(page, '/address');
  expect(await border('Home')).not.toBe(await border('Office'));
  await expect(page.getByRole('checkbox', { name: 'Save this address' })).toHaveCSS('appearance', 'auto');
  await open(page, '/return-refund-policy');
  const tab = page.getByRole('navigation', { name: 'Policies' }).locator('[aria-current]');
  await expect(tab).toHaveCSS('outline-style', 'solid');
});

test('an order is printed on one sheet without navigation', async ({ page, request }) => {
  const orderNumber = await shopperWithOrder(page, request);
  for (const start of ['', '/hi']) {
    for (const name of ['order-confirmation', 'order-details']) {
      const path = `${start}/${name}/${orderNumber}`;
      await open(page, path);
      await expect(page.getByText(start ? 'UTR की जाँच हो रही है' : 'Checking your UTR').first()).toBeVisible();
      const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true });
      expect(pdf.toString('latin1').match(/\/Type\s*\/Page\b(?!s)/g), path).toHaveLength(1);
      await page.emulateMedia({ media: 'print' });
      for (const part of [page.getByRole('contentinfo'), page.getByRole('navigation')]) {
        await expect(part.locator('visible=true')).toHaveCount(0);
      }
      await expect(page.locator('button:visible, .btn:visible, form:visible')).toHaveCount(0);
      await expect(page.getByText('Meera Nair')).toBeVisible();
      await page.emulateMedia({ media: null });
    }
  }
});

test('focus goes to the page that Buy Now opens, and back to that of the shop', async ({ page }) => {
  await open(page, '/product/california-almonds');
  await page.getByRole('region', { name: 'Buy', exact: true }).getByRole('button', { name: 'Buy Now' }).click();
  await expect(page).toHaveURL(/\/address$/);
  await expect(page.locator('main')).toBeFocused();
  await page.goBack();
  await expect(page).toHaveURL(/california-almonds$/);
  await expect(page.locator('main')).toBeFocused();
});

test.describe('without JavaScript', () => {
  test.use({ javaScriptEnabled: false });

  test('what needs it says so, and nothing waits', async ({ page }) => {
    // Playwright finds no text inside <noscript>.
    const told = async () => (await page.locator('noscript').allTextContents()).join(' ');
    const own = [
      '/order-details/ORD1',
      '/order-confirmation/ORD1',
      '/payment-success?orderId=ORD1',
      '/pay/abc',
      '/admin',
    ];
    for (const path of [...SHOP_PAGES.filter((path) => !path.startsWith('/hi')), ...own]) {
      await page.goto(path);
      await expect(page.locator('.sk:visible, .spin:visible, [aria-label^=Loading]:visible'), path).toHaveCount(0);
      await expect(page.getByText(/loading|please wait|verifying/i).locator('visible=true'), path).toHaveCount(0);
      // The others can be read, or have their own words.
      if (!/^\/($|all|combos|fitness|wishlist|about|contact|terms|privacy|shipping|return|nothing)/.test(path))
        expect(await told(), path).toContain('This needs JavaScript');
      const idle = page.locator('button[type=button]:visible');
      await expect(idle, path).toHaveCount(path === '/product/california-almonds' ? 2 : 0);
    }
    await page.goto('/hi/cart');
    expect(await told()).toContain('JavaScript चालू करें');
  });
});

test('without storage the shop works, and says that nothing is saved', async ({ page, watch }) => {
  // React Router's script that restores the scroll position does not expect it; nothing else depends on it.
  watch.allow(/^console: SecurityError: denied|^thrown: $/);
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage']) {
      Object.defineProperty(window, name, {
        get: () => {
          throw new DOMException('denied', 'SecurityError');
        },
      });
    }
  });
  await page.goto('/cart');
  await expect(page.getByText('Your cart is empty').first()).toBeVisible();
  await open(page, '/product/california-almonds');
  await page.getByRole('button', { name: 'Add to Cart' }).first().click();
  await page.getByRole('link', { name: 'View cart' }).click();
  await expect(page.getByText('This browser does not let us save your cart')).toBeVisible();
  await expect(page.getByText('Saved on this device')).toHaveCount(0);
});

test('with storage the cart is said to be saved', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await open(page, '/cart');
  await expect(page.getByText('Saved on this device')).toBeVisible();
});
