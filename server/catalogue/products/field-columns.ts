import type { Insertable } from 'kysely';
import type { ProductsTable } from '#server/database/schema.ts';
import type { Product } from '#shop/catalogue/catalogue.ts';
import { type Field, initialOf } from '#shop/catalogue/field-kinds.ts';
import {
  FIELD_LIST,
  type FieldName,
  putAt,
  type TopField,
  TRANSLATED_FIELDS,
  type ValueOf,
  valueAt,
} from '#shop/catalogue/fields.ts';
import { storedTranslations, translationsColumn } from '../translations.ts';
import type { ProductRow } from './products.queries.ts';

/**
 * Product fields (shop/catalogue/fields.ts) as columns of the products table. The column of a field
 * is its name in snake case; lists are JSON text, flags are 0 and 1. A field without a column in
 * ProductsTable does not compile.
 */

/** Fields whose column has another name. */
const RENAMED = {
  gstRate: 'gst_rate_bp',
  ourBestSellers: 'show_best_sellers',
  valueCombos: 'show_value_combos',
  youMayAlsoLike: 'show_you_may_also_like',
  offerStart: 'offer_start_time',
} as const satisfies Partial<Record<FieldName, keyof ProductsTable>>;

/** Fields that are stored in another table, or in the JSON of `nutrition`. */
const APART = ['category', 'images', 'tags', 'nutritionBasis'] as const satisfies FieldName[];

type Snake<Name extends string> = Name extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : Name;
type StoredField = Exclude<FieldName, (typeof APART)[number]>;
type ColumnOf<Name extends StoredField> = Name extends keyof typeof RENAMED ? (typeof RENAMED)[Name] : Snake<Name>;

export type FieldColumns = Pick<Insertable<ProductsTable>, ColumnOf<StoredField> | 'nutrition' | 'translations'>;

/** What `columnsOf` reads. A value that is left out is stored as the table's initial one. */
export type FieldValues = { [Name in TopField]?: ValueOf<Name> | undefined } & {
  status: Product['status'];
  badges: Product['badges'];
  displaySections: object;
  popularitySettings: object;
  nutrition?: object | null | undefined;
  translations?: Product['translations'];
};

/** What `valuesOf` reads from a row. */
export type StoredValues = Pick<
  Product,
  | Exclude<TopField, 'tags'>
  | 'status'
  | 'badges'
  | 'displaySections'
  | 'popularitySettings'
  | 'nutrition'
  | 'translations'
>;

const COLUMNS = FIELD_LIST.filter(({ name }) => !(APART as readonly string[]).includes(name)).map((field) => ({
  field,
  column: (RENAMED as Partial<Record<FieldName, string>>)[field.name] ?? snake(field.name),
}));

function snake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

export function columnsOf(values: FieldValues): FieldColumns {
  const columns: Record<string, unknown> = {};
  for (const { field, column } of COLUMNS) {
    const value = valueAt(values, field.path);
    columns[column] = toColumn(field, value === undefined ? initialOf(field) : value, column);
  }
  columns.nutrition = values.nutrition ? JSON.stringify(values.nutrition) : null;
  columns.translations = translationsColumn(values.translations, TRANSLATED_FIELDS);
  return columns as FieldColumns;
}

export function valuesOf(row: ProductRow): StoredValues {
  const values: Record<string, unknown> = {};
  for (const { field, column } of COLUMNS) {
    putAt(values, field.path, fromColumn(field, row[column as keyof ProductRow], column));
  }
  values.nutrition = row.nutrition === null ? null : JSON.parse(row.nutrition);
  return { ...(values as StoredValues), ...storedTranslations(row) };
}

/** Columns that end in `_bp` hold basis points of a percentage. */
function toColumn({ kind }: Field, value: unknown, column: string): unknown {
  if (kind === 'list' || kind === 'badges') return JSON.stringify(value);
  if (kind === 'flag') return value ? 1 : 0;
  return column.endsWith('_bp') ? Math.round((value as number) * 100) : value;
}

function fromColumn({ kind }: Field, value: unknown, column: string): unknown {
  if (kind === 'list' || kind === 'badges') return JSON.parse(value as string);
  if (kind === 'flag') return value === 1;
  return column.endsWith('_bp') ? (value as number) / 100 : value;
}
