/**
 * `npm run db:migrate`: migrates the configured database to the latest schema. The server also does
 * this at start.
 */

import { describePlace } from '#server/database/configured-shop.ts';
import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { withRemedy } from '#server/database/remedies.ts';
import { readEnv } from '#server/env.ts';

try {
  const env = readEnv(process.env);
  console.log(`Migrating ${describePlace(env)}.`);
  const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
  try {
    const ran = await migrate(database, () => console.log('Another process is migrating the database; waiting …'));
    console.log(ran.length > 0 ? `Migrated: ${ran.join(', ')}.` : 'The database is up to date.');
  } catch (error) {
    throw withRemedy('The database cannot be brought up to date', error, database.file);
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
