import { decodeHTML } from 'entities';

/** Longer HTML is cut: alerts have 5 to 100 KB. */
const MAX_HTML = 400_000;
/** `>` inside a quoted attribute is recognized in tags up to this length. */
const MAX_TAG = 2_000;

/** Tables deeper inside each other are read as text; layouts of mails have about ten. */
const MAX_TABLES = 50;

const BLOCKS = new Set(
  'address article blockquote body br center div dl dt footer form h1 h2 h3 h4 h5 h6 header hr html li main ol p pre section ul'.split(
    ' ',
  ),
);
const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '));
/** Elements whose content is not text of the mail. */
const SILENT = new Set(['head', 'noscript', 'script', 'style', 'template', 'textarea', 'title', 'xml']);
const HIDDEN = /display\s*:\s*none|visibility\s*:\s*hidden|(?:^|[\s"';])(?:max-height|font-size)\s*:\s*0(?![.\d])/i;

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
 * The text of an HTML mail, one line per block. A row of a table and an item of a list become `label: value`, so that
 * what belongs together stays together. Elements that are not displayed are left out. The time needed grows linearly
 * with the length, also for broken HTML.
 *
 * @param without names of elements that are left out as well
 */
export function htmlToLines(html: string, without: ReadonlySet<string> = new Set()): string {
  const source = html.slice(0, MAX_HTML);
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

  /** The hidden element that is being left out, with the number of open elements of its name. */
  let hidden: { name: string; depth: number } | null = null;
  /** Elements without an end further down; looking for it once is enough. */
  const unclosed = new Set<string>();
  let at = 0;
  while (at < source.length) {
    const start = source.indexOf('<', at);
    const text = source.slice(at, start < 0 ? undefined : start);
    if (!hidden && text) append(decodeHTML(text).replace(/\s+/g, ' '));
    if (start < 0) break;
    if (source.startsWith('<!--', start)) {
      const end = source.indexOf('-->', start + 4);
      if (end < 0) break;
      at = end + 3;
      continue;
    }
    const name = /^<\/?([a-z][a-z0-9]*)|^<[!?]/i.exec(source.slice(start, start + 20));
    if (!name) {
      if (!hidden) append('<');
      at = start + 1;
      continue;
    }
    const end = endOfTag(source, start);
    if (end < 0) break;
    at = end + 1;
    const tag = (name[1] ?? '').toLowerCase();
    const closing = source[start + 1] === '/';
    const inside = source.slice(start, end);
    if (hidden) {
      if (tag === hidden.name && !inside.endsWith('/')) hidden.depth += closing ? -1 : 1;
      if (hidden.depth === 0) hidden = null;
    } else if (!closing && SILENT.has(tag)) {
      const close = new RegExp(`</${tag}\\s{0,9}>`, 'gi');
      close.lastIndex = at;
      if (unclosed.has(tag)) continue;
      if (close.test(source)) at = close.lastIndex;
      else unclosed.add(tag);
    } else if (!closing && !VOID.has(tag) && !inside.endsWith('/') && (without.has(tag) || isHidden(inside))) {
      hidden = { name: tag, depth: 1 };
    } else if (tag) visit(tag, closing);
  }
  while (tables.length > 0) closeTable();
  return root
    .split('\n')
    .map((line) => (line.includes('\u0001') ? itemToPair(line.replaceAll('\u0001', '')) : line.trim()))
    .join('\n');
}

function isHidden(tag: string): boolean {
  const style = /\sstyle\s*=\s*("[^"]*"|'[^']*'|[^\s>]*)/i.exec(tag)?.[1];
  return (style !== undefined && HIDDEN.test(style)) || /\shidden(?=[\s/=]|$)/i.test(tag.replace(/"[^"]*"/g, '""'));
}

/** Index of the `>` that ends a tag, or -1. */
function endOfTag(source: string, start: number): number {
  let quote = '';
  for (let at = start; at < Math.min(source.length, start + MAX_TAG); at += 1) {
    const char = source.charAt(at);
    if (quote) {
      if (char === quote) quote = '';
    } else if (char === '>') return at;
    else if (char === '"' || char === "'") quote = char;
  }
  return source.indexOf('>', start);
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
