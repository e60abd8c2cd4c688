import { createHash } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { promisify } from 'node:util';
import { brotliCompress, constants, gunzip, gzip } from 'node:zlib';
import { LRUCache } from 'lru-cache';
import Negotiator from 'negotiator';
import { requestLanguage } from '../http/language.ts';
import { cacheKey, MAX_URL } from './policy.ts';

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);
const gunzipped = promisify(gunzip);

/**
 * A response that may be cached. `headers` without encoding, length and ETag, which the cache adds.
 */
export interface PageResponse {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
  /** Why it is an error page. */
  failure?: unknown;
}

interface Variant {
  headers: string[];
  body: Buffer;
}

/** Of all data that pages show (database/versions.ts). */
interface DataVersions {
  readonly stamp: string;
  readonly writes: number;
}

interface Entry {
  stamp: string;
  /** The writes of this process when the render began. */
  writes: number;
  etag: string;
  status: number;
  /** Without the headers of an encoding. */
  headers: string[];
  /**
   * Only a response that is not kept has its plain body: it would take three times the memory of
   * the two compressed ones.
   */
  body: Compressed | Buffer;
  bytes: number;
}

interface Compressed {
  gzip: Variant;
  br: Variant;
  /** Of the plain body, bytes. */
  length: number;
}

/** What an entry costs beside its bytes: its key and four lists of headers. */
const ENTRY_BYTES = 4 * 1024;
/**
 * Pages without parameters are as many as the shop has; those with parameters are as many as
 * clients invent.
 */
const PAGES = { maxSize: 16 * 1024 * 1024, max: 4_000 };
const SEARCHES = { maxSize: 4 * 1024 * 1024, max: 500 };
const MAX_ADDRESSES = 4_000;
const KEPT_AT_ONCE = 8;
/** A list of a thousand products. */
const MAX_KEPT_BYTES = 4 * 1024 * 1024;
/**
 * How long a request waits for a fresh render before it gets the last good one (slow or lost
 * database, fault 7).
 */
const RENDER_TIMEOUT_MS = 400;

/**
 * Caches public responses as bytes that are ready to send: compressed once, with ETag and the
 * security headers of the page. An entry is fresh while the data version it was rendered from is
 * current.
 */
export class PageCache {
  #pages = new LRUCache<string, Entry>({ ...PAGES, sizeCalculation: ({ bytes }) => bytes });
  #searches = new LRUCache<string, Entry>({ ...SEARCHES, sizeCalculation: ({ bytes }) => bytes });
  /** The keys of addresses; empty for one that is not cached. */
  #keys = new LRUCache<string, string>({ max: MAX_ADDRESSES });
  #making = new Map<string, Promise<Entry | null>>();
  /** Responses that `keep` is compressing. */
  #keeping = 0;
  #versions: DataVersions;
  #routeIds: ReadonlySet<string>;

  /**
   * @param routeIds the routes of the pages, which `_routes` may name
   */
  constructor(versions: DataVersions, routeIds: ReadonlySet<string> = new Set()) {
    this.#versions = versions;
    this.#routeIds = routeIds;
  }

