import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { Link } from 'react-router';
import { formatRupees } from '#shop/money/money.ts';
import { GST_TABLES, type GstTable } from '#shop/orders/gst-tables.ts';
import { hasIff } from '#shop/orders/period.ts';
import type { GstSummary } from '#shop/orders/reports.ts';
import { pathFor } from '#web/lib/api.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall } from '../lib/session.ts';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { StatStrip } from '../ui/stat-strip.tsx';
import { useSectionAddress } from '../ui/use-address.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { BooksCard } from './books-card.tsx';
import { MonthHead, monthOf } from './month-head.tsx';
import { column, ON_PHONES } from './report-table.tsx';
import type { Which } from './which.ts';

const LOAD_FAILED = 'Failed to load the figures. Please check your connection.';
const EXPORT_FAILED = 'Failed to export the table. Please try again.';

/** What each file is, in the words of the return. */
const FILES: Record<GstTable, string> = {
  b2b: 'Invoices to buyers with a GSTIN',
  b2cl: 'Invoices above ₹1,00,000 to other states',
  b2cs: 'All other sales to consumers, by state and rate',
  cdnr: 'Credit notes to buyers with a GSTIN',
  cdnur: 'Credit notes for large invoices and exports',
  exp: 'Exports',
  exemp: 'Sales without tax',
  'hsn-b2b': 'By HSN, buyers with a GSTIN',
  'hsn-b2c': 'By HSN, consumers',
  docs: 'Documents issued',
  states: 'Tax by state, for your books',
};

/** What is returned: a month or its quarter, or what QRMP sends of the month before. */
const RETURNS = { month: 'Month', quarter: 'Quarter (QRMP)', iff: 'IFF (QRMP)', year: 'Financial year' } as const;
type Return = keyof typeof RETURNS;
const RETURN_NAMES: readonly Return[] = ['month', 'quarter', 'iff', 'year'];
/** The tables of the invoice furnishing facility. */
const IFF_TABLES: readonly GstTable[] = ['b2b', 'cdnr'];

