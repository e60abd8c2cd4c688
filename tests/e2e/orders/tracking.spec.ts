import type { Locator } from '@playwright/test';
import { placeOrder } from '../admin.ts';
import { expect, test } from '../shop.ts';
import { freshPhone, freshUtr } from '../shopping.ts';

// page.route() does not see requests that a service worker handles.
test.use({ serviceWorkers: 'block' });

test('an order to another country is tracked by the phone number as typed at checkout', async ({ page, request }) => {
  const phone = `7${freshPhone().slice(1)}`;
  const response = await request.post('/api/orders', {
    data: {
      items: [{ product: 'medjool-dates', size: '250g', quantity: 1 }],
      shippingAddress: {
        name: 'Meera Nair',
        phone: `+44 ${phone}`,
        email: 'meera@example.com',
        address: '221b Baker Street',
        city: 'London',
        state: 'Greater London',
        pincode: 'NW1 6XE',
        country: 'UK',
      },
      paymentDetails: { utrNumber: freshUtr(), method: 'upi' },
    },
  });
  const { order } = (await response.json()) as { order: { orderNumber: string } };

  await page.goto('/track-order');
  const box = page.getByRole('textbox', { name: 'Mobile number' });
  // insertText() is cut by a maxlength, as pasting is; fill() is not.
  await box.focus();
  await page.keyboard.insertText('+91 98765 43210');
  await expect(box).toHaveValue('9876543210');
  await box.fill('');
  await box.focus();
  await page.keyboard.insertText('098765-43210');
  await expect(box).toHaveValue('9876543210');
  await page.getByRole('combobox', { name: 'Country code' }).selectOption({ label: '+44 UK' });
  await box.fill('7700');
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByText('Phone number must be 10 or 11 digits')).toBeVisible();
  await box.fill(`0${phone}`);
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByText(`Found 1 order(s) for mobile number 0${phone}`)).toBeVisible();
  await expect(page.getByRole('heading', { name: order.orderNumber })).toBeVisible();
  // From elsewhere: what has become of the payment is said, and nothing to come above what is now.
  await expect(page.locator('.order-head').getByText('Checking your UTR')).toBeVisible();
  await expect(page.locator('.tl li').nth(1)).toContainText('Checking your UTR');
});

test('orders with no more than the fields of R2.3, and with dates as text, are shown', async ({ page }) => {
  const order = {
    _id: '1',
    orderNumber: 'ORD1763000000000',
    status: 'shipped',
    pricing: { total: 598 },
    createdAt: '2026-11-20T10:00:00.000Z',
    updatedAt: '2026-11-21T10:00:00.000Z',
    items: [{ name: 'California Almonds', quantity: 2, size: '250g', price: 299, image: '', product: { images: [] } }],
    shippingAddress: { name: 'Asha', street: '12 MG Road', city: 'Pune', state: 'Maharashtra', zipCode: '411001' },
  };
  await page.route('**/api/orders/track/**', (route) => route.fulfill({ json: { success: true, orders: [order] } }));
  await page.goto('/track-order');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(freshPhone());
  await page.getByRole('button', { name: 'Track Orders' }).click();
  await expect(page.getByText('Placed 20 Nov 2026')).toBeVisible();
  await expect(page.getByText('California Almonds')).toBeVisible();
  await expect(page.getByText('Order Shipped')).toBeVisible();
  await expect(page.getByText(/NaN|undefined/)).toHaveCount(0);
});

test('the current step shows its own date, not the date of the last note', async ({ page, request }) => {
  const order = await placeOrder(request);
  const moved = Date.UTC(2026, 0, 5, 6, 30);
  await page.route('**/api/orders/track/**', async (route) => {
    const response = await route.fetch();
    const { orders } = (await response.json()) as { orders: object[] };
    const shipped = orders.map((one) => ({
      ...one,
      status: 'shipped',
      statusAt: moved,
      updatedAt: moved + 86_400_000,
    }));
    await route.fulfill({ json: { success: true, orders: shipped } });
  });
  await page.goto('/track-order');
  await page.getByRole('textbox', { name: 'Mobile number' }).fill(order.phone);
  await page.getByRole('button', { name: 'Track Orders' }).click();
  const step = page.getByRole('listitem').filter({ hasText: 'Order Shipped' }).last();
  await expect(step).toContainText('5 Jan 2026, 12:00 pm');
  // The button that folds the order is at the edge of its card, also where it wraps below the
  // number.
  const end = (locator: Locator) => locator.evaluate((element) => element.getBoundingClientRect().right);
  const fold = page.getByRole('button', { name: /^Hide order/ });
  expect((await end(page.locator('.order-head'))) - (await end(fold))).toBeCloseTo(20, 0);
});
