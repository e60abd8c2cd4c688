import { stringify } from 'csv-stringify/sync';
import { type SqlBool, sql } from 'kysely';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { ShopError } from '#shop/errors.ts';
import { ZONE_MS } from '#shop/india/dates.ts';
import { toRupees } from '#shop/money/money.ts';
import { type GstReturn, type GstSeller, gstBySeller } from '#shop/orders/gst-return.ts';
import { GST_TABLES, type GstTable, gstTable } from '#shop/orders/gst-tables.ts';
import { Invoice } from '#shop/orders/invoice.ts';
import type { GstSummary } from '#shop/orders/reports.ts';
import type { ShopSettings } from '#shop/settings/settings.ts';
import { safeCell } from '#shop/text/csv-cell.ts';
import type { Printed } from './pdf.ts';

const pdf = () => import('./pdf.ts');

/** Documents read at once: other requests are served in between. */
const BATCH = 500;
/**
 * How far back months are kept in memory. Invoices lose their buyers only years later, when tax law
 * no longer needs them.
 */
const KEEP_MS = 400 * 86_400_000;

export type GstReports = ReturnType<typeof createGstReports>;

interface Which {
  month: string;
  /** Of a seller other than the shop of today. */
  gstin?: string | undefined;
  /** With a GSTIN: what it issued while the shop was marked as a demo. */
  demo?: boolean | undefined;
}

/**
 * GST of a month and of one GSTIN, from the frozen invoices and credit notes. What the shop issued
 * while its details were examples counts only as long as they are.
 */
export function createGstReports(
  context: ServiceContext,
  shop: () => Promise<Pick<ShopSettings, 'gstin' | 'demoData'>>,
) {
  const { db } = context.database;
  const readMonth = monthReader(context);
  const read = async ({ month, gstin, demo = false }: Which) => {
    const today = await shop();
    const seller = gstin === undefined ? { gstin: today.gstin, demo: today.demoData } : { gstin, demo };
    return { ...(await readMonth(month, seller)), gstin: seller.gstin };
  };
  return {
    async summary(which: Which): Promise<GstSummary> {
      const { data, gstin, others } = await read(which);
      return { ...toSummary(data), gstin, others };
    },

    /** One table as a CSV file. The audit log records it, since some tables name buyers. */
    async table(which: Which, table: GstTable, actor: Actor): Promise<{ name: string; content: string }> {
      const { month, gstin, demo = false } = which;
      const { data } = await read(which);
      await writeAudit(db, {
        at: context.now(),
        actor,
        action: 'export',
        entity: 'gst',
        entityId: month,
        after: { table, gstin, ...(demo ? { demo } : {}) },
      });
      const content = stringify(
        gstTable(data, table).map((row) => row.map(cellOf)),
        { record_delimiter: 'windows' },
      );
      return { name: `gstr1-${gstin ? `${gstin}-` : ''}${demo ? 'demo-' : ''}${month}-${table}.csv`, content };
    },

    /**
     * All invoices of a month, then its credit notes, as one PDF in pieces. The audit log records
     * it, since they name buyers.
     *
     * @throws ShopError not_found when there are none
     */
    async invoices(month: string, actor: Actor): Promise<{ name: string; pieces: AsyncGenerator<Buffer> }> {
      const { from, to } = spanOf(month);
      const first = await printed(db, from, to).next();
      if (first.done) throw new ShopError('not_found', { message: 'There are no invoices in this month.' });
      const at = context.now();
      await writeAudit(db, { at, actor, action: 'export', entity: 'invoice', entityId: month });
      const { invoiceBook } = await pdf();
      return { name: `invoices-${month}.pdf`, pieces: invoiceBook(`Invoices ${month}`, printed(db, from, to), at) };
    },
  };
}

/** The begin of a month in India ('2026-11') and of the next one, epoch ms. */
function spanOf(month: string): { from: number; to: number } {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return { from: Date.UTC(year, number - 1) - ZONE_MS, to: Date.UTC(year, number) - ZONE_MS };
}

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

/** A month as far as it was read. */
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
 * Reads the documents of a month one batch after the other. Documents are frozen, so that the next
 * request goes on after the last one; it begins again when the numbers of documents differ, since
 * another process may store one with an earlier time.
 */
