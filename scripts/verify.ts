import { spawnSync } from 'node:child_process';

/**
 * `npm run verify`: runs all checks, the cheapest first, and stops at the first failure. With
 * `--short`, as in CI, random stories are short, and of the browser tests only the journeys run.
 */
const short = process.argv.includes('--short');
const env = { ...process.env, ALL_TESTS: '1', ...(short ? {} : { LONG_TESTS: '1' }) };
const steps: [string, string[]][] = [
  ['lint', ['run', 'lint']],
  ['build', ['run', 'build']],
  ['typecheck', ['run', 'typecheck']],
  ['test', ['run', 'test:all']],
  ['test:build', ['run', 'test:build']],
  ['test:e2e', ['run', 'test:e2e', ...(short ? ['--', '--grep', '@journey'] : [])]],
];

for (const [name, args] of steps) {
  process.stdout.write(`\n— ${name}\n`);
  const started = Date.now();
  const { status } = spawnSync('npm', args, { stdio: 'inherit', shell: process.platform === 'win32', env });
  if (status !== 0) {
    process.stderr.write(`\nverify: ${name} failed\n`);
    process.exit(status ?? 1);
  }
  process.stdout.write(`  ${name}: ${((Date.now() - started) / 1000).toFixed(0)} s\n`);
}
process.stdout.write('\nverify: everything passed\n');
