import { expectAccessible, openAccount, signIn } from '../admin.ts';
import { BROWSER_ARGS, chromium } from '../chromium.ts';
import { expect, test } from '../own-shop.ts';

/** Alerts of new orders in the browser. */

test.use({
  ownEnv: { SECRETS_KEY: '5'.repeat(64) },
  // The headless shell shows no notifications.
  launchOptions: { executablePath: chromium(), args: BROWSER_ARGS },
});

test('alerts have a service worker of their own beside that of the shop', { tag: '@journey' }, async ({
  page,
  context,
  baseURL,
}) => {
  const origin = new URL(baseURL ?? '').origin;
  await context.grantPermissions(['notifications'], { origin });
  const browser = await context.newCDPSession(page);
  const registrations = new Map<string, string>();
  browser.on('ServiceWorker.workerRegistrationUpdated', (event) => {
    for (const { scopeURL, registrationId } of event.registrations) registrations.set(scopeURL, registrationId);
  });
  await browser.send('ServiceWorker.enable');
  // Chromium's own push service is on the internet.
  await page.addInitScript(() => {
    const made = {
      endpoint: 'https://push.example/browser',
      unsubscribe: async () => true,
      toJSON: () => ({ endpoint: made.endpoint, keys: { p256dh: 'B'.repeat(87), auth: 'a'.repeat(22) } }),
    };
    let subscribed = false;
    Object.assign(PushManager.prototype, {
      subscribe: async () => {
        subscribed = true;
        return made;
      },
      getSubscription: async () => (subscribed ? made : null),
    });
  });
  await page.goto('/');
  await page.evaluate(() => navigator.serviceWorker.ready);
  await signIn(page);
  await openAccount(page);
  await page.getByRole('button', { name: 'Turn on in this browser' }).click();
  await expect(page.getByText('New orders appear as notifications in this browser')).toBeVisible();
  await expectAccessible(page);
  const workers = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ scope }) => new URL(scope).pathname).sort(),
  );
  expect(workers).toEqual(['/', '/admin']);

  await expect.poll(() => registrations.get(`${origin}/admin`)).toBeTruthy();
  // Chromium delivers nothing to a worker that is still being installed.
  const state = () =>
    page.evaluate(async () => (await navigator.serviceWorker.getRegistration('/admin'))?.active?.state);
  await expect.poll(state).toBe('activated');
  const url = '/admin?section=orders&order=ORD1795113600037';
  const deliver = () =>
    browser.send('ServiceWorker.deliverPushMessage', {
      origin,
      registrationId: registrations.get(`${origin}/admin`) ?? '',
      data: JSON.stringify({ title: 'New order: ₹299', body: '1 item', tag: 'ORD1795113600037', url }),
    });
  const shown = () =>
    page.evaluate(async () => {
      const registration = await navigator.serviceWorker.getRegistration('/admin');
      return (await registration?.getNotifications())?.map(({ title, body, tag }) => ({ title, body, tag }));
    });
  // Chromium under load drops some that come by this way. One that comes twice is displayed once,
  // by its tag.
  await expect(async () => {
    await deliver();
    const expected = [{ title: 'New order: ₹299', body: '1 item', tag: 'ORD1795113600037' }];
    await expect.poll(shown, { timeout: 3_000 }).toEqual(expected);
  }).toPass({ timeout: 60_000 });
});
