import type { FastifyBaseLogger } from 'fastify';
import type { Database } from './database/connect.ts';
import type { Versions } from './database/versions.ts';
import type { Env } from './env.ts';

/** What every service is made from. Nothing below the services reads the clock or the environment by itself. */
export interface ServiceContext {
  readonly database: Database;
  readonly env: Env;
  readonly log: FastifyBaseLogger;
  /** The present moment in epoch milliseconds. */
  readonly now: () => number;
  readonly versions: Versions;
}
