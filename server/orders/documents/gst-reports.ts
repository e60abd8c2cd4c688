import { stringify } from 'csv-stringify/sync';
import { type Actor, writeAudit } from '#server/audit/audit.ts';
import type { ServiceContext } from '#server/context.ts';
import type { Reader } from '#server/database/transact.ts';
import { toRupees } from '#shop/money/money.ts';
import { GST_TABLES, type GstReturn, type GstTable, gstCollector, gstTable } from '#shop/orders/gst-return.ts';
import type { Invoice } from '#shop/orders/invoice.ts';
import type { GstSummary } from '#shop/orders/reports.ts';

/** Documents read at once: other requests are served in between. */
const BATCH = 500;
const ZONE_MS = 5.5 * 3_600_000;

export type GstReports = ReturnType<typeof createGstReports>;

/** GST of a month, from the frozen invoices and credit notes. */
export function createGstReports(context: ServiceContext) {
  const { db } = context.database;
  return {
    async summary(month: string): Promise<GstSummary> {
      return toSummary(await readMonth(db, month));
    },

    /** One table as a CSV file. The audit log records it, since some tables name buyers. */
    async table(month: string, table: GstTable, actor: Actor): Promise<{ name: string; content: string }> {
      const data = await readMonth(db, month);
      await writeAudit(db, {
        at: context.now(),
        ...{ actor, action: 'export', entity: 'gst', entityId: month, after: { table } },
      });
      const content = stringify(
        gstTable(data, table).map((row) => row.map(safeCell)),
        { record_delimiter: 'windows' },
      );
      return { name: `gstr1-${month}-${table}.csv`, content };
    },
  };
}

/** Reads the documents of a month in India ('2026-11') one batch after the other. */
async function readMonth(db: Reader, month: string): Promise<GstReturn> {
  const [year = 0, number = 0] = month.split('-').map(Number);
  const from = Date.UTC(year, number - 1) - ZONE_MS;
  const to = Date.UTC(year, number) - ZONE_MS;
  const collector = gstCollector();
  for await (const row of invoicesOf(db, from, to)) {
    // An order that was cancelled before there were credit notes.
    collector.invoice(JSON.parse(row.data) as Invoice, row.status === 'cancelled' && row.note === null);
  }
  for await (const row of creditNotesOf(db, from, to)) {
    collector.creditNote({ number: row.number, issuedAt: row.issued_at, invoice: JSON.parse(row.data) as Invoice });
  }
  return collector.result();
}

interface Document {
  number: string;
  issued_at: number;
}

/** The documents from `from` to before `to` (epoch ms), oldest first; each page begins after the last document of the one before. */
async function* pages<Row extends Document>(from: number, read: (after: Document) => Promise<Row[]>) {
  let after: Document = { issued_at: from, number: '' };
  for (;;) {
    const rows = await read(after);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < BATCH) return;
    after = last;
  }
}

function invoicesOf(db: Reader, from: number, to: number) {
  return pages(from, ({ issued_at: at, number }) =>
    db
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
      .where('invoices.issued_at', '<', to)
      .where((eb) =>
        eb.or([
          eb('invoices.issued_at', '>', at),
          eb.and([eb('invoices.issued_at', '=', at), eb('invoices.number', '>', number)]),
        ]),
      )
      .where('invoices.issued_at', '>=', at)
      .orderBy('invoices.issued_at')
      .orderBy('invoices.number')
      .limit(BATCH)
      .execute(),
  );
}

function creditNotesOf(db: Reader, from: number, to: number) {
  return pages(from, ({ issued_at: at, number }) =>
    db
      .selectFrom('credit_notes')
      .innerJoin('invoices', 'invoices.order_number', 'credit_notes.order_number')
      .select(['credit_notes.number', 'credit_notes.issued_at', 'invoices.data'])
      .where('credit_notes.issued_at', '<', to)
      .where((eb) =>
        eb.or([
          eb('credit_notes.issued_at', '>', at),
          eb.and([eb('credit_notes.issued_at', '=', at), eb('credit_notes.number', '>', number)]),
        ]),
      )
      .where('credit_notes.issued_at', '>=', at)
      .orderBy('credit_notes.issued_at')
      .orderBy('credit_notes.number')
      .limit(BATCH)
      .execute(),
  );
}

/** A cell that a spreadsheet would run as a formula gets an apostrophe in front; amounts below zero are no formulas. */
function safeCell(cell: string | number): string | number {
  const text = String(cell);
  return /^[=+\-@\t\r]/.test(text) && !/^-\d+(\.\d+)?$/.test(text) ? `'${text}` : cell;
}

function toSummary(data: GstReturn): GstSummary {
  const amounts = ({ taxable, igst, cgst, sgst, total }: GstReturn['totals']['net']) => ({
    ...{ taxable: toRupees(taxable), igst: toRupees(igst), cgst: toRupees(cgst) },
    ...{ sgst: toRupees(sgst), total: toRupees(total) },
  });
  const hsn = (rows: GstReturn['hsnB2b'], registered: boolean) =>
    rows.map((row) => ({
      ...amounts(row),
      ...{ hsn: row.hsn, rate: row.rateBp / 100, quantity: row.quantity, registered },
    }));
  const { totals, states, documents } = data;
  return {
    ...{ invoices: amounts(totals.invoices), creditNotes: amounts(totals.creditNotes), net: amounts(totals.net) },
    hsn: [...hsn(data.hsnB2b, true), ...hsn(data.hsnB2c, false)],
    states: states.map((row) => ({ ...amounts(row), place: row.place, documents: row.documents })),
    documents,
    rows: Object.fromEntries(
      GST_TABLES.map((table) => [table, gstTable(data, table).length - 1]),
    ) as GstSummary['rows'],
  };
}
