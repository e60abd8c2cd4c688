import { afterEach, expect, test, vi } from 'vitest';
import { ShopConfig } from '#shop/settings/settings.ts';
import { missingSettings } from './client-config.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.resetModules();
});

test('the four settings of the specification are required', () => {
  expect(missingSettings(ShopConfig.parse({}))).toEqual([]);
  expect(missingSettings({ maxFileSize: 1, maxPageSize: '100' })).toEqual([
    'defaultPageSize',
    'maxPageSize',
    'cacheDuration',
  ]);
  expect(missingSettings(undefined)).toHaveLength(4);
});

const response = (config: unknown) => new Response(JSON.stringify({ success: true, config }));

test('the config is fetched once and cached for its cacheDuration', async () => {
  const { loadConfig } = await import('./client-config.ts');
  const fetched = vi.fn(async () => response(ShopConfig.parse({ cacheDuration: 1000 })));
  vi.stubGlobal('fetch', fetched);
  const [first, second] = await Promise.all([loadConfig(0), loadConfig(0)]);
  expect(first).toBe(second);
  await loadConfig(999);
  expect(fetched).toHaveBeenCalledTimes(1);
  await loadConfig(1000);
  expect(fetched).toHaveBeenCalledTimes(2);
});

test('the config is null after a failed request; a missing setting is logged', async () => {
  const { loadConfig } = await import('./client-config.ts');
  const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
  vi.stubGlobal('fetch', async () => new Response('down', { status: 503 }));
  expect(await loadConfig(0)).toBeNull();
  expect(logged).not.toHaveBeenCalled();
  vi.stubGlobal('fetch', async () => response({ ...ShopConfig.parse({}), maxPageSize: undefined }));
  expect(await loadConfig(0)).not.toBeNull();
  expect(logged.mock.calls).toEqual([['Missing required setting: maxPageSize']]);
});
