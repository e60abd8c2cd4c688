import type { Cell } from '#shop/orders/payments/statement.ts';

/** Reads the tables of an HTML page, as banks name them `.xls`: unclosed tags, nested tables and line breaks included. */

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  rsquo: '’',
  lsquo: '‘',
  ndash: '–',
  mdash: '—',
};

function decode(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]{2,8}));?/gi, (whole, decimal, hex, name) => {
    if (name) return ENTITIES[String(name).toLowerCase()] ?? whole;
    const code = decimal ? Number(decimal) : Number.parseInt(hex, 16);
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
  });
}

interface TableState {
  row: Cell[] | null;
  cell: string | null;
  span: number;
  /** Rows that a cell with `rowspan` still fills, by column. */
  below: number[];
  down: number;
}

/** All rows of all tables in one sheet, in the order of the page. At most `most` rows are read. */
export function readHtml(html: string, most: number): Cell[][] {
  const rows: Cell[][] = [];
  const tables: TableState[] = [];
  // Text outside of every table, such as `Account: XXXX4417` above it.
  let loose = '';
  const endLoose = () => {
    if (loose.trim() !== '') rows.push([loose.trim().slice(0, 300)]);
    loose = '';
  };
  let at = 0;
  while (at < html.length && rows.length < most) {
    const tagAt = html.indexOf('<', at);
    const text = html.slice(at, tagAt < 0 ? undefined : tagAt);
    const table = tables.at(-1);
    if (table) addText(table, text);
    else loose += decode(text.replace(/\s+/g, ' '));
    if (tagAt < 0) break;
    const isComment = html.startsWith('<!--', tagAt);
    const end = html.indexOf(isComment ? '-->' : '>', tagAt);
    if (end < 0) break;
    at = end + (isComment ? 3 : 1);
    if (isComment) continue;
    const tag = /^<(\/?)([a-z]+)/i.exec(html.slice(tagAt, tagAt + 20));
    if (!tag) continue;
    const name = tag[2]?.toLowerCase() ?? '';
    if (!tag[1] && (name === 'script' || name === 'style')) {
      const close = html.toLowerCase().indexOf(`</${name}`, at);
      at = close < 0 ? html.length : close;
      continue;
    }
    if (tables.length === 0 && !INLINE.test(name)) endLoose();
    handleTag(name, tag[1] === '/', html.slice(tagAt, end), tables, rows);
  }
  for (const table of tables.reverse()) endRow(table, rows);
  endLoose();
  return rows;
}

/** Tags inside of a line of text. */
const INLINE = /^(?:a|b|i|u|em|font|small|span|strong)$/;

function addText(table: TableState, text: string): void {
  if (table.cell !== null && text !== '') table.cell += decode(text.replace(/\s+/g, ' '));
}

function handleTag(name: string, closes: boolean, tag: string, tables: TableState[], rows: Cell[][]): void {
  const table = tables.at(-1);
  switch (name) {
    case 'table':
      if (!closes) tables.push({ row: null, cell: null, span: 1, below: [], down: 1 });
      else if (table) {
        endRow(table, rows);
        tables.pop();
        rows.push([]);
      }
      return;
    case 'tr':
      if (!table) return;
      endRow(table, rows);
      if (!closes) startRow(table);
      return;
    case 'td':
    case 'th':
      if (!table) return;
      endCell(table);
      if (closes) return;
      if (!table.row) startRow(table);
      table.cell = '';
      table.span = Math.min(100, Number(/colspan\s*=\s*["']?(\d{1,4})/i.exec(tag)?.[1] ?? 1) || 1);
      table.down = Math.min(100, Number(/rowspan\s*=\s*["']?(\d{1,4})/i.exec(tag)?.[1] ?? 1) || 1);
      return;
    case 'br':
    case 'p':
    case 'div':
      if (table && table.cell !== null && table.cell.trim() !== '' && !table.cell.endsWith('\n')) table.cell += '\n';
  }
}

function startRow(table: TableState): void {
  table.row = [];
  skipFilled(table);
}

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
