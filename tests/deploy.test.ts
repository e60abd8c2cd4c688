import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseEnv } from 'node:util';
import { expect, onTestFinished, test } from 'vitest';
import { readEnv } from '#server/env.ts';

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

test('kishmish runs a script of the shop with the variables of the unit', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'kishmish-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  // In the place of systemd-run: prints its arguments.
  writeFileSync(path.join(folder, 'systemd-run'), '#!/bin/sh\nprintf "%s\\n" "$@"\n', { mode: 0o755 });
  const { stdout } = spawnSync(path.join(DEPLOY, 'kishmish'), ['restore', '/a file', '--force'], {
    env: { ...process.env, PATH: `${folder}:${process.env.PATH}` },
    encoding: 'utf8',
  });
  const words = stdout.trim().split('\n');
  const unit = readFileSync(path.join(DEPLOY, 'kishmish.service'), 'utf8').split('\n');
  const variables = unit.find((line) => line.startsWith('EnvironmentFile='));
  expect(words).toContain(`--property=${variables}`);
  expect(words.slice(-3)).toEqual(['scripts/restore.ts', '/a file', '--force']);
  expect(existsSync(path.join(DEPLOY, '..', 'scripts/restore.ts'))).toBe(true);
});

test('the variables of kishmish.env are valid, and start no demo shop', () => {
  const variables = parseEnv(readFileSync(path.join(DEPLOY, 'kishmish.env'), 'utf8'));
  expect(readEnv(variables)).toMatchObject({ demo: false, trustProxy: 1, backups: { keep: 7 } });
});
