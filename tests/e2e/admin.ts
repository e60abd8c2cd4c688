import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import { extractText } from 'unpdf';
import { freshPhone, freshUtr } from './shopping.ts';

/** The owner's credentials, as set in playwright.config.ts. */
export const OWNER = {
  email: process.env.ADMIN_EMAIL ?? 'owner@kishmish.test',
  password: process.env.ADMIN_PASSWORD ?? 'a long enough password',
};

export interface PlacedOrder {
  orderNumber: string;
  accessToken: string;
  utr: string;
  /** Rupees. */
  total: number;
  name: string;
  phone: string;
}

/** Places a paid order of one pack; `options` override its fields. */
export async function placeOrder(
  request: APIRequestContext,
  options: { utr?: string; name?: string; total?: number; note?: string; orderNumber?: string; product?: string } = {},
): Promise<PlacedOrder> {
  const { product } = (await (await request.get(`/api/products/${options.product ?? 'medjool-dates'}`)).json()) as {
    product: { id: string; name: string; sizes: { size: string; price: number; stock: number }[] };
  };
  const [size] = product.sizes;
  if (!size) throw new Error('the demo product has no size');
  if (size.stock < 20) await restock(request, product.id, size.size);
  const utr = options.utr ?? freshUtr();
  const name = options.name ?? 'Meera Nair';
  const phone = freshPhone();
  const response = await request.post('/api/orders', {
    data: {
      items: [{ product: product.id, name: product.name, size: size.size, quantity: 1, price: size.price }],
      shippingAddress: {
        name,
        phone,
        email: emailOf(phone),
        address: '5/231, Vipul Khand, Gomti Nagar',
        city: 'Lucknow',
        state: 'Uttar Pradesh',
        pincode: '226010',
        country: 'India',
      },
      paymentMethod: 'upi',
      paymentDetails: { utrNumber: utr, method: 'upi', app: 'phonepe' },
      orderNote: options.note ?? '',
      ...(options.orderNumber ? { orderNumber: options.orderNumber, accessToken: 'f'.repeat(32) } : {}),
      ...(options.total === undefined ? {} : { total: options.total }),
    },
  });
  expect(response.status()).toBe(201);
  const {
    order: { orderNumber, accessToken, pricing },
  } = (await response.json()) as {
    order: { orderNumber: string; accessToken: string; pricing: { total: number } };
  };
  return { orderNumber, accessToken, utr, total: pricing.total, name, phone };
}

/** A worker's shop sells more of a product in one run than the demo has of it. */
async function restock(request: APIRequestContext, product: string, size: string): Promise<void> {
  const response = await request.post(`/api/admin/products/${product}/stock`, {
    headers: { authorization: `Bearer ${await ownerToken(request)}` },
    data: { reason: 'received', sizes: [{ size, change: 100 }] },
  });
  expect(response.status()).toBe(200);
}

/**
 * One mailbox for each order, because the shop limits the mails to one that nobody has proved
 * (D54).
 */
export const emailOf = (phone: string) => `meera.${phone}@example.com`;

/** Signs the owner in through the API and returns the token; tests use it as the second admin. */
export async function ownerToken(request: APIRequestContext): Promise<string> {
  const response = await request.post('/api/auth/admin-login', { data: OWNER });
  expect(response.status()).toBe(200);
  return ((await response.json()) as { token: string }).token;
}

/** Adds a manager with a password. Returns the email. */
export async function addManager(
  request: APIRequestContext,
  password: string,
  rights: { mayVerifyPayments?: boolean } = {},
): Promise<string> {
  const email = `meera-${Date.now()}-${Math.floor(Math.random() * 1e6)}@kishmish.test`;
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const data = { name: 'Meera', email, role: 'manager', ...rights };
  const added = await request.post('/api/auth/team', { headers, data });
  expect(added.status()).toBe(201);
  const { invitation } = (await added.json()) as { invitation: string };
  const token = new URLSearchParams(new URL(invitation, 'https://shop.example').hash.slice(1)).get('token');
  const reset = await request.post('/api/auth/reset-password', { data: { token, newPassword: password } });
  expect(reset.status()).toBe(200);
  return email;
}

