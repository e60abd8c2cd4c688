import { expectAccessible, expectNoErrorToast, hold, ownerToken, signIn } from '../admin.ts';
import { expect, hydrated, test } from '../shop.ts';
import { arrive, freshPhone, freshUtr, payWith, skipToUtr } from '../shopping.ts';

test('the owner makes a coupon, and a shopper saves with it in cart, payment and order', { tag: '@journey' }, async ({
  page,
}) => {
  const code = `SAVE${freshUtr().slice(-8)}`;
  await signIn(page);
  await page.goto('/admin?section=coupons&coupon=new');
  const form = page.getByRole('region', { name: 'New coupon' });
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Discount, %').fill('10');
  await form.getByLabel('Per mobile number').fill('1');
  await expect(form).toContainText('On a cart of ₹1,000 the shopper pays ₹900.');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: `Edit ${code}` })).toBeVisible();

  await arrive(page, ['golden-raisins'], freshPhone());
  await page.goto('/cart');
  await hydrated(page);
  await page.getByText('Have a coupon?').click();
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Please enter a coupon code')).toBeVisible();
  await page.getByLabel('Coupon code').fill('nosuchcode');
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('NOSUCHCODE is not a valid code. Please check the spelling.')).toBeVisible();
  await page.getByLabel('Coupon code').fill(code.toLowerCase());
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(`Coupon ${code} applied`)).toBeVisible();
  // Focus goes to what takes the place of the button that was pressed.
  const remove = page.getByRole('button', { name: `Remove coupon ${code}` });
  await expect(remove).toBeFocused();
  await remove.press('Enter');
  const ask = page.locator('summary', { hasText: 'Have a coupon?' });
  await expect(ask).toBeFocused();
  await ask.press('Enter');
  await page.getByLabel('Coupon code').fill(code);
  await page.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText(`Coupon ${code} applied`)).toBeVisible();
  const line = page.locator('dl > div', { hasText: `Coupon ${code}` });
  await expect(line).toContainText('−₹');
  const saved = await line.locator('dd').innerText();

  await page.goto('/payment');
  await hydrated(page);
  await expect(line).toContainText(saved);
  const number = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await page.getByLabel('UTR/Reference number').fill(freshUtr());
  await page.getByRole('button', { name: 'Submit & Complete Order' }).click();
  await expect(page).toHaveURL(/payment-success/);
  await page.goto(`/order-details/${number}`);
  await expect(line).toContainText(saved);
});

test('an answer that comes late leads nobody back from another section', async ({ page }) => {
  const code = `LATE${freshUtr().slice(-8)}`;
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await page.route('**/api/coupons/*', async (route) => {
    if (route.request().method() === 'DELETE') await released;
    await route.continue();
  });
  await signIn(page);
  await page.goto('/admin?section=coupons&coupon=new');
  const form = page.getByRole('region', { name: 'New coupon' });
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Discount, %').fill('10');
  await form.getByRole('button', { name: 'Save' }).click();
  await page
    .getByRole('region', { name: `Edit ${code}` })
    .getByRole('button', { name: 'Delete' })
    .click();
  const sent = page.waitForRequest((request) => request.method() === 'DELETE');
  await page.getByRole('dialog', { name: 'Delete this coupon?' }).getByRole('button', { name: 'Delete' }).click();
  await sent;
  await page.keyboard.press('Escape');
  await page.getByRole('link', { name: /^Product Management/ }).click();
  const heading = page.getByRole('heading', { level: 1, name: 'Product Management' });
  await expect(heading).toBeVisible();
  const toast = page.locator('.toast-success');
  await expect(toast).toHaveCount(0);
  release();
  await expect(toast).toBeVisible();
  // The toast has gone by then, and so would this section be.
  await expect(toast).toBeHidden();
  await expect(heading).toBeVisible();
  await expect(page).toHaveURL(/section=products$/);
});

test('a deletion that is answered late does not close another coupon', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const made = async (code: string) => {
    const data = { code, kind: 'percent', value: 10, paused: true };
    const response = await request.post('/api/coupons', { headers, data });
    expect(response.ok(), await response.text()).toBe(true);
    return code;
  };
  const [late, next] = [await made(`GONE${freshUtr().slice(-8)}`), await made(`STAY${freshUtr().slice(-8)}`)];
  await signIn(page);
  await page.goto('/admin?section=coupons');
  const list = page.getByRole('list', { name: 'Coupons and offers' });
  const form = (code: string) => page.getByRole('region', { name: `Edit ${code}` });
  await list.getByRole('listitem').filter({ hasText: late }).getByRole('button').click();
  const deletion = await hold(page, '**/api/coupons/*');
  await form(late).getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog', { name: 'Delete this coupon?' }).getByRole('button', { name: 'Delete' }).click();
  await deletion.held;
  await page.keyboard.press('Escape');
  await list.getByRole('listitem').filter({ hasText: next }).getByRole('button').click();
  await expect(form(next)).toBeVisible();
  const toast = page.locator('.toast-success');
  deletion.release();
  await expect(toast).toBeVisible();
  await expect(list.getByText(late)).toHaveCount(0);
  await expect(toast).toBeHidden();
  await expect(form(next)).toBeVisible();
});

