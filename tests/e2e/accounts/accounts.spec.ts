import { type APIRequestContext, expect as baseExpect } from '@playwright/test';
import { enter, expectAccessible, openAccount, ownerToken, signIn } from '../admin.ts';
import { readMail } from '../mailbox.ts';
import { expect, test } from '../shop.ts';

/** Accounts: sign-in, reset by OTP and by link, sessions, password, team. */

const PASSWORD = 'a password of the reset';

/**
 * A new admin for each test: a reset or a password change must not affect the owner account that
 * all tests share.
 */
async function newAdmin(request: APIRequestContext, tag: string): Promise<{ email: string; name: string }> {
  const admin = {
    name: `Asha ${tag}`,
    email: `asha-${tag}-${Date.now()}-${Math.floor(Math.random() * 1e6)}@kishmish.test`,
  };
  const response = await request.post('/api/auth/team', {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { ...admin, role: 'admin' },
  });
  baseExpect(response.status()).toBe(201);
  return admin;
}

/** Like `newAdmin`, with a password set through the link in the invitation email. */
async function adminWithPassword(request: APIRequestContext, tag: string): Promise<{ email: string; name: string }> {
  const admin = await newAdmin(request, tag);
  const token = await readMail(admin.email, /token=([\w-]+)/);
  const response = await request.post('/api/auth/reset-password', { data: { token, newPassword: PASSWORD } });
  baseExpect(response.status()).toBe(200);
  return admin;
}

test('the old sign-in URLs redirect to the sign-in page', async ({ page }) => {
  for (const path of ['/admin-login', '/admin/login']) {
    await page.goto(path);
    await expect(page).toHaveURL(/\/kingadminlogin$/);
  }
  await page.getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL(/\/$/);
});

test('reset by OTP: the dialog, the code from the email, the new password', async ({ page, request }) => {
  const admin = await newAdmin(request, 'otp');
  await page.goto('/kingadminlogin');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const modal = page.getByRole('dialog', { name: 'Reset Password' });
  await expect(
    modal.getByText("Enter your admin email address and we'll send you a 6-digit OTP to reset your password."),
  ).toBeVisible();
  await modal.getByRole('button', { name: 'Send OTP' }).click();
  await expect(modal.getByText('Please enter your email address')).toBeVisible();
  await modal.getByLabel('Admin Email Address').fill('asha');
  await expect(modal.getByText('Please enter your email address')).toBeHidden();
  await modal.getByRole('button', { name: 'Send OTP' }).click();
  await expect(modal.getByText('Please enter a valid email address')).toBeVisible();
  await expectAccessible(page);
  await modal.getByLabel('Admin Email Address').fill(admin.email);
  await modal.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText(/Please check your email for the 6-digit OTP\.$/)).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/reset-password$/);
  await expect(page.getByText(`Enter the OTP sent to ${admin.email}`)).toBeVisible();
  const notice = page.getByRole('complementary', { name: 'Security Notice' });
  for (const line of ['OTP expires after 10 minutes', 'Reset link expires after 15 minutes']) {
    await expect(notice.getByText(line)).toBeVisible();
  }
  await expectAccessible(page);

  // The step survives a reload.
  await page.reload();
  await expect(page.getByText(`Enter the OTP sent to ${admin.email}`)).toBeVisible();
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByText('OTP is required')).toBeVisible();
  await page.getByLabel('OTP').fill('12345');
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByText('OTP must be 6 digits')).toBeVisible();
  await expect(page.getByText('Please enter a valid 6-digit OTP')).toBeVisible();
  const otp = await readMail(admin.email, /^ {4}(\d{6})\r?$/m);
  await page.getByLabel('OTP').fill(String((Number(otp) + 1) % 1_000_000).padStart(6, '0'));
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible();
  await page.getByLabel('OTP').fill(otp);
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByText('OTP verified successfully! You can now reset your password.')).toBeVisible();

  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('New password is required')).toBeVisible();
  await expect(page.getByText('Please confirm your password')).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill('12345');
  await page.getByLabel('Confirm New Password').fill('54321');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password must be at least 6 characters')).toBeVisible();
  await expect(page.getByText('Passwords do not match')).toBeVisible();
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm New Password').fill(PASSWORD);
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByText('Password reset successfully! You can now log in with your new password.')).toBeVisible();
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  await enter(page, admin.email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
});

