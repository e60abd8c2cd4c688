import type { ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { buildApp } from '#server/app.ts';
import { createRenderer, loadBuild } from '#server/pages/render.ts';
import { testApp } from '#tests/app.ts';
import { fill, leaks, MARKS } from '#tests/routes/people.ts';

/** The pages of the build contain no personal data; tests/routes/leak.test.ts checks the API. */

/** Every path of web/routes.ts, as the build knows it: a new page is covered too. */
function pagePaths(build: ServerBuild, ids: string[]): string[] {
  const whole = (id: string | undefined): string => {
    const route = id ? build.routes[id] : undefined;
    return route ? `${whole(route.parentId)}/${route.path ?? ''}`.replace(/\/+/g, '/') : '';
  };
  const paths = Object.keys(build.routes).map((id) => whole(id).replace(/(.)\/$/, '$1') || '/');
  return [...new Set(paths)].flatMap((route) =>
    route.includes(':')
      ? ids.map((id) => route.replace(/:\w+/, encodeURIComponent(id)))
      : [route.replace('*', 'no/such/page')],
  );
}

test('no page and no data of a page holds a mark: they are the same for everybody', { timeout: 180_000 }, async () => {
  await using t = await testApp({ seed: 'demo' });
  const { ids, secrets, order } = await fill(t);
  const build = await loadBuild();
  const renderer = createRenderer(build, t.services, { development: false });
  const app = await buildApp(t.services, { renderer, maxEventLoopDelayMs: 0 });
  try {
    const found: string[] = [];
    let read = 0;
    const paths = pagePaths(build, ids);
    for (const page of [...paths, '/sitemap.xml', '/robots.txt', '/manifest.webmanifest', '/readyz', '/healthz']) {
      const data = page.includes('.') ? [] : [`${page === '/' ? '/_root' : page}.data`];
      for (const url of [page, ...data, `/all-products?q=${MARKS.surname}`]) {
        // A page depends on its address alone: the token of an order changes nothing.
        const response = await app.inject({ url, headers: { 'x-order-token': order.token } });
        read++;
        const told = leaks({ text: response.body, headers: response.headers }, secrets, url);
        for (const mark of told) found.push(`${url}: ${mark}`);
      }
    }
    expect(found).toEqual([]);
    expect(read).toBeGreaterThan(100);
  } finally {
    await app.close();
  }
});
