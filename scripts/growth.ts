import pg from 'pg';

/**
 * `npm run growth -- URL_SMALL URL_LARGE [ORDERS]`: how each table grows with the orders, measured
 * in two databases of `npm run scale`, and how large it is with ORDERS (10,000,000) by a power law
 * through both. Prints the tables that are largest then, and what all of them need.
 */
const [smaller = '', larger = '', wanted = '10000000'] = process.argv.slice(2);
const ORDERS = Number(wanted);
const LISTED = 14;
const MB = 1024 ** 2;

interface Table {
  name: string;
  rows: number;
  bytes: number;
  indexes: number;
}

async function tablesOf(url: string): Promise<{ orders: number; tables: Map<string, Table> }> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const { rows } = await client.query<Record<keyof Table, string>>(`
      select relname as name, reltuples as rows, pg_table_size(oid) as bytes, pg_indexes_size(oid) as indexes
      from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`);
    const tables = rows.map(
      ({ name, rows, bytes, indexes }) =>
        [name, { name, rows: Number(rows), bytes: Number(bytes), indexes: Number(indexes) }] as const,
    );
    const found = await client.query<{ count: string }>('select count(*) from orders');
    return { orders: Number(found.rows[0]?.count), tables: new Map(tables) };
  } finally {
    await client.end();
  }
}

const small = await tablesOf(smaller);
const large = await tablesOf(larger);

/** What a size becomes with ORDERS, and the exponent of its growth: 1 is linear, 0 does not grow. */
function fitTo(before: number, after: number): { size: number; exponent: number } {
  if (before <= 0 || after <= 0) return { size: after, exponent: 0 };
  const exponent = Math.log(after / before) / Math.log(large.orders / small.orders);
  return { size: after * (ORDERS / large.orders) ** exponent, exponent };
}

const fitted = [...large.tables.values()].map((table) => {
  const before = small.tables.get(table.name) ?? table;
  const bytes = fitTo(before.bytes, table.bytes);
  const indexes = fitTo(before.indexes, table.indexes);
  return {
    table: table.name,
    'rows now': Math.round(table.rows),
    'MB now': Math.round((table.bytes + table.indexes) / MB),
    exponent: Number(bytes.exponent.toFixed(2)),
    'MB then': Math.round(bytes.size / MB),
    'MB of indexes then': Math.round(indexes.size / MB),
  };
});
const then = (one: (typeof fitted)[number]) => one['MB then'] + one['MB of indexes then'];
console.log(`${small.orders} and ${large.orders} orders, fitted to ${ORDERS}`);
console.table(fitted.toSorted((one, other) => then(other) - then(one)).slice(0, LISTED));
console.log(`all tables: ${Math.round(fitted.reduce((sum, one) => sum + then(one), 0) / 1024)} GB`);
