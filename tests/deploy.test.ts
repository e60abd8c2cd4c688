import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { envExample, readEnv } from '#server/env.ts';

const DEPLOY = path.join(import.meta.dirname, '../deploy');

test('the examples in deploy/ are valid for the tools that are installed', { timeout: 120_000 }, () => {
  const { status, stdout } = spawnSync(path.join(DEPLOY, 'check'), { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  expect({ status, stdout }).toEqual({ status: 0, stdout });
  const prometheus = ['prometheus.yml', 'alerts.yml', 'dashboard.json'];
  expect(lines.map((line) => line.split(':')[0])).toEqual([
    'kishmish.service',
    'Caddyfile',
    'nginx.conf',
    ...prometheus,
  ]);
  for (const line of lines) expect(line).toMatch(/: (ok|not checked, .* is not installed)$/);
});

/** Runs deploy/kishmish with something in the place of systemd-run that prints its arguments. */
function kishmish(...words: string[]) {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(path.join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const { status, stdout, stderr } = spawnSync(path.join(DEPLOY, 'kishmish'), words, {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  return { status, ran: stdout.trim().split('\n'), stderr };
}

test('kishmish runs a script of the shop with the variables of the unit', () => {
  const { ran } = kishmish('restore', '/a file', '--force');
  const unit = readFileSync(path.join(DEPLOY, 'kishmish.service'), 'utf8').split('\n');
  const variables = unit.find((line) => line.startsWith('EnvironmentFile='));
  expect(ran).toContain(`--property=${variables}`);
  expect(ran.slice(-3)).toEqual(['scripts/restore.ts', '/a file', '--force']);
  // By their names in package.json too, as alerts and the doctor call them.
  for (const name of ['doctor', 'backup', 'restore', 'upgrade', 'migrate', 'db:migrate', 'account']) {
    const script = kishmish(name).ran.at(-1) ?? '';
    expect([name, script, existsSync(path.join(DEPLOY, '..', script))]).toEqual([
      name,
      `scripts/${name.replace('db:', '')}.ts`,
      true,
    ]);
  }
});

test('kishmish says which commands there are, and refuses a file whose folder it would not be', () => {
  for (const words of [[], ['foo'], ['db:foo'], ['--help']]) {
    expect(kishmish(...words)).toEqual({
      status: 2,
      ran: [''],
      stderr: 'Name a command: doctor, backup FILE, restore FILE, upgrade, migrate or account [EMAIL]\n',
    });
  }
  for (const words of [
    ['backup', 'x.tar.gz'],
    ['restore', '--force', 'x.tar.gz'],
  ]) {
    expect(kishmish(...words)).toEqual({
      status: 2,
      ran: [''],
      stderr: 'Name the file with its folder, such as /var/lib/kishmish-backups/x.tar.gz\n',
    });
  }
});

test('the variables of kishmish.env are valid, and start no demo shop', () => {
  const variables = parseEnv(readFileSync(path.join(DEPLOY, 'kishmish.env'), 'utf8'));
  expect(readEnv(variables)).toMatchObject({ demo: false, trustProxy: 1, backups: { keep: 7 } });
});

test('.env.example is that of the table, and its variables are valid', () => {
  const example = readFileSync(path.join(DEPLOY, '../.env.example'), 'utf8');
  // `npm run env:example` writes it.
  expect(example).toBe(envExample());
  expect(readEnv(parseEnv(example))).toEqual(readEnv({}));
});

test('compose.yaml sets only variables that the shop knows', () => {
  const compose = readFileSync(path.join(DEPLOY, '../compose.yaml'), 'utf8');
  const shop = /\n {2}shop:\n([\s\S]*?)\n\n/.exec(compose)?.[1] ?? '';
  const names = [...shop.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name]) => name);
  expect(names).toContain('DATABASE_URL');
  for (const name of names) expect(envExample()).toContain(`\n${name}=`);
});