test('step 1 of the reset page, and going back to it', async ({ page, request, watch }) => {
  watch.allow(/status of 502/);
  const admin = await newAdmin(request, 'steps');
  await page.goto('/admin/reset-password');
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('Email is required')).toBeVisible();
  await page.getByLabel('Admin Email Address').fill('x@y');
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('Please enter a valid email address')).toBeVisible();
  await page.getByLabel('Admin Email Address').fill(admin.email);
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('OTP sent to your email address. Please check your inbox.')).toBeVisible();
  await expect(page.getByLabel('OTP')).toBeVisible();
  await page.getByRole('button', { name: '← Back to Email' }).click();
  await expect(page.getByLabel('Admin Email Address')).toHaveValue(admin.email);
  await page.route('**/api/auth/forgot-password', (route) => route.fulfill({ status: 502, body: 'a proxy speaks' }));
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByText('Failed to send OTP. Please try again.')).toBeVisible();
  await page.getByRole('link', { name: 'Back to Login' }).click();
  await expect(page).toHaveURL(/\/kingadminlogin$/);
});

test('reset by the link in the email, which works once', { tag: '@journey' }, async ({ page, request }) => {
  const admin = await newAdmin(request, 'link');
  const token = await readMail(admin.email, /token=([\w-]+)/);
  const address = `/admin/reset-password#token=${token}`;
  // Links of earlier editions have it in the query, which servers log.
  await page.goto(address.replace('#', '?'));
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
  await expect(page).toHaveURL(/\/admin\/reset-password$/);
  await page.goto('/kingadminlogin');
  await page.goto(address);
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
  // The token is removed from the URL.
  await expect(page).toHaveURL(/\/admin\/reset-password$/);
  await expectAccessible(page);
  const set = async (password: string) => {
    await page.getByLabel('New Password', { exact: true }).fill(password);
    await page.getByLabel('Confirm New Password').fill(password);
    await page.getByRole('button', { name: 'Reset Password' }).click();
  };
  await set('password1');
  await expect(page.getByText('This password is too easy to guess. Please choose another one.').first()).toBeVisible();
  await set(PASSWORD);
  await expect(page).toHaveURL(/\/kingadminlogin$/);
  await page.goto(address);
  await expect(page.getByLabel('New Password', { exact: true })).toBeVisible();
  await set('yet another password');
  await expect(page.getByText('Failed to reset password. The reset link may be expired or invalid.')).toBeVisible();
});