test('a code that does not apply is in its field after a reload too', async ({ page }) => {
  await arrive(page, ['golden-raisins']);
  await page.goto('/cart');
  await hydrated(page);
  await page.getByText('Have a coupon?').click();
  const box = page.getByLabel('Coupon code');
  await box.fill('nosuchcode');
  await page.getByRole('button', { name: 'Apply' }).click();
  const refusal = page.getByText('NOSUCHCODE is not a valid code. Please check the spelling.');
  await expect(refusal).toBeVisible();
  await page.reload();
  await expect(refusal).toBeVisible();
  await expect(box).toHaveValue('NOSUCHCODE');
  // It looks and reads like an error, until it is edited.
  await expect(box).toHaveAttribute('aria-invalid', 'true');
  await expect(box).toHaveAccessibleDescription(/not a valid code/);
  await expect(page.locator('.err').filter({ has: refusal })).toBeVisible();
  await box.fill('NOSUCH');
  await expect(refusal).toBeHidden();
  await expect(box).not.toHaveAttribute('aria-invalid');
});

test('an automatic offer whose response is lost is made once', async ({ page, request, watch }) => {
  watch.allow(/ERR_FAILED/);
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const name = `Lost ${freshUtr()}`;
  const made = async () => {
    const { coupons } = (await (await request.get('/api/coupons', { headers })).json()) as {
      coupons: { id: string; name: string }[];
    };
    return coupons.filter((coupon) => coupon.name === name);
  };
  await signIn(page);
  await page.goto('/admin?section=coupons&coupon=new');
  const form = page.getByRole('region', { name: 'New coupon' });
  await form.getByLabel('How it applies').selectOption('Automatically');
  await form.getByLabel('Name for shoppers').fill(name);
  await form.getByLabel('Discount, %').fill('1');
  // So that no other test gets it.
  await form.getByLabel('Minimum order, ₹').fill('900000');
  await page.route('**/api/coupons', async (route) => {
    if (route.request().method() !== 'POST') return route.continue();
    await route.fetch();
    await route.abort();
  });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('No response from the shop. Please try again: it is saved only once.')).toBeVisible();
  await page.unroute('**/api/coupons');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('region', { name: `Edit ${name}` })).toBeVisible();
  const [coupon, ...others] = await made();
  expect(others).toEqual([]);
  await request.delete(`/api/coupons/${coupon?.id}`, { headers });
});

test('a coupon that somebody else has changed is not overwritten by a second Save', async ({ page, request }) => {
  const headers = { authorization: `Bearer ${await ownerToken(request)}` };
  const data = { code: `BOTH${freshUtr().slice(-8)}`, kind: 'percent', value: 10 };
  const made = await request.post('/api/coupons', { headers, data });
  const { coupon } = (await made.json()) as { coupon: { id: string; version: number } };
  const url = `/api/coupons/${coupon.id}`;
  const stored = async () => {
    const { coupons } = (await (await request.get('/api/coupons', { headers })).json()) as {
      coupons: { id: string; value: number }[];
    };
    return coupons.find(({ id }) => id === coupon.id)?.value;
  };
  await signIn(page);
  await page.goto(`/admin?section=coupons&coupon=${coupon.id}`);
  const form = page.getByRole('region', { name: `Edit ${data.code}` });
  await form.getByLabel('Discount, %').fill('12');
  const theirs = await request.put(url, { headers, data: { ...data, value: 20, version: coupon.version } });
  expect(theirs.status()).toBe(200);
  const save = form.getByRole('button', { name: 'Save' });
  await save.click();
  const notice = form.getByText('Someone else has changed this coupon in the meantime. Nothing was overwritten.');
  await expect(notice).toBeInViewport();
  await expectNoErrorToast(page);
  await expect(form.getByLabel('Discount, %')).toHaveValue('12');
  await expect(save).toBeHidden();
  expect(await stored()).toBe(20);
  await form.getByRole('button', { name: 'Show theirs' }).click();
  await expect(form.getByLabel('Discount, %')).toHaveValue('20');
  await form.getByLabel('Discount, %').fill('15');
  await save.click();
  await expect(notice).toBeHidden();
  await expect.poll(stored).toBe(15);
});

test('pausing or ending a coupon keeps what is typed in its form', async ({ page }) => {
  const code = `WAIT${freshUtr().slice(-8)}`;
  await signIn(page);
  await page.goto('/admin?section=coupons&coupon=new');
  const form = page.getByRole('region', { name: /^(New coupon|Edit WAIT)/ });
  await form.getByLabel('Code').fill(code);
  await form.getByLabel('Discount, %').fill('10');
  await form.getByRole('button', { name: 'Save' }).click();
  const edited = page.getByRole('region', { name: `Edit ${code}` });
  await edited.getByLabel('Minimum order').fill('500');
  await edited.getByRole('button', { name: 'Pause' }).click();
  await expect(edited.getByRole('button', { name: 'Resume' })).toBeVisible();
  await expect(edited.getByLabel('Minimum order')).toHaveValue('500');
  await edited.getByRole('button', { name: 'End now' }).click();
  await expect(edited.getByRole('button', { name: 'End now' })).toHaveCount(0);
  await expect(edited.getByLabel('Minimum order')).toHaveValue('500');
  await expect(edited.getByLabel('Until')).not.toHaveValue('');
});
