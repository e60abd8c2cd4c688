import type { Locator, Page } from '@playwright/test';
import { Secret, TOTP } from 'otpauth';
import { addManager, enter, expectAccessible, OWNER, openAccount, showFilters, signIn, signOut } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/**
 * Two-step sign-in in the admin, in a shop of its own because it is required of everybody at the
 * end.
 */

test.use({ ownEnv: { SECRETS_KEY: '6'.repeat(64) } });

const PASSWORD = 'a quiet autumn orchard';
/** Each code is accepted once, also one step early; so the next one need not be waited for. */
const STEP_MS = 30_000;

function codeOf(secret: string, at = Date.now()): string {
  return new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at });
}

/** Types the key of the form into an app, and the app's code into the form. */
async function setUp(page: Page, form: Locator, password: string): Promise<{ secret: string; recovery: string }> {
  await expect(form.getByRole('img', { name: 'QR code for your authenticator app' })).toBeVisible();
  await form.getByText('Cannot scan?').click();
  const secret = (await form.getByText(/^[A-Z2-7]{32}$/).textContent()) ?? '';
  await expectAccessible(page);
  await form.getByLabel('Code from the app').fill(codeOf(secret));
  await form.getByLabel('Your password', { exact: true }).fill(password);
  await form.getByRole('button', { name: 'Switch on' }).click();
  const codes = page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await expect(codes).toHaveCount(10);
  // They are shown once: a key or a tap by mistake must not lose them.
  await page.keyboard.press('Escape');
  await page.mouse.click(5, 5);
  await expect(codes).toHaveCount(10);
  const recovery = (await codes.first().textContent()) ?? '';
  await page.getByRole('button', { name: 'I have saved them' }).click();
  return { secret, recovery };
}

test('two-step sign-in is set up, used with a code and a recovery code, and required of a manager who is signed in', {
  tag: '@journey',
}, async ({ page, request, browser, baseURL, isMobile }) => {
  const orders = (of: Page) => of.getByRole('heading', { level: 1, name: 'Order Management' });
  const elsewhere = await browser.newContext({ ...(baseURL ? { baseURL } : {}) });
  const manager = await elsewhere.newPage();
  await enter(manager, await addManager(request, PASSWORD), PASSWORD);
  await expect(orders(manager)).toBeVisible();

  await signIn(page);
  await openAccount(page);
  const card = page.getByRole('region', { name: 'Two-step sign-in' });
  await card.getByRole('button', { name: 'Set up' }).click();
  const inDialog = (of: Page) => of.getByRole('dialog', { name: 'Set up two-step sign-in' });
  const tab = await page.context().newPage();
  await openAccount(tab);
  await tab.getByRole('button', { name: 'Set up' }).click();
  await inDialog(tab).getByText('Cannot scan?').click();
  const { secret, recovery } = await setUp(page, inDialog(page), OWNER.password);
  await expect(card.getByText('10 recovery codes are left.')).toBeVisible();
  // The second tab shows the same key: no app is left with one that does not count.
  await expect(inDialog(tab).getByText(secret)).toBeVisible();
  await inDialog(tab).getByLabel('Code from the app').fill(codeOf(secret));
  await inDialog(tab).getByLabel('Your password', { exact: true }).fill(OWNER.password);
  await inDialog(tab).getByRole('button', { name: 'Switch on' }).click();
  await expect(tab.getByText('Two-step sign-in is on already.')).toBeVisible();
  await expect(inDialog(tab)).toBeHidden();
  await expect(tab.getByText('10 recovery codes are left.')).toBeVisible();
  await tab.close();

  const secondStep = async (code: string) => {
    await signOut(page, isMobile);
    await expect(page).toHaveURL(/\/kingadminlogin$/);
    await enter(page, OWNER.email, OWNER.password);
    await expect(page.getByRole('heading', { level: 1, name: 'Two-step sign-in' })).toBeVisible();
    await expect(page.getByLabel('Code')).toBeFocused();
    await page.getByLabel('Code').fill(code);
    await page.getByRole('button', { name: 'Sign in' }).click();
  };
  const code = codeOf(secret, Date.now() + STEP_MS);
  await secondStep(code);
  await expect(orders(page)).toBeVisible();
  // Used already.
  await secondStep(code);
  await expect(page.getByText(/^This code is wrong or has already been used\./)).toBeVisible();
  await expect(page.getByLabel('Code')).toBeFocused();
  await expectAccessible(page);
  await page.getByLabel('Code').fill(recovery);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await expect(orders(page)).toBeVisible();
  await openAccount(page);
  await expect(card.getByText('9 recovery codes are left.')).toBeVisible();

  await page.getByLabel('Require two-step sign-in for everyone').click();
  await expect(page.getByText('Two-step sign-in is now required for everyone.')).toBeVisible();
  await showFilters(manager, isMobile);
  await manager.getByRole('button', { name: 'Refresh' }).click();
  await expect(manager.getByRole('heading', { level: 1, name: 'Set up two-step sign-in' })).toBeVisible();
  await expect(manager.getByText(/^Failed to/)).toHaveCount(0);
  await setUp(manager, manager.getByRole('main'), PASSWORD);
  await expect(orders(manager)).toBeVisible();
  await elsewhere.close();
});
