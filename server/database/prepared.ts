import { randomBytes } from 'node:crypto';
import {
  type Compilable,
  CompiledQuery,
  type DatabaseConnection,
  type Insertable,
  type QueryResult,
  type RawBuilder,
  sql,
} from 'kysely';
import { sha256 } from '../ids.ts';
import type { Database } from './connect.ts';
import { migrations } from './migrations/index.ts';
import type { Tables } from './schema.ts';
import type { Reader } from './transact.ts';

/**
 * Compiles the Kysely queries of the order path once instead of at each call: compiling a query takes longer than SQLite needs to run
 * it. Queries are still typed by Kysely; only the values differ between calls. PostgreSQL keeps them as named statements of each
 * connection, so that it plans them once.
 *
 * Those that a transaction starts without waiting for each other (`together`) are sent to PostgreSQL in one round trip.
 */

/** A placeholder for the value with this name. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** Compiled queries by the adapter of the engine, since placeholder syntax differs. */
const compiled = new WeakMap<object, Map<string, CompiledQuery>>();

/** Most named statements of a connection: each takes memory of PostgreSQL. */
const MAX_STATEMENTS = 500;
/** Names of statements on PostgreSQL by their SQL. */
const statements = new Map<string, string>();
/**
 * Part of the names, and of the texts because PgBouncer names statements by their text, on connections that outlive this process: a plan
 * from before a migration must not be found again.
 */
let plans = Object.keys(migrations).at(-1)?.slice(0, 3);

/** The statement as PostgreSQL keeps it: with a name, if it is one of `prepared`. It depends on nothing but the SQL, the version and `replan`. */
export function keptStatement(text: string): { name?: string; text: string } {
  const name = statements.get(text);
  return name === undefined ? { text } : { name: `${name}_${plans}`, text: `/* ${plans} */ ${text}` };
}

/** Makes all connections plan their statements anew: another process has changed a table, so the columns of `select *` differ. */
export function replan(): void {
  plans = randomBytes(6).toString('hex');
}

/**
 * Runs a query whose SQL depends only on `name`. `build` is called once, with a placeholder for each value; it must use the values only as
 * parameters and never read them.
 *
 * @param name unique in the server; must include everything that changes the SQL (number of rows, columns)
 */
export function prepared<Row, Values extends object>(
  db: Reader,
  name: string,
  values: Values,
  build: (values: Values) => Compilable<Row>,
): Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor();
  let known = compiled.get(adapter);
  if (!known) {
    known = new Map();
    compiled.set(adapter, known);
  }
  let query = known.get(name);
  if (!query) {
    const slots = Object.fromEntries(Object.keys(values).map((key) => [key, new Slot(key)]));
    query = build(slots as Values).compile();
    known.set(name, query);
    if (statements.size < MAX_STATEMENTS) statements.set(query.sql, sha256(query.sql).slice(0, 16));
  }
  const parameters = query.parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter;
    const value = (values as Record<string, unknown>)[parameter.name];
    if (value === undefined) {
      unsound.add(db);
      throw new TypeError(`${name}: no value for ${parameter.name}`);
    }
    return value;
  });
  const bound = { ...query, parameters } as CompiledQuery<Row>;
  return db.isTransaction ? joined(db, bound) : db.executeQuery<Row>(bound);
}

/**
 * Waits for calls that do not need each other's results. Their `prepared` statements run in the order of the calls; what a call does after
 * its first statement comes later. Waits for all, also when one fails, so that none writes after the rollback.
 *
 * @throws the first failure in the order of the list
 */
export async function together<T extends readonly unknown[]>(
  work: readonly [...T],
): Promise<{ [Index in keyof T]: Awaited<T[Index]> }> {
  const results = await Promise.allSettled(work);
  for (const result of results) if (result.status === 'rejected') throw result.reason;
  return results.map((result) => (result as PromiseFulfilledResult<unknown>).value) as {
    [Index in keyof T]: Awaited<T[Index]>;
  };
}

interface Joined {
  query: CompiledQuery;
  resolve: (result: QueryResult<never>) => void;
  reject: (error: unknown) => void;
}

/** Transactions with a statement that was not sent, so that they must not be committed. */
const unsound = new WeakSet<Reader>();
/** Statements of a transaction that were started in the same turn. */
const starting = new WeakMap<Reader, Joined[]>();

