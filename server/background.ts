import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';

/** Between two parts, so that requests that wait are handled first. */
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

/** Work that a service does again and again in the background, never twice at once. */
export interface Repeated {
  /** Does it now and whenever its time has come. The timer does not keep the process alive. */
  start(): void;
  /** Does it now; once more afterwards if it is being done already. */
  soon(): void;
  /** Ends the repetition for good: aborts the signal and waits for what is being done. */
  stop(): Promise<void>;
}

/**
 * @param work one that may take long ends early when its signal is aborted
 * @param failed gets the error of each time that fails; the next time comes as planned
 */
export function repeated(
  work: (signal: AbortSignal) => Promise<unknown>,
  everyMs: number,
  failed: (error: unknown) => void,
): Repeated {
  const stopping = new AbortController();
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let again = false;

  async function run(): Promise<void> {
    do {
      again = false;
      await work(stopping.signal).catch(failed);
    } while (again);
    running = null;
  }

  function soon(): void {
    if (running) again = true;
    else running = run();
  }

  return {
    soon,
    start() {
      timer ??= setInterval(soon, everyMs);
      timer.unref();
      soon();
    },
    async stop() {
      if (timer) clearInterval(timer);
      timer = null;
      again = false;
      stopping.abort(new Error('the shop is closing'));
      await running;
    },
  };
}
