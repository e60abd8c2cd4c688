/** What a call takes: the parts of the path, the query, and the body as JSON. */
export interface Input {
  params?: object;
  query?: object;
  body?: unknown;
}

export interface ClientOptions {
  /** Address of the shop, such as https://shop.example. */
  url: string;
  /** Any Bearer token that the shop accepts: an API key, or the token of a person who signed in. */
  token?: string;
  /** Milliseconds after which a call fails; 30,000 if it is left out. */
  timeoutMs?: number;
  /** Replaces the built-in one, for a proxy or a test. */
  fetch?: typeof fetch;
}

/** A response that is not a success. */
export class ShopApiError extends Error {
  override readonly name = 'ShopApiError';
  readonly status: number;
  /** The fields that are not valid. */
  readonly errors: readonly { path: string; msg: string }[];
  /** Of a 429 or 503: seconds after which the shop wants to be asked again; null if it does not say. */
  readonly retryAfter: number | null;

  constructor(
    status: number,
    body: { message?: string; errors?: { path: string; msg: string }[] },
    retryAfter: number,
  ) {
    super(body.message ?? `The shop answered with ${status}`);
    this.status = status;
    this.errors = body.errors ?? [];
    this.retryAfter = Number.isFinite(retryAfter) ? retryAfter : null;
  }
}

/** `input` may be left out when nothing of it is required. */
type Args<Given> = Record<never, never> extends Given ? [input?: Given] : [input: Given];

export interface Client<Requests, Responses> {
  /**
   * Calls an endpoint by its key: `call('GET /orders/:id', { params: { id } })`.
   *
   * @returns the JSON of the response; a file as `Response`
   * @throws ShopApiError, or what `fetch` throws when the shop cannot be reached in time
   */
  call<Key extends keyof Requests & string>(
    key: Key,
    ...args: Args<Requests[Key]>
  ): Promise<Key extends keyof Responses ? Responses[Key] : Response>;
}

export function clientOf<Requests, Responses>(options: ClientOptions): Client<Requests, Responses> {
  const { url, token, timeoutMs = 30_000, fetch: send = fetch } = options;
  const call = async (key: string, input: Input = {}): Promise<unknown> => {
    const [method = 'GET', path = '/'] = key.split(' ');
    const headers: Record<string, string> = { accept: 'application/json' };
    if (token) headers.authorization = `Bearer ${token}`;
    if (input.body !== undefined) headers['content-type'] = 'application/json';
    const response = await send(addressOf(url, path, input), {
      method,
      headers,
      body: input.body === undefined ? null : JSON.stringify(input.body),
      // A token goes to this shop only.
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
    if (response.ok) return isJson ? await response.json() : response;
    const retryAfter = Number.parseInt(response.headers.get('retry-after') ?? '', 10);
    throw new ShopApiError(response.status, isJson ? await response.json() : {}, retryAfter);
  };
  // The types of what is sent and answered follow from the key.
  return { call: call as Client<Requests, Responses>['call'] };
}

function addressOf(url: string, path: string, { params = {}, query = {} }: Input): string {
  const values = params as Record<string, unknown>;
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(values[name] ?? '')));
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) search.append(name, String(one));
    }
  }
  return `${url.replace(/\/+$/, '')}/api${filled === '/' ? '' : filled}${search.size > 0 ? `?${search}` : ''}`;
}
