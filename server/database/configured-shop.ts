import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Env } from '../env.ts';

/** The settings that say where a shop is. */
type Place = Pick<Env, 'databaseUrl' | 'dataDir'>;

/**
 * The database and the folder of the configured shop, for those who run a command. Without
 * credentials.
 */
export function describePlace({ databaseUrl, dataDir }: Place): string {
  const folder = path.resolve(dataDir);
  if (!databaseUrl) return `the SQLite database ${path.join(folder, 'shop.db')} and the folder ${folder}`;
  const { host, pathname } = new URL(databaseUrl);
  const name = decodeURIComponent(pathname.slice(1));
  return `the PostgreSQL database ${name || 'of this user'} on ${host || 'this machine'} and the folder ${folder}`;
}

/**
 * For commands that look at a shop: without the shop's environment they would make an empty one in
 * ./data and report on that.
 *
 * @throws Error with a message for the operator
 */
export function requireShop({ databaseUrl, dataDir }: Place): void {
  if (databaseUrl || existsSync(path.join(dataDir, 'shop.db'))) return;
  throw new Error(
    `There is no shop in DATA_DIR ${path.resolve(dataDir)}. Run this as the user of the shop and with its DATA_DIR or DATABASE_URL.`,
  );
}
