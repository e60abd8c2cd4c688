import m from '#messages/frame';
import type { Api } from '#shop/api.ts';
import type { Access, BodyInput, Method, ParamsOf, QueryOf, ResponseOf } from '#shop/contract.ts';
import { currentLanguage } from '#shop/language.ts';
import type { ShopConfig } from '#shop/settings/settings.ts';
import { readText } from './device.ts';

/**
 * The client of the shop's API (R1.7–R1.9): timeouts, retries for shoppers on mobile, and the error
 * messages of R1.8.
 */

type Timings = Pick<ShopConfig, 'requestTimeoutMs' | 'mobileTimeoutMs' | 'mobileRetryAttempts' | 'mobileRetryBaseMs'>;

/**
 * Timeouts in ms, longer on phones, and the retries of GET requests on phones (R1.9). Defaults
 * until the config is loaded.
 */
const timings: Timings = {
  requestTimeoutMs: 10_000,
  mobileTimeoutMs: 15_000,
  mobileRetryAttempts: 3,
  mobileRetryBaseMs: 1_000,
};

/** Applies the timings of the shop's config. Values that are not numbers are ignored. */
export function setTimings(config: Partial<Timings> | undefined): void {
  for (const name of Object.keys(timings) as (keyof Timings)[]) {
    const value = config?.[name];
    if (typeof value === 'number' && Number.isFinite(value) && value >= 0) timings[name] = value;
  }
}

/**
 * A failed request, with the server's message or one of the client's own. `status` is 0 when there
 * was no response.
 */
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

/**
 * True when the server was not reached or returned 408, 429 or 5xx: the request can be retried
 * later (D25).
 */
export function isUnreachable(error: unknown): boolean {
  return (
    isApiError(error) && (error.status === 0 || error.status === 408 || error.status === 429 || error.status >= 500)
  );
}

export interface CallOptions {
  method?: Method;
  body?: unknown;
  headers?: Record<string, string>;
  /** Admin calls have another timeout error (408) and are never retried automatically. */
  admin?: boolean;
  signal?: AbortSignal;
}

// --- The typed client: every call is a key of the contract (shop/api.ts), imported as a type only,
// so it is not in the bundle.

/** The endpoints with one of these kinds of access. */
export type KeysFor<Allowed extends Access> = {
  [Key in keyof Api]: Api[Key] extends { access: infer A extends Allowed } ? (A extends Allowed ? Key : never) : never;
}[keyof Api];

type QueryInput<E> = { [Name in keyof QueryOf<E>]?: string | number | boolean | null | undefined };

/** The `params`, `query` and `body` that an endpoint accepts. */
export type Input<Key extends keyof Api> = (keyof ParamsOf<Key, Api[Key]> extends never
  ? unknown
  : { params: { [Name in keyof ParamsOf<Key, Api[Key]>]: string } }) &
  (Api[Key] extends { query: unknown } ? { query?: QueryInput<Api[Key]> } : unknown) &
  (Api[Key] extends { body: unknown } ? { body: BodyInput<Api[Key]> } : unknown);

export type ResponseFor<Key extends keyof Api> = ResponseOf<Api[Key]>;

/** `input` is optional when the endpoint requires none of it. */
export type Args<Key extends keyof Api, Options> =
  Record<never, never> extends Input<Key>
    ? [input?: Input<Key>, options?: Options]
    : [input: Input<Key>, options?: Options];

type AnyInput = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown };

/** The part of an input that goes into the URL: `params` and `query`. */
export type PathInput<Key extends keyof Api> = Omit<Input<Key>, 'body'>;

/** The path of a call below `/api`, with `:name` replaced and empty query values left out. */
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

/** The path, method and body of a call. */
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
 * @throws ApiError with the server's message, 'HTTP {status}: {statusText}', or 'Request timeout -
 *   please try again'
 */
export function call<Key extends KeysFor<'public' | 'guest-or-staff'>>(
  key: Key,
  ...[input, options = {}]: Args<Key, CallOptions>
): Promise<ResponseFor<Key>> {
  const { path, ...request } = requestFor(key, input);
  return api<ResponseFor<Key>>(path, { ...options, ...request } as CallOptions);
}

/**
 * Calls `/api{path}` and returns the JSON of the response.
 *
 * @throws ApiError with the server's message, 'HTTP {status}: {statusText}', or 'Request timeout -
 *   please try again'
 */
export async function api<T>(path: string, options: CallOptions = {}): Promise<T> {
  const { method = 'GET', admin = false } = options;
  // Only GET is retried here. Callers retry other methods when they know that repeating them is
  // safe.
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

/**
 * The paths that send a shopper's token (R1.6). This server never issues one; it is sent only if
 * the browser already holds it.
 */
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
        // The messages of failures are in the language of the pages.
        ...(currentLanguage() === 'en' ? {} : { 'x-language': currentLanguage() }),
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
        : new ApiError(m.timeout(), { status: 0, url });
    }
    if (options.signal?.aborted) {
      throw error;
    }
    throw new ApiError(m.unreachable(), { status: 0, url });
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

/** True for a phone or tablet, judged by the user agent. */
export function isMobile(): boolean {
  return typeof navigator !== 'undefined' && /Android|iPhone|iPad|Mobile/i.test(navigator.userAgent);
}
