import { cellList, listCell, plainCell, safeCell } from '../text/csv-cell.ts';
import type { ProductBody } from './product-body.ts';

/** The columns of the products' CSV. Money in rupees, lists as `a | b`, yes and no as words. No Zod in here. */

type Kind = 'text' | 'number' | 'flag' | 'list' | 'badges' | 'images';

export interface Column {
  name: string;
  kind: Kind;
  /** Where the value stands in the body; for the columns of a size, in the size. */
  path: readonly string[];
}

function column(name: string, kind: Kind = 'text', ...path: string[]): Column {
  return { name, kind, path: path.length > 0 ? path : [name] };
}

const NUTRIENTS = [
  ...['energyKcal', 'proteinG', 'carbohydrateG', 'sugarsG', 'addedSugarsG', 'fatG'],
  ...['saturatedFatG', 'transFatG', 'fibreG', 'cholesterolMg', 'sodiumMg'],
];

/** What belongs to the product: in each of its lines alike, or in the first one only. */
export const PRODUCT_COLUMNS: readonly Column[] = [
  column('name'),
  column('category'),
  column('subcategory'),
  column('status'),
  column('description'),
  column('brand'),
  column('countryOfOrigin'),
  column('shelfLife'),
  column('maker'),
  column('storage'),
  column('vegetarian', 'flag'),
  column('ingredients', 'list'),
  column('allergens', 'list'),
  column('features', 'list'),
  column('tags', 'list'),
  column('badges', 'badges'),
  column('images', 'images'),
  column('hsnCode'),
  column('gstRate', 'number'),
  column('isBestSeller', 'flag'),
  column('isPopular', 'flag'),
  column('isValueCombo', 'flag'),
  column('isYouMayLike', 'flag'),
  column('ourBestSellers', 'flag', 'displaySections', 'ourBestSellers'),
  column('valueCombos', 'flag', 'displaySections', 'valueCombos'),
  column('youMayAlsoLike', 'flag', 'displaySections', 'youMayAlsoLike'),
  column('orderCount', 'number', 'popularitySettings', 'orderCount'),
  column('offerCountdown', 'flag', 'popularitySettings', 'offerCountdown', 'enabled'),
  column('offerMinutes', 'number', 'popularitySettings', 'offerCountdown', 'duration'),
  column('deliveryCutoff', 'flag', 'popularitySettings', 'deliveryCutoff', 'enabled'),
  column('quickRating', 'number'),
  column('quickReviewCount', 'number'),
  column('nutritionBasis', 'text', 'nutrition', 'basis'),
  ...NUTRIENTS.map((name) => column(name, 'number', 'nutrition', name)),
];

/** What belongs to one size: a line each. `stockBefore` is the stock at the export; only the difference is applied. */
export const SIZE_COLUMNS: readonly Column[] = [
  column('size'),
  column('price', 'number'),
  column('originalPrice', 'number'),
  column('stock', 'number'),
  column('stockBefore', 'number'),
  column('netQuantityGrams', 'number'),
];

export const CSV_COLUMNS: readonly string[] = ['id', ...[...PRODUCT_COLUMNS, ...SIZE_COLUMNS].map(({ name }) => name)];

type Tree = Record<string, unknown>;

function valueAt(tree: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Tree | null | undefined)?.[key], tree);
}

/** A copy of `tree` with `value` at `path`. */
export function withValue(tree: unknown, [key, ...rest]: readonly string[], value: unknown): Tree {
  const own = (tree ?? {}) as Tree;
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
          (value as NonNullable<ProductBody['images']>).map((image) =>
            typeof image === 'string' ? image : `${image.url} ${image.alt ?? ''}`.trim(),
          ),
        ),
      );
    default:
      return safeCell(String(value));
  }
}

export type ReadCell = { value: unknown } | { msg: string };

/**
 * The value of a cell. Empty texts and lists are empty values; an empty number or yes/no is undefined: it says nothing.
 */
export function readCell({ name, kind }: Column, cell: string): ReadCell {
  const text = plainCell(cell).trim();
  switch (kind) {
    case 'text':
      return { value: text };
    case 'number': {
      if (text === '') return { value: undefined };
      const plain = text.replace(/^₹\s*/, '').replaceAll(',', '');
      return /^-?\d{1,12}(\.\d+)?$/.test(plain) ? { value: Number(plain) } : { msg: `${name} must be a number` };
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
          // By hand, like the address below: a pattern for it takes seconds for a cell of many spaces.
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
          return { url, alt: entry.slice(url.length).trim(), uploadType: url.startsWith('/media/') ? 'file' : 'url' };
        }),
      };
  }
}
