import { plainCell } from '../text/csv-cell.ts';
import type { ProductBody } from './product-body.ts';
import { type Column, PRODUCT_COLUMNS, SIZE_COLUMNS, writeCell } from './product-columns.ts';

/** What the lines of a CSV change in a product, field by field. */

export type Size = NonNullable<ProductBody['sizes']>[number];
export type Body = ProductBody & { sizes: Size[] };

/** A product without sizes is written as one size without a label. */
export function sizesOf(body: Body): Size[] {
  if (body.sizes.length > 0) return body.sizes;
  const { price = 0, originalPrice, stockCount = 0 } = body;
  return [{ size: '', price, originalPrice, stock: stockCount, stockBefore: stockCount }];
}

export interface FieldChange {
  column: string;
  /** Label of the size that the field belongs to; null for a field of the product. */
  size: string | null;
  /** As the cells of a file; long texts are cut around what differs. */
  from: string;
  to: string;
}

/** The fields of `after` that differ from `before`; a new size with all of its fields. */
export function fieldChanges(before: Body, after: Body): FieldChange[] {
  const old = sizesOf(before);
  return [
    ...differing(PRODUCT_COLUMNS, null, before, after),
    ...sizesOf(after).flatMap((size) =>
      differing(
        SIZE_COLUMNS,
        size.size,
        old.find((one) => one.size === size.size),
        size,
      ),
    ),
  ];
}

function differing(columns: readonly Column[], size: string | null, before: unknown, after: unknown): FieldChange[] {
  return columns.flatMap((column) => {
    const [from, to] = [plainCell(writeCell(column, before)), plainCell(writeCell(column, after))];
    return column.name === 'stockBefore' || from === to ? [] : [{ column: column.name, size, ...shortened(from, to) }];
  });
}

/** Characters that are shown of a text. */
const SHOWN = 120;
/** Characters in front of the first difference. */
const CONTEXT = 30;

/** Cuts two long texts around their first difference. */
function shortened(from: string, to: string): { from: string; to: string } {
  const longest = Math.max(from.length, to.length);
  if (longest <= SHOWN) return { from, to };
  let same = 0;
  while (same < longest && from[same] === to[same]) same += 1;
  const start = Math.min(Math.max(0, same - CONTEXT), longest - SHOWN);
  const cut = (text: string) =>
    `${start > 0 ? '…' : ''}${text.slice(start, start + SHOWN).toWellFormed()}${text.length > start + SHOWN ? '…' : ''}`;
  return { from: cut(from), to: cut(to) };
}
