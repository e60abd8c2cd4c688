import type { Api } from '#shop/api.ts';
import type { Access, BodyInput, Method, ParamsOf, QueryOf, ResponseOf } from '#shop/contract.ts';
import type { ShopConfig } from '#shop/settings/settings.ts';
import { readText } from './device.ts';

/**
 * The one client of the shop's API (R1.7–R1.9): time limit, retry for shoppers on mobile, and the sentences of R1.8.
 */

type Timings = Pick<ShopConfig, 'requestTimeoutMs' | 'mobileTimeoutMs' | 'mobileRetryAttempts' | 'mobileRetryBaseMs'>;

/** Milliseconds before a call is given up, more for phones, and how phones repeat a read (R1.9): until the config says its own. */
const timings: Timings = {
  requestTimeoutMs: 10_000,
  mobileTimeoutMs: 15_000,
  mobileRetryAttempts: 3,
  mobileRetryBaseMs: 1_000,
};

/** Takes over the timings of the shop's config; what is no number there stays as it is. */
export function setTimings(config: Partial<Timings> | undefined): void {
  for (const name of Object.keys(timings) as (keyof Timings)[]) {
    const value = config?.[name];
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) timings[name] = value;
  }
}

/** A call that failed: the server's sentence, or one of the client's own. `status` is 0 when nothing was heard. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  readonly statusText: string;
  readonly url: string;
  readonly data: unknown;
  readonly errors: { path: string; msg: string }[];

  constructor(
    message: string,
    details: {
      status: number;
      statusText?: string;
      url: string;
      data?: unknown;
      errors?: { path: string; msg: string }[];
    },
  ) {
    super(message);
    this.status = details.status;
    this.statusText = details.statusText ?? '';
    this.url = details.url;
    this.data = details.data;
    this.errors = details.errors ?? [];
  }
}

export function isApiError(error: unknown): error is ApiError {
  return error instanceof Error && error.name === 'ApiError';
}

/** True when the server was never reached or did not answer properly: worth sending again later (D25). */
export function isUnreachable(error: unknown): boolean {
  return (
    isApiError(error) && (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500)
  );
}

export interface CallOptions {
  method?: Method;
  body?: unknown;
  headers?: Record<string, string>;
  /** Admin calls: another time-out sentence (408), never repeated by themselves. */
  admin?: boolean;
  signal?: AbortSignal;
}

// --- The typed client: every call is a key of the contract (shop/api.ts), which the compiler knows and the bundle does not hold.

/** The endpoints that those with one of these kinds of access may call. */
export type KeysFor<Allowed extends Access> = {
  [Key in keyof Api]: Api[Key] extends { access: infer A extends Allowed } ? (A extends Allowed ? Key : never) : never;
}[keyof Api];

type QueryInput<E> = { [Name in keyof QueryOf<E>]?: string | number | boolean | null | undefined };

/** What a call sends: `params`, `query` and `body`, as far as its endpoint takes them. */
export type Input<Key extends keyof Api> = (keyof ParamsOf<Key, Api[Key]> extends never
  ? unknown
  : { params: { [Name in keyof ParamsOf<Key, Api[Key]>]: string } }) &
  (Api[Key] extends { query: unknown } ? { query?: QueryInput<Api[Key]> } : unknown) &
  (Api[Key] extends { body: unknown } ? { body: BodyInput<Api[Key]> } : unknown);

export type ResponseFor<Key extends keyof Api> = ResponseOf<Api[Key]>;

/** `input` may be left out where nothing of it is required. */
export type Args<Key extends keyof Api, Options> =
  Record<never, never> extends Input<Key>
    ? [input?: Input<Key>, options?: Options]
    : [input: Input<Key>, options?: Options];

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** The part of an input that goes into the path: `params` and `query`. */
export type PathInput<Key extends keyof Api> = Omit<Input<Key>, 'body'>;

/** The path of a call below `/api`: `:name` filled in, and the query without what is empty. */
export function pathFor<Key extends keyof Api>(key: Key, input?: PathInput<Key>): string {
  const { params = {}, query = {} } = (input ?? {}) as AnyInput;
  const path = key
    .slice(key.indexOf(' ') + 1)
    .replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  return search.size > 0 ? `${path}?${search}` : path;
}

