import { z } from 'zod';

/**
 * How an area declares its endpoints: once, in `shop/<area>/api.ts`, as a record from `'METHOD /path'` to an `Endpoint`. The Fastify routes
 * (server/http/implement.ts), the typed client of the browser (web/lib/api.ts), the OpenAPI document, docs/api.md and the generated tests
 * are derived from it.
 */

/**
 * Who may call an endpoint. `guest-or-staff` serves both: staff by their Bearer token, guests by what else they send (`x-order-token`).
 */
export type Access = 'public' | 'guest-or-staff' | 'staff' | 'admin';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A response that is a file, not JSON. */
interface FileResponse {
  contentType: 'application/pdf' | 'text/csv' | 'image/webp' | 'image/*';
}

export interface Endpoint {
  /** The group in the OpenAPI document and in docs/api.md. */
  tag: string;
  /** One sentence: what the call does. */
  summary: string;
  access: Access;
  /** Takes the secret of an order in the header `x-order-token`. */
  orderToken?: true;
  /** One field for each `:name` of the path. Without it each is a text of 1 to 200 characters. */
  params?: z.ZodObject;
  query?: z.ZodType<object>;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** The most bytes of the body, where the app's own limit (256 KiB) is too small. */
  bodyLimit?: number;
  /** Takes the body as a plain HTML form too, and then redirects with 303 (D59). */
  form?: true;
  /** A multipart/form-data body: the form field, the most files, and the most bytes of one file. */
  files?: { field: string; most: number; bytes: number };
  /** What a success returns, by status. JSON bodies are made by `ok()`. */
  responses: { 200?: z.ZodObject | FileResponse; 201?: z.ZodObject };
  /** Statuses of failures that do not follow from the rest, such as 404 and 409; see `failuresOf`. */
  fails?: readonly FailureStatus[];
}

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

/** The endpoints of an area, or of a part of one. Paths are below `/api`. */
export type Contract = Record<`${Method} /${string}`, Endpoint>;

/** A JSON response: the fields of `shape` beside `success: true`. */
export function ok<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ success: z.literal(true), ...shape });
}

/** A query parameter that is ignored: a new value makes a new address, so that no cache can serve an old response (R1.7). */
export const fresh = { _t: z.unknown().optional() };

/** The body of every failure (D4). */
export const Failure = z
  .object({
    success: z.literal(false),
    message: z.string().describe('a sentence for a person'),
    errors: z
      .array(z.object({ path: z.string(), msg: z.string() }))
      .optional()
      .describe('the fields that are not valid; `path` as in the body, such as items.0.quantity'),
    data: z.unknown().optional().describe('only on 409 of an order that exists already (D21)'),
  })
  .meta({ id: 'Failure' });
export type Failure = z.infer<typeof Failure>;

/** Every status that a failure of this endpoint may have, in ascending order. */
export function failuresOf(
  { access, body, files, params, query, fails = [] }: Endpoint,
  path: string,
): FailureStatus[] {
  const takesInput = Boolean(body || files || params || query) || path.includes(':');
  return [
    ...new Set<FailureStatus>([
      // An address that cannot be decoded is a 400 everywhere.
      ...(takesInput ? ([400] as const) : []),
      ...(access === 'public' ? [] : ([401] as const)),
      ...(access === 'admin' ? ([403] as const) : []),
      ...(body || files ? ([413, 415] as const) : []),
      ...fails,
      429,
      500,
      503,
    ]),
  ].sort((a, b) => a - b);
}

/** The method and the path of a key such as `GET /contacts/:id`. */
export function splitKey(key: string): { method: Method; path: string } {
  const [method, path = ''] = key.split(' ');
  return { method: method as Method, path };
}

/** The names of the parameters in a path: `/contacts/:id` → `['id']`. */
export function paramsOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/** The parameters of an endpoint's path: its own schema, or texts of 1 to 200 characters; undefined when the path has none. */
export function paramsSchema(endpoint: Endpoint, path: string): z.ZodObject | undefined {
  if (endpoint.params) return endpoint.params;
  const names = paramsOf(path);
  const text = z.string().min(1).max(200);
  return names.length > 0 ? z.object(Object.fromEntries(names.map((name) => [name, text]))) : undefined;
}

// --- The types that server and browser read from a contract.

type ParamNames<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParamNames<Tail>
    : Rest
  : never;
type PathOf<Key> = Key extends `${string} ${infer Path}` ? Path : never;

/** The parsed path parameters of an endpoint. */
export type ParamsOf<Key, E> = E extends { params: infer S extends z.ZodType }
  ? z.output<S>
  : { [Name in ParamNames<PathOf<Key>>]: string };
export type QueryOf<E> = E extends { query: infer S extends z.ZodType } ? z.output<S> : unknown;
export type BodyOf<E> = E extends { body: infer S extends z.ZodType } ? z.output<S> : unknown;
/** What a client may send as the body. */
export type BodyInput<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : never;

/** The JSON of a success, whatever its status; `never` for a file. */
export type ResponseOf<E> = E extends { responses: infer R }
  ? { [Status in keyof R]: R[Status] extends z.ZodType ? z.output<R[Status]> : never }[keyof R]
  : never;
