import type { Kysely } from 'kysely';

interface Tables {
  settings: { name: string; value: string };
}

/** Shops of before there was a setting have delivered to all countries of the form (D68). */
const COUNTRIES = ['India', 'USA', 'UK', 'Canada', 'Australia'];

export async function up(db: Kysely<unknown>): Promise<void> {
  const settings = db as Kysely<Tables>;
  const row = await settings.selectFrom('settings').select('value').where('name', '=', 'shop').executeTakeFirst();
  if (!row) return;
  const value = JSON.stringify({ countries: COUNTRIES, ...JSON.parse(row.value) });
  await settings.updateTable('settings').set({ value }).where('name', '=', 'shop').execute();
}
