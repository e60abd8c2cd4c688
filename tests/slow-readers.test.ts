import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseAst } from 'vite';
import { expect, test } from 'vitest';
import { migrate } from '#server/database/migrate.ts';
import { FIELD_LIST } from '#shop/catalogue/fields.ts';
import { SETTINGS, type SettingsName } from '#shop/settings/settings.ts';
import { testDatabase } from './database.ts';

/**
 * Checks that code reads every database column and every setting. A read is `row.name`, `{ name } =
 * row`, and for columns also a string like 'orders.name' or raw SQL. Only files near the table or
 * settings type count, so that `row.name` of another table does not hide an unread `name`; writing
 * a value, copying a whole row and tests are no reads.
 */

/** Unread on purpose, with the reason. A table name exempts all its columns. */
const EXEMPT: Record<string, string> = {
  'config.maxFileSize': 'clients of the API read it (R1.7.17)',
  'config.maxPageSize': 'clients of the API read it (R1.7.17)',
  'opening.translations.hi': 'read by the language of the page',
  'opening.translations.mr': 'read by the language of the page',
};

/**
 * What identifies a file that handles these settings. The screens in web/admin/settings only edit
 * them.
 */
const SETTINGS_TYPES: Record<SettingsName, RegExp> = {
  shop: /\bShopSettings\b/,
  payment: /\bPaymentSettings\b/,
  config: /\b(ShopConfig|ProductDefaults|config)\b/,
  proof: /\bProof(Settings|Rules)\b/,
  checklist: /\bChecklistSettings\b/,
  staff: /\bStaffSettings\b/,
  messages: /\bMessageSettings\b/,
  alerts: /\bAlertSettings\b/,
  opening: /\bOpeningSettings\b/,
};

