/** How many messages of an outbox (mails, Web Push) are claimed at once. */
export const BATCH = 20;
/** How long a claimed message belongs to the process that claimed it. */
export const LEASE_MS = 2 * 60_000;

const FIRST_WAIT_MS = 30_000;

/** Milliseconds to wait after the n-th failed attempt: 30 s, 1 min, 2 min … at most `longestMs`. */
export function retryWait(tries: number, longestMs: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (tries - 1), longestMs);
}
