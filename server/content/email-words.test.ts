import { expect, test } from 'vitest';
import { testApp } from '#tests/app.ts';
import { up } from '../database/migrations/058-email-words.ts';

/** The built-in texts of a shop that was stocked before they said 'email'. */

const ALWAYS = 'Please enter a valid email address';
const FORMER: Record<string, string> = {
  'New roasts and combo offers, now and then. No daily email.':
    'New roasts and combo offers, now and then. No daily mail.',
  'Real people check your payment and answer your email': 'Real people check your payment and answer your mail',
};

const former = (_key: string, value: unknown) =>
  typeof value !== 'string' || value === ALWAYS
    ? value
    : (FORMER[value] ?? value.replace(/\b([Ee])mail\b/g, '$1-mail'));

test('built-in texts in their former words get the present ones, and the texts of the owner stay', async () => {
  await using t = await testApp({ seed: 'demo' });
  const stored = () => t.db.selectFrom('page_content').select(['id', 'content']).orderBy('id').execute();
  const present = await stored();
  for (const { id, content } of present) {
    const text = JSON.stringify(JSON.parse(content, former));
    await t.db.updateTable('page_content').set({ content: text }).where('id', '=', id).execute();
  }
  const older = (await stored()).filter(({ content }, index) => content !== present[index]?.content);
  expect(older.map(({ id }) => id).sort()).toEqual([
    'contactPage',
    'homepage',
    'privacy-policy',
    'shipping-policy',
    'terms-of-service',
  ]);
  const own = [
    { id: 'zz-damaged', content: '{"label": "E-mail' },
    { id: 'zz-own', content: '{"text":"Our e-mail"}' },
  ];
  await t.db
    .insertInto('page_content')
    .values(own.map((row) => ({ ...row, updated_at: 1, updated_by: 'Owner' })))
    .execute();

  await up(t.db as never);

  expect(await stored()).toEqual([...present, ...own]);
});
