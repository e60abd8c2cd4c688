import { oneAtATime } from '../one-at-a-time.ts';

type Encode = typeof import('./encode.ts');

/** Runs one job at a time. */
export type EncodeQueue = <T>(run: (encode: Encode) => Promise<T>) => Promise<T>;

/** One picture is decoded or encoded at a time: each needs a core and up to 330 MB for a moment. */
export function createEncodeQueue(): EncodeQueue {
  const inTurn = oneAtATime();
  return (run) => inTurn(async () => run(await import('./encode.ts')));
}
