import type { Page } from '@playwright/test';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, freshPhone, isPhone, typeAddress } from '../shopping.ts';

/** What checkout tells of a doubtful PIN code, of pasted text, and of the browser of another app. */

const box = (page: Page, label: string) => page.getByLabel(label, { exact: true });

const PIN_HINTS = {
  en: {
    path: '/address',
    other: 'This PIN code is in Tamil Nadu. Please check PIN code and state.',
    unused: 'We do not know this PIN code. Please check it.',
    labels: ['PIN code', 'State'],
  },
  hi: {
    path: '/hi/address',
    other: 'यह पिनकोड तमिलनाडु का है। कृपया पिनकोड और राज्य जाँच लें।',
    unused: 'यह पिनकोड हमें नहीं मिला। कृपया एक बार जाँच लें।',
    labels: ['पिनकोड', 'राज्य'],
  },
} as const;

for (const [language, { path, other, unused, labels }] of Object.entries(PIN_HINTS)) {
  test(`a doubtful PIN code gets a hint, which is no error (${language})`, async ({ page }) => {
    await arrive(page, ['golden-raisins']);
    await page.goto(path);
    await hydrated(page);
    const pin = box(page, labels[0]);
    await box(page, labels[1]).fill('Kerala');
    await pin.fill('600020');
    await expect(page.getByText(other)).toBeVisible();
    await expect(pin).not.toHaveAttribute('aria-invalid', 'true');
    await expect(pin).toHaveAccessibleDescription(other);
    // The sorting district exists (682), the code does not.
    await pin.fill('682999');
    await expect(page.getByText(unused)).toBeVisible();
    await pin.fill('682001');
    await expect(pin).toHaveAccessibleDescription('');
    // The hint and the field fit a narrow phone.
    await page.setViewportSize({ width: 320, height: 700 });
    await pin.fill('600020');
    await expect(page.getByText(other)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
  });
}

test('what is pasted with invisible characters is taken, and a doubtful PIN code too', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await page.goto('/address');
  await hydrated(page);
  await typeAddress(page, `\u202a\u200e${freshPhone()}\u202c`);
  await box(page, 'Email').fill('\u2068ananya@example.com\u2069\u200b');
  await box(page, 'City').fill('\u200bKochi');
  await box(page, 'State').fill('Kerala');
  await page.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(page).toHaveURL(/\/payment$/);
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('shippingAddress') ?? '{}'));
  expect(stored).toMatchObject({ email: 'ananya@example.com', city: 'Kochi' });
});

const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/126.0 Mobile Safari/537.36';
const APPS = {
  Instagram: `${ANDROID} Instagram 334.0.0.42.95 Android`,
  Facebook: `${ANDROID} [FB_IAB/FB4A;FBAV/468.0.0.33.72;]`,
};

for (const [app, userAgent] of Object.entries(APPS)) {
  test.describe(`inside ${app}`, () => {
    test.use({ userAgent });

    for (const [path, said, chrome] of [
      ['', `You are inside ${app}. UPI apps may not open from here.`, 'Open in Chrome'],
      ['/hi', `आप ${app} के अंदर हैं। यहाँ से UPI ऐप शायद न खुलें।`, 'Chrome में खोलें'],
    ] as const) {
      test(`address and payment say how to open the shop in the browser (${path || 'en'})`, async ({
        page,
        baseURL,
      }) => {
        await arrive(page, ['golden-raisins']);
        for (const step of ['address', 'payment']) {
          await page.goto(`${path}/${step}`);
          await hydrated(page);
          await expect(page.getByText(said)).toBeVisible();
          const host = new URL(baseURL ?? '').host;
          await expect(page.getByRole('link', { name: chrome })).toHaveAttribute(
            'href',
            `intent://${host}${path || '/'}#Intent;scheme=http;package=com.android.chrome;end`,
          );
        }
      });
    }
  });
}

test('a browser of its own is told nothing of the kind', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await page.goto('/address');
  await hydrated(page);
  await expect(page.getByText('You are inside')).toHaveCount(0);
});

test('the order summary is folded above the form of a phone, and beside it on a desktop', async ({ page }) => {
  await arrive(page, ['golden-raisins', 'medjool-dates']);
  await page.goto('/address');
  await hydrated(page);
  const summary = page.getByRole('region', { name: 'Order Summary' });
  const item = summary.getByText('Medjool Dates');
  const folded = summary.getByText('2 items');
  if (isPhone(page)) {
    await expect(folded).toBeVisible();
    await expect(item).toBeHidden();
    const [fold, first] = await Promise.all([summary.boundingBox(), box(page, 'First name').boundingBox()]);
    expect(fold?.y).toBeLessThan(first?.y ?? 0);
    await folded.click();
  } else {
    await expect(folded).toBeHidden();
  }
  await expect(item).toBeVisible();
});