test('busy texts, and the default error messages when the server sends none', async ({ page, watch }) => {
  watch.allow(/status of 502/);
  /**
   * Holds a request until the returned function is called with the response body; null stands for a
   * proxy's 502 page.
   */
  const hold = async (path: string) => {
    let respond: (body: string | null) => void = () => {};
    const body = new Promise<string | null>((resolve) => {
      respond = resolve;
    });
    await page.route(`**/api/auth/${path}`, async (route) => {
      const given = await body;
      await route.fulfill(
        given === null
          ? { status: 502, contentType: 'text/html', body: '<p>bad gateway</p>' }
          : { status: 200, contentType: 'application/json', body: given },
      );
    });
    return async (given: string | null) => {
      respond(given);
      await page.waitForResponse(`**/api/auth/${path}`);
      await page.unroute(`**/api/auth/${path}`);
    };
  };
  const signing = await hold('admin-login');
  await enter(page, 'asha@kishmish.test', 'whatever it is');
  await expect(page.getByRole('button', { name: 'Signing in...' })).toHaveAttribute('aria-disabled', 'true');
  await Promise.all([signing(null), expect(page.getByText('Login failed. Please try again.')).toBeVisible()]);

  await page.getByRole('button', { name: 'Forgot your password?' }).click();
  const modal = page.getByRole('dialog', { name: 'Reset Password' });
  await expect(modal.getByLabel('Admin Email Address')).toHaveValue('asha@kishmish.test');
  const sending = await hold('forgot-password');
  await modal.getByRole('button', { name: 'Send OTP' }).click();
  await expect(modal.getByRole('button', { name: 'Sending...' })).toBeVisible();
  await Promise.all([sending(null), expect(page.getByText('Failed to send OTP. Please try again.')).toBeVisible()]);
  await modal.getByRole('button', { name: 'Cancel' }).click();
  await expect(modal).toBeHidden();

  await page.goto('/admin/reset-password');
  await page.getByLabel('Admin Email Address').fill('asha@kishmish.test');
  const sent = await hold('forgot-password');
  await page.getByRole('button', { name: 'Send OTP' }).click();
  await expect(page.getByRole('button', { name: 'Sending OTP...' })).toBeVisible();
  await sent('{"success":true,"message":"sent"}');
  await page.getByLabel('OTP').fill('123456');
  const verifying = await hold('verify-otp');
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await expect(page.getByRole('button', { name: 'Verifying OTP...' })).toBeVisible();
  await Promise.all([
    verifying('{"success":true}'),
    expect(page.getByText('Reset token not received. Please try again.')).toBeVisible(),
  ]);
  const verifyingAgain = await hold('verify-otp');
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await Promise.all([
    verifyingAgain(null),
    expect(page.getByText('Invalid or expired OTP. Please try again.')).toBeVisible(),
  ]);
  const verified = await hold('verify-otp');
  await page.getByRole('button', { name: 'Verify OTP' }).click();
  await verified('{"success":true,"resetToken":"a-token-of-the-server"}');
  await page.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Confirm New Password').fill(PASSWORD);
  const resetting = await hold('reset-password');
  await page.getByRole('button', { name: 'Reset Password' }).click();
  await expect(page.getByRole('button', { name: 'Resetting password...' })).toBeVisible();
  await Promise.all([
    resetting(null),
    expect(page.getByText('Failed to reset password. The reset link may be expired or invalid.')).toBeVisible(),
  ]);
});

test('account: end a session, change the password', { tag: '@journey' }, async ({ page, request }) => {
  const admin = await adminWithPassword(request, 'own');
  const other = await request.post('/api/auth/admin-login', { data: { email: admin.email, password: PASSWORD } });
  const { token } = (await other.json()) as { token: string };
  await enter(page, admin.email, PASSWORD);
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
  await page.goto('/admin?section=account');
  const sessions = page.getByRole('region', { name: 'Active sessions' });
  await expect(sessions.getByText('This session')).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(2);
  await expectAccessible(page);
  await sessions
    .getByRole('listitem')
    .getByRole('button', { name: /^Sign out / })
    .click();
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  const profile = await request.get('/api/auth/admin-profile', { headers: { authorization: `Bearer ${token}` } });
  expect(profile.status()).toBe(401);

  const fill = async (current: string, next: string) => {
    await page.getByLabel('Current Password', { exact: true }).fill(current);
    await page.getByLabel('New Password', { exact: true }).fill(next);
    await page.getByLabel('Confirm New Password').fill(next);
    await page.getByRole('button', { name: 'Change password' }).click();
  };
  await fill('not the password', 'a new password of mine');
  await expect(page.getByText('The current password is wrong.').first()).toBeVisible();
  await fill(PASSWORD, 'a new password of mine');
  await expect(page.getByText('Password changed. All other sessions have been ended.')).toBeVisible();
  await expect(page.getByLabel('Current Password', { exact: true })).toHaveValue('');
});

test('many sessions push nothing from under a finger', async ({ page }) => {
  const known = Promise.withResolvers<void>();
  await page.route('**/api/auth/sessions', async (route) => {
    await known.promise;
    const response = await route.fetch();
    const body = await response.json();
    const more = Array.from({ length: 30 }, (_, at) => ({ ...body.sessions[0], id: `other-${at}`, current: false }));
    await route.fulfill({ response, json: { ...body, sessions: [...more, ...body.sessions.slice(0, 1)] } });
  });
  await signIn(page);
  const loaded = page.waitForResponse('**/api/auth/alerts');
  await page.goto('/admin?section=account');
  await loaded;
  const sessions = page.getByRole('region', { name: 'Active sessions' });
  const add = page.getByRole('button', { name: 'Add someone' });
  await expect(sessions).toBeVisible();
  await expect(add).toHaveCount(0);
  known.resolve();
  await expect(add).toBeVisible();
  await expect(sessions.getByRole('listitem')).toHaveCount(10);
  await sessions.getByRole('button', { name: 'Show all 31' }).press('Enter');
  await expect(sessions.getByRole('listitem')).toHaveCount(31);
  // Their button has gone: the focus stays where it was.
  await expect(sessions.getByRole('listitem').nth(10)).toBeFocused();
});

