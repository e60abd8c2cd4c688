import { ShopError } from '#shop/errors.ts';

/** Runs work when it is its turn. `ahead`: before the others that wait, and however many they are. */
export type InTurn = <Result>(work: () => Promise<Result>, ahead?: boolean) => Promise<Result>;

/**
 * Returns a function that runs at most `running` pieces of work at once and lets at most `waiting`
 * wait. Beyond that it throws at once.
 *
 * @throws ShopError('busy')
 */
export function atMost(running: number, waiting: number): InTurn {
  const queue: (() => void)[] = [];
  let free = running;
  return async (work, ahead = false) => {
    if (free > 0) {
      free -= 1;
    } else if (ahead || queue.length < waiting) {
      // Whoever finishes passes its place on.
      await new Promise<void>((resolve) => (ahead ? queue.unshift(resolve) : queue.push(resolve)));
    } else {
      throw new ShopError('busy');
    }
    try {
      return await work();
    } finally {
      const next = queue.shift();
      if (next) next();
      else free += 1;
    }
  };
}
