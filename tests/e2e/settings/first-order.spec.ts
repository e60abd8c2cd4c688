import { OWNER } from '../admin.ts';
import { expect, hydrated, test } from '../own-shop.ts';
import { freshPhone, freshUtr, payWith, skipToUtr, submitUtr, typeAddress } from '../shopping.ts';

/** What opening a shop costs, from the first start without the demo to the first paid order. */

/** The most presses, choices and files, as in the day of fifty orders. Typing is not counted. */
const BUDGET = 40;

test.use({ ownEnv: { DEMO: 'false' }, contextOptions: { reducedMotion: 'reduce' } });

test('a shop reaches its first paid order with the checklist in at most 40 actions', { tag: '@journey' }, async ({
  page,
}) => {
  let actions = 0;
  const act = async <T>(action: Promise<T>): Promise<T> => {
    actions += 1;
    return action;
  };
  const press = (name: string | RegExp) => act(page.getByRole('button', { name }).click());
  const follow = (name: string | RegExp) => act(page.getByRole('link', { name }).first().click());
  const step = (name: string, state: 'done' | 'open' | 'put off') =>
    page.getByRole('listitem', { name: `${name}, ${state}`, exact: true });
  const overview = async (done: number) => {
    await follow('Overview');
    await expect(page.getByRole('heading', { name: `${done} of 14 done` })).toBeVisible();
  };

  await act(page.goto('/kingadminlogin'));
  await page.getByLabel('Email address').fill(OWNER.email);
  await page.getByLabel('Password', { exact: true }).fill(OWNER.password);
  await press('Sign in');
  // A shop without orders begins with what is left to do.
  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: '0 of 14 done' })).toBeVisible();

  // Name, address, licence and WhatsApp number stand on one page.
  await follow('Set name');
  const shop: [string, string][] = [
    ['Brand name', 'Mewa House'],
    ['Street and building', '12 Station Road'],
    ['City', 'Pune'],
    ['PIN code', '411001'],
    ['Phone', '020 2612 3456'],
    ['WhatsApp number', '9812345678'],
    ['FSSAI licence', '10012345000123'],
  ];
  for (const [label, value] of shop) await page.getByRole('textbox', { name: new RegExp(`^${label}`) }).fill(value);
  await act(page.getByLabel('State', { exact: true }).selectOption('Maharashtra'));
  await press('Save settings');
  await expect(page.getByText('Shop settings saved successfully!')).toBeVisible();
  await follow('Next: Your logo');
  await expect(page.getByRole('heading', { level: 1, name: 'Page Content' })).toBeVisible();
  await overview(4);

  await follow('Add UPI ID');
  await page.getByRole('textbox', { name: 'UPI ID' }).fill('mewa@okhdfc');
  await page.getByLabel('Account holder name').fill('Mewa House');
  await press('Save settings');
  await expect(page.getByText('Payment settings saved successfully!')).toBeVisible();
  await overview(5);

  await act(step('Pay yourself ₹1', 'open').getByRole('button', { name: 'It has arrived' }).click());
  await act(step('GSTIN', 'open').getByRole('button', { name: 'Not registered' }).click());
  await act(step('Read your policies', 'open').getByRole('button', { name: 'I have read them' }).click());
  await act(step('Your logo', 'open').getByRole('button', { name: 'Later' }).click());
  await act(step('Email', 'open').getByRole('button', { name: 'Later' }).click());
  await act(step('Hear of new orders', 'open').getByRole('link', { name: 'Switch on' }).click());
  await act(page.getByLabel('Email me about each new order').click());
  await expect(page.getByText('Done: Hear of new orders.')).toBeVisible();
  await overview(9);
  await act(step('Backup', 'open').getByRole('button', { name: 'Later' }).click());
  await expect(step('Backup', 'put off')).toBeVisible();

  await follow('Add a product');
  const form = page.getByRole('dialog', { name: 'Add Product' });
  await form.getByLabel('Product name').fill('Kandhari Anjeer');
  await act(form.getByRole('button', { name: 'Add category' }).click());
  const adding = page.getByRole('dialog', { name: 'Add category' });
  await adding.getByLabel('Category name').fill('Dried fruit');
  await act(adding.getByRole('button', { name: 'Add category' }).click());
  await expect(adding).toBeHidden();
  await form.getByLabel('Description').fill('Sun-dried figs.');
  await form.getByLabel('Price ₹').fill('120');
  await form.getByLabel('Stock', { exact: true }).fill('30');
  await act(form.getByLabel('No rating yet').check());
  await act(form.getByRole('button', { name: 'Add Product' }).click());
  await expect(form).toBeHidden();
  await expect(page.getByText('Done: First product.')).toBeVisible();
  await overview(10);
  await press('Open the shop');
  await expect(page.getByText('Your shop is open.')).toBeVisible();

  // The only product is on the home page, although nobody has chosen it for a row.
  await page.goto('/');
  await expect(page.getByRole('region', { name: 'All Products' }).getByText('Kandhari Anjeer').first()).toBeVisible();

  // The owner buys from the own shop.
  await act(page.goto('/all-products'));
  await hydrated(page);
  await follow('Kandhari Anjeer');
  await expect(page.getByRole('heading', { level: 1, name: 'Kandhari Anjeer' })).toBeVisible();
  await act(page.getByRole('button', { name: 'Buy Now' }).first().click());
  await expect(page).toHaveURL(/\/address$/);
  await typeAddress(page, freshPhone());
  await press('Continue to Payment');
  await expect(page.getByText(/held until \d+:\d\d [ap]m/)).toBeVisible();
  // Chooses the app and pays; has paid and enters the UTR; submits.
  const orderNumber = await payWith(page, 'PhonePe');
  await skipToUtr(page);
  await submitUtr(page, freshUtr());
  actions += 5;

  await act(page.goto('/admin'));
  await press(`Verify ${orderNumber}`);
  await press('Payment received');
  await expect(page.getByRole('button', { name: `Verify ${orderNumber}` })).toBeHidden();
  expect(actions).toBeLessThanOrEqual(BUDGET);

  // The charts have taken the place of the checklist.
  await page.goto('/admin?section=insight');
  const paid = page.getByRole('list', { name: 'From product to payment' }).getByText('Payment received');
  await expect(paid).toBeVisible();
});