function monthReader({ database: { db }, now }: ServiceContext) {
  const readings = new Map<string, Reading>();

  return async function read(
    month: string,
    seller: GstSeller,
  ): Promise<Pick<GstSummary, 'others'> & { data: GstReturn }> {
    const { from, to } = spanOf(month);
    const keeps = from > now() - KEEP_MS;
    const before = keeps ? readings.get(month) : undefined;
    // Another request meanwhile begins its own: two would collect the same documents.
    readings.delete(month);
    const reading = before ?? begin(from);
    await readOn(db, reading, to);
    const stored = await countDocuments(db, from, to);
    const complete = reading.invoices.count === stored.invoices && reading.creditNotes.count === stored.creditNotes;
    if (before && !complete) return read(month, seller);
    if (keeps && complete && stored.invoices + stored.creditNotes > 0) readings.set(month, reading);
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

async function countDocuments(db: Reader, from: number, to: number) {
  const count = async (
    table: 'invoices' | 'credit_notes' | 'reversed_invoices',
    time: 'issued_at' | 'note_issued_at',
  ) => {
    const at = sql<number>`${sql.ref(time)}`;
    const documents = db.selectFrom(table).where(at, '>=', from).where(at, '<', to);
    const row = await documents.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
    return Number(row.count);
  };
  return {
    invoices: (await count('invoices', 'issued_at')) + (await count('reversed_invoices', 'issued_at')),
    creditNotes: (await count('credit_notes', 'issued_at')) + (await count('reversed_invoices', 'note_issued_at')),
  };
}

interface Document {
  number: string;
  issued_at: number;
}

/**
 * The documents after `first`, oldest first; each page begins after the last document of the one
 * before.
 */
async function* pages<Row extends Document>(first: Document, read: (after: Document) => Promise<Row[]>) {
  let after = first;
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}

/** The next batch of both, in their order. */
function nextOf<Row extends Document>(...sources: Row[][]): Row[] {
  const before = (one: Row, other: Row) => one.issued_at - other.issued_at || (one.number < other.number ? -1 : 1);
  return sources.flat().sort(before).slice(0, BATCH);
}

/**
 * After a document and before `to` (epoch ms). The first bound lets both engines begin at an index
 * of the time.
 */
function within(time: string, name: string, { issued_at: at, number }: Document, to: number) {
  const issued = sql.ref(time);
  return sql<SqlBool>`${issued} >= ${at} and ${issued} < ${to} and (${issued}, ${sql.ref(name)}) > (${at}, ${number})`;
}

/** To before `to` (epoch ms). */
function invoicesOf(db: Reader, first: Document, to: number) {
  return pages(first, async (after) => {
    const current = await db
      .selectFrom('invoices')
      .innerJoin('orders', 'orders.order_number', 'invoices.order_number')
      .leftJoin('credit_notes', 'credit_notes.order_number', 'invoices.order_number')
      .select([
        'invoices.number',
        'invoices.issued_at',
        'invoices.data',
        'orders.status',
        'credit_notes.number as note',
      ])
      .where(within('invoices.issued_at', 'invoices.number', after, to))
      .orderBy('invoices.issued_at')
      .orderBy('invoices.number')
      .limit(BATCH)
      .execute();
    const reversed = await db
      .selectFrom('reversed_invoices')
      .select(['number', 'issued_at', 'data', 'note', sql<string>`note_reason`.as('status')])
      .where(within('issued_at', 'number', after, to))
      .orderBy('issued_at')
      .orderBy('number')
      .limit(BATCH)
      .execute();
    return nextOf<(typeof current)[number]>(current, reversed);
  });
}

function creditNotesOf(db: Reader, first: Document, to: number) {
  return pages(first, async (after) => {
    const current = await db
      .selectFrom('credit_notes')
      .innerJoin('invoices', 'invoices.order_number', 'credit_notes.order_number')
      .select(['credit_notes.number', 'credit_notes.issued_at', 'credit_notes.reason', 'invoices.data'])
      .where(within('credit_notes.issued_at', 'credit_notes.number', after, to))
      .orderBy('credit_notes.issued_at')
      .orderBy('credit_notes.number')
      .limit(BATCH)
      .execute();
    const reversed = await db
      .selectFrom('reversed_invoices')
      .select(['note as number', 'note_issued_at as issued_at', 'note_reason as reason', 'data'])
      .where(within('note_issued_at', 'note', after, to))
      .orderBy('note_issued_at')
      .orderBy('note')
      .limit(BATCH)
      .execute();
    return nextOf(current, reversed);
  });
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
