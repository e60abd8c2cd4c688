/**
 * `npm run doctor`: checks the configured shop and says what to do. Ends with code 1 when there is
 * a fault.
 */

import pino from 'pino';
import { requireShop } from '#server/database/configured-shop.ts';
import { connect, openReplica } from '#server/database/connect.ts';
import { OperatorError } from '#server/database/remedies.ts';
import { Versions } from '#server/database/versions.ts';
import { type Env, readEnv } from '#server/env.ts';
import { examine } from '#server/operations/doctor.ts';
import type { Finding } from '#server/operations/finding.ts';
import { shopRuns } from '#server/operations/running.ts';
import { createServices } from '#server/services.ts';

type Named = Finding & { name: string };

const SIGNS = { ok: 'ok   ', warn: 'warn ', fault: 'FAULT' };

const failed = (name: string, error: unknown): Named => ({
  name,
  state: 'fault',
  ...(error instanceof OperatorError
    ? { text: error.what, action: error.action }
    : { text: error instanceof Error ? error.message : String(error), action: null }),
});

async function checks(): Promise<Named[]> {
  let env: Env;
  try {
    env = readEnv({ NODE_ENV: 'production', ...process.env });
  } catch (error) {
    return [failed('Environment', error)];
  }
  const shop = await shopRuns(env);
  return [...(shop ? [{ name: 'Shop', ...shop }] : []), ...(await examined(env))];
}

async function examined(env: Env): Promise<Named[]> {
  try {
    requireShop(env);
    const database = await connect({ url: env.databaseUrl, dataDir: env.dataDir });
    const reports = env.databaseReportsUrl ? openReplica(env.databaseReportsUrl) : database;
    try {
      const log = pino({ level: 'silent' });
      const versions = new Versions(database, log);
      const context = { database, reports, env, log, now: () => Date.now(), versions };
      return await examine({ ...context, sources: createServices(context), thorough: true });
    } finally {
      await database.close();
      if (reports !== database) await reports.close();
    }
  } catch (error) {
    return [failed('Database', error)];
  }
}

const found = await checks();
for (const { name, state, text, action } of found) {
  console.log(`${SIGNS[state]}  ${name}: ${text}${action ? `\n       → ${action}` : ''}`);
}
if (found.some(({ state }) => state === 'fault')) process.exitCode = 1;
