import { stringify } from 'csv-stringify/sync';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { toRupees } from '#shop/money/money.ts';
import { type GstReturn, type GstSeller, gstBySeller, sellerOf } from '#shop/orders/gst-return.ts';
import { GST_TABLES, type GstTable, gstTable } from '#shop/orders/gst-tables.ts';
import { Invoice } from '#shop/orders/invoice.ts';
import { type Period, periodOf, type Span } from '#shop/orders/period.ts';
import type { GstSummary } from '#shop/orders/reports.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { safeCell } from '#shop/text/csv-cell.ts';
import type { Printed } from './pdf.ts';
import { countDocuments, creditNotesOf, type Document, invoicesOf } from './period.queries.ts';

const pdf = () => import('./pdf.ts');

/**
 * How far back periods are kept in memory. Invoices lose their buyers only years later, when tax law
 * no longer needs them.
 */
const KEEP_MS = 400 * 86_400_000;

export type GstReports = ReturnType<typeof createGstReports>;

interface Which {
  month: string;
  span: Span;
  /** Of a seller other than the shop of today. */
  gstin?: string | undefined;
  /** With a GSTIN: what it issued while the shop was marked as a demo. */
  demo?: boolean | undefined;
}

/**
 * GST of a period and of one GSTIN, from the frozen invoices and credit notes. What the shop issued
 * while its details were examples counts only as long as they are.
 */
export function createGstReports(
  context: ServiceContext,
  shop: () => Promise<Pick<ShopSettings, 'gstin' | 'demoData'>>,
) {
  const { db } = context.database;
  const readPeriod = periodReader(context);
  const read = async ({ month, span, ...of }: Which) => {
    const seller = sellerOf(of, await shop());
    return { ...(await readPeriod(periodOf(month, span), seller)), gstin: seller.gstin };
  };
  return {
    async summary(which: Which): Promise<GstSummary> {
      const { data, gstin, others } = await read(which);
      return { ...toSummary(data), gstin, others };
    },

    /** One table as a CSV file. The audit log records it, since some tables name buyers. */
    async table(which: Which, table: GstTable, actor: Actor): Promise<{ name: string; content: string }> {
      const { month, span, gstin, demo = false } = which;
      const { name } = periodOf(month, span);
      const { data } = await read(which);
      await writeAudit(db, {
        at: context.now(),
        actor,
        action: 'export',
        entity: 'gst',
        entityId: name,
        after: { table, gstin, ...(demo ? { demo } : {}) },
      });
      const content = stringify(
        gstTable(data, table).map((row) => row.map(cellOf)),
        { record_delimiter: 'windows' },
      );
      return { name: `gstr1-${gstin ? `${gstin}-` : ''}${demo ? 'demo-' : ''}${name}-${table}.csv`, content };
    },

    /**
     * All invoices of a period, then its credit notes, as one PDF in pieces. The audit log records
     * it, since they name buyers.
     *
     * @throws ShopError not_found when there are none
     */
    async invoices(
      { month, span }: Pick<Which, 'month' | 'span'>,
      actor: Actor,
    ): Promise<{ name: string; pieces: AsyncGenerator<Buffer> }> {
      const { from, to, name } = periodOf(month, span);
      const first = await printed(db, from, to).next();
      if (first.done) throw new ShopError('not_found', { message: NO_INVOICES[span] });
      const at = context.now();
      await writeAudit(db, { at, actor, action: 'export', entity: 'invoice', entityId: name });
      const { invoiceBook } = await pdf();
      return { name: `invoices-${name}.pdf`, pieces: invoiceBook(`Invoices ${name}`, printed(db, from, to), at) };
    },
  };
}

const NO_INVOICES = {
  month: 'There are no invoices in this month.',
  quarter: 'There are no invoices in this quarter.',
  year: 'There are no invoices in this year.',
};

/** The documents as they are printed. */
async function* printed(db: Reader, from: number, to: number): AsyncGenerator<{ invoice: Invoice; printed: Printed }> {
  const first = { issued_at: from, number: '' };
  for await (const { data, status } of invoicesOf(db, first, to)) {
    yield { invoice: parse(data), printed: { cancelled: status === 'cancelled' } };
  }
  for await (const { data, number, issued_at: issuedAt, reason } of creditNotesOf(db, first, to)) {
    yield { invoice: parse(data), printed: { note: { number, issuedAt, reason } } };
  }
}

