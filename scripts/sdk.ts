import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { compile, type JSONSchema } from 'json-schema-to-typescript';
import { z } from 'zod';
import { ROOT, VERSION } from '#server/root.ts';
import { api } from '#shop/api.ts';
import type { Endpoint } from '#shop/contract.ts';

/**
 * `npm run sdk -- [FOLDER]`: writes a typed client of the API, made from the contract, as a package
 * of its own (dist/sdk). It needs nothing but `fetch`.
 */
const target = path.resolve(process.argv[2] ?? path.join(ROOT, 'dist', 'sdk'));
const own = (file: string) => path.join(ROOT, 'scripts', 'sdk', file);

/** Endpoints that take JSON. Files are sent as forms, which the client does not do. */
const endpoints = Object.entries<Endpoint>(api).filter(([, { files }]) => !files);

/** What a call takes. Query values may be sent as numbers and flags, too. */
function inputOf([key, { params, query, body }]: (typeof endpoints)[number]): z.ZodType {
  const names = [...key.matchAll(/:(\w+)/g)].map(([, name = '']) => name);
  const strings = z.object(Object.fromEntries(names.map((name) => [name, z.string()])));
  const shape: Record<string, z.ZodType> = {};
  if (names.length > 0) shape.params = params ?? strings;
  if (query) shape.query = query.optional();
  if (body) shape.body = body;
  return z.object(shape);
}

function outputOf([key, { responses }]: (typeof endpoints)[number]): [string, z.ZodType][] {
  const json = [responses[200], responses[201]].filter((response) => response instanceof z.ZodType);
  return json.length > 0 ? [[key, z.union(json)]] : [];
}

function schemaOf(shape: Record<string, z.ZodType>, io: 'input' | 'output'): JSONSchema {
  // What has no JSON form, such as a preprocessed number, is described by what it accepts: anything.
  const schema = z.toJSONSchema(z.object(shape), { io, unrepresentable: 'any' });
  return JSON.parse(JSON.stringify(schema)) as JSONSchema;
}

const options = { bannerComment: '', additionalProperties: false, format: false, unknownAny: true };
const requests = Object.fromEntries(endpoints.map((entry) => [entry[0], inputOf(entry)]));
const responses = Object.fromEntries(endpoints.flatMap(outputOf));
const calls = [
  await compile(schemaOf(requests, 'input'), 'Requests', options),
  await compile(schemaOf(responses, 'output'), 'Responses', { ...options, declareExternallyReferenced: true }),
];

rmSync(target, { recursive: true, force: true });
const source = path.join(target, 'source');
mkdirSync(source, { recursive: true });
cpSync(own('client.ts'), path.join(source, 'client.ts'));
writeFileSync(path.join(source, 'requests.ts'), calls[0] ?? '');
writeFileSync(path.join(source, 'responses.ts'), calls[1] ?? '');
writeFileSync(
  path.join(source, 'index.ts'),
  `import { type Client, type ClientOptions, clientOf } from './client.js';
import type { Requests } from './requests.js';
import type { Responses } from './responses.js';

export { type Client, type ClientOptions, ShopApiError } from './client.js';
export type { Requests, Responses };

export const createClient = (options: ClientOptions): Client<Requests, Responses> => clientOf(options);
`,
);
const manifest = {
  name: 'kishmish-client',
  version: VERSION,
  private: true,
  type: 'module',
  exports: { '.': { types: './index.d.ts', default: './index.js' } },
  engines: { node: '>=20' },
};
writeFileSync(path.join(target, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);
const flags = [
  '--ignoreConfig',
  '--declaration',
  '--strict',
  '--target',
  'es2023',
  '--module',
  'nodenext',
  '--lib',
  'es2024,dom',
];
const tsc = path.join(ROOT, 'node_modules', '.bin', 'tsc');
execFileSync(tsc, [...flags, '--types', '', '--rootDir', source, '--outDir', target, path.join(source, 'index.ts')], {
  stdio: 'inherit',
});
rmSync(source, { recursive: true });
cpSync(own('example.ts'), path.join(target, 'example.ts'));
writeFileSync(
  path.join(target, 'README.md'),
  `# kishmish-client

Typed client for the API of the shop, version ${VERSION}. Calls are named as in the documentation of the
API at \`/api/docs\`; it needs nothing but \`fetch\` (Node 20 or newer, or a browser).

Install it from this folder with \`npm install ./sdk\`. The token is any Bearer token that the shop
accepts; keep it out of browsers and of git.

\`\`\`ts
${readFileSync(own('example.ts'), 'utf8')}\`\`\`
`,
);
process.stdout.write(`The client is in ${path.relative(process.cwd(), target)}\n`);
