import { defineConfig, devices } from '@playwright/test';
import { BROWSER_ARGS, headlessShell } from './tests/e2e/chromium.ts';
import { originOf } from './tests/e2e/origin.ts';

const workers = process.env.E2E_WORKERS ? Number(process.env.E2E_WORKERS) : 2;

/** What does not depend on the width of the screen runs once, on the phone. */
const ANY_WIDTH = [
  ...['early', 'found', 'new-version', 'weight'].map((name) => `pages/${name}`),
  ...['checkout-faults', 'checkout-offline', 'checkout-tabs', 'gst', 'invoice'].map((name) => `orders/${name}`),
  ...['first-run', 'insight', 'messages', 'remove-demo'].map((name) => `settings/${name}`),
].map((name) => `**/${name}.spec.ts`);

export default defineConfig({
  testDir: 'tests/e2e',
  testMatch: '**/*.spec.ts',
  fullyParallel: false,
  workers,
  // Failures end early; these limits leave room for a slow machine with two workers. What the shop promises has its own limits.
  timeout: 180_000,
  expect: { timeout: 30_000 },
  retries: 0,
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
    { name: 'phone', use: { ...devices['Pixel 7'], viewport: { width: 390, height: 844 } } },
    { name: 'desktop', testIgnore: ANY_WIDTH, use: { viewport: { width: 1440, height: 900 } } },
  ],
  // One shop per worker, so that changes made in the admin do not affect tests that run at the same time.
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