function parse(data: string): Invoice {
  return Invoice.parse(JSON.parse(data));
}

/** A period as far as it was read. */
interface Reading {
  collector: ReturnType<typeof gstBySeller>;
  invoices: Read;
  creditNotes: Read;
}
/** How many documents were read, and the last of them. */
interface Read {
  count: number;
  last: Document;
}

/**
 * Reads the documents of a period one batch after the other. Documents are frozen, so that the next
 * request goes on after the last one; it begins again when the numbers of documents differ, since
 * another process may store one with an earlier time.
 */
function periodReader({ database: { db }, now }: ServiceContext) {
  const readings = new Map<string, Reading>();

  return async function read(
    period: Period,
    seller: GstSeller,
  ): Promise<Pick<GstSummary, 'others'> & { data: GstReturn }> {
    const { from, to, name } = period;
    const keeps = from > now() - KEEP_MS;
    const before = keeps ? readings.get(name) : undefined;
    // Another request meanwhile begins its own: two would collect the same documents.
    readings.delete(name);
    const reading = before ?? begin(from);
    await readOn(db, reading, to);
    const stored = await countDocuments(db, from, to);
    const complete = reading.invoices.count === stored.invoices && reading.creditNotes.count === stored.creditNotes;
    if (before && !complete) return read(period, seller);
    if (keeps && complete && stored.invoices + stored.creditNotes > 0) readings.set(name, reading);
    return reading.collector.result(seller);
  };
}

function begin(from: number): Reading {
  const none = () => ({ count: 0, last: { issued_at: from, number: '' } });
  return { collector: gstBySeller(), invoices: none(), creditNotes: none() };
}

async function readOn(db: Reader, { collector, invoices, creditNotes }: Reading, to: number): Promise<void> {
  for await (const row of invoicesOf(db, invoices.last, to)) {
    // An order that was cancelled before there were credit notes.
    collector.invoice(JSON.parse(row.data) as Invoice, row.status === 'cancelled' && row.note === null);
    take(invoices, row);
  }
  for await (const row of creditNotesOf(db, creditNotes.last, to)) {
    collector.creditNote({ number: row.number, issuedAt: row.issued_at, invoice: JSON.parse(row.data) as Invoice });
    take(creditNotes, row);
  }
}

function take(read: Read, { issued_at, number }: Document): void {
  read.count += 1;
  read.last = { issued_at, number };
}

/** No cell runs as a formula in a spreadsheet; amounts below zero are no formulas. */
const cellOf = (cell: string | number) =>
  typeof cell === 'number' || /^-\d+(\.\d+)?$/.test(cell) ? cell : safeCell(cell);

function toSummary(data: GstReturn): Omit<GstSummary, 'gstin' | 'others'> {
  const amounts = ({ taxable, igst, cgst, sgst, total }: GstReturn['totals']['net']) => ({
    taxable: toRupees(taxable),
    igst: toRupees(igst),
    cgst: toRupees(cgst),
    sgst: toRupees(sgst),
    total: toRupees(total),
  });
  const hsn = (rows: GstReturn['hsnB2b'], registered: boolean) =>
    rows.map((row) => ({
      ...amounts(row),
      hsn: row.hsn,
      rate: row.rateBp / 100,
      quantity: row.quantity,
      registered,
    }));
  const { totals, states, documents } = data;
  return {
    invoices: amounts(totals.invoices),
    creditNotes: amounts(totals.creditNotes),
    net: amounts(totals.net),
    hsn: [...hsn(data.hsnB2b, true), ...hsn(data.hsnB2c, false)],
    states: states.map((row) => ({ ...amounts(row), place: row.place, documents: row.documents })),
    documents,
    rows: Object.fromEntries(
      GST_TABLES.map((table) => [table, gstTable(data, table).length - 1]),
    ) as GstSummary['rows'],
  };
}
