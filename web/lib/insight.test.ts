import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { forget, writeText } from './device.ts';
import { countSearch, countStep } from './insight.ts';

/** 20 Nov 2026, 23:00 in India. */
const LATE = Date.UTC(2026, 10, 20, 17, 30);

let visibility: 'visible' | 'hidden';
let online: boolean;
let page: EventTarget;
let sent: Promise<string>[];

beforeEach(() => {
  vi.useFakeTimers({ now: LATE });
  [visibility, online, sent] = ['visible', true, []];
  page = new EventTarget();
  const items = new Map<string, string>();
  const localStorage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, text: string) => void items.set(key, text),
    removeItem: (key: string) => void items.delete(key),
  };
  vi.stubGlobal('window', Object.assign(new EventTarget(), { localStorage }));
  vi.stubGlobal('document', Object.defineProperty(page, 'visibilityState', { get: () => visibility }));
  vi.stubGlobal('navigator', {
    get onLine() {
      return online;
    },
    sendBeacon: (url: string, body: Blob) => {
      sent.push(body.text().then((text) => `${url} ${body.type} ${text}`));
      return true;
    },
  });
});
afterEach(() => {
  forget('counted', 'adminToken');
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const whatWasSent = async () =>
  (await Promise.all(sent)).map((text) => text.replace('/api/insight application/json ', ''));

/** Counts a step, and lets the timers run. */
function count(what: Parameters<typeof countStep>[0]): void {
  countStep(what);
  vi.runAllTimers();
}

test('a step is counted after what it does', async () => {
  countStep('cart');
  expect(sent).toEqual([]);
  vi.runAllTimers();
  expect(await whatWasSent()).toEqual(['{"what":"cart"}']);
});

test('each step is counted once a day in India', async () => {
  for (const step of ['product', 'cart', 'product', 'cart'] as const) count(step);
  vi.setSystemTime(LATE + 3_600_000);
  count('product');
  expect(await whatWasSent()).toEqual(['{"what":"product"}', '{"what":"cart"}', '{"what":"product"}']);
});

test('a page that is loaded ahead counts when it is looked at', async () => {
  visibility = 'hidden';
  count('product');
  expect(sent).toEqual([]);
  visibility = 'visible';
  page.dispatchEvent(new Event('visibilitychange'));
  expect(await whatWasSent()).toEqual(['{"what":"product"}']);
});

test('staff and devices without a network are not counted', async () => {
  online = false;
  count('product');
  online = true;
  writeText('adminToken', 'token');
  count('product');
  countSearch('anjeer');
  expect(sent).toEqual([]);
});

test('the words of a search are sent once', async () => {
  for (const words of ['kesar', 'saffron', 'kesar']) countSearch(words);
  expect(await whatWasSent()).toEqual(['{"what":"search","words":"kesar"}', '{"what":"search","words":"saffron"}']);
});