interface Node {
  type: string;
  [key: string]: unknown;
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;

interface Reads {
  /** Names of properties that are read. */
  properties: Set<string>;
  /**
   * Words of raw SQL and of strings that can name a column: 'name', 'orders.name', 'orders.name as
   * buyer', 'name desc'.
   */
  named: Set<string>;
}

function readsOf(code: string, lang: 'ts' | 'tsx' = 'ts'): Reads {
  const reads: Reads = { properties: new Set(), named: new Set() };
  const addWords = (text: string) => {
    for (const word of text.match(/\w+/g) ?? []) reads.named.add(word);
  };
  const visit = (node: Node, parent: Node | null, place: string): void => {
    if (/^(TS(?!As|NonNull|Satisfies)|Import|ExportAll)/.test(node.type)) return;
    const { value, property, properties, key } = node;
    if (node.type === 'TemplateElement') addWords(String((value as { raw: string }).raw));
    if (node.type === 'Literal' && typeof value === 'string' && place !== 'key') {
      if (/^(\w+\.)?\w+( as \w+| desc| asc)?$/.test(value)) addWords(value);
    }
    const assigned = parent?.type === 'AssignmentExpression' && parent.operator === '=' && place === 'left';
    if (node.type === 'MemberExpression' && !node.computed && isNode(property) && !assigned) {
      reads.properties.add(String(property.name));
    }
    if (node.type === 'ObjectPattern') {
      for (const { key: name } of properties as Node[]) if (isNode(name)) reads.properties.add(String(name.name));
    }
    for (const [name, child] of Object.entries(node)) {
      // `{ name }` and `{ name: … }` write.
      if (name === 'key' && child === key && parent?.type === 'ObjectExpression') continue;
      for (const one of Array.isArray(child) ? child : [child]) if (isNode(one)) visit(one, node, name);
    }
  };
  visit(parseAst(code, { lang }) as unknown as Node, null, '');
  return reads;
}

const ROOT = path.join(import.meta.dirname, '..');
const files = globSync('{shop,server,web}/**/*.{ts,tsx}', { cwd: ROOT })
  .map((file) => file.replaceAll(path.sep, '/'))
  .filter((file) => !/\.test\.ts$|^server\/database\/(migrations\/|schema)|^web\/admin\/settings\//.test(file))
  .map((file) => {
    const code = readFileSync(path.join(ROOT, file), 'utf8');
    const imports = [...code.matchAll(/\bfrom '([#.][^']+)'/g)].map(([, text = '']) =>
      text.startsWith('#') ? text.slice(1) : path.posix.join(path.posix.dirname(file), text),
    );
    return { file, code, imports, reads: readsOf(code, file.endsWith('x') ? 'tsx' : 'ts') };
  });

/** The files that match, and those that import them, directly or over one other file. */
function near(pattern: RegExp, steps: number) {
  let found = new Set(files.filter(({ code }) => pattern.test(code)).map(({ file }) => file));
  for (let step = 0; step < steps; step++) {
    const reached = files.filter(({ imports }) => imports.some((target) => found.has(target)));
    found = new Set([...found, ...reached.map(({ file }) => file)]);
  }
  return files.filter(({ file }) => found.has(file));
}

const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
/** server/catalogue/products/field-columns.ts reads the column of each field. */
const PRODUCT_FIELDS = new Set(FIELD_LIST.map(({ name }) => snake(name)));

function unreadColumns(table: string, columns: readonly string[]): string[] {
  const type = `${table.replace(/(^|_)(.)/g, (_, _line, letter: string) => letter.toUpperCase())}Table`;
  const readers = near(
    new RegExp(`'${table}(\\.\\w+)?( as \\w+)?'|\\['${table}'\\]|\\b(from|join|into|update) ${table}\\b|\\b${type}\\b`),
    1,
  ).filter(({ file }) => !file.startsWith('web/'));
  return columns
    .filter((name) => !readers.some(({ reads }) => reads.properties.has(name) || reads.named.has(name)))
    .filter((name) => !(table === 'products' && PRODUCT_FIELDS.has(name)))
    .map((name) => `${table}.${name}`);
}

interface SchemaPart {
  def?: { innerType?: SchemaPart; type?: string };
  shape?: Record<string, SchemaPart>;
}

/** The paths of all fields: `gstin`, `grievanceOfficer.name`. */
function fieldsOf(schema: SchemaPart): string[] {
  if (schema.def?.innerType) return fieldsOf(schema.def.innerType);
  return Object.entries(schema.shape ?? {}).flatMap(([name, part]) => [
    name,
    ...fieldsOf(part).map((inner) => `${name}.${inner}`),
  ]);
}

function unreadSettings(name: SettingsName, fields: readonly string[]): string[] {
  const readers = near(SETTINGS_TYPES[name], 2).filter(({ file }) => file !== 'shop/settings/settings.ts');
  return fields
    .filter((field) => {
      const last = field.split('.').at(-1) ?? '';
      return !readers.some(({ reads }) => reads.properties.has(last));
    })
    .map((field) => `${name}.${field}`);
}

const isExempt = (name: string) => name in EXEMPT || (name.split('.')[0] ?? '') in EXEMPT;

async function allUnreadColumns(): Promise<string[]> {
  await using stack = new AsyncDisposableStack();
  const database = await testDatabase('sqlite');
  stack.defer(() => database.close());
  await migrate(database);
  // The index of texts has tables of its own.
  const tables = (await database.db.introspection.getTables()).filter(({ name }) => !name.startsWith('trigrams_'));
  expect(tables.length).toBeGreaterThan(25);
  return tables.flatMap(({ name, columns }) =>
    unreadColumns(
      name,
      columns.map((column) => column.name),
    ),
  );
}

const allUnreadSettings = () =>
  (Object.keys(SETTINGS) as SettingsName[]).flatMap((name) =>
    unreadSettings(name, fieldsOf(SETTINGS[name] as unknown as SchemaPart)),
  );

test('reading differs from writing', () => {
  const { properties, named } = readsOf(`
    import { zero } from './zero.ts';
    type Row = { one: string; two: Other['three'] };
    await db.insertInto('orders').values({ four: 1, five }).execute();
    row.six = 7;
    const { eight, nine: renamed } = row;
    query.select(['ten', 'orders.eleven as twelve']).orderBy('thirteen desc').where(row.fourteen, '=', sql\`fifteen + 1\`);
    log('sixteen words are no column');
  `);
  expect([...properties].filter((name) => /e|x/.test(name)).toSorted()).toEqual(
    ['eight', 'execute', 'fourteen', 'nine', 'orderBy', 'select', 'values', 'where', 'insertInto'].toSorted(),
  );
  expect([...named].toSorted()).toEqual(
    ['1', 'as', 'desc', 'eleven', 'fifteen', 'orders', 'ten', 'thirteen', 'twelve'].toSorted(),
  );
});

test('code reads every column of the database', async () => {
  const unread = await allUnreadColumns();
  expect(unread.filter((name) => !isExempt(name))).toEqual([]);
});

test('a column or a setting without a reader is found', () => {
  expect(unreadColumns('orders', ['utr', 'colour_of_the_box'])).toEqual(['orders.colour_of_the_box']);
  // A column that the products table has, but not this one.
  expect(unreadColumns('newsletter', ['email', 'shelf_life'])).toEqual(['newsletter.shelf_life']);
  expect(unreadSettings('config', ['shippingMessage', 'boxesPerYear'])).toEqual(['config.boxesPerYear']);
});

test('code obeys every setting', () => {
  expect(allUnreadSettings().filter((name) => !isExempt(name))).toEqual([]);
});

test('no exemption has become unnecessary', async () => {
  const unread = [...(await allUnreadColumns()), ...allUnreadSettings()];
  expect(
    Object.keys(EXEMPT).filter((name) => !unread.some((one) => one === name || one.startsWith(`${name}.`))),
  ).toEqual([]);
});
