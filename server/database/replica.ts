import { sql } from 'kysely';
import { ShopError } from '#shop/errors.ts';
import type { ServiceContext } from '../context.ts';
import type { Reader } from './handles.ts';

/**
 * How far a replica is behind the primary, ms: 0 if it has all that the primary had when this was
 * called. Both are PostgreSQL.
 *
 * @throws ShopError conflict for a server that is no replica; an error of either database, such as a
 *   lost connection
 */
async function behindMs(primary: Reader, replica: Reader): Promise<number> {
  const written = await sql<{ lsn: string }>`select pg_current_wal_lsn() as lsn`.execute(primary);
  const lsn = written.rows[0]?.lsn ?? '0/0';
  // A replica that has replayed nothing since its start is as old as that, at least.
  const { rows } = await sql<{ follows: boolean; ms: number }>`
    select pg_is_in_recovery() as follows, case when pg_last_wal_replay_lsn() < ${lsn}::pg_lsn
      then extract(epoch from clock_timestamp()
        - coalesce(pg_last_xact_replay_timestamp(), pg_postmaster_start_time())) * 1000
      else 0 end as ms`.execute(replica);
  const [found] = rows;
  if (!found?.follows) throw new ShopError('conflict', { message: 'it follows no primary: it may have been promoted' });
  return Math.round(found.ms);
}

type Databases = Pick<ServiceContext, 'database' | 'reports' | 'env'>;

/**
 * How far what reports read is behind the database, ms; null when they read the database itself.
 *
 * @throws an error of either database, such as a lost connection
 */
export async function reportsBehind({ database, reports, env }: Databases): Promise<number | null> {
  return env.databaseReportsUrl === null ? null : behindMs(database.db, reports.db);
}