/** Signs the owner in through the form and waits for the admin; a new shop begins with its overview. */
export async function signIn(page: Page): Promise<void> {
  await enter(page, OWNER.email, OWNER.password);
  await expect(page.getByRole('heading', { level: 1, name: /^(Order Management|Overview)$/ })).toBeVisible();
}

/** Sends the sign-in form. */
export async function enter(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/kingadminlogin');
  await page.getByLabel('Email address').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

/**
 * Opens the account of an admin and waits for its lists, which move what is below them when they
 * load.
 */
export async function openAccount(page: Page): Promise<void> {
  await page.goto('/admin?section=account');
  await expect(page.getByRole('region', { name: 'Active sessions' }).getByText('This session')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Team' }).getByRole('listitem').first()).toBeVisible();
}

/**
 * Expects no violation of any rule of axe.
 *
 * @param without a part of the page that is tested elsewhere
 */
export async function expectAccessible(page: Page, without?: string): Promise<void> {
  // Contrast is not measured while a toast fades.
  await expect(page.locator('.toast-leaving')).toHaveCount(0);
  const axe = new AxeBuilder({ page });
  const { violations } = await (without === undefined ? axe : axe.exclude(without)).analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`);
  expect(found, `axe on ${page.url()}`).toEqual([]);
}

/** Expects that a form which tells about its conflict does not tell it a second time in a toast. */
export async function expectNoErrorToast(page: Page): Promise<void> {
  expect(await page.locator('.toast-error').allInnerTexts()).toEqual([]);
}

/**
 * Whether a press would reach the button or link `name` at the moment when it appears, in place of
 * another that was pressed. Throws when nobody could press there, because that would look the same.
 */
export function reachedAtOnce(page: Page, name: string): Promise<boolean> {
  return page.evaluate(
    (text) =>
      new Promise<boolean>((resolve, reject) => {
        new MutationObserver((_changes, observer) => {
          const all = [...document.querySelectorAll('button, a')];
          const button = all.find((one) => one.textContent?.trim() === text);
          if (!button) return;
          observer.disconnect();
          const { x, y, width, height } = button.getBoundingClientRect();
          const below = document.elementsFromPoint(x + width / 2, y + height / 2);
          if (width === 0 || height === 0 || below.length === 0) reject(new Error(`'${text}' is outside the window`));
          resolve(below.includes(button));
        }).observe(document, { childList: true, subtree: true, characterData: true });
      }),
    name,
  );
}

/**
 * Holds the changes that are sent to `url`, or the `reads`, until `release` is called. `held`
 * resolves with the first of them.
 */
export async function hold(page: Page, url: string, { reads = false } = {}) {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: held, resolve: begin } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    if ((route.request().method() === 'GET') === reads) {
      begin();
      await released;
    }
    await route.continue();
  });
  return { held, release };
}

/** Signs out; on a phone the button is under More. */
export async function signOut(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('navigation', { name: 'Admin' }).getByRole('link', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Logout' }).click();
}

/** On a phone the filters and the files of the order list are folded. */
export async function showFilters(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Filters' }).click();
}

/** On a phone the checkboxes of the order list come with 'Select orders'. */
export async function selectOrders(page: Page, isMobile: boolean): Promise<void> {
  if (isMobile) await page.getByRole('button', { name: 'Select orders' }).click();
}

/** The text of the PDF that a button downloads. */
export async function pdfOf(page: Page, button: Locator): Promise<string> {
  const saved = page.waitForEvent('download');
  await button.click();
  const { text } = await extractText(new Uint8Array(await readFile(await (await saved).path())), { mergePages: true });
  return text;
}

/** Finds an order by its number in the list and opens its drawer. */
export async function openOrder(page: Page, orderNumber: string): Promise<Locator> {
  await page.getByRole('searchbox', { name: 'Find an order' }).fill(orderNumber);
  await expect(page.getByText('1 order', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: `View ${orderNumber}` }).click();
  const drawer = page.getByRole('dialog', { name: `Order ${orderNumber}` });
  await expect(drawer.getByRole('heading', { name: 'Timeline' })).toBeVisible();
  return drawer;
}
