import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { ENDPOINTS, statusesOf } from '#tests/contract.ts';

interface Operation {
  tags: string[];
  summary: string;
  security?: Record<string, unknown>[];
  requestBody?: { content: Record<string, { schema: { properties?: Record<string, unknown> } }> };
  responses: Record<string, { content?: Record<string, { schema: unknown }> }>;
}

/** The operations of the OpenAPI document by contract key. */
async function operations(): Promise<Map<string, Operation>> {
  await using t = await testApp();
  const { paths } = (await t.get('/api/openapi.json')).body as { paths: Record<string, Record<string, Operation>> };
  return new Map(
    Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => {
        const below = (path.replace(/^\/api/, '') || '/').replace(/\{(\w+)\}/g, ':$1');
        return [`${method.toUpperCase()} ${below}`, operation] as const;
      }),
    ),
  );
}

const described = await operations();
const one = (key: string): Operation => {
  const operation = described.get(key);
  if (!operation) throw new Error(`${key} is not in the document`);
  return operation;
};

test.each(ENDPOINTS.map((entry) => [entry.key, entry] as const))(
  '%s is documented with all its statuses',
  (key, entry) => {
    const { tags, summary, responses } = one(key);
    expect({ tags, summary }).toEqual({ tags: [entry.endpoint.tag], summary: entry.endpoint.summary });
    const statuses = statusesOf(entry).filter((status) => status !== 303);
    expect(Object.keys(responses).map(Number).sort()).toEqual(statuses.sort());
    for (const [status, { content }] of Object.entries(responses)) {
      if (Number(status) < 400) continue;
      expect(content?.['application/json']?.schema, `${key} ${status}`).toEqual({
        $ref: '#/components/schemas/Failure',
      });
    }
  },
);

test('endpoints that need a session or an order token declare the security scheme', () => {
  for (const { key, endpoint } of ENDPOINTS) {
    const isPublic = endpoint.access === 'public';
    const schemes = [
      ...(endpoint.orderToken ? ['order'] : []),
      ...(isPublic ? [] : ['admin']),
      ...(isPublic || !endpoint.scope ? [] : ['key']),
    ];
    expect(
      (one(key).security ?? []).flatMap((entry) => Object.keys(entry)),
      key,
    ).toEqual(schemes);
  }
  expect(one('GET /orders/:id').security).toEqual([{ order: [] }, { admin: [] }, { key: [] }]);
  expect(one('POST /orders/:id/utr').security).toEqual([{ order: [] }]);
});

test('file responses are documented with their content type', () => {
  for (const { key, endpoint } of ENDPOINTS) {
    const success = endpoint.responses[200];
    if (!success || !('contentType' in success)) continue;
    expect(Object.keys(one(key).responses[200]?.content ?? {}), key).toEqual([success.contentType]);
  }
  expect(one('GET /orders/:id/invoice').responses[200]?.content).toHaveProperty(['application/pdf']);
  expect(one('GET /orders/export').responses[200]?.content).toHaveProperty(['text/csv']);
});

test('uploads are documented as multipart/form-data with their field', () => {
  const uploads = ENDPOINTS.filter(({ endpoint }) => endpoint.files);
  expect(uploads.length).toBeGreaterThan(0);
  for (const { key, endpoint } of uploads) {
    const { content } = one(key).requestBody ?? { content: {} };
    expect(Object.keys(content), key).toEqual(['multipart/form-data']);
    expect(Object.keys(content['multipart/form-data']?.schema.properties ?? {}), key).toEqual([endpoint.files?.field]);
  }
});

test('POST /newsletter is documented as JSON and as a form', () => {
  expect(Object.keys(one('POST /newsletter').requestBody?.content ?? {})).toEqual([
    'application/json',
    'application/x-www-form-urlencoded',
  ]);
});
