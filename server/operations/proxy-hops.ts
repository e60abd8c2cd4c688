import { repeated } from '../background.ts';
import type { ServiceContext } from '../context.ts';
import { deleteMeta, readMeta, writeMeta } from '../database/meta.ts';

/** So many of the last requests count: few, so that a mended proxy is noticed soon. */
const LAST = 40;
/** With fewer requests a process does not know how requests usually come. */
const ENOUGH = 20;
const WRITE_MS = 60_000;
/** The row of `meta` by which another process knows, such as the doctor as a command. */
const USUAL = 'usual hops';

/** The addresses in `X-Forwarded-For`: the client, and each proxy but the nearest one. */
export function hopsOf(forwardedFor: string | string[] | undefined): number {
  const header = forwardedFor?.toString();
  return header ? header.split(',').length : 0;
}

/**
 * Notes over how many proxies the requests to the API come. Health checks and scrapes, which come
 * without one, are not among them.
 */
export function createArrivals({ database, log }: ServiceContext) {
  const last: number[] = [];
  let seen = 0;
  /**
   * Undefined until the first write, which removes the note of the process before: the proxy may
   * have been mended since.
   */
  let written: number | null | undefined;

  /**
   * The median, so that clients that forge the header or have a proxy of their own do not matter
   * while they are fewer than half.
   */
  function usual(): number | null {
    if (seen < ENOUGH) return null;
    return last.toSorted((one, other) => one - other)[Math.floor((last.length - 1) / 2)] ?? null;
  }

  async function write(): Promise<void> {
    const hops = usual();
    if (hops === written) return;
    if (hops === null) await deleteMeta(database.db, USUAL);
    else await writeMeta(database.db, USUAL, String(hops));
    written = hops;
  }

  const writing = repeated(write, WRITE_MS, (error) => log.warn({ err: error }, 'the usual proxies were not noted'));

  return {
    count(forwardedFor: string | string[] | undefined): void {
      last[seen % LAST] = hopsOf(forwardedFor);
      seen += 1;
    },

    /**
     * The number of addresses that `X-Forwarded-For` usually has, as this process has seen or else
     * another one has noted; or null.
     */
    async usualHops(): Promise<number | null> {
      const own = usual();
      if (own !== null) return own;
      const noted = await readMeta(database.db, USUAL);
      return noted === null ? null : Number(noted);
    },

    write,
    start: writing.start,
    stop: writing.stop,
  };
}
