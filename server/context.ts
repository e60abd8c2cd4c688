import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database/connect.ts';
import type { Versions } from './database/versions.ts';
import type { Env } from './env.ts';

/**
 * The dependencies of every service. Services read the clock and the environment only from here.
 */
export interface ServiceContext {
  readonly database: Database;
  /** What reports read: a replica of the database, or the database itself. */
  readonly reports: Database;
  readonly env: Env;
  readonly log: FastifyBaseLogger;
  /** The current time in epoch milliseconds. */
  readonly now: () => number;
  readonly versions: Versions;
}
