import { expect, test } from 'vitest';
import { type TestApp, testApp } from '#tests/app.ts';

async function admin() {
  const t = await testApp({ seed: 'demo' });
  return { t, auth: t.auth(await t.adminToken()) };
}

const audited = (t: TestApp, entity: string) =>
  t.db.selectFrom('audit_log').selectAll().where('entity', '=', entity).orderBy('id').execute();

test('PUT /page-content/{pageId} saves, confirms, and takes effect at once', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const before = (await t.get('/api/page-content/offerBar')).body.content;
  const content = { ...before, text: 'दिवाली sale <b>now</b>', extra: 'dropped' };
  const { status, body } = await t.put('/api/page-content/offerBar', { content }, auth);
  expect([status, body.message]).toEqual([200, 'Content updated successfully in database']);
  const after = { ...before, text: 'दिवाली sale <b>now</b>' };
  expect(body).toMatchObject({ success: true, pageId: 'offerBar', content: after, version: 2 });
  expect((await t.get('/api/page-content/offerBar')).body.content).toEqual(after);
  const [entry] = await audited(t, 'content');
  expect(entry).toMatchObject({ action: 'save', entity_id: 'offerBar', actor: 'Admin' });
  expect(JSON.parse(entry?.before_value ?? '')).toEqual(before);
  expect(JSON.parse(entry?.after_value ?? '')).toEqual(after);
  expect((await t.put('/api/page-content/unknown', { content }, auth)).status).toBe(404);
});

test('homepage contains doYouKnow with facts as objects or strings; each invalid field is reported', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const content = (await t.get('/api/page-content/homepage')).body.content;
  const facts = ['Makhana: it grows on water', { id: 'a', icon: 'nut', title: 'T', description: 'D' }];
  const changed = { ...content, doYouKnow: { ...content.doYouKnow, facts } };
  expect((await t.put('/api/page-content/homepage', { content: changed }, auth)).status).toBe(200);
  expect((await t.get('/api/page-content/homepage')).body.content.doYouKnow.facts).toEqual(facts);
  const wrong = { ...content, specialOffer: { ...content.specialOffer, ctaLink: 'javascript:alert(1)' } };
  const rejected = await t.put('/api/page-content/homepage', { content: wrong }, auth);
  expect([rejected.status, rejected.body.errors]).toEqual([
    400,
    [
      {
        path: 'specialOffer.ctaLink',
        msg: 'A link must begin with https://, mailto:, tel: or / (a page of the shop)',
      },
    ],
  ]);
  expect((await t.put('/api/page-content/homepage', {}, auth)).status).toBe(400);
});

test('when two admins save a page, the second gets 409 and nothing is overwritten', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const { content, version, updatedBy } = (await t.get('/api/pages/offerBar/record', auth)).body;
  expect([version, updatedBy]).toEqual([1, 'demo']);
  const save = (text: string) => t.put('/api/page-content/offerBar', { content: { ...content, text }, version }, auth);
  expect((await save('First')).status).toBe(200);
  const second = await save('Second');
  expect([second.status, second.body.data]).toMatchObject([409, { version: 2, updatedBy: 'Admin' }]);
  expect((await t.get('/api/page-content/offerBar')).body.content.text).toBe('First');
  expect((await t.get('/api/pages/offerBar/record', auth)).body).toMatchObject({ version: 2, updatedBy: 'Admin' });
});

test('an empty shop saves over the built-in default', async () => {
  await using t = await testApp();
  const auth = t.auth(await t.adminToken());
  const { content, version, updatedAt } = (await t.get('/api/pages/banner/record', auth)).body;
  expect([version, updatedAt]).toEqual([0, null]);
  const saves = await Promise.all(
    ['A', 'B'].map((text) => t.put('/api/page-content/banner', { content: { ...content, text }, version }, auth)),
  );
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
});

