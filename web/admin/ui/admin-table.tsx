import { type ColumnDef, tableFeatures, useTable } from '@tanstack/react-table';
import { useSettled } from './use-settled.ts';

/** The server filters, sorts and paginates; the table only displays the result. */
const features = tableFeatures({});

/**
 * A column of an {@link AdminTable}. `meta.className` applies to its header and cells ('end' aligns
 * numbers right). A new column also needs a place in the stylesheet that lays out rows as cards
 * (admin-table.test.ts).
 */
export type AdminColumn<Row extends object> = ColumnDef<typeof features, Row> & {
  meta?: ColumnMeta;
};

interface ColumnMeta {
  /** Sets `data-column` for stylesheets, and the grid area of the cell where rows are cards. */
  name?: string;
  className?: string;
}

interface AdminTableProps<Row extends object> {
  /** Describes the table to screen readers. */
  caption: string;
  columns: AdminColumn<Row>[];
  rows: Row[];
  rowId: (row: Row) => string;
  /** The row whose drawer is open. */
  openId?: string | null;
  /** Another page or filter is loading, and the rows are still the previous ones. */
  stale?: boolean;
  className?: string;
}

/**
 * A table with a sticky header. Below 768 px its rows become cards, laid out by the caller's class
 * (G6).
 */
export function AdminTable<Row extends object>({
  caption,
  columns,
  rows,
  rowId,
  openId,
  stale,
  className = '',
}: AdminTableProps<Row>) {
  const table = useTable({ features, columns, data: rows, getRowId: rowId });
  const body = useSettled<HTMLTableSectionElement>(rows.map(rowId).join(' '), { stale });
  return (
    <table className={`admin-table ${className} ${stale ? 'is-stale' : ''}`} aria-busy={stale || undefined}>
      <caption className="sr-only">{caption}</caption>
      <thead>
        {table.getHeaderGroups().map((group) => (
          <tr key={group.id}>
            {group.headers.map((header) => (
              <th key={header.id} scope="col" {...attributesOf(header.column.columnDef)}>
                <table.FlexRender header={header} />
              </th>
            ))}
          </tr>
        ))}
      </thead>
      <tbody ref={body}>
        {table.getRowModel().rows.map((row) => (
          <tr key={row.id} className={row.id === openId ? 'is-open' : undefined}>
            {row.getAllCells().map((cell) => (
              <td key={cell.id} {...attributesOf(cell.column.columnDef)}>
                <table.FlexRender cell={cell} />
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function attributesOf(definition: { meta?: unknown }): {
  className?: string;
  'data-column'?: string;
  style?: { gridArea: string };
} {
  const { name, className } = (definition.meta ?? {}) as ColumnMeta;
  return { className, ...(name && { 'data-column': name, style: { gridArea: name } }) };
}
