import { api } from '#shop/api.ts';
import { type Endpoint, failuresOf, splitKey } from '#shop/contract.ts';

/** Shared by the tests that are generated from the contract. */

export interface ContractEntry {
  /** The key in shop/api.ts: `GET /orders/:id`. */
  key: string;
  method: ReturnType<typeof splitKey>['method'];
  /** Below `/api`. */
  path: string;
  endpoint: Endpoint;
}

export const ENDPOINTS: ContractEntry[] = Object.entries(api).map(([key, endpoint]) => ({
  key,
  ...splitKey(key),
  endpoint,
}));

const SEGMENT = /:\w+/g;
/**
 * Fastify's `maxParamLength` is 200: a longer parameter matches no route. Only parameters inside
 * the path may be empty.
 */
const patternOf = (path: string) =>
  new RegExp(
    `^/api${path
      .replace(/:\w+(?=\/)/g, '[^/]{0,200}')
      .replace(SEGMENT, '[^/]{1,200}')
      .replace(/\/$/, '')}/?$`,
  );

/** Patterns of all paths; those with fewer parameters come first, as in the router. */
const PATTERNS = ENDPOINTS.map((entry) => ({
  ...entry,
  pattern: patternOf(entry.path),
})).sort((a, b) => (a.path.match(SEGMENT)?.length ?? 0) - (b.path.match(SEGMENT)?.length ?? 0));

/**
 * The endpoint that serves a request, or undefined.
 *
 * @param url path and query, such as `/api/products?page=1`
 */
function endpointOf(method: string, url: string): ContractEntry | undefined {
  const path = url.replace(/[?#].*$/s, '');
  return PATTERNS.find((entry) => entry.method === method && entry.pattern.test(path));
}

/** Every status that an endpoint may return. */
export function statusesOf({ endpoint, key }: ContractEntry): number[] {
  return [
    ...Object.keys(endpoint.responses).map(Number),
    ...(endpoint.form ? [303] : []),
    ...failuresOf(endpoint, key),
  ];
}

/** Paths below `/api` that are not in the contract: the API docs, and tracking without a number. */
const UNDECLARED = /^\/api\/(docs\b|openapi\.json|orders\/track\/?([?#]|$))/;

/** @returns an error message if the endpoint does not declare the status, or null */
export function wrongStatus(method: string, url: string, status: number): string | null {
  if (!url.startsWith('/api/') || UNDECLARED.test(url)) return null;
  const entry = endpointOf(method, url);
  if (entry) {
    return statusesOf(entry).includes(status) ? null : `${entry.key} returned ${status}, which it does not declare`;
  }
  // No endpoint: not found, or a URL that cannot be decoded.
  return status === 404 || status === 400 || status === 429 ? null : `${method} ${url} returned ${status}: no endpoint`;
}

/** Phrases of Zod's default messages. */
const RAW = /Invalid input|expected .* received|Too (small|big)|Unrecognized key|Invalid (option|string)/i;
/** Signs of an unchecked value in a message. */
const VALUES = /\bundefined\b|\bNaN\b|\[object |\w+Error:|\bat \/|\n/;

/** @returns an error message if a message of a failure is not a readable sentence, or null */
export function wrongMessages(body: unknown): string | null {
  const { message, errors = [] } = (body ?? {}) as { message?: unknown; errors?: { path: string; msg: unknown }[] };
  for (const text of [message, ...errors.map(({ msg }) => msg)]) {
    const sentence = typeof text === 'string' && /\S\s+\S/.test(text) && !RAW.test(text) && !VALUES.test(text);
    if (!sentence) return `not a sentence: ${JSON.stringify(text)}`;
  }
  return null;
}
