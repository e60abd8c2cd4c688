import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type BookType, type CellObject, utils, write } from '@e965/xlsx';
import { readStatementFile } from '#server/orders/payments/statement-file.ts';
import type { Statement, StatementLine } from '#shop/bank/statement/statement.ts';

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

/**
 * Counts of one file. `read`: credits of a known layout, with every detail. `found`: reference and
 * amount stand in the line, so that the order can be suggested. `wrong`: lines that say something
 * else than the file.
 */
export interface FileProof {
  file: string;
  expected: number;
  read: number;
  found: number;
  wrong: number;
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

/**
 * The file's bytes. A workbook may be kept as text, its rows under its name in `workbooks.json`.
 */
export function bytesOf(folder: string, file: string): Buffer {
  const kept = path.join(folder, 'workbooks.json');
  const workbooks = existsSync(kept) ? (JSON.parse(readFileSync(kept, 'utf8')) as Record<string, Value[][]>) : {};
  const rows = workbooks[file];
  return rows ? workbook(file.endsWith('.xls') ? 'biff8' : 'xlsx', rows) : readFileSync(path.join(folder, file));
}

/** One line per file, then its faults. */
export function statementReport(proofs: readonly FileProof[]): string {
  const share = (part: number, whole: number) => (whole === 0 ? '  –  ' : `${((100 * part) / whole).toFixed(1)}%`);
  const counts = ({ expected, read, found, wrong }: Omit<FileProof, 'file' | 'faults' | 'milliseconds'>) =>
    `read ${share(read, expected)}, found ${share(found, expected)}, missing ${share(expected - read - found, expected)}, wrong ${wrong}`;
  const line = (proof: FileProof) =>
    [
      `${proof.file.padEnd(24)} ${counts(proof)}  ${proof.milliseconds} ms`,
      ...proof.faults.map((fault) => `    ${fault}`),
    ].join('\n');
  const sum = (key: 'expected' | 'read' | 'found' | 'wrong') => proofs.reduce((total, proof) => total + proof[key], 0);
  const all = { expected: sum('expected'), read: sum('read'), found: sum('found'), wrong: sum('wrong') };
  return [
    ...proofs.map(line),
    `statements: ${proofs.length} files, ${all.expected} credits: ${counts(all)}; recall ${share(all.read + all.found, all.expected)}`,
  ].join('\n');
}

export function compareStatement(
  statement: Statement | Error,
  expect: ExpectedFile['expect'],
): Pick<FileProof, 'expected' | 'read' | 'found' | 'wrong' | 'faults'> {
  const expected = expect.credits ?? [];
  const none = { expected: expected.length, read: 0, found: 0, wrong: 0 };
  if (statement instanceof Error) return { ...none, faults: expect.refused ? [] : [`refused: ${statement.message}`] };
  const credits = statement.lines.filter((line) => line.direction !== 'debit' && !line.repeated);
  // Files that are no statement may be shown line by line: nothing of them may be read.
  if (expect.refused) {
    const wrong = credits.filter(({ read }) => read).length;
    return { ...none, wrong, faults: wrong > 0 ? ['read, although it is no statement'] : [] };
  }
  const faults = fileFaults(statement, expect);
  const left = new Set(credits);
  let [read, found] = [0, 0];
  for (const credit of expected) {
    const known = [...left].find((line) => line.bank !== null && differences(line, credit).length === 0);
    const shown = known ?? [...left].find((line) => isFound(line, credit));
    if (!shown) {
      const near = [...left].find((line) => line.amountPaise === credit.amountPaise && line.date === credit.date);
      faults.push(
        `${credit.date} ${credit.amountPaise} ${credit.rrn ?? ''}: ${near ? `${differences(near, credit).join(', ')} in: ${near.narration}` : 'missing'}`,
      );
      continue;
    }
    left.delete(shown);
    if (known) read += 1;
    else found += 1;
  }
  const wrong = [...left].filter((line) => line.read || line.direction === 'credit');
  for (const { line, date, amountPaise, rrn } of wrong)
    faults.push(`not expected: line ${line} ${date} ${amountPaise} ${rrn ?? ''}`);
  return { expected: expected.length, read, found, wrong: wrong.length, faults };
}

function fileFaults(statement: Statement, expect: ExpectedFile['expect']): string[] {
  const faults = statement.refused.map(({ line, reason }) => `line ${line}: ${reason}`);
  const check = (what: string, is: unknown, should: unknown) => {
    if (should !== undefined && is !== should) faults.push(`${what} is ${String(is)}, not ${String(should)}`);
  };
  check('from', statement.from, expect.from);
  check('to', statement.to, expect.to);
  check('account', statement.accountTail, expect.accountTail);
  if (statement.bank === null) return faults;
  const of = (direction: string) => statement.lines.filter((line) => line.direction === direction && !line.repeated);
  const total = (lines: StatementLine[]) => lines.reduce((sum, line) => sum + line.amountPaise, 0);
  check('bank', statement.bank, expect.bank ?? undefined);
  check('credit total', total(of('credit')), expect.creditTotalPaise);
  check('debit count', of('debit').length, expect.debitCount);
  check('debit total', total(of('debit')), expect.debitTotalPaise);
  return faults;
}

/** Whether a person can be led to the order: day, amount and all references stand in the line. */
function isFound(line: StatementLine, credit: ExpectedCredit): boolean {
  const named = [credit.rrn, credit.utr].filter((one) => one !== null && one !== undefined);
  return (
    line.date === credit.date &&
    line.amountPaise === credit.amountPaise &&
    line.rrn === null &&
    named.every((one) => line.numbers.includes(one))
  );
}

function differences(line: StatementLine, credit: ExpectedCredit): string[] {
  const wrong: string[] = [];
  if (line.direction !== 'credit') wrong.push('direction');
  if (line.date !== credit.date) wrong.push('date');
  if (line.amountPaise !== credit.amountPaise) wrong.push('amount');
  if (line.rrn !== credit.rrn) wrong.push(`rrn ${line.rrn}`);
  const refs = [...(credit.altRefs ?? []), ...(credit.utr ? [credit.utr] : [])].sort();
  if (refs.join() !== [...line.refs].sort().join()) wrong.push(`references ${line.refs.join()}`);
  if (credit.payerVpa && line.payerVpa && credit.payerVpa !== line.payerVpa) wrong.push(`VPA ${line.payerVpa}`);
  if ((credit.reversal ?? false) !== line.reversal) wrong.push(`reversal ${line.reversal}`);
  return wrong;
}
