import { expectAccessible, signIn } from '../admin.ts';
import { expect, test } from '../own-shop.ts';

/** Connections: API keys and webhooks, at both widths. */

test.use({ ownEnv: { SECRETS_KEY: '5'.repeat(64) } });

for (const size of [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
]) {
  test(`a key is made, used and ended, and a webhook made and deleted, at ${size.width} px`, async ({
    page,
    request,
    watch,
  }) => {
    // What the ended key gets.
    watch.allow(/status of 401/);
    await page.setViewportSize(size);
    await signIn(page);
    await page.goto('/admin?section=connections');
    const keys = page.getByRole('region', { name: 'API keys' });
    await keys.getByRole('button', { name: 'Make a key' }).click();
    const form = page.getByRole('dialog', { name: 'Make a key' });
    await form.getByRole('button', { name: 'Make key' }).click();
    await expect(form.getByText('Please name the program that will use the key')).toBeVisible();
    await expect(form.getByText('Please choose what the key may do')).toBeVisible();
    await expectAccessible(page);
    const name = `Tally ${size.width}`;
    await form.getByLabel('Name of the program').fill(name);
    await form.getByRole('checkbox', { name: /contacts:read/ }).check();
    await form.getByRole('button', { name: 'Make key' }).click();
    const made = page.getByRole('dialog', { name: 'Your new key' });
    const key = await made.getByText(/^kishmish_/).innerText();
    await made.getByRole('button', { name: 'Done' }).click();
    await expect(keys.getByText(name)).toBeVisible();
    const headers = { authorization: `Bearer ${key}` };
    const read = async () => (await request.get('/api/contacts', { headers })).status();
    expect(await read()).toBe(200);
    await keys.getByRole('button', { name: `End ${name}` }).click();
    await page.getByRole('button', { name: 'End key' }).click();
    await expect(keys.getByText(name)).toBeHidden();
    expect(await read()).toBe(401);

    const hooks = page.getByRole('region', { name: 'Webhooks' });
    await hooks.getByRole('button', { name: 'Tell a program' }).click();
    const address = `https://hooks.example/${size.width}`;
    const telling = page.getByRole('dialog', { name: 'Tell a program' });
    await telling.getByLabel('Address of the program').fill('http://hooks.example');
    await telling.getByRole('checkbox', { name: /contact\.received/ }).check();
    await telling.getByRole('button', { name: 'Make webhook' }).click();
    await expect(telling.getByText('The address must begin with https://')).toBeVisible();
    await telling.getByLabel('Address of the program').fill(address);
    await telling.getByRole('button', { name: 'Make webhook' }).click();
    const secret = page.getByRole('dialog', { name: 'The secret of the webhook' });
    await expect(secret.getByText(/^whsec_/)).toBeVisible();
    await secret.getByRole('button', { name: 'Done' }).click();
    await expect(hooks.getByText(address)).toBeVisible();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await hooks.getByRole('button', { name: `Delete ${address}` }).click();
    await page.getByRole('button', { name: 'Delete', exact: true }).click();
    await expect(hooks.getByText(address, { exact: true })).toBeHidden();
  });
}
