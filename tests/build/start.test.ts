import { spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';

/** The built shop, as `npm start` runs it. */

const root = path.join(import.meta.dirname, '..', '..');
const SERVER = path.join(root, 'server', 'main.ts');
const OWNER = { email: 'owner@kishmish.test', password: 'a long enough password' };

test('npm start does not build again after npm run build', async () => {
  // A URL, because stamp.js is plain JavaScript without types on purpose.
  const { isBuildCurrent } = await import(new URL('../../scripts/stamp.js', import.meta.url).href);
  expect(isBuildCurrent(root)).toBe(true);
});

/** Starts the demo shop. */
async function startDemo() {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'kishmish-start-'));
  const child = spawn(process.execPath, [SERVER], {
    // Nothing may be found from the folder that the start happens in.
    cwd: tmpdir(),
    env: {
      PATH: process.env.PATH,
      NODE_ENV: 'production',
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'error',
      // As scripts/start.js does: the compiled code is kept.
      NODE_COMPILE_CACHE: path.join(root, 'build', 'cache'),
      ADMIN_EMAIL: OWNER.email,
      ADMIN_PASSWORD: OWNER.password,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let errors = '';
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const url = await new Promise<string>((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => {
      text += chunk.toString();
      const port = /is open at http:\/\/[^:]+:(\d+)/.exec(text)?.[1];
      if (port) resolve(`http://127.0.0.1:${port}`);
    });
    child.once('exit', () => reject(new Error(`the shop did not start: ${text}${errors}`)));
  });
  return {
    get: (address: string, headers: Record<string, string> = {}) => fetch(url + address, { headers }),
    post: (address: string, body: string | FormData, headers: Record<string, string> = {}) =>
      fetch(url + address, { method: 'POST', body, headers }),
    async [Symbol.asyncDispose]() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

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
