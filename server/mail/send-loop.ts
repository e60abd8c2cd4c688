import { BATCH } from './outbox.ts';

const POLL_MS = 15_000;
/** Between batches: orders come in bursts, which mail servers may throttle. */
const PAUSE_MS = 500;

/**
 * Sends batches: soon after it is woken, and whenever its time has come.
 *
 * @param send returns the size of the batch
 */
export function createSendLoop(send: () => Promise<number>, failed: (error: unknown) => void) {
  let timer: NodeJS.Timeout | null = null;
  /**
   * When the timer fires, in epoch ms. A call of `wake` must not delay a timer that fires sooner.
   */
  let dueAt = 0;
  let running: Promise<number> | null = null;
  let started = false;
  /** Mails were added while a batch was being sent. */
  let woken = false;

  function schedule(delay: number): void {
    if (!started || (timer && dueAt <= Date.now() + delay)) {
      return;
    }
    if (timer) clearTimeout(timer);
    dueAt = Date.now() + delay;
    timer = setTimeout(async () => {
      timer = null;
      woken = false;
      let count = 0;
      try {
        running = send();
        count = await running;
      } catch (error) {
        failed(error);
      } finally {
        running = null;
      }
      schedule(count === BATCH || woken ? PAUSE_MS : POLL_MS);
    }, delay);
    timer.unref();
  }

  return {
    /** Schedules a batch soon. Call it after the commit. */
    wake(): void {
      if (running) woken = true;
      else schedule(PAUSE_MS);
    },
    start(): void {
      started = true;
      schedule(PAUSE_MS);
    },
    /** Waits for the batch that is being sent. */
    async stop(): Promise<void> {
      started = false;
      if (timer) clearTimeout(timer);
      timer = null;
      await running?.catch(() => 0);
    },
  };
}
