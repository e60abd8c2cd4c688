import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/** An order has the language of the page on which it was placed; its mails are in this language. */

const HINDI = { 'x-language': 'hi' };

async function shop() {
  const t = await testApp();
  await addProduct(t.db);
  return t;
}

async function drafted(t: TestApp, headers: Record<string, string>, body: Record<string, unknown> = {}) {
  const { order } = (await t.post('/api/orders/draft', orderBody(body), headers)).body;
  return { orderNumber: order.orderNumber as string, accessToken: order.accessToken as string };
}

async function placed(t: TestApp, headers: Record<string, string>, body: Record<string, unknown> = {}) {
  const { status } = await t.post('/api/orders', orderBody({ ...paid(1), ...body }), headers);
  expect(status).toBe(201);
}

async function languageOf(t: TestApp): Promise<string> {
  return (await t.db.selectFrom('orders').select('language').executeTakeFirstOrThrow()).language;
}

test.each([
  [{}, 'en'],
  [HINDI, 'hi'],
  [{ 'x-language': 'fr' }, 'en'],
])('an order without a draft from a page with the headers %j is in %s', async (headers, language) => {
  await using t = await shop();
  await placed(t, headers);
  expect(await languageOf(t)).toBe(language);
});

test('a draft is in the language of the page that has written it last, and so is its order', async () => {
  await using t = await shop();
  const draft = await drafted(t, HINDI);
  expect(await languageOf(t)).toBe('hi');
  await drafted(t, {}, draft);
  expect(await languageOf(t)).toBe('en');
  await placed(t, HINDI, draft);
  expect(await languageOf(t)).toBe('hi');
});

test('no answer of the API tells the language', async () => {
  await using t = await shop();
  const draft = await t.post('/api/orders/draft', orderBody({}), HINDI);
  expect(JSON.stringify(draft.body)).not.toContain('"language"');
});
