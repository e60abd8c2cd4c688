import { LANGUAGES, TRANSLATIONS } from '../language.ts';
import { cellList, listCell, plainCell, safeCell } from '../text/csv-cell.ts';
import { codeOf, numberOf } from '../text/sheet-cell.ts';
import type { Field } from './field-kinds.ts';
import { FIELD_LIST, PRODUCT_FIELDS, SIZE_FIELDS, type SizeField, TRANSLATED_FIELDS, valueAt } from './fields.ts';
import { NUTRIENTS } from './nutrients.ts';
import type { ProductBody } from './product-body.ts';

/**
 * The columns of the products' CSV, from the table of fields. Money is in rupees, lists are `a |
 * b`, flags are yes and no. An image is its address, its alt text and, if it shows a pack, `[250
 * g]`.
 */

type Kind = 'text' | 'number' | 'flag' | 'list' | 'badges' | 'images';

export interface Column {
  name: string;
  kind: Kind;
  /** Path of the value in the body, or in the size for columns of a size. */
  path: readonly string[];
  /** An empty cell leaves the stored value as it is. */
  required: boolean;
  /** A text that is a code of so many digits. */
  digits?: readonly number[];
}

const KINDS: Record<Field['kind'], Kind> = {
  line: 'text',
  paragraph: 'text',
  category: 'text',
  status: 'text',
  moment: 'number',
  list: 'list',
  flag: 'flag',
  number: 'number',
  badges: 'badges',
  images: 'images',
};

/** `hindiName`, `marathiName` and so on: the texts in each other language. */
const TRANSLATED_COLUMNS: readonly Column[] = TRANSLATIONS.flatMap((code) =>
  TRANSLATED_FIELDS.map((name) => ({
    name: `${LANGUAGES[code].english.toLowerCase()}${name.charAt(0).toUpperCase()}${name.slice(1)}`,
    kind: KINDS[PRODUCT_FIELDS[name].kind],
    path: ['translations', code, name],
    required: false,
  })),
);

/** Columns of the product: the same in each of its lines, or in the first one only. */
export const PRODUCT_COLUMNS: readonly Column[] = [
  ...FIELD_LIST.filter(({ csv }) => csv !== false).map((field) => ({
    name: field.csv || field.name,
    kind: KINDS[field.kind],
    path: field.path,
    required: 'required' in field && field.required === true,
    ...(field.kind === 'line' && field.digits ? { digits: field.digits } : {}),
  })),
  ...TRANSLATED_COLUMNS,
  ...NUTRIENTS.map(({ key }) => ({ name: key, kind: 'number' as const, path: ['nutrition', key], required: false })),
];

/** Columns that tell what the export saw of the stock, and are not imported. */
const SEEN = ['stockBefore', 'stockVersion'];

/**
 * Columns of one size: a line each. `stockBefore` is the stock at the export; only the difference
 * is applied. `stockVersion` counts what staff had changed by then: it tells whether a later change
 * is this file, imported before.
 */
export const SIZE_COLUMNS: readonly Column[] = Object.entries<SizeField>(SIZE_FIELDS).flatMap(
  ([name, { kind, digits }]) =>
    (name === 'stock' ? [name, ...SEEN] : [name]).map((own) => ({
      name: own,
      kind,
      path: [own],
      required: false,
      ...(digits ? { digits } : {}),
    })),
);

export const CSV_COLUMNS: readonly string[] = ['id', ...[...PRODUCT_COLUMNS, ...SIZE_COLUMNS].map(({ name }) => name)];

/** A copy of `tree` with `value` at `path`. */
export function withValue(tree: unknown, [key, ...rest]: readonly string[], value: unknown): Record<string, unknown> {
  const own = (tree ?? {}) as Record<string, unknown>;
  return key === undefined ? own : { ...own, [key]: rest.length > 0 ? withValue(own[key], rest, value) : value };
}

/** The cell of a column. */
export function writeCell({ kind, path }: Column, body: unknown): string {
  const value = valueAt(body, path);
  if (value === undefined || value === null) return '';
  switch (kind) {
    case 'flag':
      return value ? 'yes' : 'no';
    case 'list':
      return safeCell(listCell(value as string[]));
    case 'badges':
      return safeCell(
        listCell((value as { text?: string; color?: string }[]).map(({ text, color }) => `${text}: ${color}`)),
      );
    case 'images':
      return safeCell(
        listCell(
          (value as NonNullable<ProductBody['images']>).map((image) => {
            if (typeof image === 'string') return image;
            const pack = image.packGrams ? `[${image.packGrams} g]` : '';
            return [image.url, image.alt, pack].filter(Boolean).join(' ');
          }),
        ),
      );
    default:
      return safeCell(String(value));
  }
}

export type ReadCell = { value: unknown } | { msg: string };

/**
 * The value of a cell. Empty texts and lists are empty values; an empty number or flag is
 * undefined.
 */
export function readCell({ name, kind, digits }: Column, cell: string): ReadCell {
  const text = plainCell(cell).trim();
  switch (kind) {
    case 'text':
      return { value: digits ? codeOf(text, digits) : text };
    case 'number': {
      if (text === '') return { value: undefined };
      const value = numberOf(text);
      return value === null ? { msg: `${name} must be a number` } : { value };
    }
    case 'flag':
      if (text === '') return { value: undefined };
      if (/^(yes|true|1)$/i.test(text)) return { value: true };
      return /^(no|false|0)$/i.test(text) ? { value: false } : { msg: `${name} must be yes or no` };
    case 'list':
      return { value: cellList(text) };
    case 'badges':
      return {
        value: cellList(text).map((entry) => {
          // Without a regular expression, as below: one takes seconds for a cell of many spaces.
          const colon = entry.lastIndexOf(':');
          const color = entry.slice(colon + 1).trim();
          return colon >= 0 && /^[a-z]+$/i.test(color)
            ? { text: entry.slice(0, colon).trim(), color: color.toLowerCase() }
            : { text: entry, color: 'green' };
        }),
      };
    case 'images':
      return {
        value: cellList(text).map((entry) => {
          const gap = entry.search(/\s/);
          const url = gap < 0 ? entry : entry.slice(0, gap);
          const [pack = '', digits] = /\[(\d{1,7}) g\]$/.exec(entry) ?? [];
          return {
            url,
            alt: entry.slice(url.length, entry.length - pack.length).trim(),
            uploadType: url.startsWith('/media/') ? 'file' : 'url',
            packGrams: digits ? Number(digits) : undefined,
          };
        }),
      };
  }
}
