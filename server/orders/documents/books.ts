import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { BYTE_ORDER_MARK, csvLines } from '#server/http/csv.ts';
import { ShopError } from '#shop/errors.ts';
import { groupIndian } from '#shop/money/money.ts';
import { shownUtr } from '#shop/money/upi.ts';
import type { BookDocument } from '#shop/orders/books/document.ts';
import type { BookFormat } from '#shop/orders/books/formats.ts';
import { REGISTER_HEAD, registerRow } from '#shop/orders/books/register.ts';
import { TALLY_END, tallyLedgers, tallyStart, tallyVoucher } from '#shop/orders/books/tally.ts';
import { zohoHead, zohoRows } from '#shop/orders/books/zoho.ts';
import { type GstSeller, sellerOf } from '#shop/orders/gst-return.ts';
import { Invoice } from '#shop/orders/invoice.ts';
import { type Period, periodOf, type Span } from '#shop/orders/period.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import type { Cell } from '#shop/text/csv-cell.ts';
import { countDocuments, creditNotesOf, invoicesOf, type PaidDocument } from './period.queries.ts';
import { workbook } from './workbook.ts';

/** Documents of an XLSX file, which is in memory as a whole. */
const MOST_ROWS = 25_000;
/** Rows of a piece of a CSV file, and characters of one of XML. */
const BATCH = 200;
const PIECE = 64_000;

type Pieces = AsyncGenerator<string | Buffer>;
interface Making {
  ending: string;
  contentType: string;
  pieces: (documents: AsyncGenerator<BookDocument>) => Pieces;
}

const CSV = { ending: 'csv', contentType: 'text/csv; charset=utf-8' };
const XML = { ending: 'xml', contentType: 'application/xml; charset=utf-8' };
const XLSX = { ending: 'xlsx', contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' };

const FORMATS: Record<BookFormat, Making> = {
  'register-csv': { ...CSV, pieces: (documents) => csv([...REGISTER_HEAD], documents, (one) => [registerRow(one)]) },
  'register-xlsx': { ...XLSX, pieces: registerWorkbook },
  'tally-ledgers': { ...XML, pieces: ledgers },
  'tally-vouchers': { ...XML, pieces: vouchers },
  'zoho-invoices': { ...CSV, pieces: (documents) => zoho('invoice', documents) },
  'zoho-credit-notes': { ...CSV, pieces: (documents) => zoho('credit-note', documents) },
};

export type Books = ReturnType<typeof createBooks>;

/** The documents of a period and one GSTIN in the formats that accountants use. */
export function createBooks(
  context: ServiceContext,
  shop: () => Promise<Pick<ShopSettings, 'gstin' | 'demoData'>>,
  mostRows = MOST_ROWS,
) {
  const { db } = context.database;
  return {
    /**
     * One file in pieces. The audit log records it, since it names buyers.
     *
     * @param which gstin and demo: as in `createGstReports`
     * @throws ShopError conflict (XLSX of more documents than a file may have)
     */
    async file(
      which: { month: string; span: Span; gstin?: string | undefined; demo?: boolean | undefined; format: BookFormat },
      actor: Actor,
    ): Promise<{ name: string; contentType: string; pieces: Pieces }> {
      const { month, span, demo = false, format } = which;
      const period = periodOf(month, span);
      if (format === 'register-xlsx') await checkSize(db, period, mostRows);
      const seller = sellerOf(which, await shop());
      await writeAudit(db, {
        at: context.now(),
        actor,
        action: 'export',
        entity: 'invoice',
        entityId: period.name,
        after: { format, gstin: seller.gstin, ...(demo ? { demo } : {}) },
      });
      const { ending, contentType, pieces } = FORMATS[format];
      const of = `${seller.gstin ? `${seller.gstin}-` : ''}${demo ? 'demo-' : ''}${period.name}`;
      return {
        name: `${format.replace(/-(csv|xlsx)$/, '')}-${of}.${ending}`,
        contentType,
        pieces: pieces(documentsOf(db, period, seller)),
      };
    },
  };
}

async function checkSize(db: Reader, { from, to }: Period, most: number): Promise<void> {
  const { invoices, creditNotes } = await countDocuments(db, from, to);
  if (invoices + creditNotes <= most) return;
  throw new ShopError('conflict', {
    message: `An Excel file has at most ${groupIndian(most)} documents. Please choose a shorter time, or the CSV file.`,
  });
}

/** The invoices of a seller in a period, then the credit notes. */
async function* documentsOf(db: Reader, { from, to }: Period, seller: GstSeller): AsyncGenerator<BookDocument> {
  const first = { issued_at: from, number: '' };
  const isOf = ({ seller: { gstin }, demo }: Invoice) => gstin === seller.gstin && demo === seller.demo;
  for await (const row of invoicesOf(db, first, to)) {
    const invoice = Invoice.parse(JSON.parse(row.data));
    const cancelled = row.status === 'cancelled' && row.note === null;
    if (isOf(invoice)) yield { kind: 'invoice', ...common(row), invoice, cancelled };
  }
  for await (const row of creditNotesOf(db, first, to)) {
    const invoice = Invoice.parse(JSON.parse(row.data));
    if (isOf(invoice)) yield { kind: 'credit-note', ...common(row), invoice, cancelled: false };
  }
}

function common(row: PaidDocument): Pick<BookDocument, 'number' | 'issuedAt' | 'payment'> {
  const { number, issued_at: issuedAt, payment_status: status } = row;
  return {
    number,
    issuedAt,
    payment: status === null ? null : { status, utr: shownUtr(row), refunded: row.refunded ?? 0 },
  };
}

async function* csv(
  head: readonly string[],
  documents: AsyncGenerator<BookDocument>,
  rowsOf: (document: BookDocument) => Cell[][],
): Pieces {
  yield `${BYTE_ORDER_MARK}${csvLines([head])}`;
  let rows: Cell[][] = [];
  for await (const document of documents) {
    rows.push(...rowsOf(document));
    if (rows.length < BATCH) continue;
    yield csvLines(rows);
    rows = [];
  }
  if (rows.length > 0) yield csvLines(rows);
}

function zoho(kind: BookDocument['kind'], documents: AsyncGenerator<BookDocument>): Pieces {
  return csv(zohoHead(kind), documents, (document) => (document.kind === kind ? zohoRows(document) : []));
}

async function* vouchers(documents: AsyncGenerator<BookDocument>): Pieces {
  let text = tallyStart('Vouchers');
  for await (const document of documents) {
    text += tallyVoucher(document);
    if (text.length < PIECE) continue;
    yield text;
    text = '';
  }
  yield text + TALLY_END;
}

async function* ledgers(documents: AsyncGenerator<BookDocument>): Pieces {
  const found = tallyLedgers();
  for await (const document of documents) found.add(document);
  yield found.text();
}

async function* registerWorkbook(documents: AsyncGenerator<BookDocument>): Pieces {
  const rows: Cell[][] = [[...REGISTER_HEAD]];
  for await (const document of documents) {
    rows.push(registerRow(document));
  }
  yield workbook('Invoice register', rows);
}
