import { expectAccessible, signIn } from '../admin.ts';
import { expectNoSideScroll } from '../layout.ts';
import { expect, test } from '../own-shop.ts';

/** The checklist of a shop that starts without the demo. */
test.use({ ownEnv: { DEMO: 'false' }, contextOptions: { reducedMotion: 'reduce' } });

test('a new shop shows what is left to open it; steps are ticked by facts, by hand, or put off', {
  tag: '@journey',
}, async ({ page }) => {
  await signIn(page);
  const open = () => page.goto('/admin?section=overview');
  const step = (name: string, state: 'done' | 'open' | 'put off') =>
    page.getByRole('listitem', { name: `${name}, ${state}`, exact: true });
  await open();
  await expect(page.getByRole('heading', { name: /Let’s open your shop/ })).toBeVisible();
  await expect(page.getByRole('heading', { name: '0 of 14 done' })).toBeVisible();
  // No empty charts.
  await expect(page.getByRole('heading', { name: 'Needs you' })).toBeHidden();
  await expectAccessible(page);
  await page.goto('/admin?section=insight');
  await expect(page.getByRole('heading', { name: '0 of 14 done' })).toBeVisible();
  await open();

  // Each step opens the right place, with the focus in its field.
  await step('GSTIN', 'open').getByRole('link', { name: 'Add GSTIN' }).click();
  await expect(page.getByRole('textbox', { name: 'GSTIN' })).toBeFocused();
  await open();
  await step('UPI ID', 'open').getByRole('link', { name: 'Add UPI ID' }).click();
  const upiId = page.getByRole('textbox', { name: 'UPI ID' });
  await expect(upiId).toBeFocused();
  await upiId.fill('mewa@okhdfc');
  await page.getByLabel('Account holder name').fill('Mewa House');
  await page.getByRole('button', { name: 'Save settings' }).click();
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible();

  await open();
  await expect(step('UPI ID', 'done').getByText('mewa@okhdfc')).toBeVisible();
  const pay = step('Pay yourself ₹1', 'open');
  await pay.getByRole('button', { name: 'Show QR code' }).click();
  await expect(pay.getByRole('img', { name: 'QR code to pay ₹1 to mewa@okhdfc' })).toBeVisible();
  await pay.getByRole('button', { name: 'It has arrived' }).click();
  await expect(step('Pay yourself ₹1', 'done')).toBeVisible();
  await step('WhatsApp number', 'open').getByRole('button', { name: 'Later' }).click();
  await expect(step('WhatsApp number', 'put off')).toBeVisible();
  await step('GSTIN', 'open').getByRole('button', { name: 'Not registered' }).click();
  await expect(page.getByRole('heading', { name: '3 of 14 done' })).toBeVisible();

  // What only the server can have is said in plain words, with a message to send.
  await step('Email', 'open').getByRole('button', { name: 'What to do' }).click();
  await expect(step('Email', 'open')).toContainText('SMTP_URL=smtps://USER:PASSWORD@SERVER:465');
  await expect(step('Email', 'open').getByRole('link', { name: 'Send it by WhatsApp' })).toBeVisible();
  // The shop opens once it has what it needs.
  await expect(page.getByText('4 steps marked ‘needed’ must be done before.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open the shop' })).toBeDisabled();
  await expectAccessible(page);

  await page.reload();
  await expect(page.getByRole('heading', { name: '3 of 14 done' })).toBeVisible();
  await step('WhatsApp number', 'put off').getByRole('button', { name: 'Bring back' }).click();
  await step('GSTIN', 'done').getByRole('button', { name: 'Untick' }).click();
  await expect(step('GSTIN', 'open')).toBeVisible();
  await expect(step('WhatsApp number', 'open')).toBeVisible();
  await expectNoSideScroll(page);
});
