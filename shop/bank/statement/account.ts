import { type Sheet, textOf } from './cells.ts';

const ACCOUNT =
  /\b(?:account|a\/?c|acct)\b(?![ :-]*(?:name|type|holder|status|statement|title|branch|open|currency|desc))/i;
const NUMBER = /(?:^|[^A-Za-z0-9])_?((?:[X*x]{1,14}[- ]?)?\d{3,18})(?!\d|[\d,]*\.\d)/;

/**
 * The last digits of the account that the text around a table names, at most four; null when it
 * names none.
 */
export function accountTailOf(around: Sheet): string | null {
  for (const [index, row] of around.entries()) {
    for (const [column, cell] of row.entries()) {
      const text = textOf(cell);
      const label = text.length < 300 ? ACCOUNT.exec(text) : null;
      if (!label) continue;
      const beside = row
        .slice(column + 1, column + 4)
        .map(textOf)
        .filter((other) => !/^:?$/.test(other));
      const below = textOf(around[index + 1]?.[column]);
      const places = [text.slice(label.index + label[0].length), ...beside.slice(0, 1), below];
      for (const [at, place] of places.entries()) {
        // A label of another thing ends the search to the right.
        const digits = at > 0 && /[a-z]{4}.*:/i.test(place) ? undefined : NUMBER.exec(` ${place}`)?.[1];
        const plain = digits?.replace(/\D/g, '') ?? '';
        const isNumber = plain.length >= 9 || /[X*]/i.test(digits ?? '');
        if (digits && (isNumber || (plain.length === 4 && /\bending\b/i.test(text)))) return plain.slice(-4);
      }
    }
  }
  return null;
}

const NOT_A_LINE = [
  /^[*\s]*(?:opening|closing|previous)\s*bal/i,
  /^[*\s]*(?:balance\s*(?:b\/?f|c\/?f|brought|carried|as on)|(?:brought|carried)\s*forward|[bc]\/f\b)/i,
  /^[*\s]*(?:(?:grand|sub|page|running|day|daily|day's)?[\s-]*totals?\b|transaction\s*total|number of\b)/i,
  /^[*\s]*(?:statement\s*summary|summary\b|page\s*\d|end of statement|disclaimer\b|generated (?:on|by)\b|this is a\b)/i,
];

/** Whether the row is an opening or closing balance, a total, or a remark, and no transaction. */
export function isNoLine(texts: readonly string[]): boolean {
  return texts.some((text) => text.length < 200 && NOT_A_LINE.some((shape) => shape.test(text)));
}
