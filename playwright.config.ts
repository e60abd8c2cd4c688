import { defineConfig, devices } from '@playwright/test';
import { BROWSER_ARGS, headlessShell } from './tests/e2e/chromium.ts';
import { originOf } from './tests/e2e/origin.ts';

const workers = process.env.E2E_WORKERS ? Number(process.env.E2E_WORKERS) : 2;

/** The files of these tests, in folders of `tests/e2e`. */
const files = (folder: string, names: string) => names.split(' ').map((name) => `**/${folder}/${name}.spec.ts`);

/** What shoppers do besides the journeys, and what no width changes. */
const ON_PHONE = [
  ...files('catalogue', 'hearts'),
  ...files('content', 'home-refresh'),
  ...files('orders', 'checkout-offline checkout-tabs gst invoice own-hold parcel'),
  ...files('pages', 'a11y early errors new-version weight'),
];
/** What the owner does besides the journeys. */
const ON_DESKTOP = [
  ...files('accounts', '*'),
  ...files('catalogue', 'admin-*'),
  ...files('contacts', 'admin-*'),
  ...files('content', 'admin-*'),
  ...files('customers', '*'),
  ...files('dashboard', '*'),
  ...files('orders', 'admin-address admin-fake-orders admin-orders-* coupons manager payments-live proof replacement'),
  ...files('pages', 'keyboard'),
  ...files('settings', 'admin-* alerts first-run insight messages remove-demo'),
];

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  workers,
  // Failures end early; these limits leave room for a slow machine with two workers. What the shop
  // promises has its own limits.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  // The machine of CI may stall for seconds. What passes at the second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    launchOptions: { executablePath: headlessShell(), args: BROWSER_ARGS },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    // With snapshots of the page after each action the run takes a quarter longer.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    actionTimeout: 30_000,
  },
  projects: [
    { name: 'phone', testIgnore: ON_DESKTOP, use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
    { name: 'desktop', testIgnore: ON_PHONE, use: { viewport: { width: 1440, height: 900 } } },
  ],
  // One shop per worker, so that changes made in the admin do not affect tests that run at the same
  // time.
  webServer: Array.from({ length: workers }, (_, worker) => ({
    command: 'node tests/e2e/server.ts',
    url: `${originOf(worker)}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    env: {
      PORT: new URL(originOf(worker)).port,
      PUBLIC_URL: originOf(worker),
      ADMIN_EMAIL: 'owner@kishmish.test',
      ADMIN_PASSWORD: 'a long enough password',
      // All requests of the run come from one IP address.
      RATE_LIMIT: '100000',
      // Tests say which network they come from (tests/e2e/shop.ts).
      TRUST_PROXY: '1',
      LOG_LEVEL: 'warn',
    },
    stdout: 'ignore' as const,
    stderr: 'pipe' as const,
  })),
});
