import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { formatRupees } from '#shop/money/money.ts';
import { SPANS, type Span } from '#shop/orders/period.ts';
import type { MarginReport } from '#shop/orders/reports.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Note } from '#web/ui/note.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall } from '../lib/session.ts';
import { type AdminColumn, AdminTable } from '../ui/admin-table.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { StatStrip } from '../ui/stat-strip.tsx';
import { useSectionAddress } from '../ui/use-address.ts';
import { useListQuery } from '../ui/use-list-query.ts';
import { MonthHead, monthOf } from './month-head.tsx';
import { column, ON_PHONES } from './report-table.tsx';
import { ReportsAge } from './reports-age.tsx';

const LOAD_FAILED = 'Failed to load the margin. Please check your connection.';
const SPAN_NAMES: Record<Span, string> = { month: 'Month', quarter: 'Quarter', year: 'Financial year' };

function marginQuery(query: { month: string; span: Span }) {
  return queryOptions({
    queryKey: ['margin', query],
    queryFn: async ({ signal }) => (await adminCall('GET /reports/margin', { query }, { signal })).report,
    placeholderData: keepPreviousData,
  });
}

/** What is left of the sales of a month, quarter or year after the cost of the goods. */
export default function MarginSection() {
  const address = useSectionAddress('margin');
  const month = monthOf(address.get('month'));
  const span = SPANS.find((one) => one === address.get('span')) ?? 'month';
  const { data, failed, fetching, retry, stale } = useListQuery(marginQuery({ month, span }), LOAD_FAILED);
  return (
    <>
      <MonthHead
        month={month}
        onMonth={(next) => address.change({ month: next }, true)}
        label="Period"
        options={SPAN_NAMES}
        choice={span}
        onChoice={(next) => address.change({ span: next }, true)}
      >
        <ReportsAge />
      </MonthHead>
      {failed && <LoadFailed message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data ? <Figures report={data} stale={stale} /> : !failed && <ListSkeleton label="Loading the margin" />}
    </>
  );
}

const share = ({ sales, margin }: { sales: number; margin: number }) =>
  sales > 0 ? `${Math.round((margin / sales) * 1_000) / 10}%` : '–';

function Figures({ report: { rows, more, known, unknown, offers }, stale }: { report: MarginReport; stale: boolean }) {
  return (
    <div className={stale ? 'grid gap-4 opacity-60' : 'grid gap-4'} aria-busy={stale || undefined}>
      <StatStrip
        label="Margin of the period"
        stats={[
          { label: 'Margin', value: formatRupees(known.margin), line: `${share(known)} of sales` },
          { label: 'Sales', value: formatRupees(known.sales), line: countOf(known.pieces, 'pack') },
          { label: 'Cost of goods', value: formatRupees(known.cost), line: 'as it was when they were ordered' },
          { label: 'Offers on whole orders', value: formatRupees(offers), line: 'not taken off the margin' },
        ]}
      />
      {unknown.pieces > 0 && (
        <Note tone="warn">
          {countOf(unknown.pieces, 'pack')} for {formatRupees(unknown.sales)} had no cost when ordered, and are in none
          of these figures. Enter costs under Product Management: press a price. They count for new orders.
        </Note>
      )}
      <section className="admin-card">
        <header className="card-head">
          <h2>By size</h2>
          <span>paid orders; without GST</span>
        </header>
        {rows.length === 0 ? (
          <EmptyState title="No sales with a known cost in this period" />
        ) : (
          <div className="admin-scroll">
            <AdminTable
              caption="Margin by size"
              className={ON_PHONES}
              columns={COLUMNS}
              rows={rows}
              rowId={(row) => `${row.product} ${row.size}`}
              stale={stale}
            />
          </div>
        )}
        {more > 0 && <p className="card-body text-ink-soft">{countOf(more, 'more size')} with less margin.</p>}
      </section>
    </div>
  );
}

type Row = MarginReport['rows'][number];

const COLUMNS: AdminColumn<Row>[] = [
  {
    id: 'product',
    header: 'Product',
    cell: ({ row: { original } }) => (
      <span>
        <b>{original.name}</b> <small>{original.size}</small>
      </span>
    ),
  },
  column('pieces', 'Packs', (row) => row.pieces),
  column('sales', 'Sales', (row) => formatRupees(row.sales)),
  column('cost', 'Cost', (row) => formatRupees(row.cost)),
  column('margin', 'Margin', (row) => formatRupees(row.margin)),
  column('share', 'Share', (row) => share(row)),
];
