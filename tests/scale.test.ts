import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '#shop/api.ts';
import type { Endpoint } from '#shop/contract.ts';
import { callsOf, LISTS } from '../scripts/scale-calls.ts';

const contract: Record<string, Endpoint> = api;
const person = { name: 'Asha Rao', phone: '9876543210', email: 'asha@example.com' };
const CALLS = callsOf({
  orders: [{ ...person, order_number: 'ORD1763900000000001', utr: null }],
  contacts: [{ ...person, id: 'K-0000-0001' }],
  products: [{ id: 'almonds', name: 'Roasted Almonds' }],
  customers: [{ id: 'cus_1' }],
  replacements: [{ id: 'rpl_1' }],
  counted: 'almonds',
  amounts: { orders: 200_000, contacts: 50_000, credits: 150_000 },
  now: Date.parse('2026-11-23T10:00:00+05:30'),
});
const URLS = CALLS.flatMap(([, urlOf]) =>
  Array.from({ length: 40 }, (_, index) => new URL(urlOf(index), 'http://shop')),
);

/** The values with which the calls of an endpoint set each query parameter. */
function usedOf(key: string): Map<string, Set<string>> {
  const used = new Map<string, Set<string>>();
  for (const url of URLS.filter(({ pathname }) => pathname === key.replace('GET ', '/api'))) {
    for (const [name, value] of url.searchParams) used.set(name, (used.get(name) ?? new Set()).add(value));
  }
  return used;
}

test('npm run scale calls every list of staff, under a name of its own', () => {
  const called = new Set(URLS.map(({ pathname }) => pathname));
  expect(LISTS.filter((key) => !called.has(key.replace('GET ', '/api')))).toEqual([]);
  expect(LISTS).toContain('GET /customers');
  expect(new Set(CALLS.map(([name]) => name)).size).toBe(CALLS.length);
});

const FILTERED = [...LISTS, 'GET /products'].filter((key) => contract[key]?.query);

test.each(FILTERED)('npm run scale uses every filter of %s, and what it accepts', (key) => {
  const query = contract[key]?.query;
  const shape = query instanceof z.ZodObject ? query.shape : {};
  expect(shape).not.toEqual({});
  const used = usedOf(key);
  for (const [name, field] of Object.entries<z.core.$ZodType>(shape)) {
    expect([...used.keys()], name).toContain(name);
    const values = choicesOf(field).filter((value) => !['', 'all', 'false'].includes(value));
    if (values.length > 0) expect([...(used.get(name) ?? [])], name).toEqual(expect.arrayContaining(values));
  }
});

test('every call is one that the API accepts', () => {
  for (const url of URLS) {
    const query = contract[`GET ${url.pathname.replace('/api', '')}`]?.query;
    if (query) expect(query.safeParse(Object.fromEntries(url.searchParams)).success, url.href).toBe(true);
  }
});

/** The values of an enum, optional or with a default; empty for other fields. Those that choose nothing are left out by the test. */
function choicesOf(field: z.core.$ZodType): string[] {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return choicesOf(field.unwrap());
  return field instanceof z.ZodEnum ? field.options.map(String) : [];
}
