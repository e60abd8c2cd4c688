/**
 * `npm run db:seed`: migrates, then loads the demo shop into an empty database. The server also
 * does this at its first start.
 */
import pino from 'pino';
import { connect } from '#server/database/connect.ts';
import { migrate } from '#server/database/migrate.ts';
import { Versions } from '#server/database/versions.ts';
import { seedDemo } from '#server/demo/seed.ts';
import { readEnv } from '#server/env.ts';

try {
  const env = readEnv(process.env);
  const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
  try {
    await migrate(database);
    const log = pino({ level: 'warn' }, pino.destination(2));
    const versions = new Versions(database, log);
    const loaded = await seedDemo({ database, reports: database, env, log, now: () => Date.now(), versions });
    console.log(loaded ? 'The demo shop was loaded.' : 'The database has a shop already; nothing was changed.');
  } finally {
    await database.close();
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
}
