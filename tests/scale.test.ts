import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '#shop/api.ts';
import type { Endpoint } from '#shop/contract.ts';
import { callsOf, LISTS } from '../scripts/scale-calls.ts';
import { shopperCalls } from '../scripts/scale-public-calls.ts';
import routes from '../web/routes.ts';

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

/**
 * The values of an enum, optional or with a default; empty for other fields. Those that choose
 * nothing are left out by the test.
 */
function choicesOf(field: z.core.$ZodType): string[] {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return choicesOf(field.unwrap());
  return field instanceof z.ZodEnum ? field.options.map(String) : [];
}

const SHOPPER = shopperCalls({
  products: [{ id: 'almonds', name: 'Roasted Almonds', size: '250g', price: 29_900 }],
  categories: ['nuts'],
  routes: ['/fitness-mix'],
  phones: ['9876543210'],
  freeUtr: 600_000_000_000,
}).flatMap(([name, of]) => {
  // An order needs the answers of the calls before it.
  const answer = { order: { orderNumber: 'ORD1763900000000001', accessToken: 'a' } };
  const call = of(0);
  call.read?.(JSON.stringify(answer));
  return [{ name, method: call.method ?? 'GET', path: new URL(call.url, 'http://shop').pathname }];
});

/**
 * Of shoppers, but no list, page or step of an order: files, codes, requests afterwards, and what a
 * bank or a preview asks for.
 */
const NOT_COMPARED = [
  'GET /',
  'GET /pages/:id/sections',
  'GET /pages/products/:name',
  'GET /payments/inbox/:secret',
  // A code of such a link is only in the message to its customer.
  'GET /pay/:code',
  'GET /orders/draft/:orderNumber/payment',
  'POST /orders/draft/:orderNumber/close',
  'GET /reviews/photos/:photo',
  'GET /orders/:id/invoice',
  'GET /orders/:id/credit-note',
  'GET /orders/:id/replacement/photos/:photo',
  'POST /orders/:id/replacement/photos',
  'POST /orders/:id/replacement',
  'POST /orders/:id/code',
  'POST /orders/:id/code/verify',
];

const matches = (path: string, pattern: string) =>
  new RegExp(`^${pattern.replace(/:[a-zA-Z]+/g, '[^/]+')}$`).test(path);

test('npm run scale compares every read of shoppers, and the steps of an order', () => {
  const wanted = Object.entries(contract).flatMap(([key, { access }]) =>
    ['public', 'guest-or-staff'].includes(access) && /^(GET |POST \/orders)/.test(key) ? [key] : [],
  );
  const missing = wanted.filter((key) => {
    const [method, path = ''] = key.split(' ');
    return !SHOPPER.some((call) => call.method === method && matches(call.path, `/api${path}`));
  });
  expect(missing.sort()).toEqual(NOT_COMPARED.sort());
});

test('npm run scale compares every page of shoppers', () => {
  const paths = routes.flatMap(({ children = [], path }) => [path, ...children.map((child) => child.path)]);
  const pages = paths.flatMap((path) => (path && !/^(admin|kingadmin|pay\/|\*)/.test(path) ? [`/${path}`] : []));
  expect(pages.length).toBeGreaterThan(20);
  expect(pages.filter((page) => !SHOPPER.some(({ path }) => matches(path, page)))).toEqual([]);
});
