import { expectAccessible, OWNER, openOrder, placeOrder, signIn } from '../admin.ts';
import { readMail } from '../mailbox.ts';
import { expect, test } from '../own-shop.ts';

/** Messages of the shop: WhatsApp texts and mails in the owner's words, and alerts of new orders in the browser. */

test.use({ ownEnv: { SECRETS_KEY: '5'.repeat(64) } });

test('the owner rewrites messages, previews a mail, and writes to a shopper on WhatsApp', async ({ page, request }) => {
  const order = await placeOrder(request);
  await signIn(page);
  await page.goto('/admin?section=messages');
  await page.getByLabel('Status of the order').selectOption('UTR to be verified');
  const hindi = page.getByLabel('हिन्दी');
  await hindi.fill('{name} जी, {oops}');
  await page.getByRole('button', { name: 'Save messages' }).click();
  await expect(page.getByText('{oops} cannot be used in this text.')).toBeVisible();
  await hindi.fill('{name} जी, ऑर्डर {order} देख रहे हैं।');
  await expect(page.getByRole('region', { name: 'Preview' }).getByText('Ananya Iyer जी, ऑर्डर')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Save messages' }).click();
  await expect(page.getByText('Messages saved successfully!')).toBeVisible();

  await page.getByRole('button', { name: 'E-mail', exact: true }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Thank you. We have received your order ORD1795113600037 of ₹1,249')).toBeVisible();
  await page.getByLabel('Text').fill('Dear {name}, thank you!');
  await expect(frame.getByText('Dear Ananya Iyer, thank you!')).toBeVisible();
  await expect(frame.getByText('California Almonds (250g) × 2')).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(page.getByText(`This e-mail is on its way to ${OWNER.email}`)).toBeVisible();
  await readMail(OWNER.email, /(Dear Ananya Iyer, thank you!)/);
  await expectAccessible(page);

  await page.goto('/admin?section=orders');
  const drawer = await openOrder(page, order.orderNumber);
  await drawer.getByRole('button', { name: 'WhatsApp' }).click();
  const question = page.getByRole('dialog', { name: 'WhatsApp message' });
  await expect(question.getByText('Hello Meera Nair!')).toBeVisible();
  await question.getByRole('button', { name: 'हिन्दी' }).click();
  await expect(question.getByRole('link', { name: 'Open WhatsApp' })).toHaveAttribute(
    'href',
    `https://wa.me/91${order.phone}?text=${encodeURIComponent(`Meera Nair जी, ऑर्डर ${order.orderNumber} देख रहे हैं।`)}`,
  );
  await expectAccessible(page);
});

test('alerts have a service worker of their own beside that of the shop', async ({ page, context, baseURL }) => {
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
  await page.goto('/admin?section=account');
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
  // Chromium under load drops some that come by this way. One that comes twice is displayed once, by its tag.
  await expect(async () => {
    await deliver();
    const expected = [{ title: 'New order: ₹299', body: '1 item', tag: 'ORD1795113600037' }];
    await expect.poll(shown, { timeout: 3_000 }).toEqual(expected);
  }).toPass({ timeout: 20_000 });
});