/** The request that a key and its input stand for. */
export function requestFor<Key extends keyof Api>(
  key: Key,
  input?: Input<Key>,
): { path: string; method: Method; body?: unknown } {
  const { body } = (input ?? {}) as AnyInput;
  const method = key.slice(0, key.indexOf(' ')) as Method;
  return { path: pathFor(key, input), method, ...(body === undefined ? {} : { body }) };
}

/**
 * Calls an endpoint that needs no sign-in, such as `call('GET /products/:id', { params: { id } })`.
 *
 * @returns the JSON of the response
 * @throws ApiError with the server's message, 'HTTP {status}: {statusText}', or 'Request timeout - please try again'
 */
export function call<Key extends KeysFor<'public' | 'guest-or-staff'>>(
  key: Key,
  ...[input, options = {}]: Args<Key, CallOptions>
): Promise<ResponseFor<Key>> {
  const { path, ...request } = requestFor(key, input);
  return api<ResponseFor<Key>>(path, { ...options, ...request } as CallOptions);
}

/**
 * Calls `/api{path}` and answers its JSON.
 *
 * @throws ApiError with the server's message, 'HTTP {status}: {statusText}', or 'Request timeout - please try again'
 */
export async function api<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'GET', admin = false } = options;
  // Only reads are repeated by themselves; what changes something is repeated by whoever knows that it may be.
  const attempts = !admin && method === 'GET' && isMobile() ? timings.mobileRetryAttempts : 1;
  for (let attempt = 1; ; attempt++) {
    try {
      return await callOnce<T>(path, options);
    } catch (error) {
      if (attempt >= attempts || !isUnreachable(error) || options.signal?.aborted) {
        throw error;
      }
      await new Promise((resolve) => setTimeout(resolve, timings.mobileRetryBaseMs * 2 ** (attempt - 1)));
    }
  }
}

/** Where a shopper's token goes along (R1.6). The shop itself gives none out: whoever has one brought it. */
const WITH_TOKEN = /^\/(products|reviews|contacts|orders(\/draft)?$)/;

function shopperToken(path: string, admin: boolean): Record<string, string> {
  const token = !admin && WITH_TOKEN.test(path) ? readText('authToken') : null;
  return token ? { authorization: `Bearer ${token}` } : {};
}

async function callOnce<T>(path: string, options: CallOptions): Promise<T> {
  const { method = 'GET', body, headers = {}, admin = false } = options;
  const url = `/api${path}`;
  const timeout = AbortSignal.timeout(!admin && isMobile() ? timings.mobileTimeoutMs : timings.requestTimeoutMs);
  let response: Response;
  let text: string;
  try {
    response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        ...shopperToken(path, admin),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: options.signal ? AbortSignal.any([timeout, options.signal]) : timeout,
      credentials: 'omit',
    });
    text = await response.text();
  } catch (error) {
    if (timeout.aborted) {
      throw admin
        ? new ApiError('Request timeout', { status: 408, statusText: 'Request Timeout', url })
        : new ApiError('Request timeout - please try again', { status: 0, url });
    }
    if (options.signal?.aborted) {
      throw error;
    }
    throw new ApiError('The shop cannot be reached. Please check your connection.', { status: 0, url });
  }
  const data = parse(text);
  if (!response.ok) {
    const failure = (data ?? {}) as { message?: unknown; errors?: { path: string; msg: string }[] };
    const message =
      typeof failure.message === 'string' && failure.message
        ? failure.message
        : `HTTP ${response.status}: ${response.statusText}`;
    throw new ApiError(message, {
      status: response.status,
      statusText: response.statusText,
      url,
      data,
      ...(Array.isArray(failure.errors) ? { errors: failure.errors } : {}),
    });
  }
  if (data === undefined) {
    throw new ApiError(`HTTP ${response.status}: ${response.statusText}`, {
      status: 0,
      statusText: response.statusText,
      url,
    });
  }
  return data as T;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** A phone or tablet, by what the browser calls itself. */
export function isMobile(): boolean {
  return typeof navigator !== 'undefined' && /Android|iPhone|iPad|Mobile/i.test(navigator.userAgent);
}
