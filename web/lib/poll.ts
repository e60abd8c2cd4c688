/** Fast for two minutes, in which most payments are found; then slower, for half an hour. */
const FAST = { every: 3_000, for: 120_000 };
const SLOW = { every: 15_000, for: 1_800_000 };

/** The pause before the next look, in ms, `age` ms after the first; null when it is over. */
function pauseAt(age: number, pace: 'fast' | 'slow'): number | null {
  if (pace === 'fast' && age < FAST.for) return FAST.every;
  return age < SLOW.for ? SLOW.every : null;
}

/**
 * Calls `look` again and again while the page is visible and online. When the page becomes visible
 * or gets a connection, it starts over.
 *
 * @param pace 'slow' from the start for a server that has said that it is busy
 * @returns stops it
 */
export function pollWhileVisible(look: () => void, pace: 'fast' | 'slow' = 'fast'): () => void {
  let since = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const next = () => {
    clearTimeout(timer);
    const pause = pauseAt(Date.now() - since, pace);
    if (pause === null || document.visibilityState !== 'visible' || !navigator.onLine) return;
    timer = setTimeout(() => {
      look();
      next();
    }, pause);
  };
  const begin = () => {
    since = Date.now();
    next();
  };
  document.addEventListener('visibilitychange', begin);
  window.addEventListener('online', begin);
  next();
  return () => {
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', begin);
    window.removeEventListener('online', begin);
  };
}

/**
 * Calls `look` at once, and again `every` ms after it has ended, while the page is visible; at once
 * when it becomes visible again or gets a connection. One that fails is tried again. `until`: epoch
 * ms of the last call.
 *
 * @returns stops it
 */
export function lookEvery(every: number, look: () => Promise<unknown>, until = Number.POSITIVE_INFINITY): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let looking = false;
  let stopped = false;
  const now = () => {
    clearTimeout(timer);
    if (stopped || looking || document.visibilityState !== 'visible' || Date.now() > until) return;
    looking = true;
    look()
      .catch(() => {})
      .finally(() => {
        looking = false;
        if (!stopped) timer = setTimeout(now, every);
      });
  };
  document.addEventListener('visibilitychange', now);
  window.addEventListener('online', now);
  now();
  return () => {
    stopped = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', now);
    window.removeEventListener('online', now);
  };
}
