import { existsSync } from 'node:fs';
import { defineConfig } from 'vitest/config';
import { compileMessages } from './scripts/messages.ts';
import { mutant } from './scripts/mutant.ts';
import { compilePins } from './scripts/pin-places.ts';

compileMessages(import.meta.dirname);
compilePins(import.meta.dirname);

const servers = [
  'server/**/*.test.ts',
  'tests/routes/**/*.test.ts',
  'tests/model/**/*.test.ts',
  'tests/{first,second}-edition.test.ts',
];
/** Tests of server code that opens no database: they run once, in the project `sqlite`. */
const withoutDatabase = [
  'catalogue/search/search',
  'env',
  'http/server',
  'ids',
  'media/encode',
  'operations/archive',
  'pages/media',
  'pages/pages',
  'pages/policy',
  ...['html', 'mail-alerts', 'mail-apart', 'mail-message', 'signature', 'statement-file'].map(
    (name) => `orders/payments/${name}`,
  ),
  'settings/secret-box',
].map((name) => `server/${name}.test.ts`);
/**
 * `npm test` runs the projects `shop`, `sqlite` and `pglite`, of PGlite only what differs between
 * the engines. With `ALL_TESTS=1`, as in `npm run verify`, the projects have all of their files.
 * `LONG_TESTS=1` makes the random stories longer.
 */
const ALL = process.env.ALL_TESTS === '1';
/**
 * What differs between the engines. PGlite has no trigrams, like some servers, and one connection.
 */
const enginesDiffer = ['server/database/**/*.test.ts', 'tests/{first,second}-edition.test.ts'];
const besideServer = [...enginesDiffer, 'server/orders/checkout/**/*.test.ts'];
/** Random stories and requests. */
const long = ['tests/model/**/*.test.ts', 'tests/routes/fuzz.test.ts'];
// Files share their worker and its modules: loading the app and PGlite for each file took half the
// time of `npm test`.
const common = {
  testTimeout: 30_000,
  // The machine of CI may stall for seconds, and a connection to PostgreSQL then times out.
  retry: process.env.CI ? 1 : 0,
  hookTimeout: 60_000,
  isolate: false,
  // The second of Vitest is over on a slow machine while the work that a test waits for still runs.
  expect: { poll: { timeout: 20_000 } },
};
/** For projects that open databases. */
const database = { ...common, globalSetup: ['./tests/templates.ts'] };

export default defineConfig({
  test: {
    projects: [
      {
        plugins: mutant(),
        test: {
          ...common,
          name: 'shop',
          include: ['shop/**/*.test.ts', 'web/**/*.test.ts', 'tests/*.test.ts'],
          exclude: servers,
        },
      },
      {
        plugins: mutant(),
        test: {
          ...database,
          name: 'sqlite',
          include: servers,
          exclude: ALL ? [] : long,
          env: { TEST_DIALECT: 'sqlite' },
        },
      },
      {
        test: {
          ...database,
          name: 'pglite',
          exclude: withoutDatabase,
          testTimeout: 120_000,
          include: ALL ? (process.env.TEST_DATABASE_URL ? besideServer : servers) : enginesDiffer,
          env: { TEST_DIALECT: 'pglite' },
        },
      },
      // Only with a PostgreSQL server; CI starts one (see .ci/run and README).
      ...(process.env.TEST_DATABASE_URL
        ? [
            {
              test: {
                ...database,
                name: 'postgres',
                include: servers,
                exclude: withoutDatabase,
                env: { TEST_DIALECT: 'postgres' },
              },
            },
          ]
        : []),
      // Only with Dovecot, a real IMAP server; CI installs it.
      ...(existsSync('/usr/sbin/dovecot')
        ? [{ test: { ...common, name: 'imap', include: ['tests/imap/**/*.test.ts'] } }]
        : []),
      { test: { ...common, name: 'faults', include: ['tests/faults/**/*.test.ts'], testTimeout: 180_000 } },
      // Needs a build and fails without one, so `npm test` leaves it out.
      { test: { ...database, name: 'build', include: ['tests/build/**/*.test.ts'], env: { TEST_DIALECT: 'sqlite' } } },
      {
        test: {
          ...database,
          name: 'build-postgres',
          include: ['tests/build/leak.test.ts'],
          env: { TEST_DIALECT: process.env.TEST_DATABASE_URL ? 'postgres' : 'pglite' },
        },
      },
    ],
    // Two cores: a third worker saves a tenth, but then the tests that kill servers meet 503. Each
    // PGlite takes about 150 MB.
    maxWorkers: 2,
  },
});
