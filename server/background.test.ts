import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { repeated } from './background.ts';

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
