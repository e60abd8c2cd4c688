import type { ShopApp } from './http/routes.ts';

/**
 * Background work of an area. Its plugin starts it when the shop listens and stops it when all
 * requests have their responses. An app without a network (`inject()`) starts none.
 */
export interface Background {
  start(): void;
  /** Waits for what is being done. */
  stop(): Promise<void>;
}

/** Starts background work when the app listens, and stops it when the app closes. */
export function runBeside(app: ShopApp, works: () => readonly Background[]): void {
  app.addHook('onListen', async () => {
    for (const work of works()) work.start();
  });
  app.addHook('onClose', async () => {
    await Promise.all(works().map((work) => work.stop()));
  });
}

/** Work that a service does again and again in the background, never twice at once. */
export interface Repeated extends Background {
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
