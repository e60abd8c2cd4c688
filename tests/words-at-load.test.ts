import { globSync } from 'node:fs';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';

const ROOT = path.join(import.meta.dirname, '..');

afterAll(() => vi.resetModules());

test('no module of the pages makes a sentence while it loads: it would stay in one language', async () => {
  vi.resetModules();
  const { readLanguageFrom } = await import('#shop/language.ts');
  readLanguageFrom(() => {
    throw new Error('made while a module loads');
  });
  const files = globSync('{shop,web/{checkout,lib,orders,storefront,ui}}/**/*.{ts,tsx}', { cwd: ROOT });
  const modules = files.filter((file) => !/\.test\.tsx?$|\.d\.ts$/.test(file));
  expect(modules.length).toBeGreaterThan(400);
  const speaking: string[] = [];
  for (const file of modules) {
    await import(path.join(ROOT, file)).catch((error: Error) => speaking.push(`${file}: ${error.message}`));
  }
  expect(speaking).toEqual([]);
}, 120_000);
