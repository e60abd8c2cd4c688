import { type Kysely, sql } from 'kysely';
import { replaceTexts } from './058-email-words.ts';
import { runStatements } from './statements.ts';

/**
 * `orders.notice_version`: the version of the privacy policy that the shopper could read; null when
 * staff have taken the order, and for older orders. The built-in sentence below the newsletter says
 * what the address is for (DPDP Act); what the owner has written stays.
 */
const STATEMENTS = ['alter table orders add column notice_version INT8'];

const FORMER_CONSENT = 'Write to us any time and we will take you off the list. We do not share your address.';
const CONSENT =
  'We use your address for this mail only and share it with nobody. Write to us any time and we will take you off the list. More in our Privacy Policy below.';

/** The demo goes on showing what its products claim (D64). */
export async function up(db: Kysely<unknown>, kind: 'sqlite' | 'postgres'): Promise<void> {
  await runStatements(db, kind, STATEMENTS);
  await replaceTexts(db as Parameters<typeof replaceTexts>[0], new Map([[FORMER_CONSENT, CONSENT]]));
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
