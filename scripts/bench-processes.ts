import type { ChildProcess } from 'node:child_process';
import { bar, processorMs, withOwnDatabase, withShop } from './bench-shop.ts';

/**
 * The part `processes` of the bench: what a read costs when 1, 2 and 4 processes serve one
 * PostgreSQL, in turn in one run. Where there are cores for all, their throughput grows as long as
 * the CPU time of a read stays the same; the bar, 2 / 1.8, is that of 1.8 times the throughput with
 * two. Each process that serves has a load of its own: one that is idle in between spends more on a
 * request.
 */
interface Shop {
  origin: string;
  child: ChildProcess;
}

interface Reads {
  paths: string[];
  rounds: number;
  /** Requests an address for some seconds. @returns how often it was served */
  load: (url: string) => Promise<number>;
}

export async function benchProcesses(server: string, reads: Reads): Promise<void> {
  await withOwnDatabase(server, 'bench', (url) => withShops(url, 4, (shops) => compare(shops, reads)));
}

async function withShops(url: string, count: number, run: (shops: Shop[]) => Promise<void>, shops: Shop[] = []) {
  if (shops.length === count) return run(shops);
  await withShop('PostgreSQL', url, (origin, child) => withShops(url, count, run, [...shops, { origin, child }]));
}

async function compare(shops: Shop[], reads: Reads): Promise<void> {
  const counts = [1, 2, 4];
  for (let warm = 0; warm < 2; warm++) await costOf(shops, shops, reads);
  const costs = new Map(counts.map((count) => [count, [] as number[]]));
  for (let round = 0; round < reads.rounds; round++) {
    for (const count of counts) costs.get(count)?.push(await costOf(shops.slice(0, count), shops, reads));
  }
  // What else runs on the machine only adds.
  const least = (count: number) => Math.min(...(costs.get(count) ?? []));
  for (const count of [2, 4]) {
    const ratio = least(count) / least(1);
    const more = `${least(count).toFixed(1)} µs to ${least(1).toFixed(1)} µs; ${(count / ratio).toFixed(2)} × the throughput where cores allow`;
    bar(`CPU of a read with ${count} processes to that with one`, ratio, 1.11, '×', more);
  }
}

/** @returns the CPU time of all processes for one read of those that serve, µs */
async function costOf(serving: readonly Shop[], all: readonly Shop[], { paths, load }: Reads): Promise<number> {
  const used = () => all.reduce((sum, { child }) => sum + processorMs(child.pid), 0);
  let cost = 0;
  for (const url of paths) {
    const before = used();
    const served = await Promise.all(serving.map(({ origin }) => load(origin + url)));
    cost += ((used() - before) * 1_000) / served.reduce((sum, count) => sum + count, 0);
  }
  return cost / paths.length;
}
