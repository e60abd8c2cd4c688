import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';

const FORM = { 'content-type': 'application/x-www-form-urlencoded' };
const list = (t: TestApp) => t.db.selectFrom('newsletter').selectAll().orderBy('email').execute();

test('an address is added once; the response does not reveal whether it was on the list', async () => {
  await using t = await testApp();
  const first = await t.post('/api/newsletter', { email: ' Ananya@Example.com ' });
  expect(first.status).toBe(200);
  expect(first.body).toEqual({ success: true, message: 'Thank you. You are on the list.' });
  const at = t.clock.time;
  t.clock.advance(1000);
  const again = await t.post('/api/newsletter', { email: 'ananya@example.com' });
  expect([again.status, again.body]).toEqual([first.status, first.body]);
  expect(await list(t)).toEqual([{ email: 'ananya@example.com', created_at: at, unsubscribed_at: null }]);
});

test('signing up again restores an unsubscribed address', async () => {
  await using t = await testApp();
  await t.db.insertInto('newsletter').values({ email: 'a@b.in', created_at: 1, unsubscribed_at: 2 }).execute();
  await t.post('/api/newsletter', { email: 'a@b.in' });
  expect(await list(t)).toMatchObject([{ unsubscribed_at: null }]);
});

test('invalid addresses are rejected', async () => {
  await using t = await testApp();
  for (const email of [
    '',
    'x',
    'a@b',
    'a@b.in\r\nBcc: c@d.in',
    'a\0@b.in',
    7,
    null,
    ['a@b.in'],
    `${'a'.repeat(250)}@b.in`,
  ]) {
    const { status, body } = await t.post('/api/newsletter', { email });
    expect(status).toBe(400);
    expect(body.errors).toEqual([{ path: 'email', msg: 'Please enter a valid email address' }]);
  }
  expect(await list(t)).toEqual([]);
});

test('the plain form of the footer is redirected to a page', async () => {
  await using t = await testApp();
  const good = await t.post('/api/newsletter', 'email=ananya%2Bnews%40example.com&x=1', FORM);
  expect([good.status, good.headers.location]).toEqual([303, '/#newsletter-thanks']);
  expect(good.headers['cache-control']).toBe('no-store');
  const wrong = await t.post('/api/newsletter', 'email=nobody&email=https%3A%2F%2Fevil.example', {
    ...FORM,
    referer: 'https://evil.example/',
    host: 'evil.example',
  });
  expect([wrong.status, wrong.headers.location]).toEqual([303, '/#newsletter-invalid']);
  expect((await t.post('/api/newsletter', '', FORM)).status).toBe(303);
  expect(await list(t)).toMatchObject([{ email: 'ananya+news@example.com' }]);
});

test('only this route accepts form bodies, and only small ones', async () => {
  await using t = await testApp();
  for (const url of [
    '/api/contacts',
    '/api/reviews',
    '/api/orders',
    '/api/auth/admin-login',
    '/api/products/x/wishlist',
  ]) {
    const { status, body } = await t.post(url, 'email=a%40b.in', FORM);
    expect([url, status, body.message]).toEqual([url, 415, 'Please send the request as JSON.']);
  }
  expect((await t.post('/api/newsletter', 'email=a%40b.in', { 'content-type': 'text/plain' })).status).toBe(415);
  expect((await t.post('/api/newsletter', `email=${'a'.repeat(3000)}`, FORM)).status).toBe(413);
});

test('one network address is limited across JSON and form requests', async () => {
  await using t = await testApp();
  for (let n = 0; n < 20; n++) expect((await t.post('/api/newsletter', { email: `a${n}@b.in` })).status).toBe(200);
  expect((await t.post('/api/newsletter', { email: 'b@b.in' })).status).toBe(429);
  const form = await t.post('/api/newsletter', 'email=b%40b.in', FORM);
  expect([form.status, form.headers.location]).toEqual([303, '/#newsletter-later']);
  expect(await list(t)).toHaveLength(20);
});
