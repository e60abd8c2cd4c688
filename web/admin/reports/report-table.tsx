import type { AdminColumn } from '../ui/admin-table.tsx';

/** A column whose name stands before the value on a phone, where rows are cards without a head. */
export function column<Row extends object>(
  id: string,
  header: string,
  value: (row: Row) => string | number,
): AdminColumn<Row> {
  return {
    id,
    header,
    meta: { className: 'end' },
    cell: ({ row: { original } }) => (
      <span className="flex justify-between gap-3 md:block">
        <span className="text-ink-soft md:hidden">{header}</span>
        <span className="num">{value(original)}</span>
      </span>
    ),
  };
}

/** On a phone a row is a card with two amounts on a line. */
export const ON_PHONES = 'max-md:[&_tr]:grid-cols-2 max-md:[&_tr]:gap-x-6 max-md:[&_td:first-child]:col-span-2';