test('product pages are created with a route from the name, changed, renamed and deleted', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const created = await t.post('/api/pages/products', { name: 'Date Bites', benefits: ['Soft'] }, auth);
  expect([created.status, created.body.message]).toEqual([201, 'Page created successfully']);
  expect(created.body.page).toMatchObject({
    _id: 'date-bites',
    id: 'date-bites',
    route: '/date-bites',
    benefits: ['Soft'],
  });
  expect((await t.get('/api/pages/products')).body.pages.at(-1).name).toBe('Date Bites');
  expect((await t.get('/sitemap.xml')).text).toContain('/date-bites');

  const url = '/api/pages/products/Date%20Bites';
  const texts = await t.put(`${url}/content`, { content: { description: 'Rolled in coconut' } }, auth);
  expect(texts.body).toMatchObject({
    message: 'Content updated successfully in database',
    page: { name: 'Date Bites', description: 'Rolled in coconut', benefits: ['Soft'] },
  });
  const byId = await t.put('/api/pages/date-bites', { content: { ctaText: 'Try them' } }, auth);
  expect(byId.body).toMatchObject({ pageId: 'date-bites', content: { ctaText: 'Try them', benefits: ['Soft'] } });
  const renamed = await t.put(url, { name: 'Khajur Bites' }, auth);
  expect(renamed.body.page).toMatchObject({ id: 'date-bites', name: 'Khajur Bites', route: '/khajur-bites' });
  // The former route still finds it.
  expect((await t.get('/api/pages/products/date-bites')).body.page.route).toBe('/khajur-bites');

  const deleted = await t.delete('/api/pages/products/Khajur%20Bites', auth);
  expect([deleted.status, deleted.body.message]).toEqual([200, 'Page deleted successfully']);
  expect((await t.get('/api/pages/products/khajur-bites')).status).toBe(404);
  expect((await t.delete('/api/pages/products/Khajur%20Bites', auth)).status).toBe(404);
  const log = await audited(t, 'product_page');
  expect(log.map(({ action }) => action)).toEqual(['create', 'save', 'save', 'save', 'delete']);
  expect(JSON.parse(log.at(-1)?.before_value ?? '')).toMatchObject({ name: 'Khajur Bites' });
});

test('names and routes are required, unique, and do not clash with pages of the shop itself', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const create = async (body: object) => {
    const { status, body: reply } = await t.post('/api/pages/products', body, auth);
    return [status, reply.message];
  };
  expect((await create({}))[0]).toBe(400);
  expect(await create({ name: 'Cart' })).toEqual([
    400,
    'This route is a page of the shop itself. Please choose another one',
  ]);
  expect(await create({ name: 'खजूर' })).toEqual([
    400,
    'Please give a route, such as /date-bites: none can be made from this name',
  ]);
  const taken = [409, 'Another page has this name or this route already.'];
  expect(await create({ name: 'Fitness Mix', route: '/other' })).toEqual(taken);
  expect(await create({ name: 'Other', route: '/fitness-mix' })).toEqual(taken);
  expect((await t.put('/api/pages/products/champion-mix', { name: 'Fitness Mix' }, auth)).status).toBe(409);
  // The current route of a page takes precedence over the former route of another.
  await t.put('/api/pages/products/champion-mix', { name: 'Winner Mix' }, auth);
  const again = await t.post('/api/pages/products', { name: 'Champion Mix' }, auth);
  expect(again.body.page).toMatchObject({ id: 'champion-mix-2', route: '/champion-mix' });
  expect((await t.get('/api/pages/products/champion-mix')).body.page.name).toBe('Champion Mix');
  const stale = await t.put('/api/pages/products/Champion%20Mix', { description: 'x', version: 7 }, auth);
  expect(stale.status).toBe(409);
});

test('GET /pages/{id}/sections returns the sections of a page', async () => {
  const { t } = await admin();
  await using _ = t;
  const parts = async (id: string) =>
    (await t.get(`/api/pages/${id}/sections`)).body.sections.map((part: { id: string }) => part.id);
  expect(await parts('homepage')).toContain('doYouKnow');
  expect(await parts('hero')).toEqual(['slide-1', 'slide-2', 'slide-3']);
  expect(await parts('fitness-mix')).toContain('benefits');
  expect((await t.get('/api/pages/none/sections')).status).toBe(404);
});

test('POST /pages/{id}/preview validates and returns content without saving', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const offerBar = (await t.get('/api/page-content/offerBar')).body.content;
  const preview = (id: string, content: unknown) => t.post(`/api/pages/${id}/preview`, { content }, auth);
  const response = await preview('offerBar', { ...offerBar, text: ' Only seen here ' });
  expect(response.body).toMatchObject({ kind: 'content', content: { text: 'Only seen here' } });
  expect((await preview('offerBar', { ...offerBar, textColor: 'red' })).body.errors[0].path).toBe('textColor');
  const page = await preview('new', { name: 'Peanut Butter Treats', category: 'peanut-butter' });
  expect(page.body.content.route).toBe('/peanut-butter-treats');
  expect(page.body.totalProducts).toBeGreaterThan(0);
  expect(page.body.products[0].categorySlug).toBe('peanut-butter');
  expect((await preview('fitness-mix', { ctaText: 'Go' })).body.content).toMatchObject({
    name: 'Fitness Mix',
    ctaText: 'Go',
  });
  expect((await preview('none', {})).status).toBe(404);
  expect((await preview('new', { name: 'Cart' })).status).toBe(400);
  expect((await t.get('/api/page-content/offerBar')).body.content).toEqual(offerBar);
  expect((await t.get('/api/pages/products')).body.pages).toHaveLength(7);
  expect(await audited(t, 'content')).toEqual([]);
});

