import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { later, loadLater, repeated } from './background.ts';
import { createLog } from './http/log.ts';

describe('later', () => {
  test('a part is loaded once, however often it is asked for', async () => {
    let loads = 0;
    const part = later(async () => ({ number: ++loads }));
    expect(await Promise.all([part(), part()])).toEqual([{ number: 1 }, { number: 1 }]);
    expect(await part()).toEqual({ number: 1 });
  });

  test('a part that failed is tried again', async () => {
    let loads = 0;
    const part = later(async () => {
      loads += 1;
      if (loads === 1) throw new Error('not now');
      return loads;
    });
    await expect(part()).rejects.toThrow('not now');
    expect(await part()).toBe(2);
  });
});

describe('loadLater', () => {
  test('loads the parts one after the other, with pauses, and goes on after one that fails', async () => {
    const events: string[] = [];
    for (const name of ['a', 'b', 'c']) {
      later(async () => {
        events.push(`${name} begins`);
        await sleep(1);
        events.push(`${name} ends`);
        if (name === 'b') throw new Error('broken');
      });
    }
    const lines: string[] = [];
    const began = performance.now();
    await loadLater(createLog('error', { write: (line) => void lines.push(line) }));
    expect(events).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends']);
    expect(performance.now() - began).toBeGreaterThan(3 * 200);
    expect(lines.map((line) => JSON.parse(line).err.message)).toEqual(['broken']);
  });

  test('waits while the event loop is late', async () => {
    let loaded = false;
    later(async () => {
      loaded = true;
    });
    const done = loadLater(createLog('silent'));
    // Each turn of the event loop takes longer than a pause may, so every pause ends late.
    for (let turn = 0; turn < 5; turn++) {
      const until = performance.now() + 400;
      while (performance.now() < until);
      await sleep(0);
    }
    expect(loaded).toBe(false);
    await done;
    expect(loaded).toBe(true);
  });
});

describe('repeated', () => {
  /** Work that takes until `finish` is called. */
  function slowWork() {
    const begun: (() => void)[] = [];
    const work = () => new Promise<void>((resolve) => begun.push(resolve));
    return { work, times: () => begun.length, finish: () => begun.at(-1)?.() };
  }

  test('work that takes longer than its time is not done twice at once', async () => {
    const { work, times, finish } = slowWork();
    const background = repeated(work, 5, () => {});
    background.start();
    await sleep(40);
    expect(times()).toBe(1);
    finish();
    await expect.poll(times).toBe(2);
    const stopped = background.stop();
    finish();
    await stopped;
  });

  test('work that is asked for while it is being done is done once more', async () => {
    const { work, times, finish } = slowWork();
    const background = repeated(work, 60_000, () => {});
    for (let call = 0; call < 3; call++) background.soon();
    expect(times()).toBe(1);
    finish();
    await expect.poll(times).toBe(2);
    finish();
    await sleep(10);
    expect(times()).toBe(2);
  });

  test('the end aborts what is being done', async () => {
    let reason: unknown;
    const ended = (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        signal.addEventListener('abort', () => {
          reason = signal.reason;
          resolve();
        });
      });
    const background = repeated(ended, 60_000, () => {});
    background.start();
    await background.stop();
    expect(reason).toEqual(new Error('the shop is closing'));
  });

  test('the end waits for what is being done, and nothing comes after it', async () => {
    const { work, times, finish } = slowWork();
    const background = repeated(work, 5, () => {});
    background.start();
    await sleep(20);
    let ended = false;
    const stopped = background.stop().then(() => {
      ended = true;
    });
    await sleep(20);
    expect(ended).toBe(false);
    finish();
    await stopped;
    await sleep(20);
    expect(times()).toBe(1);
  });

  test('work that fails is reported and done again', async () => {
    const errors: unknown[] = [];
    const work = async () => {
      throw new Error(`time ${errors.length + 1}`);
    };
    const background = repeated(work, 5, (error) => errors.push(String(error)));
    background.start();
    await expect.poll(() => errors.length).toBeGreaterThan(1);
    await background.stop();
    expect(errors.slice(0, 2)).toEqual(['Error: time 1', 'Error: time 2']);
  });
});
