import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { api } from './api.ts';
import { type Contract, type Endpoint, failuresOf, ok, paramsOf, paramsSchema, splitKey } from './contract.ts';

const base: Endpoint = { tag: 'jars', summary: 'A jar', access: 'public', responses: { 200: ok({}) } };

describe('failuresOf', () => {
  test.each<[string, Partial<Endpoint>, string, number[]]>([
    ['every call', {}, 'GET /jars', [401, 403, 429, 500, 503]],
    ['a path parameter', {}, 'GET /jars/:id', [400, 401, 403, 429, 500, 503]],
    ['a query', { query: z.object({}) }, 'GET /jars', [400, 401, 403, 429, 500, 503]],
    ['a body', { body: z.object({}) }, 'PUT /jars', [400, 401, 403, 413, 415, 429, 500, 503]],
    ['an unexpected body', {}, 'POST /jars', [400, 401, 403, 413, 415, 429, 500, 503]],
    ['staff', { access: 'staff' }, 'GET /jars', [401, 403, 429, 500, 503]],
    ['guests or staff', { access: 'guest-or-staff' }, 'GET /jars', [401, 403, 429, 500, 503]],
    ['admins', { access: 'admin' }, 'GET /jars', [401, 403, 429, 500, 503]],
    [
      'its own, in ascending order and once',
      { fails: [409, 404, 429] },
      'GET /jars',
      [401, 403, 404, 409, 429, 500, 503],
    ],
  ])('%s', (_name, change, key, statuses) => {
    expect(failuresOf({ ...base, ...change }, key)).toEqual(statuses);
  });
});

describe('paramsSchema', () => {
  test('undefined for a path without parameters', () => {
    expect(paramsSchema(base, '/jars')).toBeUndefined();
  });

  test('strings of 1 to 200 characters by default', () => {
    const schema = paramsSchema(base, '/jars/:jar/lids/:lid');
    expect(schema?.parse({ jar: 'a', lid: 'x'.repeat(200) })).toEqual({ jar: 'a', lid: 'x'.repeat(200) });
    for (const wrong of [{ jar: 'a' }, { jar: '', lid: 'b' }, { jar: 'a', lid: 'x'.repeat(201) }]) {
      expect(schema?.safeParse(wrong).success).toBe(false);
    }
  });

  test("the endpoint's own schema takes precedence", () => {
    const params = z.object({ id: z.string().regex(/^\d+$/) });
    expect(paramsSchema({ ...base, params }, '/jars/:id')).toBe(params);
  });
});

test('splitKey and paramsOf parse a key', () => {
  expect(splitKey('PUT /jars/:jar/lids/:lid')).toEqual({ method: 'PUT', path: '/jars/:jar/lids/:lid' });
  expect(paramsOf('/jars/:jar/lids/:lid')).toEqual(['jar', 'lid']);
  expect(paramsOf('/jars')).toEqual([]);
});

test('ok() adds success: true', () => {
  const schema = ok({ jar: z.string() });
  expect(schema.parse({ success: true, jar: 'a' })).toEqual({ success: true, jar: 'a' });
  expect(schema.safeParse({ success: false, jar: 'a' }).success).toBe(false);
});

test.each(Object.entries(api as Contract))('%s is complete', (key, endpoint) => {
  expect(key).toMatch(/^(GET|POST|PUT|PATCH|DELETE) \/[\w/:-]*$/);
  expect(Object.keys(endpoint.responses).length).toBeGreaterThan(0);
  // No full stop at the end: the OpenAPI document shows the summary as a title.
  expect(endpoint.summary).toMatch(/^[A-Z].*[^.]$/s);
  if (endpoint.params) {
    expect(Object.keys(endpoint.params.shape).sort()).toEqual(paramsOf(splitKey(key).path).sort());
  }
});
