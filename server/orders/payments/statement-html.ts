import type { Cell } from '#shop/bank/statement/cells.ts';
import { walkHtml } from './html.ts';

/** Tags inside of a line of text. */
const INLINE = new Set(['a', 'b', 'i', 'u', 'em', 'font', 'small', 'span', 'strong']);
const BREAKS = new Set(['br', 'p', 'div']);
/** Columns or rows that one cell fills. */
const MOST_SPAN = 100;

/** A table that is being read. */
interface TableState {
  row: Cell[] | null;
  cell: string | null;
  span: number;
  down: number;
  /** Rows that a cell with `rowspan` still fills, by column. */
  below: number[];
}

/**
 * Reads the tables of an HTML page, as banks name them `.xls`: all rows of all tables in one sheet,
 * in the order of the page, and the text between them as rows of one cell. At most `most` rows are
 * read.
 */
export function readHtml(html: string, most: number): Cell[][] {
  const rows: Cell[][] = [];
  const tables: TableState[] = [];
  let loose = '';
  const endLoose = () => {
    if (loose.trim() !== '') rows.push([loose.trim().slice(0, 300)]);
    loose = '';
  };
  const events = {
    open(name: string, attributes: Readonly<Record<string, string>>) {
      if (tables.length === 0 && !INLINE.has(name)) endLoose();
      if (name === 'table') tables.push({ row: null, cell: null, span: 1, down: 1, below: [] });
      const table = tables.at(-1);
      if (!table) return;
      if (name === 'tr') startRow(table, rows);
      if (name === 'td' || name === 'th') startCell(table, attributes);
      if (BREAKS.has(name) && table.cell?.trim() && !table.cell.endsWith('\n')) table.cell += '\n';
    },
    close(name: string) {
      if (tables.length === 0 && !INLINE.has(name)) endLoose();
      const table = tables.at(-1);
      if (!table) return;
      if (name === 'td' || name === 'th') endCell(table);
      if (name === 'tr' || name === 'table') endRow(table, rows);
      if (name !== 'table') return;
      tables.pop();
      rows.push([]);
    },
    text(text: string) {
      const table = tables.at(-1);
      const plain = text.replace(/\s+/g, ' ');
      if (!table) loose += plain;
      else if (table.cell !== null) table.cell += plain;
    },
  };
  walkHtml(html, events, { isDone: () => rows.length >= most });
  for (const table of tables.reverse()) endRow(table, rows);
  endLoose();
  return rows.slice(0, most);
}

function startRow(table: TableState, rows: Cell[][]): void {
  endRow(table, rows);
  table.row = [];
  skipFilled(table);
}

function startCell(table: TableState, { colspan, rowspan }: Readonly<Record<string, string>>): void {
  endCell(table);
  if (!table.row) {
    table.row = [];
    skipFilled(table);
  }
  table.cell = '';
  table.span = spanOf(colspan);
  table.down = spanOf(rowspan);
}

const spanOf = (text = '1') => Math.min(MOST_SPAN, Math.max(1, Math.trunc(Number(text)) || 1));

function skipFilled({ row, below }: TableState): void {
  while (row && (below[row.length] ?? 0) > 0) {
    below[row.length] = (below[row.length] ?? 0) - 1;
    row.push('');
  }
}

function endCell(table: TableState): void {
  if (table.cell === null || !table.row) return;
  for (let extra = 0; extra < table.span; extra += 1) {
    if (table.down > 1) table.below[table.row.length] = table.down - 1;
    table.row.push(extra === 0 ? table.cell.trim() : '');
  }
  table.cell = null;
  skipFilled(table);
}

function endRow(table: TableState, rows: Cell[][]): void {
  endCell(table);
  if (table.row && table.row.length > 0) rows.push(table.row);
  table.row = null;
}
