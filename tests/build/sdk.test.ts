import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { addProduct, orderBody, paid } from '#tests/factories.ts';

/** The client of `npm run sdk`, used as somebody would who has only its folder. */
const run = promisify(execFile);
const root = path.join(import.meta.dirname, '..', '..');
const tsc = path.join(root, 'node_modules', '.bin', 'tsc');
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'kishmish-sdk-'));
  await run(process.execPath, [path.join(root, 'scripts', 'sdk.ts'), path.join(folder, 'sdk')]);
  await mkdir(path.join(folder, 'node_modules'));
  await symlink('../sdk', path.join(folder, 'node_modules', 'kishmish-client'));
  await symlink(path.join(root, 'node_modules', '@types'), path.join(folder, 'node_modules', '@types'));
  await symlink(path.join(root, 'node_modules', 'undici-types'), path.join(folder, 'node_modules', 'undici-types'));
  await writeFile(path.join(folder, 'package.json'), '{ "type": "module" }');
}, 600_000);
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Compiles a program that uses the client. @throws with what the compiler says */
async function compiled(name: string, source: string): Promise<string> {
  await writeFile(path.join(folder, `${name}.ts`), source);
  const flags = ['--strict', '--target', 'es2023', '--module', 'nodenext', '--types', 'node'];
  await run(tsc, [...flags, '--outDir', folder, `${name}.ts`], { cwd: folder }).catch((error) => {
    throw new Error((error as { stdout: string }).stdout);
  });
  return path.join(folder, `${name}.js`);
}

test('the example compiles, lists products and reads an order with a bearer token', async () => {
  await using t = await testApp({ ownApp: true });
  await addProduct(t.db);
  const { order } = (await t.post('/api/orders', orderBody(paid(1)))).body;
  await t.app.listen({ port: 0, host: '127.0.0.1' });
  const url = `http://127.0.0.1:${(t.app.server.address() as AddressInfo).port}`;
  const example = await compiled('example', await readFile(path.join(folder, 'sdk', 'example.ts'), 'utf8'));
  const token = await t.adminToken();
  const { stdout } = await run(process.execPath, [example, url, token, order.orderNumber]);
  expect(stdout).toBe(
    `1 products\nCalifornia Almonds: 250g ₹299\n${order.orderNumber} is pending: ₹${order.pricing.total}\n`,
  );
  const refused = await run(process.execPath, [example, url, 'wrong', order.orderNumber]);
  expect(refused.stdout).toMatch(/^1 products\n.*\n40[134]: /);
}, 600_000);

test('a wrong key, a missing parameter and a wrong body do not compile', async () => {
  const wrong = [
    `'GET /nothing'`,
    `'GET /orders/:id'`,
    `'GET /orders/:id', { params: { number: 'x' } }`,
    `'PUT /settings/staff-prices', { body: { lowestPricePercent: 'half' } }`,
  ];
  const lines = wrong.map((call) => `// @ts-expect-error\nawait shop.call(${call});\n`);
  const start = "import { createClient } from 'kishmish-client';\nconst shop = createClient({ url: '' });\n";
  await compiled('wrong', start + lines.join(''));
}, 600_000);
