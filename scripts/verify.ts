import { spawnSync } from 'node:child_process';

/** `npm run verify`: runs all CI checks, the cheapest first. Stops at the first failure. */
const steps: [string, string[]][] = [
  ['lint', ['run', 'lint']],
  ['build', ['run', 'build']],
  ['typecheck', ['run', 'typecheck']],
  ['test', ['test']],
  ['test:build', ['run', 'test:build']],
  ['test:e2e', ['run', 'test:e2e']],
];

for (const [name, args] of steps) {
  process.stdout.write(`\n— ${name}\n`);
  const started = Date.now();
  // Run tests/model with the full number of stories.
  const env = { ...process.env, LONG_TESTS: '1' };
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32', env });
  if (status !== 0) {
    process.stderr.write(`\nverify: ${name} failed\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`  ${name}: ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
}
process.stdout.write('\nverify: everything passed\n');