function gstQuery(query: Which) {
  return queryOptions({
    queryKey: ['gst', query],
    queryFn: ({ signal }) => adminCall('GET /reports/gst', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** GST of a month, quarter or year: what is owed, by state and HSN, and the files for GSTR-1. */
export default function GstSection() {
  const address = useSectionAddress('gst');
  const month = monthOf(address.get('month'));
  const gstin = /^[0-9A-Z]{15}$/.exec(address.get('gstin'))?.[0];
  const chosenReturn = RETURN_NAMES.find((name) => name === address.get('return')) ?? 'month';
  const span = chosenReturn === 'iff' ? 'month' : chosenReturn;
  const which = { month, span, ...(gstin ? { gstin, demo: address.get('demo') === 'true' } : {}) };
  const { data, failed, fetching, retry, stale } = useListQuery(gstQuery(which), LOAD_FAILED);
  return (
    <>
      <MonthHead
        month={month}
        min="2017-07"
        onMonth={(next) => address.change({ month: next, gstin: null, demo: null }, true)}
        label="Return"
        options={RETURNS}
        choice={chosenReturn}
        onChoice={(next) => address.change({ return: next }, true)}
      >
        <ExportButton
          of="GET /reports/invoices"
          path={pathFor('GET /reports/invoices', { query: { month, span } })}
          failed="Failed to make the file. Please try again."
          label="All invoices (PDF)"
        />
      </MonthHead>
      {failed && <LoadFailed message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data ? (
        <>
          <Others summary={data.summary} which={which} hrefOf={(other) => `/admin${address.href(other)}`} />
          <Figures which={which} of={chosenReturn} summary={data.summary} stale={stale} />
        </>
      ) : (
        !failed && (
          <div className="admin-card">
            <ListSkeleton label="Loading the figures" />
          </div>
        )
      )}
    </>
  );
}

/**
 * What the figures leave out: documents of another GSTIN, and of the time when the shop was marked
 * as a demo.
 */
function Others({
  summary: { gstin, others },
  which: { demo, span },
  hrefOf,
}: {
  summary: GstSummary;
  which: Which;
  hrefOf: (other: { gstin: string; demo: 'true' | null }) => string;
}) {
  if (others.length === 0) return null;
  return (
    <Note tone="warn" className="mb-4">
      {gstin && <p>{`These figures are for GSTIN ${gstin}${demo ? ', while the shop was marked as a demo' : ''}.`}</p>}
      {others.map((other) => {
        const documents = countOf(other.documents, 'document');
        return (
          <p key={`${other.gstin} ${other.demo}`}>
            {`This ${span} also has ${documents} of ${other.gstin}${other.demo ? ', from when the shop was marked as a demo' : ''}. `}
            <Link className="link" to={hrefOf({ gstin: other.gstin, demo: other.demo ? 'true' : null })}>
              {`Show figures for ${other.gstin}${other.demo ? ' as a demo' : ''}`}
            </Link>
          </p>
        );
      })}
    </Note>
  );
}

function Figures({ which, of, summary, stale }: { which: Which; of: Return; summary: GstSummary; stale: boolean }) {
  const { net, creditNotes, states, hsn, documents, rows } = summary;
  if (documents.length === 0) {
    return (
      <div className="grid gap-4">
        <div className="admin-card">
          <EmptyState
            title={`No tax invoices in this ${which.span}`}
            text="Once the shop has a GSTIN, a tax invoice is issued when a payment is verified or the order is shipped."
          />
        </div>
        {/* Without a GSTIN there are plain invoices. */}
        {summary.gstin === '' && <BooksCard which={which} />}
      </div>
    );
  }
  return (
    <div className="grid gap-4">
      <div className="-mb-4">
        <StatStrip
          label={`GST of the ${which.span}`}
          stats={[
            { label: 'Sales with tax', value: formatRupees(net.total), line: 'after credit notes' },
            { label: 'Taxable value', value: formatRupees(net.taxable), line: 'without tax' },
            { label: 'IGST', value: formatRupees(net.igst), line: 'other states' },
            { label: 'CGST + SGST', value: formatRupees(net.cgst + net.sgst), line: 'own state' },
            {
              label: 'Credit notes',
              value: formatRupees(creditNotes.total),
              line: 'cancelled and returned',
            },
          ]}
        />
      </div>
      <Card title="Tax by state">
        <AdminTable
          caption="Tax by state"
          className={ON_PHONES}
          columns={STATE_COLUMNS}
          rows={states}
          rowId={({ place }) => place}
          stale={stale}
        />
      </Card>
      <Card title="Sales by HSN">
        <AdminTable
          caption="Sales by HSN"
          className={ON_PHONES}
          columns={HSN_COLUMNS}
          rows={hsn}
          rowId={(row) => `${row.hsn} ${row.rate} ${row.registered}`}
          stale={stale}
        />
      </Card>
      <GstFiles which={which} of={of} rows={rows} />
      <BooksCard which={which} />
    </div>
  );
}

function GstFiles({ which, of, rows }: { which: Which; of: Return; rows: GstSummary['rows'] }) {
  if (of === 'iff' && !hasIff(which.month)) {
    return <Note tone="info">The third month of a quarter has no IFF: its invoices are in the quarter’s return.</Note>;
  }
  const title = of === 'iff' ? 'Files for IFF' : 'Files for GSTR-1';
  return (
    <section className="admin-card">
      <header className="card-head">
        <h2>{title}</h2>
        <span>in the columns of the offline tool</span>
      </header>
      <ul aria-label={title}>
        {(of === 'iff' ? IFF_TABLES : GST_TABLES).map((table) => (
          <li key={table} className="hairline-b-admin-line flex flex-wrap items-center gap-3 py-2 px-[1.1rem]">
            <span className="min-w-0 flex-1 basis-40">
              <b className="weight-600">{FILES[table]}</b>
              <small className="block text-ink-soft">
                {table} · {countOf(rows[table], 'row')}
              </small>
            </span>
            <ExportButton
              of="GET /reports/gst/:table"
              path={pathFor('GET /reports/gst/:table', { params: { table }, query: which })}
              failed={EXPORT_FAILED}
              label={`${table}.csv`}
            />
          </li>
        ))}
      </ul>
      <p className="card-body text-ink-soft">
        {of === 'quarter' && <span>Leave out of b2b and cdnr what you have already sent with IFF. </span>}
        <span>These files cover sales only. Your accountant handles purchases and input tax credit in GSTR-3B.</span>
      </p>
    </section>
  );
}

function Card({ title, children }: { title: string; children: React.ReactNode }) {
  return (
    <section className="admin-card">
      <header className="card-head">
        <h2>{title}</h2>
      </header>
      <div className="admin-scroll">{children}</div>
    </section>
  );
}

type StateRow = GstSummary['states'][number];
type HsnRow = GstSummary['hsn'][number];

function amounts<Row extends GstSummary['net']>(): AdminColumn<Row>[] {
  return [
    column('taxable', 'Taxable', (row) => formatRupees(row.taxable)),
    column('igst', 'IGST', (row) => formatRupees(row.igst)),
    column('cgst', 'CGST', (row) => formatRupees(row.cgst)),
    column('sgst', 'SGST', (row) => formatRupees(row.sgst)),
    column('total', 'Total', (row) => formatRupees(row.total)),
  ];
}

const STATE_COLUMNS: AdminColumn<StateRow>[] = [
  { id: 'place', header: 'Place of supply', cell: ({ row: { original } }) => <b>{original.place}</b> },
  column('documents', 'Invoices', (row) => row.documents),
  ...amounts<StateRow>(),
];

const HSN_COLUMNS: AdminColumn<HsnRow>[] = [
  {
    id: 'hsn',
    header: 'HSN',
    cell: ({ row: { original } }) => <b>{`${original.hsn || 'None'}${original.registered ? ' (B2B)' : ''}`}</b>,
  },
  column('rate', 'Rate', (row) => `${row.rate}%`),
  column('quantity', 'Packs', (row) => row.quantity),
  ...amounts<HsnRow>(),
];
