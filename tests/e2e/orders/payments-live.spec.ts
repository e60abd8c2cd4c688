import type { APIRequestContext, Page } from '@playwright/test';
import { hold, type PlacedOrder, placeOrder, reachedAtOnce, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';
import {
  authorized,
  holdToast,
  importCredits,
  makeConflict,
  openPayments,
  paymentOf,
  placeOrders,
  setPolicy,
} from '../payments.ts';
import { freshUtr, isPhone } from '../shopping.ts';

/** Lists of Payments that change while somebody works on them, and lists that are too long. */

const rowOf = (page: Page, order: PlacedOrder) => page.locator(`[data-order="${order.orderNumber}"]`);

const paneOf = (page: Page, order: PlacedOrder) =>
  page.getByRole('region', { name: `Payment of ${order.orderNumber}` });

/** The list of Payments is loaded again every 30 s. */
const nextLoad = (page: Page) => page.clock.fastForward(31_000);

/** Orders whose credits came with another amount, listed alone by a search for their name. */
async function openDiffering(page: Page, request: APIRequestContext, name: string, count: number) {
  await setPolicy(request, 'suggest');
  const orders: PlacedOrder[] = [];
  for (let index = 0; index < count; index++) orders.push(await placeOrder(request, { name }));
  await importCredits(
    request,
    orders.map(({ utr, total }) => ({ utr, amount: total - 10 })),
  );
  await signIn(page);
  await page.goto(`/admin?section=payments&q=${encodeURIComponent(name)}`);
  await expect(page.locator('[data-order]')).toHaveCount(count);
  return orders;
}

test('of too many payments the list says which it has', async ({ page, request }) => {
  await placeOrders(request, 1);
  await page.route('**/api/payments/review', async (route) => {
    const response = await route.fetch();
    const { toVerify, ...rest } = await response.json();
    const many = Array.from({ length: 200 }, (_, index) => ({ ...toVerify[0], orderNumber: `ORD${1e12 + index}` }));
    await route.fulfill({ response, json: { ...rest, toVerify: many } });
  });
  await page.route('**/api/orders/stats/summary', async (route) => {
    const response = await route.fetch();
    const { stats } = await response.json();
    await route.fulfill({ response, json: { success: true, stats: { ...stats, pendingPayments: 1_234 } } });
  });
  await signIn(page);
  await openPayments(page);
  const list = page.getByRole('region', { name: 'Orders to verify' });
  await expect(list).toContainText(
    '1234 payments wait. Here are the oldest and the newest; Order Management has them all.',
  );
});

test('of too many refunds the list says how many there are, and how much is to send', async ({ page }) => {
  await page.route('**/api/payments/review', async (route) => {
    const response = await route.fetch();
    const one = {
      name: 'Meera Nair',
      phone: '9876543210',
      total: 10,
      utrNumber: null,
      app: '',
      status: 'cancelled',
      paymentStatus: 'completed',
      createdAt: Date.now(),
      version: 1,
      due: 10,
      why: 'cancelled',
    };
    const refunds = Array.from({ length: 200 }, (_, index) => ({ ...one, orderNumber: `ORD${1e12 + index}` }));
    const json = { ...(await response.json()), refunds, refundTotal: { count: 1_234, due: 12_340 } };
    await route.fulfill({ response, json });
  });
  await signIn(page);
  await openPayments(page);
  await page.getByRole('group', { name: 'Payments' }).getByRole('button', { name: 'Refunds 1234' }).click();
  await expect(page.getByText('The first 200 of 1234 refunds, ₹12,340 in all.')).toBeVisible();
});

test('of too many credits their lists say how many there are', async ({ page }) => {
  const credit = {
    amount: 10,
    rrn: null,
    at: Date.now(),
    account: null,
    payer: 'Meera Nair',
    flags: [],
    status: 'open',
    reversed: false,
    sources: [{ kind: 'statement', at: Date.now() }],
  };
  const many = Array.from({ length: 200 }, (_, index) => ({ ...credit, id: `crd_${index}` }));
  const without = many.map((one) => ({ credit: one, suggestions: [] }));
  const conflicts = many.map((one) => ({ ...one, status: 'conflict' }));
  await page.route('**/api/payments/review', async (route) => {
    const response = await route.fetch();
    const totals = { withoutOrderTotal: { count: 1_234, amount: 12_340 }, conflictCount: 2_345 };
    const json = { ...(await response.json()), withoutOrder: without, conflicts, ...totals };
    await route.fulfill({ response, json });
  });
  await signIn(page);
  await openPayments(page);
  const tabs = page.getByRole('group', { name: 'Payments' });
  await tabs.getByRole('button', { name: 'Without order 1234' }).click();
  await expect(
    page.getByText('The first 200 of 1234 credits, ₹12,340 in all. The others follow as you settle these.'),
  ).toBeVisible();
  await tabs.getByRole('button', { name: 'Conflicts 2345' }).click();
  await expect(
    page.getByText('The first 200 of 2345 payments. The others follow as you decide about these.'),
  ).toBeVisible();
});

test('what could not be confirmed is said although the preview was closed', async ({ page, request }) => {
  await setPolicy(request, 'suggest');
  const [fine, gone] = (await placeOrders(request, 2)) as [PlacedOrder, PlacedOrder];
  await importCredits(
    request,
    [fine, gone].map(({ utr, total }) => ({ utr, amount: total })),
  );
  await signIn(page);
  await openPayments(page);
  await page.getByRole('button', { name: 'Confirm 2 exact matches' }).click();
  const preview = page.getByRole('dialog', { name: 'Confirm these 2 orders?' });
  await request.put(`/api/orders/${gone.orderNumber}/payment`, {
    headers: await authorized(request),
    data: { status: 'failed', note: 'Wrong account' },
  });
  const answer = await hold(page, '**/api/payments/confirm-exact');
  await preview.getByRole('button', { name: 'Confirm 2' }).click();
  await answer.held;
  await page.keyboard.press('Escape');
  await expect(preview).toBeHidden();
  answer.release();
  await expect(page.getByText('1 payment confirmed. The shoppers get an email.')).toBeVisible();
  await expect(page.getByText('1 payment was not confirmed.')).toBeVisible();
});

test('a UTR that came while the order was open is seen before the payment is decided', async ({ page, request }) => {
  const order = await placeOrder(request, { utr: '' });
  await signIn(page);
  await page.goto(`/admin?section=payments&order=${order.orderNumber}`);
  const pane = page.getByRole('region', { name: `Payment of ${order.orderNumber}` });
  await expect(pane.getByText('None entered').first()).toBeVisible();
  const utr = freshUtr();
  const headers = { 'x-order-token': order.accessToken };
  const sent = await request.post(`/api/orders/${order.orderNumber}/utr`, { headers, data: { utrNumber: utr } });
  expect(sent.status()).toBe(200);
  await pane.getByRole('button', { name: 'Not received…' }).click();
  const question = page.getByRole('dialog', { name: 'Payment not received' });
  await question.getByLabel('Reason').fill('No UTR came');
  await question.getByRole('button', { name: 'Mark as not received' }).click();
  await expect(page.getByText('Someone else has changed this in the meantime.')).toBeVisible();
  await expect(question).toBeHidden();
  await expect(pane.getByText(utr).first()).toBeVisible();
  expect(await paymentOf(request, order.orderNumber)).toBe('pending');
});

test('what a load has moved among the conflicts takes no press at once', async ({ page, request, isMobile }) => {
  await page.clock.install();
  await page.setViewportSize({ width: isMobile ? 390 : 1440, height: 2000 });
  await setPolicy(request, 'suggest');
  const first = await makeConflict(request, 41);
  await signIn(page);
  await openPayments(page, 'conflicts');
  await expect(page.getByRole('button', { name: `Use ₹${first.total + 41}` })).toBeVisible();
  const next = await makeConflict(request, 42);
  const use = `Use ₹${next.total + 42}`;
  const reached = reachedAtOnce(page, use);
  await nextLoad(page);
  expect(await reached).toBe(false);
  await page.getByRole('button', { name: use }).click({ trial: true });
});

test('the figures of the payments push no option from under a finger when they come', async ({ page }) => {
  const known = Promise.withResolvers<void>();
  await page.route('**/api/payments/review', async (route) => {
    await known.promise;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/admin?section=payments');
  const tab = page.getByRole('button', { name: /^Conflicts/ });
  await expect(tab).toBeVisible();
  const before = await tab.boundingBox();
  known.resolve();
  await expect(tab).toHaveText(/\d/);
  expect((await tab.boundingBox())?.y).toBe(before?.y);
});

test('an order that leaves the list says so, and no other takes its place', async ({ page, request }) => {
  await page.clock.install();
  const [first, gone, last] = (await openDiffering(page, request, 'Ira Gone', 3)) as [
    PlacedOrder,
    PlacedOrder,
    PlacedOrder,
  ];
  await rowOf(page, gone).click();
  await expect(paneOf(page, gone)).toContainText('The shopper paid ₹10 less than the order');
  const response = await request.put(`/api/orders/${gone.orderNumber}/payment`, {
    headers: await authorized(request),
    data: { status: 'completed' },
  });
  expect(response.status()).toBe(200);
  await paneOf(page, gone).getByRole('button', { name: 'Not received…' }).focus();
  await nextLoad(page);
  await expect(rowOf(page, gone)).toBeHidden();
  // A screen reader says it, and Tab goes on from there.
  await expect(page.getByText(`${gone.orderNumber} is not waiting any more`)).toBeFocused();
  await page.keyboard.press('Enter');
  await paneOf(page, gone).getByRole('button', { name: 'Next order' }).click();
  await expect(paneOf(page, last)).toContainText('The shopper paid ₹10 less than the order');
  for (const other of [first, last]) expect(await paymentOf(request, other.orderNumber)).toBe('pending');
});

test('a list that becomes narrow is covered only by an order that the person has chosen', async ({ page, request }) => {
  const [first, second] = (await openDiffering(page, request, 'Ira Narrow', 2)) as [PlacedOrder, PlacedOrder];
  const drawer = (order: PlacedOrder) => page.getByRole('dialog', { name: `Payment of ${order.orderNumber}` });
  const wide = page.viewportSize()!;
  await expect(paneOf(page, first)).toBeVisible();
  await expect(page).toHaveURL(/order=/);
  await page.setViewportSize({ width: 800, height: 1_100 });
  await expect(page).not.toHaveURL(/order=/);
  await expect(drawer(first)).toBeHidden();
  // The key chooses it.
  await page.keyboard.press('j');
  await expect(drawer(first)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(drawer(first)).toBeHidden();
  await page.setViewportSize(wide);
  await rowOf(page, second).click();
  await expect(paneOf(page, second)).toBeVisible();
  await page.setViewportSize({ width: 800, height: 1_100 });
  await expect(drawer(second)).toBeVisible();
});

test('the first order stays on display when another comes before it', async ({ page, request }) => {
  await page.clock.install();
  await setPolicy(request, 'suggest');
  const [shown, odd] = [
    await placeOrder(request, { name: 'Ira First' }),
    await placeOrder(request, { name: 'Ira First' }),
  ];
  await signIn(page);
  await page.goto('/admin?section=payments&q=Ira+First');
  await expect(paneOf(page, shown)).toBeVisible();
  await importCredits(request, [{ utr: odd.utr, amount: odd.total - 10 }]);
  await nextLoad(page);
  await expect(page.getByRole('region', { name: 'Need a look' }).locator('[data-order]')).toHaveCount(1);
  await expect(paneOf(page, shown)).toBeVisible();
  await expect(paneOf(page, odd)).toBeHidden();
  // What the person searches for is shown instead.
  await page.getByRole('searchbox', { name: 'Find a payment' }).fill(odd.utr);
  await expect(paneOf(page, odd)).toBeVisible();
});

test('the only order that a search finds is decided, and nothing looks wrong', async ({ page, request }) => {
  await placeOrder(request, { name: 'Ira Other' });
  const [only] = (await openDiffering(page, request, 'Ira Only', 1)) as [PlacedOrder];
  await paneOf(page, only)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await holdToast(page, 'Payment confirmed');
  await expect(rowOf(page, only)).toBeHidden();
  await expect(page.getByText('No payment matches your search.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Nothing to verify here' })).toBeVisible();
  await expect(paneOf(page, only)).toBeHidden();
  await expect(page).not.toHaveURL(/order=/);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(paneOf(page, only)).toContainText('The shopper paid ₹10 less than the order');
});

test('a late answer leads nobody back to where the payment was decided', async ({ page, request }) => {
  const [first, second, third] = (await openDiffering(page, request, 'Ira Late', 3)) as [
    PlacedOrder,
    PlacedOrder,
    PlacedOrder,
  ];
  await rowOf(page, first).click();
  const answer = await hold(page, '**/api/payments/credits/*/match');
  await paneOf(page, first)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await answer.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, third).click();
  await expect(paneOf(page, third)).toBeVisible();
  answer.release();
  const toast = page.locator('.toast', { hasText: 'Payment confirmed' });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(rowOf(page, first)).toBeHidden();
  await expect(paneOf(page, third)).toBeVisible();
  await expect(paneOf(page, second)).toBeHidden();

  const other = await hold(page, '**/api/payments/credits/*/match');
  await paneOf(page, third)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await other.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await page.getByRole('group', { name: 'Payments' }).getByRole('button', { name: 'Refunds' }).click();
  await expect(page).toHaveURL(/view=refunds/);
  other.release();
  await expect(toast).toBeVisible();
  await expect.poll(() => paymentOf(request, third.orderNumber)).toBe('completed');
  await expect(page).not.toHaveURL(/order=/);
});

test('a payment is decided while another is being saved, and its question stays', async ({ page, request }) => {
  const [slow, next] = (await openDiffering(page, request, 'Ira Slow', 2)) as [PlacedOrder, PlacedOrder];
  const { credits } = (await (
    await request.get('/api/payments/credits?status=open&limit=100', { headers: await authorized(request) })
  ).json()) as { credits: { id: string; rrn: string }[] };
  const slowCredit = credits.find(({ rrn }) => rrn === slow.utr)!;
  await rowOf(page, slow).click();
  const answer = await hold(page, `**/api/payments/credits/${slowCredit.id}/match`);
  await paneOf(page, slow)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await answer.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, next).click();
  await paneOf(page, next).getByRole('button', { name: 'Not received…' }).click();
  const question = page.getByRole('dialog', { name: 'Payment not received' });
  await question.getByLabel('Reason').fill('₹10 are missing');
  answer.release();
  await holdToast(page, 'Payment confirmed');
  await expect(rowOf(page, slow)).toBeHidden();
  await expect(question.getByLabel('Reason')).toHaveValue('₹10 are missing');
  await page.getByRole('button', { name: 'Undo', exact: true }).click();
  await expect(rowOf(page, slow)).toBeVisible();
  await question.getByRole('button', { name: 'Back' }).click();

  // Its own decision does not wait for the other.
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, slow).click();
  const again = await hold(page, `**/api/payments/credits/${slowCredit.id}/match`);
  await paneOf(page, slow)
    .getByRole('button', { name: /^Accept/ })
    .click();
  await again.held;
  if (isPhone(page)) await page.getByRole('button', { name: 'Back to the list' }).click();
  await rowOf(page, next).click();
  await paneOf(page, next)
    .getByRole('button', { name: /^Accept/ })
    .click();
  const nextDone = page.locator('.toast', { hasText: `Payment confirmed for ${next.orderNumber}` });
  await nextDone.hover();
  again.release();
  await expect.poll(() => paymentOf(request, slow.orderNumber)).toBe('completed');
  // The later success has not taken its Undo.
  await expect(page.getByText(`Payment confirmed for ${slow.orderNumber}`)).toBeVisible();
  await nextDone.getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => paymentOf(request, next.orderNumber)).toBe('pending');
  expect(await paymentOf(request, slow.orderNumber)).toBe('completed');
});

