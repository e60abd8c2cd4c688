import { expectAccessible, OWNER, openOrder, placeOrder, signIn } from '../admin.ts';
import { readMail } from '../mailbox.ts';
import { expect, test } from '../own-shop.ts';

/** Messages of the shop: WhatsApp texts and mails in the owner's words. */

test.use({ ownEnv: { SECRETS_KEY: '5'.repeat(64) } });

test('the owner rewrites messages, previews a mail, and writes to a shopper on WhatsApp', { tag: '@journey' }, async ({
  page,
  request,
}) => {
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

  await page.getByRole('button', { name: 'Email', exact: true }).click();
  const frame = page.frameLocator('iframe');
  await expect(frame.getByText('Thank you. We have received your order ORD1795113600037 of ₹1,249')).toBeVisible();
  await page.getByLabel('Text').fill('Dear {name}, thank you!');
  await expect(frame.getByText('Dear Ananya Iyer, thank you!')).toBeVisible();
  await expect(frame.getByText('California Almonds (250g) × 2')).toBeVisible();
  await page.getByRole('button', { name: 'Send me a test' }).click();
  await expect(
    page.getByText('The email is only saved as a file: the shop has no mail server (SMTP_URL).'),
  ).toBeVisible();
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
