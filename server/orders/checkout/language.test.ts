import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';
import { bankReports } from '#tests/bank-reports.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';
import { proofShop } from '#tests/proof.ts';
import { shop as replacementShop, request, sold } from '#tests/replacements.ts';

/** An order has the language of the page on which it was placed; its mails are in this language. */

const HINDI = { 'x-language': 'hi' };
const ALMONDS = 'कैलिफ़ोर्निया बादाम';

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

async function nameInHindi(t: TestApp): Promise<void> {
  await t.db
    .updateTable('products')
    .set({ translations: JSON.stringify({ hi: { name: ALMONDS } }) })
    .where('id', '=', 'almonds')
    .execute();
}

/** The mails of a kind, the first one first. */
async function mailsOf(t: TestApp, kind: string) {
  const mails = t.db.selectFrom('mail_outbox').select(['subject', 'text_body', 'html_body']).where('kind', '=', kind);
  return mails.orderBy('created_at').execute();
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

test('the mails of an order placed in Hindi are in Hindi', async () => {
  await using t = await shop();
  await nameInHindi(t);
  await placed(t, HINDI);
  const [mail] = await mailsOf(t, 'order_received');
  expect(mail?.subject).toMatch(/^Kishmish: आपका ऑर्डर मिल गया: ORD/);
  expect(mail?.text_body).toContain(`${ALMONDS} (250 ग्राम) × 1: ₹299`);
  expect(mail?.text_body).toMatch(
    /^अपने मोबाइल नंबर से ऑर्डर ट्रैक करें: http:\/\/shop\.test\/hi\/track-order\?orderNumber=ORD/m,
  );
  expect(mail?.html_body).toContain('<html lang="hi">');
  const orders = await t.db.selectFrom('order_lines').select('name').execute();
  expect(orders).toEqual([{ name: 'California Almonds' }]);
});

test('the mail of the demo shop names the hours of its support in Hindi', async () => {
  await using t = await testApp({ seed: 'demo' });
  await placed(t, HINDI, { items: [{ product: 'california-almonds', size: '250g', quantity: 1 }], total: undefined });
  const [mail] = await mailsOf(t, 'order_received');
  expect(mail?.text_body).toContain(`${ALMONDS} (250 ग्राम) × 1`);
  expect(mail?.text_body).toMatch(/^कोई सवाल हो, तो .* पर कॉल करें।$/m);
  expect(mail?.text_body).toContain('(सोमवार से शुक्रवार, 9:00 से 18:00)');
});

test('a name that the product no longer has stays in the mails', async () => {
  const { t, admin } = await replacementShop();
  await using _ = t;
  await nameInHindi(t);
  const { url } = await sold(t, admin, 'confirmed', {}, HINDI);
  await t.db.updateTable('products').set({ name: 'Almonds' }).where('id', '=', 'almonds').execute();
  await t.put(`${url}/status`, { status: 'shipped' }, admin);
  const [mail] = await mailsOf(t, 'shipped');
  expect(mail?.text_body).toContain('California Almonds (250 ग्राम) × 3');
});

test('a draft in Hindi that the bank proves while its page is closed gets mails in Hindi', async () => {
  await using made = await proofShop();
  const { t } = made;
  await nameInHindi(t);
  const { orderNumber } = await drafted(t, HINDI);
  await bankReports(t, [{ amount: 29_900, rrn: '632400000001', note: `Payment for ${orderNumber}` }]);
  expect(await languageOf(t)).toBe('hi');
  const [received] = await mailsOf(t, 'order_received');
  expect(received?.text_body).toContain(`${ALMONDS} (250 ग्राम) × 1: ₹299`);
  const [verified] = await mailsOf(t, 'payment_verified');
  expect(verified?.text_body).toContain('हमें मिल गया है। हम आपका ऑर्डर तैयार कर रहे हैं।');
  expect(verified?.text_body).toContain(`http://shop.test/hi/order-details/${orderNumber}`);
});

test('mails about a replacement are in the language of the order, not of the page that asks for it', async () => {
  const { t, admin } = await replacementShop();
  await using _ = t;
  await nameInHindi(t);
  const [hindi, english] = [await sold(t, admin, 'delivered', {}, HINDI), await sold(t, admin)];
  await t.post(`${hindi.url}/replacement`, request(), hindi.own);
  t.clock.advance(1_000);
  await t.post(`${english.url}/replacement`, request(), { ...english.own, ...HINDI });
  const [inHindi, inEnglish] = await mailsOf(t, 'replacement_received');
  expect(inHindi?.text_body).toContain('(टूटा-फूटा आया)');
  expect(inHindi?.text_body).toContain(`- ${ALMONDS} (250 ग्राम) × 2`);
  expect(inEnglish?.text_body).toContain('- California Almonds (250g) × 2');
});

test('the code that opens an order is sent in its language', async () => {
  const { t, admin } = await replacementShop();
  await using _ = t;
  const { url } = await sold(t, admin, 'shipped', {}, HINDI);
  await t.post(`${url}/code`, {});
  const [mail] = await mailsOf(t, 'order_code');
  expect(mail?.text_body).toMatch(/^आपका ऑर्डर ORD\d+ खोलने का कोड यह है।/);
});

test('texts that the owner has rewritten are for orders in English', async () => {
  await using t = await shop();
  const mails = { order_received: { text: 'Our own words' } };
  await t.put('/api/settings/messages', { mails }, t.auth(await t.adminToken()));
  await placed(t, HINDI);
  t.clock.advance(1_000);
  await placed(t, {}, paid(2));
  const [hindi, english] = await mailsOf(t, 'order_received');
  expect(hindi?.text_body).toMatch(/^नमस्ते Ananya Iyer,/);
  expect(english?.text_body).toMatch(/^Our own words/);
});

test('the invoice of an order in Hindi, and the alert to staff, stay in English', async () => {
  await using t = await shop();
  await nameInHindi(t);
  const staff = t.auth(await t.adminToken());
  await t.put('/api/auth/alerts', { mail: true }, staff);
  await placed(t, HINDI);
  const [alert] = await mailsOf(t, 'new_order');
  expect(alert?.subject).toMatch(/^Kishmish: new order: ₹299: ORD/);
  const { order_number } = await t.db.selectFrom('orders').select('order_number').executeTakeFirstOrThrow();
  await t.put(`/api/orders/${order_number}/payment`, { status: 'completed' }, staff);
  const { data } = await t.db.selectFrom('invoices').select('data').executeTakeFirstOrThrow();
  expect(data).toContain('California Almonds');
  expect(data).not.toContain(ALMONDS);
});
