import type { Compilable, CompiledQuery, Insertable, QueryResult } from 'kysely';
import type { Tables } from './schema.ts';
import type { Reader } from './transact.ts';

/**
 * Statements of the order path, built once and not at each call: building and writing one out costs more than SQLite needs to run it. The
 * text is still Kysely's, with its types; only the values change from call to call.
 */

/** Stands in a statement for the value of that name. */
class Slot {
  readonly name: string;
  constructor(name: string) {
    this.name = name;
  }
}

/** By the engine's adapter: the two write their placeholders differently. */
const built = new WeakMap<object, Map<string, CompiledQuery>>();

/**
 * Runs a statement whose text depends on `name` alone. `build` is called the first time only, with something in the place of each value;
 * it must use each value as a parameter and look at none.
 *
 * @param name unique in the whole server; all that alters the text (number of rows, columns) belongs into it
 */
export function prepared<Row, Values extends object>(
  db: Reader,
  name: string,
  values: Values,
  build: (values: Values) => Compilable<Row>,
): Promise<QueryResult<Row>> {
  const { adapter } = db.getExecutor();
  let known = built.get(adapter);
  if (!known) {
    known = new Map();
    built.set(adapter, known);
  }
  let query = known.get(name);
  if (!query) {
    const slots = Object.fromEntries(Object.keys(values).map((key) => [key, new Slot(key)]));
    query = build(slots as Values).compile();
    known.set(name, query);
  }
  const parameters = query.parameters.map((parameter) => {
    if (!(parameter instanceof Slot)) return parameter;
    const value = (values as Record<string, unknown>)[parameter.name];
    if (value === undefined) throw new TypeError(`${name}: no value for ${parameter.name}`);
    return value;
  });
  return db.executeQuery<Row>({ ...query, parameters } as CompiledQuery<Row>);
}

/** `list` with a name for each, for the values of `prepared`: an `in` list, or rows. */
export function named<T>(list: readonly T[], prefix: string): Record<string, T> {
  return Object.fromEntries(list.map((value, index) => [`${prefix}${index}`, value]));
}

/** Inserts rows that all have the same columns. */
export async function insertRows<Table extends keyof Tables>(
  db: Reader,
  table: Table,
  rows: readonly Insertable<Tables[Table]>[],
): Promise<void> {
  const [first] = rows;
  if (!first) return;
  const columns = Object.keys(first);
  const values = Object.assign(
    {},
    ...rows.map((row, index) =>
      named(
        columns.map((column) => (row as Record<string, unknown>)[column]),
        `${index}_`,
      ),
    ),
  ) as Record<string, unknown>;
  await prepared(db, `insert ${table} ${rows.length} ${columns.join()}`, values, (slots) =>
    db
      .insertInto(table)
      .values(
        rows.map(
          (_, index) =>
            Object.fromEntries(columns.map((column, at) => [column, slots[`${index}_${at}`]])) as Insertable<
              Tables[Table]
            >,
        ),
      ),
  );
}
