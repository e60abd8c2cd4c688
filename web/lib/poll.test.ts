import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollWhileVisible } from './poll.ts';

/** Stands for the parts of the browser that polling reads. */
let visibility: 'visible' | 'hidden';
let online: boolean;
let page: EventTarget;
let stop: () => void = () => {};

beforeEach(() => {
  vi.useFakeTimers();
  visibility = 'visible';
  online = true;
  page = new EventTarget();
  vi.stubGlobal('document', Object.defineProperty(page, 'visibilityState', { get: () => visibility }));
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', {
    get onLine() {
      return online;
    },
  });
});

afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function counted(): { looks: number } {
  const count = { looks: 0 };
  stop = pollWhileVisible(() => {
    count.looks += 1;
  });
  return count;
}

function show(state: typeof visibility): void {
  visibility = state;
  page.dispatchEvent(new Event('visibilitychange'));
}

test('looks every 3 s for two minutes, then every 15 s, and gives up after half an hour', () => {
  const count = counted();
  vi.advanceTimersByTime(120_000);
  expect(count.looks).toBe(40);
  vi.advanceTimersByTime(60_000);
  expect(count.looks).toBe(44);
  vi.advanceTimersByTime(7_200_000);
  expect(count.looks).toBe(40 + 1_680 / 15);
  expect(vi.getTimerCount()).toBe(0);
});

test('rests while the page is hidden, and begins again when it is seen', () => {
  const count = counted();
  vi.advanceTimersByTime(200_000);
  const before = count.looks;
  show('hidden');
  vi.advanceTimersByTime(600_000);
  expect(count.looks).toBe(before);
  show('visible');
  vi.advanceTimersByTime(9_000);
  expect(count.looks).toBe(before + 3);
});

test('rests while offline, and begins again with the connection', () => {
  const count = counted();
  vi.advanceTimersByTime(3_000);
  online = false;
  vi.advanceTimersByTime(60_000);
  const before = count.looks;
  vi.advanceTimersByTime(600_000);
  expect(count.looks).toBe(before);
  online = true;
  window.dispatchEvent(new Event('online'));
  vi.advanceTimersByTime(3_000);
  expect(count.looks).toBe(before + 1);
});

test('stops for good', () => {
  const count = counted();
  stop();
  show('hidden');
  show('visible');
  vi.advanceTimersByTime(60_000);
  expect(count.looks).toBe(0);
});
