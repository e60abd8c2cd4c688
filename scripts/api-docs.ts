/** `npm run docs:api`: writes docs/api.md from the contract (shop/api.ts). tests/api-docs.test.ts fails when the file is stale. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { api } from '#shop/api.ts';
import { type Access, type Endpoint, failuresOf } from '#shop/contract.ts';

export const API_DOCS = path.join(import.meta.dirname, '..', 'docs', 'api.md');

const INTRO = `# API

This page lists every call of the shop's API, for people who write a client or a test. It is generated from the contract (\`shop/api.ts\`) by
\`npm run docs:api\`; do not edit it by hand. Every field with its type is in the OpenAPI document at \`/api/openapi.json\`, which you can read at
\`/api/docs\`.

## Rules for every call

- The base path is \`/api\`.
- Responses are JSON, except for files. A success has the fields listed here and \`success: true\`. A failure is
  \`{success: false, message, errors?: [{path, msg}]}\`; \`message\` and each \`msg\` are sentences for a person, and \`path\` names the field, such as
  \`items.0.quantity\`. With the header \`x-language: hi\` they are in Hindi where the shop has a Hindi sentence, and so are
  products and the names of products in orders.
- Money is a number of rupees (\`299\`, \`299.5\`). Times are epoch milliseconds.
- Bodies are \`application/json\`; any other type is a 415. A body that is too large is a 413. Unknown fields are dropped.
- Staff sign in with \`POST /auth/admin-login\` and send \`Authorization: Bearer <token>\`. *Staff* are admins and managers; *admin* calls are 403 for
  managers. Without a valid token both are 401.
- A shopper proves that an order is theirs with its access token in the header \`x-order-token\`. Without it the order is a 404.
- 409 means that the current state does not allow the change. Records that several people may edit have a \`version\`: send back the one you read,
  and a stale one is a 409 that writes nothing.
- Every call may also fail with 429 (too many requests), 500 (a fault of the shop) or 503 (busy: nothing was written, and \`Retry-After\` says when to
  try again). The tables do not repeat these three.
- Every change by staff writes an entry to the audit log in its own transaction.
`;

const WHO: Record<Access, string> = {
  public: 'everybody',
  'guest-or-staff': 'staff',
  staff: 'staff',
  admin: 'admins',
};

/** Failures that every call may return; listed in the introduction. */
const EVERYWHERE = [429, 500, 503];

/** The text of docs/api.md. */
export function apiDocs(contract: Record<string, Endpoint> = api): string {
  const tags = new Map<string, string[]>();
  for (const [key, endpoint] of Object.entries(contract)) {
    const rows = tags.get(endpoint.tag) ?? [];
    rows.push(rowOf(key, endpoint));
    tags.set(endpoint.tag, rows);
  }
  const tables = [...tags].map(
    ([tag, rows]) =>
      `## ${tag.charAt(0).toUpperCase()}${tag.slice(1)}\n\n` +
      '| Call | Who may call it | What it does | Success | Failures |\n|---|---|---|---|---|\n' +
      `${rows.join('\n')}\n`,
  );
  return [INTRO, ...tables].join('\n');
}

function rowOf(key: string, endpoint: Endpoint): string {
  const failures = failuresOf(endpoint, key).filter((status) => !EVERYWHERE.includes(status));
  const cells = [`\`${key}\``, whoOf(key, endpoint), whatOf(endpoint), successOf(endpoint), failures.join(', ') || '–'];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Calls that create an order accept the token of an earlier attempt, but do not require it. */
function whoOf(key: string, { access, right, orderToken }: Endpoint): string {
  if (right) return `${WHO[access]} who may verify payments`;
  if (!orderToken || !key.includes(':')) return WHO[access];
  return access === 'public' ? 'the holder of the order token' : `the holder of the order token, or ${WHO[access]}`;
}

function whatOf({ summary, query, body, files, form }: Endpoint): string {
  return [
    summary.replace(/[^…]$/, '$&.'),
    sent('Query', query),
    sent(form ? 'Body (JSON or a form)' : 'Body', body),
    files && `Form data: \`${files.field}\`, ${files.most === 1 ? 'one file' : `at most ${files.most} files`}.`,
  ]
    .filter(Boolean)
    .join(' ');
}

function successOf({ responses }: Endpoint): string {
  return Object.entries(responses)
    .map(([status, response]) => {
      if (!(response instanceof z.ZodType)) return `${status} ${response.contentType}`;
      const names = Object.keys(response.shape).filter((name) => name !== 'success');
      return `${status} \`{${names.join(', ')}}\``;
    })
    .join(', ');
}

/** The field names of a schema; `?` marks optional ones. '' for a schema without named fields. */
function sent(what: string, schema: z.ZodType | undefined): string {
  if (!schema) return '';
  const { properties = {}, required = [] } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  const names = Object.keys(properties).map((name) => (required.includes(name) ? name : `${name}?`));
  return names.length > 0 ? `${what}: \`{${names.join(', ')}}\`.` : '';
}

if (import.meta.main) writeFileSync(API_DOCS, apiDocs());
