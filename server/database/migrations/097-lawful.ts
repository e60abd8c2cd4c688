import { type Kysely, sql } from 'kysely';
import { runStatements } from './statements.ts';

/**
 * `orders.notice_version`: the version of the privacy policy that the shopper could read; null when
 * staff have taken the order, and for older orders.
 */
const STATEMENTS = ['alter table orders add column notice_version INT8'];

/** The demo goes on showing what its products claim (D64). */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
  const { rows } = await sql<{ name: string; value: string }>`
    select name, value from settings where name in ('shop', 'config')`.execute(db);
  const stored = new Map(rows.map(({ name, value }) => [name, value]));
  const config = stored.get('config');
  if (config === undefined || !isDemo(stored.get('shop'))) return;
  const shown = { ...JSON.parse(config), typedCountsEnabled: true, typedRatingsEnabled: true };
  await sql`update settings set value = ${JSON.stringify(shown)} where name = 'config'`.execute(db);
}

function isDemo(shop: string | undefined): boolean {
  return shop !== undefined && (JSON.parse(shop) as { demoData?: boolean }).demoData === true;
}
