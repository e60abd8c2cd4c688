import { readFileSync } from 'node:fs';
import type { Database } from '#server/database/connect.ts';
import { backendsOf } from '#server/database/engine.ts';

/** Measures what a call costs this process and the backends of its PostgreSQL. */
export interface Cost {
  /** ms; a backend of another machine counts nothing. */
  cpu: number;
  /** ms */
  elapsed: number;
}

/**
 * A function that measures one call after the other. The number of backends changes only while
 * calls wait for each other.
 */
export async function costMeter(open: Database): Promise<(run: () => Promise<unknown>) => Promise<Cost>> {
  const backends = await backendsOf(open.db);
  return async (run) => {
    const used = cpuMs(backends);
    const from = performance.now();
    await run();
    return { elapsed: performance.now() - from, cpu: cpuMs(backends) - used };
  };
}

/** The value below which `part` of the values are. */
export function share(values: readonly number[], part: number): number {
  return values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) * part)] ?? 0;
}

function cpuMs(backends: readonly number[]): number {
  const { user, system } = process.cpuUsage();
  let sum = (user + system) / 1_000;
  for (const pid of backends) {
    try {
      sum += Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
    } catch {
      // It has ended, or runs elsewhere.
    }
  }
  return sum;
}
