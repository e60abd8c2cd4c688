import { type Cell, readStatement, type Statement } from '#shop/orders/payments/statement.ts';

/** Tables written as text: cells separated by `|`, `#12.5` for a number cell, `⏎` for a line break inside a cell. */

export function sheetOf(text: string): Cell[][] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.trim().split('|').map(cellOf));
}

function cellOf(text: string): Cell {
  const cell = text.trim();
  return /^#[\d.]+$/.test(cell) ? Number(cell.slice(1)) : cell.replaceAll('⏎', '\n');
}

/** Reads one sheet per text. @throws Error when they are no statement */
export function readTables(...texts: string[]): Statement {
  const result = readStatement(texts.map(sheetOf));
  if ('refusal' in result) throw new Error(result.refusal);
  return result;
}

/** `month-day ±paise reference [more references]`, oldest first; a star marks money that came back. */
export function told({ lines }: Statement): string[] {
  return lines.map(({ date, direction, amountPaise, rrn, refs, reversal }) => {
    const amount = `${direction === 'credit' ? '+' : '-'}${amountPaise}${reversal ? '*' : ''}`;
    return [date.slice(5), amount, rrn ?? '-', ...refs].join(' ');
  });
}