test('only staff can edit content, including managers (D39, D50)', async () => {
  const { t } = await admin();
  await using _ = t;
  expect((await t.put('/api/page-content/offerBar', { content: {} })).status).toBe(401);
  expect((await t.post('/api/pages/hero/preview', { content: {} })).status).toBe(401);
  expect((await t.get('/api/pages/hero/record')).status).toBe(401);
  const manager = { email: 'm@kishmish.test', name: 'Meera', role: 'manager' as const, password: 'a manager password' };
  await t.services.accounts.addUser(manager);
  const { token } = (await t.post('/api/auth/admin-login', manager)).body;
  expect((await t.post('/api/pages/products', { name: 'Date Bites' }, t.auth(token))).status).toBe(201);
});

test('a page is changed and deleted by its id, even if another page has its former route', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  await t.put('/api/pages/fitness-mix', { content: { name: 'Gym Mix' } }, auth);
  const created = await t.post('/api/pages/products', { name: 'Fitness Mix' }, auth);
  expect(created.body.page).toMatchObject({ id: 'fitness-mix-2', route: '/fitness-mix' });
  const record = async (id: string) => (await t.get(`/api/pages/${id}/record`, auth)).body;
  expect(await record('fitness-mix')).toMatchObject({ id: 'fitness-mix', content: { route: '/gym-mix' } });
  const saved = await t.put('/api/pages/fitness-mix', { content: { pageTitle: 'For the gym' } }, auth);
  expect(saved.body.content).toMatchObject({ name: 'Gym Mix', pageTitle: 'For the gym' });
  const preview = await t.post('/api/pages/fitness-mix/preview', { content: { pageTitle: 'Seen' } }, auth);
  expect(preview.body.content).toMatchObject({ name: 'Gym Mix', pageTitle: 'Seen' });
  expect((await record('fitness-mix-2')).content).toMatchObject({ name: 'Fitness Mix', pageTitle: '' });
  // For shoppers, the route leads to the page that has it now.
  expect((await t.get('/api/pages/products/fitness-mix')).body.page.id).toBe('fitness-mix-2');
  await t.delete('/api/pages/products/fitness-mix', auth);
  expect((await record('fitness-mix-2')).id).toBe('fitness-mix-2');
  expect((await t.get('/api/pages/products/gym-mix')).status).toBe(404);
});

test('the record endpoint returns content and version of the same save, even if the cache of this process is stale', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  const record = async (id: string) => (await t.get(`/api/pages/${id}/record`, auth)).body;
  const bar = (await record('offerBar')).content;
  const page = (await record('fitness-mix')).content;
  // Written as by another process whose change notification was lost.
  const saved = { ...bar, text: 'Saved elsewhere' };
  const other = { ...page, pageTitle: 'Saved elsewhere' };
  const write = (content: object) => ({ content: JSON.stringify(content), version: 7 });
  await t.db.updateTable('page_content').set(write(saved)).where('id', '=', 'offerBar').execute();
  await t.db.updateTable('product_pages').set(write(other)).where('id', '=', 'fitness-mix').execute();
  expect(await record('offerBar')).toMatchObject({ version: 7, content: saved });
  expect(await record('fitness-mix')).toMatchObject({ version: 7, content: other });
  // Invalid stored content falls back to the default that shoppers see.
  await t.db
    .updateTable('page_content')
    .set(write({ text: 1 }))
    .where('id', '=', 'offerBar')
    .execute();
  expect(await record('offerBar')).toMatchObject({ version: 7, content: bar });
});

test('a page with a reserved name can be opened, previewed and changed like any other', async () => {
  const { t, auth } = await admin();
  await using _ = t;
  for (const name of ['New', 'Products', 'Hero']) {
    const created = await t.post('/api/pages/products', { name }, auth);
    const { id, route } = created.body.page;
    expect(route).toBe(`/${name.toLowerCase()}`);
    const record = await t.get(`/api/pages/${id}/record`, auth);
    expect(record.body).toMatchObject({ id, kind: 'product', content: { name } });
    const preview = await t.post(`/api/pages/${id}/preview`, { content: { pageTitle: 'Seen' } }, auth);
    expect(preview.body).toMatchObject({ kind: 'product', content: { name, pageTitle: 'Seen' } });
    const saved = await t.put(`/api/pages/${id}`, { content: { pageTitle: 'Kept' } }, auth);
    expect(saved.body.content).toMatchObject({ name, pageTitle: 'Kept' });
  }
});
