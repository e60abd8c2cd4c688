import { sql } from 'kysely';
import type { AuditItem, AuditQuery } from '#shop/audit/audit.ts';
import { midnightOf } from '#shop/india/dates.ts';
import type { ServiceContext } from '../context.ts';
import { readJson } from '../database/json.ts';
import { contains } from '../database/trigrams.ts';
import { programName } from './audit.ts';

const PAGE = 50;
/** Number of entries that one text search scans. The next page continues where the scan ended. */
const SCAN_LIMIT = 4_000;
const DAY = 86_400_000;

const COLUMNS = [
  'id',
  'at',
  'actor_id',
  'actor',
  'action',
  'entity',
  'entity_id',
  'before_value',
  'after_value',
  'address',
] as const;

/** Queries of the audit log (R3.11). */
export function auditReads({ database: { db } }: ServiceContext) {
  /**
   * The distinct values of a column. Skips through the index with one lookup per value, so its cost
   * does not depend on the log's length.
   */
  async function valuesOf(column: 'action' | 'entity'): Promise<string[]> {
    const name = sql.ref(column);
    const { rows } = await sql<{ value: string }>`
      with recursive found(value) as (
        select min(${name}) from audit_log
        union all
        select (select min(${name}) from audit_log where ${name} > found.value) from found where found.value is not null
      ) select value from found where value is not null`.execute(db);
    return rows.map((row) => row.value);
  }

  return {
    /**
     * A page of the log, newest first. `next` is set while there may be older entries, even when
     * this page has none.
     */
    async list(query: AuditQuery): Promise<{ entries: AuditItem[]; next: string | null }> {
      let lines = db.selectFrom('audit_log').select(COLUMNS).orderBy('at', 'desc').orderBy('id', 'desc');
      if (query.actor) lines = lines.where('actor_id', '=', query.actor);
      if (query.action) lines = lines.where('action', '=', query.action);
      if (query.subject) lines = lines.where('entity', '=', query.subject);
      if (query.subjectId) {
        lines = lines.where('entity_id', '=', query.subjectId);
        // The only index with the ids begins with their subjects.
        if (!query.subject) lines = lines.where('entity', 'in', ['', ...(await valuesOf('entity'))]);
      }
      if (query.from) lines = lines.where('at', '>=', midnightOf(query.from));
      if (query.to) lines = lines.where('at', '<', midnightOf(query.to) + DAY);
      if (query.before) {
        const [at = '', ...id] = query.before.split('_');
        lines = lines.where((eb) =>
          eb.or([eb('at', '<', Number(at)), eb.and([eb('at', '=', Number(at)), eb('id', '<', id.join('_'))])]),
        );
      }
      if (!query.text) {
        const rows = await lines.limit(sql.lit(PAGE + 1)).execute();
        const page = rows.slice(0, PAGE);
        return { entries: page.map(toItem), next: rows.length > PAGE ? cursor(page.at(-1)) : null };
      }
      const text = query.text.toLowerCase();
      const has = (column: string) => contains(`lower(coalesce(line.${column}, ''))`, text);
      const rows = await db
        .selectFrom(lines.limit(sql.lit(SCAN_LIMIT)).as('line'))
        .selectAll()
        .where((eb) => eb.or([has('entity_id'), has('actor'), has('action'), has('before_value'), has('after_value')]))
        .orderBy('at', 'desc')
        .orderBy('id', 'desc')
        .limit(sql.lit(PAGE + 1))
        .execute();
      const page = rows.slice(0, PAGE);
      if (rows.length > PAGE) return { entries: page.map(toItem), next: cursor(page.at(-1)) };
      const last = await lines
        .limit(sql.lit(1))
        .offset(sql.lit(SCAN_LIMIT - 1))
        .executeTakeFirst();
      return { entries: page.map(toItem), next: cursor(last) };
    },

    /**
     * Options for the filters: all users and API keys, and the actions and subjects that occur in
     * the log.
     */
    async choices(): Promise<{ actors: { id: string; name: string }[]; actions: string[]; subjects: string[] }> {
      const actors = await db.selectFrom('users').select(['id', 'name']).orderBy('name').orderBy('id').execute();
      const keys = await db.selectFrom('api_keys').select(['id', 'name']).orderBy('name').orderBy('id').execute();
      actors.push(...keys.map(({ id, name }) => ({ id, name: programName(name) })));
      return { actors, actions: await valuesOf('action'), subjects: await valuesOf('entity') };
    },
  };
}

export type AuditReads = ReturnType<typeof auditReads>;

type Line = { id: string; at: number };

function cursor(line: Line | undefined): string | null {
  return line ? `${line.at}_${line.id}` : null;
}

function toItem(row: {
  id: string;
  at: number;
  actor_id: string | null;
  actor: string;
  action: string;
  entity: string;
  entity_id: string;
  before_value: string | null;
  after_value: string | null;
  address: string;
}): AuditItem {
  return {
    id: row.id,
    at: row.at,
    actor: row.actor,
    actorId: row.actor_id,
    action: row.action,
    subject: row.entity,
    subjectId: row.entity_id,
    before: row.before_value && readJson(row.before_value, row.before_value),
    after: row.after_value && readJson(row.after_value, row.after_value),
    address: row.address,
  };
}
