/**
 * Expensive figures are kept for their computation time multiplied by this factor, so that they do
 * not slow down the shop.
 */
const KEEP_FACTOR = 30;
/** Figures that take no longer than this are not kept. */
const CHEAP_MS = 40;

/**
 * Keeps the result of an expensive computation for a while, one at a time; requests at the same
 * moment share it.
 */
export function keepExpensive<T>(): (key: string, make: () => Promise<T>) => Promise<T> {
  const cache = new Map<string, { until: number; result: T }>();
  const running = new Map<string, Promise<T>>();
  return async (key, make) => {
    const cached = cache.get(key);
    if (cached && cached.until > performance.now()) return cached.result;
    const pending = running.get(key);
    if (pending) return pending;
    const startedAt = performance.now();
    const work = make().finally(() => running.delete(key));
    running.set(key, work);
    const result = await work;
    const durationMs = performance.now() - startedAt;
    cache.clear();
    if (durationMs > CHEAP_MS) cache.set(key, { until: performance.now() + durationMs * KEEP_FACTOR, result });
    return result;
  };
}
