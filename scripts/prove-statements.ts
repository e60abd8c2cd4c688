import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type BookType, type CellObject, utils, write } from '@e965/xlsx';
import { readStatementFile } from '#server/orders/payments/statement-file.ts';
import type { Statement, StatementLine } from '#shop/orders/payments/statement.ts';

/** Compares what is read from statement files with what they are known to hold. */

interface ExpectedCredit {
  date: string;
  amountPaise: number;
  rrn: string | null;
  utr?: string;
  altRefs?: string[];
  payerVpa?: string | null;
  reversal?: boolean;
}

interface ExpectedFile {
  file: string;
  expect: {
    bank?: string | null;
    kind?: string;
    accountTail?: string;
    from?: string;
    to?: string;
    credits?: ExpectedCredit[];
    creditTotalPaise?: number;
    debitCount?: number;
    debitTotalPaise?: number;
    /** A file that is no statement. */
    refused?: boolean;
  };
}

/** Counts of one file: `right` credits were found with every detail. */
export interface FileProof {
  file: string;
  expected: number;
  found: number;
  right: number;
  faults: string[];
  milliseconds: number;
}

/**
 * Reads each file that `statements/expect.json` (or `expect.json`) of the folder names.
 *
 * @returns null when the folder holds no such file
 */
export async function proveStatements(folder: string): Promise<FileProof[] | null> {
  const place = [path.join(folder, 'statements'), folder].find((one) => existsSync(path.join(one, 'expect.json')));
  if (!place) return null;
  const files = JSON.parse(readFileSync(path.join(place, 'expect.json'), 'utf8')) as ExpectedFile[];
  const proofs: FileProof[] = [];
  for (const { file, expect } of files) {
    const bytes = bytesOf(place, file);
    const start = performance.now();
    const statement = await readStatementFile(bytes).catch((error: Error) => error);
    const milliseconds = Math.round(performance.now() - start);
    proofs.push({ file, milliseconds, ...compareStatement(statement, expect) });
  }
  return proofs;
}

/** A cell of `workbooks.json`: a date or another formatted number is its value and its format. */
export type Value = string | number | null | { value: number; format: string };

/** A workbook of one or more sheets, as bytes. */
export function workbook(bookType: BookType, ...sheets: Value[][][]): Buffer {
  const book = utils.book_new();
  sheets.forEach((rows, index) => {
    const cells = rows.map((row) =>
      row.map((cell): CellObject | string | number | null =>
        cell !== null && typeof cell === 'object' ? { t: 'n', v: cell.value, z: cell.format } : cell,
      ),
    );
    utils.book_append_sheet(book, utils.aoa_to_sheet(cells), `Sheet${index + 1}`);
  });
  return write(book, { type: 'buffer', bookType }) as Buffer;
}

/** The file's bytes. A workbook may be kept as text, its rows under its name in `workbooks.json`. */
export function bytesOf(folder: string, file: string): Buffer {
  const kept = path.join(folder, 'workbooks.json');
  const workbooks = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Record<string, Value[][]>) : {};
  const rows = workbooks[file];
  return rows ? workbook(file.endsWith('.xls') ? 'biff8' : 'xlsx', rows) : readFileSync(path.join(folder, file));
}

/** One line per file, then its faults. */
export function statementReport(proofs: readonly FileProof[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? '  –  ' : `${((100 * part) / whole).toFixed(1)}%`);
  const line = ({ file, expected, found, right, faults, milliseconds }: FileProof) =>
    [
      `${file.padEnd(24)} precision ${share(right, found)}  recall ${share(right, expected)}  ${milliseconds} ms`,
      ...faults.map((fault) => `    ${fault}`),
    ].join('\n');
  const sum = (key: 'expected' | 'found' | 'right') => proofs.reduce((total, proof) => total + proof[key], 0);
  return [
    ...proofs.map(line),
    `statements: ${proofs.length} files, precision ${share(sum('right'), sum('found'))}, recall ${share(sum('right'), sum('expected'))}`,
  ].join('\n');
}

export function compareStatement(
  statement: Statement | Error,
  expect: ExpectedFile['expect'],
): Pick<FileProof, 'expected' | 'found' | 'right' | 'faults'> {
  const faults: string[] = [];
  const expected = expect.credits ?? [];
  if (statement instanceof Error) {
    if (!expect.refused) faults.push(`refused: ${statement.message}`);
    return { expected: expected.length, found: 0, right: 0, faults };
  }
  if (expect.refused) faults.push('read, although it is no statement');
  const check = (what: string, is: unknown, should: unknown) => {
    if (should !== undefined && is !== should) faults.push(`${what} is ${String(is)}, not ${String(should)}`);
  };
  check('bank', statement.bank, expect.bank);
  check('account', statement.accountTail, expect.accountTail);
  check('from', statement.from, expect.from);
  check('to', statement.to, expect.to);
  const credits = statement.lines.filter((line) => line.direction === 'credit' && !line.repeated);
  const debits = statement.lines.filter((line) => line.direction === 'debit' && !line.repeated);
  const total = (lines: StatementLine[]) => lines.reduce((sum, line) => sum + line.amountPaise, 0);
  check('credit total', total(credits), expect.creditTotalPaise);
  check('debit count', debits.length, expect.debitCount);
  check('debit total', total(debits), expect.debitTotalPaise);
  for (const { line, reason } of statement.refused) faults.push(`line ${line}: ${reason}`);
  const left = new Set(credits);
  let right = 0;
  for (const credit of expected) {
    const found = [...left].find((line) => differences(line, credit).length === 0);
    if (found) {
      left.delete(found);
      right += 1;
      continue;
    }
    const near = [...left].find((line) => line.amountPaise === credit.amountPaise && line.date === credit.date);
    faults.push(
      `${credit.date} ${credit.amountPaise} ${credit.rrn ?? ''}: ${near ? `${differences(near, credit).join(', ')} in: ${near.narration}` : 'missing'}`,
    );
  }
  for (const line of left)
    faults.push(`not expected: line ${line.line} ${line.date} ${line.amountPaise} ${line.rrn ?? ''}`);
  return { expected: expected.length, found: credits.length, right, faults };
}

function differences(line: StatementLine, credit: ExpectedCredit): string[] {
  const wrong: string[] = [];
  if (line.date !== credit.date) wrong.push('date');
  if (line.amountPaise !== credit.amountPaise) wrong.push('amount');
  if (line.rrn !== credit.rrn) wrong.push(`rrn ${line.rrn}`);
  const refs = [...(credit.altRefs ?? []), ...(credit.utr ? [credit.utr] : [])].sort();
  if (refs.join() !== [...line.refs].sort().join()) wrong.push(`references ${line.refs.join()}`);
  if (credit.payerVpa && credit.payerVpa !== line.payerVpa) wrong.push(`VPA ${line.payerVpa}`);
  if ((credit.reversal ?? false) !== line.reversal) wrong.push(`reversal ${line.reversal}`);
  return wrong;
}