test('U undoes no longer than the toast offers it', async ({ page, request }) => {
  const [first] = await openDiffering(page, request, 'Ira Undo', 2);
  await rowOf(page, first!).click();
  await page.keyboard.press('Enter');
  const toast = page.locator('.toast', { hasText: 'Payment confirmed' });
  await toast.getByRole('button', { name: 'Dismiss' }).click();
  await expect(toast).toBeHidden();
  await expect(rowOf(page, first!)).toBeHidden();
  await page.keyboard.press('u');
  // A later decision is undone as before, by the key once.
  await page.keyboard.press('Enter');
  await expect(toast).toBeVisible();
  await page.keyboard.press('u');
  await expect(page.getByText('Undone. The order is to verify again.')).toBeVisible();
  await expect(toast).toBeHidden();
  expect(await paymentOf(request, first!.orderNumber)).toBe('completed');
});

test('no order is matched from the results of an earlier search', async ({ page, request }) => {
  await page.clock.install();
  const [one, other] = [await placeOrder(request), await placeOrder(request)];
  const amount = one.total + 5_555;
  await importCredits(request, [{ utr: freshUtr(), amount }]);
  await signIn(page);
  await openPayments(page, 'without');
  await page.getByRole('button', { name: `Match ₹${amount.toLocaleString('en-IN')} to an order` }).click();
  const match = page.getByRole('dialog', { name: 'Match to an order' });
  const accept = (order: PlacedOrder) => match.getByRole('button', { name: new RegExp(`for ${order.orderNumber}$`) });
  const search = match.getByRole('searchbox', { name: 'Find the order' });
  await search.fill(one.orderNumber);
  await expect(accept(one)).toBeEnabled();
  // The list stays as it is.
  const asked: string[] = [];
  page.on('request', (sent) => {
    if (sent.url().includes(`search=${one.orderNumber}`)) asked.push(sent.url());
  });
  const reviewed = page.waitForResponse('**/api/payments/review');
  await nextLoad(page);
  await reviewed;
  expect(asked).toEqual([]);

  const answer = await hold(page, '**/api/orders?search=*', { reads: true });
  await search.fill(other.orderNumber);
  await page.clock.fastForward(400);
  await answer.held;
  await expect(accept(one)).toBeDisabled();
  answer.release();
  await expect(accept(other)).toBeEnabled();
  await expect(accept(one)).toBeHidden();

  // A press that is refused shows what has happened to the order meanwhile.
  const paid = { headers: await authorized(request), data: { status: 'completed' } };
  expect((await request.put(`/api/orders/${other.orderNumber}/payment`, paid)).status()).toBe(200);
  await accept(other).click();
  await expect(match.getByText('Already paid')).toBeVisible();
});
