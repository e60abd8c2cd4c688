import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Between two parts, so that requests that wait are answered first. */
const PAUSE_MS = 250;
/** A pause that ends later than this says that the event loop has work to do. */
const LATE_MS = 50;

const parts = new Set<() => Promise<unknown>>();

/**
 * A part of the server that the first pages do not need: it is loaded when it is first used, or by `loadLater` soon after the start.
 *
 * @returns loads the part once; after a failure, the next call tries again
 */
export function later<Part>(load: () => Promise<Part>): () => Promise<Part> {
  let loaded: Promise<Part> | undefined;
  const get = () => {
    loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    });
    return loaded;
  };
  parts.add(get);
  return get;
}

/**
 * Loads all parts, one after the other, so that nobody waits for them: loading stops the event loop, a PDF library for up to 0.1 s. While the
 * event loop is late, it waits. A part that fails is logged, and fails again where it is used. Does not keep the process alive.
 */
export async function loadLater(log: Logger): Promise<void> {
  for (const load of parts) {
    parts.delete(load);
    await quiet();
    await load().catch((error: unknown) => log.error({ err: error }, 'a part of the server cannot be loaded'));
  }
}

async function quiet(): Promise<void> {
  let late: number;
  do {
    const due = performance.now() + PAUSE_MS;
    await sleep(PAUSE_MS, undefined, { ref: false });
    late = performance.now() - due;
  } while (late > LATE_MS);
}
