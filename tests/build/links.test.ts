import { expect, test } from 'vitest';
import { createRenderer, loadBuild } from '#server/pages/render.ts';
import { testApp } from '#tests/app.ts';

test.each(['/hi//evil.test/x', '//evil.test/x', '/mr///evil.test', '/hi/\\evil.test/x', '/hi//evil.test/x?q=1'])(
  'no link of the page at %s leads to the site that its address names',
  async (address) => {
    await using t = await testApp({ seed: 'demo' });
    const render = createRenderer(await loadBuild(), t.services, { development: false });
    const { status, body } = await render(address);
    expect(status).toBe(404);
    const links = [...body.toString().matchAll(/\s(?:href|action|src|content)="([^"]*)"/g)].map(
      ([, link = '']) => link,
    );
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => /^[/\\]{2}|^https?:\/\/evil\.test/.test(link))).toEqual([]);
  },
);
