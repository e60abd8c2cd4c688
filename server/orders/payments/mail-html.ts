import { isHidden, walkHtml } from './html.ts';

/** Tables deeper inside each other are read as text; layouts of mails have about ten. */
const MAX_TABLES = 50;

const BLOCKS = new Set(
  'address article blockquote body br center div dl dt footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section ul'.split(
    ' ',
  ),
);

/** A table that is open: its complete rows, and the row and cell being read. */
interface Table {
  lines: string[];
  rows: string[][];
  row: string[] | null;
  cell: string | null;
  /** The current row holds another table, so it is layout and no row of data. */
  layout: boolean;
}

/**
 * The text of an HTML mail, one line per block. A row of a table and an item of a list become
 * `label: value`, so that what belongs together stays together. Elements that are not displayed are
 * left out. The time needed grows linearly with the length, also for broken HTML.
 *
 * @param without names of elements that are left out as well
 */
export function htmlToLines(html: string, without: ReadonlySet<string> = new Set()): string {
  let root = '';
  const tables: Table[] = [];
  const append = (text: string) => {
    const table = tables.findLast(({ cell }) => cell !== null);
    if (table) table.cell += text;
    else root += text;
  };
  const closeCell = (table: Table) => {
    if (table.cell !== null) {
      table.row ??= [];
      table.row.push(table.cell);
    }
    table.cell = null;
  };
  const closeRow = (table: Table) => {
    closeCell(table);
    if (table.row && table.layout) {
      table.lines.push(...pairRows(table.rows), ...table.row);
      table.rows = [];
    } else if (table.row) table.rows.push(table.row);
    table.row = null;
    table.layout = false;
  };
  const closeTable = () => {
    const table = tables.pop();
    if (!table) return;
    closeRow(table);
    const outer = tables.at(-1);
    if (outer) outer.layout = true;
    append(`\n${[...table.lines, ...pairRows(table.rows)].join('\n')}\n`);
  };
  const visit = (name: string, closing: boolean) => {
    const table = tables.at(-1);
    if (name === 'table') {
      if (closing) closeTable();
      else if (tables.length < MAX_TABLES) tables.push({ lines: [], rows: [], row: null, cell: null, layout: false });
    } else if (name === 'tr' && table) {
      closeRow(table);
      if (!closing) table.row = [];
    } else if ((name === 'td' || name === 'th') && table) {
      closeCell(table);
      if (!closing) table.cell = '';
    } else if (name === 'li' && !closing) append('\n\u0001');
    else if (name === 'dd' && !closing) append(': ');
    else if (name === 'dt' && closing) return;
    else if (BLOCKS.has(name) || name === 'tr' || name === 'dd') append('\n');
    else if (name === 'td' || name === 'th') append(' ');
  };

  walkHtml(
    html,
    {
      open: (name) => visit(name, false),
      close: (name) => {
        if (name !== 'br' && name !== 'hr') visit(name, true);
      },
      text: (text) => append(text.replace(/\s+/g, ' ')),
    },
    { skip: (name, attributes) => without.has(name) || isHidden(attributes) },
  );
  while (tables.length > 0) closeTable();
  return root
    .split('\n')
    .map((line) => (line.includes('\u0001') ? itemToPair(line.replaceAll('\u0001', '')) : line.trim()))
    .join('\n');
}

const hasDigit = (text: string) => /\d/.test(text);
const label = (text: string) => text.replace(/[\s:\-–—=|]+$/, '');
/** Longer first cells are prose beside prose. */
const MAX_LABEL = 48;

/** Rows of data as lines. A row of column titles is joined with the rows below it. */
function pairRows(rows: readonly string[][]): string[] {
  const lines: string[] = [];
  let titles: string[] | null = null;
  const cleaned = rows.map((row) => row.map((cell) => cell.trim()).filter((cell) => !/^[\s:\-–—=|]*$/.test(cell)));
  for (const [index, cells] of cleaned.entries()) {
    const next = cleaned[index + 1];
    const isTitles =
      cells.length > 1 &&
      !cells.some((cell) => hasDigit(cell) || cell.length > MAX_LABEL) &&
      next?.length === cells.length &&
      hasDigit(next[0] ?? '');
    if (isTitles) {
      titles = cells;
    } else if (titles && cells.length === titles.length) {
      lines.push(...titles.map((title, column) => pair(title, cells[column] ?? '')));
    } else {
      titles = null;
      lines.push(...rowToLines(cells));
    }
  }
  return lines;
}

function rowToLines(cells: readonly string[]): string[] {
  const [first = '', ...rest] = cells;
  if (rest.length === 0 || first.length > MAX_LABEL || first.includes('\n')) return [...cells];
  const names = cells.filter((_, column) => column % 2 === 0);
  if (cells.length > 2 && cells.length % 2 === 0 && !names.some((name) => hasDigit(name) || name.length > MAX_LABEL)) {
    return names.map((name, index) => pair(name, cells[index * 2 + 1] ?? ''));
  }
  return [pair(first, rest.join(' '))];
}

const pair = (name: string, value: string) =>
  `${label(name)}: ${value
    .split('\n')
    .map((line) => line.trim())
    .join(' ')}`;

/** `Amount - INR 10` as `Amount: INR 10`. */
function itemToPair(line: string): string {
  const [, name, value] = /^\s*([A-Za-z][^:\d]{0,46}?)\s+[-–—=]\s+(\S.*)$/.exec(line) ?? [];
  return name && value ? pair(name, value) : line.trim();
}
