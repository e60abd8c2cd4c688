import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { originOf } from '../origin.ts';
import { expect, hydrated, test as shared } from '../shop.ts';
import { fillCart } from '../shopping.ts';

/** An update of the shop while a page is open (web/lib/new-version.ts). */

const WORKER = '/sw.js';

interface Updated {
  /**
   * From now on `/sw.js` is the worker of another build. Playwright cannot replace what the browser
   * fetches for an update.
   */
  updateShop(): Promise<void>;
}

/** `test` on the shop of the worker, through a server that can replace the service worker. */
const test = shared.extend<Updated & { front: { origin: string; worker: string | null } }>({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern what a fixture needs
  front: async ({}, use, { parallelIndex }) => {
    const shop = originOf(parallelIndex);
    const front = { origin: '', worker: null as string | null };
    const server = createServer((request, response) => {
      if (request.url === WORKER && front.worker) {
        response.writeHead(200, { 'content-type': 'text/javascript', 'cache-control': 'no-cache' }).end(front.worker);
        return;
      }
      const onward = httpRequest(new URL(request.url ?? '/', shop), {
        method: request.method,
        headers: request.headers,
      });
      onward.on('response', (from) => from.pipe(response.writeHead(from.statusCode ?? 502, from.headers)));
      // The browser closes its connections when the test ends.
      onward.on('error', () => response.destroy());
      request.pipe(onward);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    front.origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    await use(front);
    server.closeAllConnections();
    server.close();
  },
  baseURL: async ({ front }, use) => use(front.origin),
  updateShop: async ({ front, page }, use) => {
    await use(async () => {
      // The manifest comes after the first paint.
      await hydrated(page);
      const build = await page.evaluate(
        () => (window as { __reactRouterManifest?: { version: string } }).__reactRouterManifest?.version ?? '',
      );
      const worker = await (await page.request.get(WORKER)).text();
      expect(worker.split(build), 'the worker names the build of the pages once').toHaveLength(2);
      front.worker = worker.replace(build, 'another');
      // The browser does this by itself at the next page load.
      await page.evaluate(async () => void (await (await navigator.serviceWorker.ready).update()));
    });
  },
});

test('a new version is announced on open pages but not in checkout, and reloads only on request', {
  tag: '@journey',
}, async ({ page, updateShop }) => {
  await page.goto('/track-order');
  await fillCart(page, ['golden-raisins']);
  // An order that the shop could not accept waits for the shopper.
  await page.evaluate(() => {
    const entry = { id: 'ORD1', body: { orderNumber: 'ORD1' }, addedAt: 1, attempts: 1, nextAt: 1, refused: 'No' };
    localStorage.setItem('orderOutbox', JSON.stringify([entry]));
  });
  await page.goto('/cart');
  let loads = 0;
  page.on('load', () => {
    loads += 1;
  });
  await updateShop();
  const notice = page.getByText('A new version of the shop is ready.');
  await expect(notice).toBeVisible();

  await page.getByRole('button', { name: 'Checkout' }).first().click();
  await expect(page).toHaveURL(/\/address$/);
  await expect(page.getByLabel('First name')).toBeVisible();
  await expect(notice).toBeHidden();
  await page.goBack();
  await expect(notice).toBeVisible();
  expect(loads).toBe(0);

  await page.getByRole('button', { name: 'Reload' }).click();
  await expect.poll(() => loads).toBe(1);
  await hydrated(page);
  await expect(page.getByText('Order ORD1 is saved on this phone')).toBeVisible();
  await expect(notice).toBeHidden();
  expect(loads).toBe(1);
});
