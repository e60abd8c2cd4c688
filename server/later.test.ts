import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { createLog } from './http/log.ts';
import { later, loadLater } from './later.ts';

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
