type Encode = typeof import('./encode.ts');

/** Runs one job at a time. */
export type EncodeQueue = <T>(run: (encode: Encode) => Promise<T>) => Promise<T>;

/** One picture is decoded or encoded at a time: each needs a core and up to 330 MB for a moment. */
export function createEncodeQueue(): EncodeQueue {
  let line: Promise<unknown> = Promise.resolve();
  return (run) => {
    const result = line.then(() => import('./encode.ts')).then(run);
    line = result.catch(() => null);
    return result;
  };
}