function joined<Row>(trx: Reader, query: CompiledQuery<Row>): Promise<QueryResult<Row>> {
  return new Promise((resolve, reject) => {
    const one = { query, resolve, reject };
    const others = starting.get(trx);
    if (others) {
      others.push(one);
      return;
    }
    const all: Joined[] = [one];
    starting.set(trx, all);
    queueMicrotask(() => {
      starting.delete(trx);
      trx
        .getExecutor()
        // Kysely itself sends a statement of a transaction only when the one before has its result.
        .provideConnection((connection) =>
          Promise.all(
            all.map(async (each) => {
              try {
                if (each.query === COMMIT && unsound.has(trx))
                  throw new Error('A statement of the transaction was not sent.');
                const result = await connection.executeQuery<never>(each.query);
                if (each.query === COMMIT) endedBy(connection, result);
                each.resolve(result);
              } catch (error) {
                each.reject(error);
              }
            }),
          ),
        )
        .catch((error) => {
          for (const each of all) each.reject(error);
        });
    });
  });
}

const COMMIT = CompiledQuery.raw('commit');

/**
 * Commits the transaction in one round trip with the statements that were started in the same turn (PostgreSQL; elsewhere its end does),
 * so that others wait less for the rows that they change. If one of them fails, nothing is committed. So a statement that must change a
 * row has to fail if it does not, and the transaction must not run anything after it.
 */
export async function commitWith(trx: Reader, kind: Database['kind']): Promise<void> {
  if (kind === 'postgres') await joined(trx, COMMIT);
}

/** Connections whose transaction `commitWith` has ended. */
const ended = new WeakSet<DatabaseConnection>();

/** @throws Error if PostgreSQL rolled back, because an earlier statement had failed */
function endedBy(connection: DatabaseConnection, { rows }: QueryResult<unknown>): void {
  ended.add(connection);
  if (Object(rows[0]).command === 'ROLLBACK') throw new Error('The transaction was rolled back.');
}

/** Whether `commitWith` has ended the transaction of this connection; once. */
export function takeEnded(connection: DatabaseConnection): boolean {
  return ended.delete(connection);
}

/** Converts a list to named values for `prepared` (`in` lists, rows). */
export function named<T>(list: readonly T[], prefix: string): Record<string, T> {
  return Object.fromEntries(list.map((value, index) => [`${prefix}${index}`, value]));
}

/** Values for an `in` list. Filled up with the last one to a power of two, so that few statements serve lists of any length. */
export function namedList<T>(list: readonly T[], prefix: string): Record<string, T> {
  const size = 2 ** Math.ceil(Math.log2(Math.max(list.length, 1)));
  const last = list.at(-1);
  return named(last === undefined ? [] : [...list, ...Array<T>(size - list.length).fill(last)], prefix);
}

/** Inserts rows; all must have the same columns. `or nothing` skips rows that are there already. */
export async function insertRows<Table extends keyof Tables>(
  db: Reader,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
  mode: 'all' | 'or nothing' = 'all',
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = rows.flatMap((row) => columns.map((column) => (row as Record<string, unknown>)[column]));
  await prepared(db, `insert ${mode} ${table} ${rows.length} ${columns.join()}`, values, (slots) => {
    const insert = db
      .insertInto(table)
      .values(
        rows.map(
          (_, row) =>
            Object.fromEntries(
              columns.map((column, index) => [column, slots[row * columns.length + index]]),
            ) as Insertable<Tables[Table]>,
        ),
      );
    return mode === 'all' ? insert : insert.onConflict((conflict) => conflict.doNothing());
  });
}

/**
 * Waits for other transactions with the same key to end, and makes later ones wait for this one. Only PostgreSQL needs it: SQLite has one
 * writer at a time.
 */
export async function lockKey(trx: Reader, kind: Database['kind'], key: string): Promise<void> {
  if (kind !== 'postgres') return;
  await prepared(trx, 'lockKey', { key }, (slot) =>
    trx.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${slot.key}, 0))`.as('locked')),
  );
}

/** A column that SQLite uses no index for, where it would choose a bad one: it has no statistics. PostgreSQL decides by its own. */
export function unindexed<Column>(kind: Database['kind'], column: string): RawBuilder<Column> {
  return sql`${sql.raw(kind === 'sqlite' ? '+' : '')}${sql.ref(column)}`;
}

/** Items of an `in (…)`. */
const PART = 400;

/** The items of a list in parts. Both databases bound the number of parameters, as of `in (…)`. */
export function* parts<T>(list: readonly T[], size = PART): Generator<T[]> {
  for (let start = 0; start < list.length; start += size) yield list.slice(start, start + size);
}
