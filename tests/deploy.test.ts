import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { expect, test } from 'vitest';

test('the examples in deploy/ are valid for the tools that are installed', () => {
  const { status, stdout } = spawnSync(path.join(import.meta.dirname, '../deploy/check'), { encoding: 'utf8' });
  const lines = stdout.trim().split('\n');
  expect({ status, stdout }).toEqual({ status: 0, stdout });
  expect(lines.map((line) => line.split(':')[0])).toEqual(['kishmish.service', 'Caddyfile', 'nginx.conf']);
  for (const line of lines) expect(line).toMatch(/: (ok|not checked, .* is not installed)$/);
});
