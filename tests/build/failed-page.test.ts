import { expect, test, vi } from 'vitest';
import { createRenderer, loadBuild } from '#server/pages/render.ts';
import { testApp } from '#tests/app.ts';

/** Pages of the build whose data cannot be read. */

test.each(['/', '/_root.data', '/product/golden-raisins', '/order-details/ORD1'])(
  '%s names the error of its loader',
  async (url) => {
    await using t = await testApp({ seed: 'demo' });
    const lost = new Error('the database is gone');
    const broken = new Proxy({}, { get: () => () => Promise.reject(lost) });
    const services = { ...t.services, catalogue: broken, content: broken, settings: broken };
    const printed = vi.spyOn(console, 'error').mockImplementation(() => {});
    const render = createRenderer(await loadBuild(), services, { development: false });
    const page = await render(url);
    expect([page.status, page.failure]).toEqual([500, lost]);
    expect(page.body.length).toBeGreaterThan(0);
    expect(printed).not.toHaveBeenCalled();
  },
);

test('a page whose data takes too long is given up', async () => {
  await using t = await testApp({ seed: 'demo' });
  const slow = new Proxy({}, { get: () => () => new Promise(() => {}) });
  const services = { ...t.services, settings: slow };
  const render = createRenderer(await loadBuild(), services, { development: false });
  const page = await render('/', AbortSignal.timeout(50));
  expect([page.status, page.body.length]).toEqual([500, 0]);
  expect(page.failure).toMatchObject({ name: 'TimeoutError' });
});
