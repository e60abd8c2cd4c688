import { z } from 'zod';
import type { Scope } from './connect/scopes.ts';
import { cleanLine } from './text/text.ts';

/**
 * Endpoint declarations. Each area declares its endpoints once, in `shop/<area>/api.ts`, as a
 * record from `'METHOD /path'` to an `Endpoint`. The Fastify routes (server/http/implement.ts), the
 * typed browser client (web/lib/api.ts), the OpenAPI document (/api/docs) and the generated tests
 * are derived from it.
 */

/**
 * Who may call an endpoint. `guest-or-staff`: staff with a Bearer token, or guests with the order's
 * token (`x-order-token`).
 */
export type Access = 'public' | 'guest-or-staff' | 'staff' | 'admin';

/** A right that admins always have and that they give to single managers (D39). */
type Right = 'verifyPayments';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Body limit of forms that everybody can send, in bytes. */
export const SMALL_BODY = 64 * 1024;

/** A response that is a file, not JSON. */
interface FileResponse {
  contentType:
    | 'application/json'
    | 'application/octet-stream'
    | 'application/pdf'
    | 'text/csv'
    | 'image/webp'
    | 'image/*';
}

export interface Endpoint {
  /** The group in the OpenAPI document. */
  tag: string;
  /** One sentence about what the endpoint does. */
  summary: string;
  access: Access;
  /** Managers also need this right. */
  right?: Right;
  /** API keys with this scope may call it; without one, no key may. */
  scope?: Scope;
  /** Also for staff who still have to set up two-step sign-in. */
  beforeTwoStep?: true;
  /** Accepts the order's access token in the header `x-order-token`. */
  orderToken?: true;
  /** One field for each `:name` of the path. Default: strings of 1 to 200 characters. */
  params?: z.ZodObject;
  query?: z.ZodType<object>;
  headers?: z.ZodObject;
  body?: z.ZodType;
  /** Maximum body size in bytes, if it is not the default (256 KiB). */
  bodyLimit?: number;
  /** Also accepts the body as an HTML form, and then redirects with 303 (D59). */
  form?: true;
  /**
   * A multipart/form-data body: the form field, the maximum number of files, and the maximum bytes
   * per file.
   */
  files?: { field: string; most: number; bytes: number };
  /** Success responses by status. Create JSON bodies with `ok()`. */
  responses: { 200?: z.ZodObject | FileResponse; 201?: z.ZodObject };
  /**
   * Error statuses that cannot be derived from the other fields, such as 404 and 409; see
   * `failuresOf`.
   */
  fails?: readonly FailureStatus[];
}

export type FailureStatus = 400 | 401 | 403 | 404 | 409 | 413 | 415 | 429 | 500 | 503;

/** The endpoints of an area, or of a part of it. Paths are relative to `/api`. */
export type Contract = Record<`${Method} /${string}`, Endpoint>;

/** A JSON response: `success: true` and the fields of `shape`. */
export function ok<Shape extends z.ZodRawShape>(shape: Shape) {
  return z.object({ success: z.literal(true), ...shape });
}

/** An ignored query parameter that clients use to bypass caches (R1.7). */
export const fresh = { _t: z.unknown().optional() };

/** The body of every error response (D4). */
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

/**
 * All error statuses of an endpoint, in ascending order.
 *
 * @param key as in the contract: `POST /contacts/:id`
 */
export function failuresOf({ params, query, fails = [] }: Endpoint, key: string): FailureStatus[] {
  const { method, path } = splitKey(key);
  // The server parses a body even where none is expected, such as `POST /auth/logout`.
  const parsesBody = method !== 'GET';
  const takesInput = Boolean(parsesBody || params || query) || path.includes(':');
  return [
    ...new Set<FailureStatus>([
      // Invalid input, or a URL that cannot be decoded.
      ...(takesInput ? ([400] as const) : []),
      // Of public endpoints for API keys: one that does not work, or lacks the scope.
      401,
      403,
      ...(parsesBody ? ([413, 415] as const) : []),
      ...fails,
      429,
      500,
      503,
    ]),
  ].sort((a, b) => a - b);
}

interface StaffCaller {
  role: string;
  mayVerifyPayments: boolean;
  mustSetUpTwoStep: boolean;
}

/**
 * Whether a signed-in member of staff (D39), or an API key, may call an endpoint. The guards of the
 * server ask it for each request, and the admin's screens get its results with the profile.
 */
export function mayCall(
  { access, right, beforeTwoStep, scope }: Pick<Endpoint, 'access' | 'right' | 'beforeTwoStep' | 'scope'>,
  user: StaffCaller | { scopes: readonly Scope[] },
): boolean {
  if ('scopes' in user) return scope !== undefined && user.scopes.includes(scope);
  if (user.mustSetUpTwoStep && !beforeTwoStep) return false;
  if (user.role === 'admin') return true;
  return access !== 'admin' && (right !== 'verifyPayments' || user.mayVerifyPayments);
}

/** Splits a key such as `GET /contacts/:id` into method and path. */
export function splitKey(key: string): { method: Method; path: string } {
  const [method, path = ''] = key.split(' ');
  return { method: method as Method, path };
}

/** The names of the parameters in a path: `/contacts/:id` → `['id']`. */
export function paramsOf(path: string): string[] {
  return [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
}

/**
 * The schema of the path parameters: the endpoint's own, or strings of 1 to 200 characters without
 * control characters (PostgreSQL takes no NUL); undefined if the path has none.
 */
export function paramsSchema(endpoint: Endpoint, path: string): z.ZodObject | undefined {
  if (endpoint.params) return endpoint.params;
  const names = paramsOf(path);
  const text = z.string().min(1).max(200).overwrite(cleanLine);
  return names.length > 0 ? z.object(Object.fromEntries(names.map((name) => [name, text]))) : undefined;
}

// --- Types that server and browser derive from a contract.

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
/** The body as a client may send it. */
export type BodyInput<E> = E extends { body: infer S extends z.ZodType } ? z.input<S> : never;

/** The JSON body of a success response of any status; `never` for a file. */
export type ResponseOf<E> = E extends { responses: infer R }
  ? { [Status in keyof R]: R[Status] extends z.ZodType ? z.output<R[Status]> : never }[keyof R]
  : never;
