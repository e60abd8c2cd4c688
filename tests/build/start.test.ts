import path from 'node:path';
import { expect, test } from 'vitest';
import { OWNER, startDemo } from './demo-shop.ts';

/** The built shop, as `npm start` runs it. */

const root = path.join(import.meta.dirname, '..', '..');

test('npm start does not build again after npm run build', async () => {
  // A URL, because stamp.js is plain JavaScript without types on purpose.
  const { isBuildCurrent } = await import(new URL('../../scripts/stamp.js', import.meta.url).href);
  expect(isBuildCurrent(root)).toBe(true);
});

test('the built shop finds its demo, pages, fonts and workers', async () => {
  await using shop = await startDemo();
  const hindi = await shop.get('/hi');
  expect(await hindi.text()).toContain('<html lang="hi-IN"');
  for (const address of ['/api/docs/', '/sw.js', '/api/openapi.json']) {
    expect([address, (await shop.get(address)).status]).toEqual([address, 200]);
  }
  const picture = /\/media\/[^"\s]+\.avif/.exec(await (await shop.get('/')).text())?.[0] ?? '';
  expect((await shop.get(picture)).headers.get('content-type')).toBe('image/avif');

  const json = { 'content-type': 'application/json' };
  const { token } = (await (await shop.post('/api/auth/admin-login', JSON.stringify(OWNER), json)).json()) as {
    token: string;
  };
  const staff = { authorization: `Bearer ${token}` };
  const { orders } = (await (await shop.get('/api/orders?status=delivered', staff)).json()) as {
    orders: { orderNumber: string }[];
  };
  const number = orders[0]?.orderNumber ?? '';
  const invoice = await shop.get(`/api/orders/${number}/invoice`, staff);
  expect([invoice.status, (await invoice.text()).slice(0, 5)]).toEqual([200, '%PDF-']);

  const statement = new FormData();
  const lines = [
    'Date,Narration,Chq./Ref.No.,Value Dt,Withdrawal Amt.,Deposit Amt.,Closing Balance',
    '20/11/26,UPI-ANANYA IYER-ananya@okexample-EXMP0000101-632400000001-ORDER,0000632400000001,20/11/26,,299.00,10299.00',
  ];
  statement.set('file', new File([lines.join('\n')], 'november.csv', { type: 'text/csv' }));
  const read = await shop.post('/api/payments/statements?dryRun=true', statement, staff);
  expect([read.status, await read.json()]).toMatchObject([200, { import: { credits: 1 } }]);
});
