import { fork } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { bar, startArguments, withOwnDatabase } from './bench-shop.ts';
import { type Cost, share } from './scale-cpu.ts';
import type { Ask, Measured } from './scale-shop.ts';

/**
 * The part of `npm run scale` that compares what shoppers ask for in the large shop with the same
 * in a small one (the demo), in turn.
 */

const ROOT = path.join(import.meta.dirname, '..');
const RATIO_BAR = 2;
/**
 * For searches, of which the first for a word costs what the products with that word cost
 * (docs/decisions/catalogue.md).
 */
const SEARCH_BAR_MS = 10;
const RESIDENT_BAR_MB = 400;
const VISIBLE_BAR_MS = 50;
const WARMING = 3;
/**
 * A call above its bar is measured with so many times as many calls: of 200, one garbage collection
 * more or less decides the p99.
 */
const AGAIN = 5;
/** Pages that are in the cache when the memory is measured. */
const CACHED_PAGES = 2_000;

type Environment = Record<string, string | undefined>;

interface Shop {
  names: string[];
  ask(what: Ask): Promise<Cost & { resident: number }>;
  close(): Promise<void>;
}

/**
 * Prints the p99 of the CPU time of each call in both shops, `OVER` where it is above the bar, then
 * the memory of the large shop and the time from an edit to its visibility. Each over its bar makes
 * the exit code 1.
 *
 * @param environment of the large shop: DATA_DIR, DATABASE_URL, the first admin
 */
export async function comparePublic(
  environment: Environment,
  { times, only }: { times: number; only: string },
): Promise<void> {
  await withSmallPlace(environment.DATABASE_URL, async (place) => {
    const small = await openShop({ ...environment, ...place, DEMO: 'true' });
    const large = await openShop({ ...environment, DEMO: 'false' });
    try {
      for (const name of large.names.filter((name) => name.includes(only))) {
        const ask = (index: number) => ({ call: name, index });
        const costs = await inTurn(small, large, times, ask);
        print(name, isOver(name, costs) ? await inTurn(small, large, times * AGAIN, ask) : costs);
      }
      await memoryBar('after these calls', small, large, 0);
      const edits = await inTurn(small, large, Math.ceil(times / 4), (index) => ({ edit: index }));
      const [least, cpu] = edits.map((costs) => p(costs, 'cpu', 0.95)) as [number, number];
      const elapsed = `elapsed ${p(edits[1], 'elapsed', 0.95).toFixed(1)} ms; CPU in the small shop ${least.toFixed(1)} ms`;
      bar('an edit of a product until its page shows it, p95 of the CPU time', cpu, VISIBLE_BAR_MS, 'ms', elapsed);
      await memoryBar(`with ${CACHED_PAGES} pages in the cache`, small, large, CACHED_PAGES);
    } finally {
      await Promise.all([small.close(), large.close()]);
    }
  });
}

async function memoryBar(when: string, small: Shop, large: Shop, pages: number): Promise<void> {
  const [less, more] = [await small.ask({ fill: pages }), await large.ask({ fill: pages })];
  const other = `in the small shop ${less.resident.toFixed(0)} MB`;
  bar(`resident memory ${when}`, more.resident, RESIDENT_BAR_MB, 'MB', other);
}

/**
 * Asks both shops the same, in turn. The first calls compile code and fill caches: they do not
 * count.
 */
async function inTurn(small: Shop, large: Shop, times: number, ask: (index: number) => Ask): Promise<[Cost[], Cost[]]> {
  const costs: [Cost[], Cost[]] = [[], []];
  for (let index = 0; index < times + WARMING; index++) {
    const turns = [[small, costs[0]] as const, [large, costs[1]] as const];
    for (const [shop, list] of index % 2 === 0 ? turns : turns.reverse()) {
      const measured = await shop.ask(ask(index));
      if (index >= WARMING) list.push(measured);
    }
  }
  return costs;
}

function isOver(name: string, [small, large]: [Cost[], Cost[]]): boolean {
  const isSearch = /search|suggestions/.test(name);
  return ratioOf([small, large]) > RATIO_BAR && !(isSearch && p(large, 'cpu', 0.99) <= SEARCH_BAR_MS);
}

function ratioOf([small, large]: [Cost[], Cost[]]): number {
  return p(large, 'cpu', 0.99) / p(small, 'cpu', 0.99);
}

function print(name: string, [small, large]: [Cost[], Cost[]]): void {
  const ratio = ratioOf([small, large]);
  const over = isOver(name, [small, large]);
  if (over) process.exitCode = 1;
  const ms = (value: number) => value.toFixed(2).padStart(7);
  const columns = (['cpu', 'elapsed'] as const).map(
    (field) =>
      `${field} p99${ms(p(small, field, 0.99))} ${ms(p(large, field, 0.99))}  p50${ms(p(small, field, 0.5))} ${ms(p(large, field, 0.5))}`,
  );
  console.log(`${over ? 'OVER' : '    '} ${ratio.toFixed(2).padStart(5)} ×  ${columns.join('  ')}  ${name}`);
}

function p(costs: readonly Cost[], field: keyof Cost, part: number): number {
  return share(
    costs.map((cost) => cost[field]),
    part,
  );
}

async function openShop(environment: Environment): Promise<Shop> {
  const child = fork(path.join(import.meta.dirname, 'scale-shop.ts'), [], {
    // As `npm start` does: the compiled code is kept, or the type stripper would be in the memory
    // too.
    env: {
      ...environment,
      NODE_ENV: 'production',
      MALLOC_ARENA_MAX: '1',
      NODE_COMPILE_CACHE: path.join(ROOT, 'build', 'cache'),
    },
    execArgv: startArguments().filter((word) => word.startsWith('--')),
  });
  const response = <T>() =>
    new Promise<T>((resolve, reject) => {
      const ended = (code: number | null) => reject(new Error(`a shop ended with code ${code}`));
      child.once('exit', ended);
      child.once('message', (message) => {
        child.off('exit', ended);
        resolve(message as T);
      });
    });
  const names = await response<string[]>();
  return {
    names,
    async ask(what) {
      child.send(what);
      const { cpu = 0, elapsed = 0, resident, error } = await response<Measured>();
      if (error !== undefined) throw new Error(error);
      return { cpu, elapsed, resident };
    },
    async close() {
      const ended = new Promise((resolve) => child.once('exit', resolve));
      child.disconnect();
      await ended;
    },
  };
}

/** Where the small shop is: in a folder of its own and, on PostgreSQL, in a database of its own. */
async function withSmallPlace(url: string | undefined, run: (place: Environment) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(path.join(tmpdir(), 'kishmish-scale-small-'));
  try {
    if (url) await withOwnDatabase(url, 'scale_small', (own) => run({ DATA_DIR: folder, DATABASE_URL: own }));
    else await run({ DATA_DIR: folder });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