  /**
   * The cache key of a request, or null if it must not be served from the cache (requests with a
   * token never are).
   */
  keyOf(request: IncomingMessage): string | null {
    if ((request.method !== 'GET' && request.method !== 'HEAD') || request.headers.authorization !== undefined) {
      return null;
    }
    const url = request.url ?? '/';
    if (url.length > MAX_URL) {
      return null;
    }
    let key = this.#keys.get(url);
    if (key === undefined) {
      key = cacheKey(url, this.#routeIds) ?? '';
      this.#keys.set(url, key);
    }
    if (key === '') return null;
    // The pages of a language have addresses of their own; the API has the header.
    const language = key.startsWith('/api/') ? requestLanguage(request) : 'en';
    return language === 'en' ? key : `${language} ${key}`;
  }

  /**
   * Serves a fresh entry to a client that accepts its encoding: for others it is decompressed,
   * which the limit for each client must count.
   *
   * @returns false when the request must be routed
   */
  serveFresh(request: IncomingMessage, response: ServerResponse): boolean {
    const key = this.keyOf(request);
    if (key === null) {
      return false;
    }
    const entry = this.#shelf(key).get(key);
    if (!entry || entry.stamp !== this.#versions.stamp) {
      return false;
    }
    return writeKept(request, response, entry);
  }

  /**
   * Serves the result of `make` and caches it. Requests for the same page share one render. If the
   * render fails and a stale entry exists, the stale entry is served. It is also served if the
   * render is slow, and replaced once the render is done, unless this process has acknowledged a
   * write since: a client always finds what it has saved.
   *
   * @throws what `make` throws when there is no stale entry
   */
  async serve(
    key: string,
    request: IncomingMessage,
    response: ServerResponse,
    make: () => Promise<PageResponse>,
  ): Promise<void> {
    const old = this.#shelf(key).get(key);
    const stamp = this.#versions.stamp;
    if (old && old.stamp === stamp) {
      await write(request, response, old);
      return;
    }
    const making = this.#making.get(`${stamp} ${key}`) ?? this.#make(key, stamp, make);
    if (!old) {
      const entry = await making;
      if (entry) await write(request, response, entry);
      return;
    }
    const made = making.catch(() => null);
    const entry = await (old.writes === this.#versions.writes
      ? Promise.race([made, timeout(RENDER_TIMEOUT_MS)])
      : made);
    await write(request, response, entry && entry.status < 500 ? entry : old);
  }

  /**
   * Serves the last good page, however old, when none can be rendered.
   *
   * @param count counts a request whose page must be decompressed; it throws to refuse it
   * @returns false when there is no such page
   */
  async serveKept(request: IncomingMessage, response: ServerResponse, count: () => Promise<unknown>): Promise<boolean> {
    const key = this.keyOf(request);
    const entry = key === null ? undefined : this.#shelf(key).get(key);
    if (!entry) return false;
    if (!writeKept(request, response, entry)) {
      await count();
      await write(request, response, entry);
    }
    return true;
  }

  /**
   * Caches a response that an API route has produced, unless it is there already. Its client does
   * not wait for the compression, so clients could ask for more than is compressed: then, and when
   * it is large, it is not cached.
   */
  keep(key: string, stamp: string, page: PageResponse): void {
    if (this.#keeping >= KEPT_AT_ONCE || page.body.length > MAX_KEPT_BYTES) return;
    if (this.#shelf(key).get(key)?.stamp !== stamp && !this.#making.has(`${stamp} ${key}`)) {
      this.#keeping += 1;
      void this.#make(key, stamp, async () => page)
        .catch(() => {})
        .finally(() => {
          this.#keeping -= 1;
        });
    }
  }

  get size(): { entries: number; bytes: number } {
    const shelves = [this.#pages, this.#searches];
    return {
      entries: shelves.reduce((sum, shelf) => sum + shelf.size, 0),
      bytes: shelves.reduce((sum, shelf) => sum + shelf.calculatedSize, 0),
    };
  }

  #shelf(key: string): LRUCache<string, Entry> {
    return key.includes('?') ? this.#searches : this.#pages;
  }

  #make(key: string, stamp: string, make: () => Promise<PageResponse>): Promise<Entry | null> {
    const id = `${stamp} ${key}`;
    const { writes } = this.#versions;
    const making = (async () => {
      const entry = { ...(await toEntry(await make())), stamp, writes };
      // An error page must not outlive its cause.
      if (entry.status === 200) {
        this.#shelf(key).set(key, entry);
      } else if (entry.status < 500) {
        // The page no longer exists: do not serve it as the last good one.
        this.#shelf(key).delete(key);
      }
      return entry;
    })().finally(() => this.#making.delete(id));
    this.#making.set(id, making);
    return making;
  }
}

function timeout(ms: number): Promise<null> {
  return new Promise((resolve) => setTimeout(resolve, ms, null).unref());
}

async function toEntry({ status, headers, body }: PageResponse): Promise<Omit<Entry, 'stamp' | 'writes'>> {
  const etag = `"${createHash('sha256').update(body).update(JSON.stringify(headers)).digest('base64url').slice(0, 22)}"`;
  const base = [...Object.entries(headers).flat(), 'etag', etag, 'vary', 'accept-encoding'];
  // Other statuses are not cached; compressing them would let requests for random paths waste CPU
  // time.
  if (status !== 200) {
    return { etag, status, headers: base, body, bytes: 0 };
  }
  const [br, gz] = await compressed(body);
  const variant = (bytes: Buffer, encoding: string): Variant => ({
    headers: [...base, 'content-encoding', encoding, 'content-length', String(bytes.length)],
    body: bytes,
  });
  return {
    etag,
    status,
    headers: base,
    body: { gzip: variant(gz, 'gzip'), br: variant(br, 'br'), length: body.length },
    bytes: ENTRY_BYTES + br.length + gz.length,
  };
}

async function compressed(body: Buffer): Promise<[br: Buffer, gzip: Buffer]> {
  const { BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT, BROTLI_PARAM_LGWIN } = constants;
  const window = Math.min(22, Math.max(10, Math.ceil(Math.log2(body.length + 16))));
  // Blocks of zlib are garbage that V8 collects late, so a small page gets a small one.
  const chunkSize = Math.min(16_384, Math.max(1_024, body.length));
  // At once, in threads of their own: a request waits for both after an edit.
  const [br, gz] = await Promise.all([
    brotli(body, {
      chunkSize,
      params: { [BROTLI_PARAM_QUALITY]: 6, [BROTLI_PARAM_SIZE_HINT]: body.length, [BROTLI_PARAM_LGWIN]: window },
    }),
    gzipped(body, { chunkSize, level: 6 }),
  ]);
  return [exact(br), exact(gz)];
}

/**
 * A copy in memory of its own. Buffers of zlib, and small ones of `Buffer.from`, are parts of
 * larger blocks, which they keep alive.
 */
function exact(bytes: Buffer): Buffer {
  if (bytes.buffer.byteLength === bytes.length) return bytes;
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  copy.set(bytes);
  return copy;
}

/** Writes a response for which nothing has to be decompressed. @returns false for any other */
function writeKept(
  request: IncomingMessage,
  response: ServerResponse,
  { status, etag, headers, body }: Entry,
): boolean {
  if (Buffer.isBuffer(body)) return false;
  const match = request.headers['if-none-match'];
  if (match !== undefined && matches(match, etag)) {
    response.writeHead(304, headers);
    response.end();
    return true;
  }
  const accepted = new Negotiator(request).encodings(['br', 'gzip']);
  const variant = accepted.includes('br') ? body.br : accepted.includes('gzip') ? body.gzip : null;
  if (!variant) return false;
  response.writeHead(status, variant.headers);
  response.end(request.method === 'HEAD' ? undefined : variant.body);
  return true;
}

async function write(request: IncomingMessage, response: ServerResponse, entry: Entry): Promise<void> {
  if (writeKept(request, response, entry)) return;
  const { status, headers, body } = entry;
  const plain = Buffer.isBuffer(body) || request.method === 'HEAD' ? body : await gunzipped(body.gzip.body);
  response.writeHead(status, [...headers, 'content-length', String(body.length)]);
  response.end(request.method === 'HEAD' ? undefined : plain);
}

/** Whether a header If-None-Match names this ETag. */
export function matches(header: string, etag: string): boolean {
  return header === '*' || header.split(',').some((part) => part.trim().replace(/^W\//, '') === etag);
}
