import { expect, test } from 'vitest';
import { createRenderer, loadBuild } from '#server/pages/render.ts';
import { testApp } from '#tests/app.ts';

/** Without JavaScript every page can be read, and what cannot work says so. */

const PAGES = ['/', '/all-products', '/combos', '/product/golden-raisins', '/contact-us', '/about', '/track-order'];
const CHECKOUT = ['/cart', '/wishlist', '/address', '/kingadminlogin'];

test('a form that needs React says so in a browser without JavaScript', async () => {
  await using t = await testApp({ seed: 'demo' });
  const render = createRenderer(await loadBuild(), t.services, { development: false });
  const silent: string[] = [];
  let forms = 0;
  for (const address of [...PAGES, ...CHECKOUT]) {
    const page = await render(address);
    expect([address, page.status]).toEqual([address, 200]);
    for (const [form] of page.body.toString().matchAll(/<form\b.*?<\/form>/gs)) {
      if (/^<form[^>]*\saction=/.test(form)) continue;
      forms += 1;
      if (!/<noscript>.*JavaScript/s.test(form)) silent.push(`${address}: ${form.slice(0, 100)}`);
    }
  }
  expect(silent).toEqual([]);
  expect(forms).toBeGreaterThan(3);
});

test('a product says that buying it needs JavaScript', async () => {
  await using t = await testApp({ seed: 'demo' });
  const render = createRenderer(await loadBuild(), t.services, { development: false });
  const html = (await render('/product/golden-raisins')).body.toString();
  expect(html).toMatch(
    /<noscript>(?:(?!<\/noscript>).)*JavaScript(?:(?!<\/noscript>).)*<\/noscript><div class="buyrow"/s,
  );
});
