import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { lookEvery, pollWhileVisible } from './poll.ts';

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

describe('a look every two seconds', () => {
  const begin = (look: () => Promise<unknown>, until?: number) => {
    stop = lookEvery(2_000, look, until);
  };

  test('looks at once, and again two seconds after the last answer', async () => {
    const answers: (() => void)[] = [];
    begin(() => new Promise<void>((resolve) => answers.push(resolve)));
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(answers, 'a slow answer is waited for').toHaveLength(1);
    answers[0]?.();
    await vi.advanceTimersByTimeAsync(1_999);
    expect(answers).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(answers).toHaveLength(2);
  });

  test('does not look while the page is hidden, looks at once when it is visible again, and tries again after a failure', async () => {
    let looks = 0;
    begin(() => {
      looks += 1;
      return Promise.reject(new Error('offline'));
    });
    await vi.advanceTimersByTimeAsync(4_000);
    expect(looks).toBe(3);
    show('hidden');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(3);
    show('visible');
    expect(looks).toBe(4);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(looks).toBe(5);
    stop();
    show('visible');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(5);
  });

  test('ends at a time', async () => {
    let looks = 0;
    begin(async () => {
      looks += 1;
    }, Date.now() + 3_000);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(looks).toBe(2);
  });
});
