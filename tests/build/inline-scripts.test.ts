import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { createRenderer, loadBuild } from '#server/pages/render.ts';
import { testApp } from '#tests/app.ts';

/** Inline scripts of the built pages: the shop's own run, and nothing that came with the data does. */

const EVIL = '</script><script>alert(1)</script><style>p{color:red}</style>';
const hashOf = (code: string) => `'sha256-${createHash('sha256').update(code).digest('base64')}'`;

test.each([
  '/',
  '/hi',
  '/product/golden-raisins',
  '/all-products',
  '/cart',
  '/about',
  '/kingadminlogin',
  '/no-such-page',
])('the policy of %s allows exactly its own scripts', async (address) => {
  await using t = await testApp({ seed: 'demo' });
  await t.db
    .updateTable('products')
    .set({ name: `Raisins ${EVIL}`, description: EVIL })
    .execute();
  await t.db
    .updateTable('page_content')
    .set({ content: JSON.stringify({ title: EVIL, heading: EVIL }) })
    .execute();
  const render = createRenderer(await loadBuild(), t.services, { development: false });
  const page = await render(address);
  const html = page.body.toString();
  const csp = page.headers['content-security-policy'] ?? '';
  expect(html).not.toContain('nonce');
  const scripts = [...html.matchAll(/<script(?![^>]*(?: src=|ld\+json))[^>]*>(.*?)<\/script>/gs)];
  const styles = [...html.matchAll(/<style[^>]*>(.*?)<\/style>/gs)];
  const own = new Set([...scripts, ...styles].map(([, code = '']) => hashOf(code)));
  expect(own.size).toBeGreaterThan(3);
  expect(new Set(csp.match(/'sha256-[^']+'/g))).toEqual(own);
  expect(csp).not.toContain(hashOf('alert(1)'));
  expect(csp).not.toContain(hashOf('p{color:red}'));
});
