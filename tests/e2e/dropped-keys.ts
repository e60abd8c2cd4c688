import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext } from '@playwright/test';

/**
 * Finds keys that our pages send and the server drops. The schemas ignore unknown keys silently,
 * because API clients may send more than this version reads. A misspelt key of our own pages would
 * be lost unnoticed; that once happened to a UTR.
 */

interface Schema {
  properties?: Record<string, Schema>;
  additionalProperties?: Schema | boolean;
  items?: Schema;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  $ref?: string;
}

interface Document {
  paths: Record<
    string,
    Record<string, { requestBody?: { content?: { 'application/json'?: { schema?: Schema } } } } | undefined>
  >;
  components?: { schemas?: Record<string, Schema> };
}

interface Sent {
  method: string;
  path: string;
  body: unknown;
}

/** Dropped on purpose: the specified body contains it, but only staff set it (R2.3, D24). */
const INTENDED = new Set(['POST /api/orders status']);

const documents = new Map<string, Document>();

/**
 * Records the API requests of all tabs. The returned function lists the keys that the server
 * dropped.
 */
export function watchDroppedKeys(context: BrowserContext, origin: string): () => Promise<string[]> {
  const sent: Sent[] = [];
  context.on('request', (request) => {
    const { pathname, origin: requestOrigin } = new URL(request.url());
    if (requestOrigin !== origin || !pathname.startsWith('/api/') || request.method() === 'GET') return;
    if (!request.headers()['content-type']?.startsWith('application/json')) return;
    const text = request.postData();
    if (text) sent.push({ method: request.method(), path: pathname, body: JSON.parse(text) });
  });
  return async () => {
    if (sent.length === 0) return [];
    const document = documents.get(origin) ?? (await readDocument(origin));
    documents.set(origin, document);
    return [...new Set(sent.flatMap((call) => droppedKeys(document, call)))];
  };
}

/** A busy shop is asked again: its error is no document. */
async function readDocument(origin: string): Promise<Document> {
  for (let attempt = 1; ; attempt += 1) {
    const response = await fetch(`${origin}/api/openapi.json`);
    if (response.ok) return (await response.json()) as Document;
    if (attempt === 10) throw new Error(`the description of the API could not be read: ${response.status}`);
    await pause(1_000);
  }
}

function droppedKeys(document: Document, { method, path, body }: Sent): string[] {
  const schema = bodyOf(document, method, path);
  if (!schema) return [];
  const names = unknownKeys(document, schema, body, '').map((key) => `${method} ${path} ${key}`);
  return names.filter((name) => !INTENDED.has(name)).map((name) => `dropped by the server: ${name}`);
}

/** The schema of a request body; a path without parameters wins over one with parameters. */
function bodyOf(document: Document, method: string, path: string): Schema | undefined {
  const matching = Object.keys(document.paths)
    .filter((pattern) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  for (const pattern of matching) {
    const call = document.paths[pattern]?.[method.toLowerCase()];
    if (call) return call.requestBody?.content?.['application/json']?.schema;
  }
  return undefined;
}

/**
 * Paths of the keys in `value` that no variant of `schema` declares. A schema without properties
 * accepts everything.
 */
function unknownKeys(document: Document, schema: Schema, value: unknown, at: string): string[] {
  const variants = flat(document, schema);
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items: of }) => (of ? [of] : []));
    return items.length === 0
      ? []
      : value.flatMap((one, index) => unknownKeys(document, { anyOf: items }, one, `${at}[${index}]`));
  }
  if (typeof value !== 'object' || value === null) return [];
  const objects = variants.filter(({ properties }) => properties);
  if (objects.length === 0 || variants.some(({ additionalProperties }) => additionalProperties)) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const known = objects.flatMap(({ properties }) => {
      const of = properties && Object.hasOwn(properties, key) ? properties[key] : undefined;
      return of ? [of] : [];
    });
    const path = at ? `${at}.${key}` : key;
    if (known.length === 0) return [path];
    return unknownKeys(document, { anyOf: known }, inner, path);
  });
}

function flat(document: Document, schema: Schema): Schema[] {
  const name = schema.$ref?.split('/').at(-1);
  const target = name ? document.components?.schemas?.[name] : undefined;
  if (target) return flat(document, target);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return parts.length > 0 ? parts.flatMap((part) => flat(document, part)) : [schema];
}