test('team: add a manager, who sees only the sections of managers, and disable the account', {
  tag: '@journey',
}, async ({ page, request }) => {
  await signIn(page);
  await openAccount(page);
  const team = page.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: 'Add someone' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add someone' });
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByText('Email is required')).toBeVisible();
  const email = `meera-${Date.now()}-${Math.floor(Math.random() * 1e6)}@kishmish.test`;
  await dialog.getByLabel('Name').fill('Meera');
  await dialog.getByLabel('Email').fill(email);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  const invitation = page.getByRole('dialog', { name: 'Link for Meera' });
  const link = (await invitation.getByText(/token=/).textContent()) ?? '';
  await invitation.getByRole('button', { name: 'Done' }).click();
  const row = team.getByRole('listitem').filter({ hasText: email });
  await expect(row.getByText('Manager')).toBeVisible();
  // A manager sees the sections of managers only (D39).
  const context = await page
    .context()
    .browser()
    ?.newContext({ baseURL: new URL(page.url()).origin });
  if (!context) throw new Error('no browser');
  const managers = await context.newPage();
  // With the link that the owner has copied (D57).
  await managers.goto(link);
  await managers.getByLabel('New Password', { exact: true }).fill(PASSWORD);
  await managers.getByLabel('Confirm New Password').fill(PASSWORD);
  await managers.getByRole('button', { name: 'Save password' }).click();
  await expect(managers).toHaveURL(/\/kingadminlogin$/);
  await enter(managers, email, PASSWORD);
  const sections = managers.getByRole('navigation', { name: 'Admin' });
  await expect(sections.getByRole('link', { name: /^Payments/ })).toBeVisible();
  for (const name of ['Payment Settings', 'Shop Settings', 'Audit'])
    await expect(sections.getByRole('link', { name })).toHaveCount(0);
  await managers.goto('/admin?section=audit');
  await expect(managers.getByText('Only an admin can open Audit')).toBeVisible();
  await managers.goto('/admin?section=account');
  await expect(managers.getByRole('heading', { name: 'Active sessions' })).toBeVisible();
  await expect(managers.getByRole('heading', { name: 'Team' })).toBeHidden();

  // Without the right, Payments is gone at the next visit.
  await row.getByRole('checkbox', { name: 'Meera may verify payments' }).uncheck();
  await expect(page.getByText('Right saved')).toBeVisible();
  await managers.goto('/admin?section=payments');
  await expect(managers.getByText('Only somebody who may verify payments can open Payments.')).toBeVisible();
  await expect(sections.getByRole('link', { name: /^Payments/ })).toHaveCount(0);

  // The guard redirects another role to the sign-in and clears the session from storage (R2.6).
  await managers.route('**/api/auth/admin-profile', async (route) => {
    const response = await route.fetch();
    const { user, ...body } = await response.json();
    await route.fulfill({ response, json: { ...body, user: { ...user, role: 'shopper' } } });
  });
  await managers.reload();
  await expect(managers).toHaveURL(/\/kingadminlogin$/);
  await expect
    .poll(() => managers.evaluate(() => [localStorage.getItem('adminToken'), localStorage.getItem('adminUser')]))
    .toEqual([null, null]);
  await context.close();

  await row.getByRole('button', { name: /^Disable/ }).click();
  await page.getByRole('dialog', { name: 'Disable this account?' }).getByRole('button', { name: 'Disable' }).click();
  await expect(row.getByText('Disabled')).toBeVisible();
  const rejected = await request.post('/api/auth/admin-login', { data: { email, password: PASSWORD } });
  expect(rejected.status()).toBe(401);
});

test('the admin guard shows that it is verifying access', async ({ page }) => {
  await signIn(page);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/auth/admin-profile', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/admin');
  await expect(page.getByText('Verifying admin access...')).toBeVisible();
  release();
  await expect(page.getByRole('heading', { level: 1, name: 'Order Management' })).toBeVisible();
});
