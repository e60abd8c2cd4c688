import type { BrowserContext } from '@playwright/test';

/**
 * What pages send and the server does not know. Its schemas drop unknown keys without a word (shoppers' programs may send more than
 * this version of the shop reads), so a misspelt one of our own pages would be lost unseen: a UTR was, once.
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

/** Sent although it is dropped: the specification's body has it, and only staff decide on it (R2.3, D24). */
const MEANT = new Set(['POST /api/orders status']);

const documents = new Map<string, Promise<Document>>();

/** Listens to the calls of all tabs; the function that it answers tells of the keys that were dropped. */
export function watchDroppedKeys(context: BrowserContext, origin: string): () => Promise<string[]> {
  const sent: Sent[] = [];
  context.on('request', (request) => {
    const { pathname, origin: its } = new URL(request.url());
    if (its !== origin || !pathname.startsWith('/api/') || request.method() === 'GET') return;
    if (!request.headers()['content-type']?.startsWith('application/json')) return;
    const text = request.postData();
    if (text) sent.push({ method: request.method(), path: pathname, body: JSON.parse(text) });
  });
  return async () => {
    if (sent.length === 0) return [];
    if (!documents.has(origin)) {
      documents.set(
        origin,
        fetch(`${origin}/api/openapi.json`).then((answer) => answer.json() as Promise<Document>),
      );
    }
    const document = await (documents.get(origin) as Promise<Document>);
    return [...new Set(sent.flatMap((call) => droppedKeys(document, call)))];
  };
}

function droppedKeys(document: Document, { method, path, body }: Sent): string[] {
  const schema = bodyOf(document, method, path);
  if (!schema) return [];
  const names = unknown(document, schema, body, '').map((key) => `${method} ${path} ${key}`);
  return names.filter((name) => !MEANT.has(name)).map((name) => `dropped by the server: ${name}`);
}

/** The schema of a call's body; a path without parameters goes before one with. */
function bodyOf(document: Document, method: string, path: string): Schema | undefined {
  const fitting = Object.keys(document.paths)
    .filter((pattern) => new RegExp(`^${pattern.replace(/\{\w+\}/g, '[^/]+')}$`).test(path))
    .sort((a, b) => a.split('{').length - b.split('{').length);
  for (const pattern of fitting) {
    const call = document.paths[pattern]?.[method.toLowerCase()];
    if (call) return call.requestBody?.content?.['application/json']?.schema;
  }
  return undefined;
}

/** Paths of the keys in `value` that no variant of `schema` knows. A schema without properties takes everything. */
function unknown(document: Document, schema: Schema, value: unknown, at: string): string[] {
  const variants = flat(document, schema);
  if (Array.isArray(value)) {
    const items = variants.flatMap(({ items: of }) => (of ? [of] : []));
    return items.length === 0
      ? []
      : value.flatMap((one, index) => unknown(document, { anyOf: items }, one, `${at}[${index}]`));
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
    return unknown(document, { anyOf: known }, inner, path);
  });
}

function flat(document: Document, schema: Schema): Schema[] {
  const name = schema.$ref?.split('/').at(-1);
  const target = name ? document.components?.schemas?.[name] : undefined;
  if (target) return flat(document, target);
  const parts = [...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])];
  return parts.length > 0 ? parts.flatMap((part) => flat(document, part)) : [schema];
}
