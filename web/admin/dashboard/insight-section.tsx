import { useQuery } from '@tanstack/react-query';
import { type Insight, type InsightTable, spokenTime, stepName, type Times } from '#shop/dashboard/insight.ts';
import { appName } from '#shop/dashboard/insight-tables.ts';
import { formatDate } from '#shop/india/dates.ts';
import { formatRupees, groupIndian } from '#shop/money/money.ts';
import { pathFor } from '#web/lib/api.ts';
import { useMay } from '../lib/session.ts';
import { ExportButton } from '../ui/export-button.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { type Stat, StatStrip } from '../ui/stat-strip.tsx';
import { useListQuery } from '../ui/use-list-query.ts';
import { BarList, FigureTable } from './bar-list.tsx';
import { OpenYourShop } from './checklist-card.tsx';
import { checklistQuery, insightQuery } from './overview-api.ts';
import { periodName, usePeriod } from './periods.tsx';

const LOAD_FAILED = 'Failed to load the insight. Please check your connection.';
const EXPORT_FAILED = 'Failed to export the table. Please try again.';
const NOT_YET = 'not yet';

/** Insight: what shoppers do on the way to a payment, counted on this server without cookies. */
export default function InsightSection() {
  const may = useMay();
  const { data: checklist } = useQuery({ ...checklistQuery, enabled: may('GET /settings/checklist') });
  if (checklist && !checklist.opened) return <OpenYourShop checklist={checklist} />;
  return <Figures />;
}

function Figures() {
  const { days, tabs } = usePeriod('insight', 30);
  const { data, failed, stale, fetching, retry } = useListQuery(insightQuery(days), LOAD_FAILED);
  return (
    <>
      <div className="admin-tools">
        {tabs}
        <p className="text-ink-soft">Counted on your own server, without cookies. No one is tracked.</p>
      </div>
      {failed && <LoadFailed message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
      {data ? (
        <div className={stale ? 'opacity-60' : undefined} aria-busy={stale || undefined}>
          <StatStrip label={periodName(data.days)} stats={stats(data)} />
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 xl:grid-cols-2">
            <div className="xl:col-span-2">
              <Funnel insight={data} />
            </div>
            <Verify insight={data} />
            <Ship insight={data} />
            <Apps insight={data} />
            <Searches insight={data} />
            <div className="xl:col-span-2">
              <Coupons insight={data} />
            </div>
          </div>
        </div>
      ) : (
        !failed && <ListSkeleton label="Loading the insight" />
      )}
    </>
  );
}

const percent = (share: number) => `${Math.round(share * 1_000) / 10}%`;

function stats({ days, paid, verify, ship, left }: Insight): Stat[] {
  return [
    {
      label: 'Visitors who paid',
      value: paid.share === null ? NOT_YET : percent(paid.share),
      line: change(paid, days) || 'of those who saw a product',
    },
    {
      label: 'UTR to received',
      value: verify.median === null ? NOT_YET : spokenTime(verify.median),
      line: verify.orders === 0 ? 'median' : `median, ${percent(verify.automatic / verify.orders)} automatic`,
    },
    {
      label: 'Received to shipped',
      value: ship.median === null ? NOT_YET : spokenTime(ship.median),
      line: ship.orders === 1 ? 'one parcel' : `median of ${ship.orders} parcels`,
    },
    {
      label: 'Abandoned at payment',
      value: left.payments,
      line: `${formatRupees(left.amount)} not paid`,
      hot: left.payments > 0,
    },
  ];
}

function change({ share, before }: Insight['paid'], days: number): string {
  if (share === null || before === null) return '';
  const than = days === 1 ? 'yesterday' : `the ${days} days before`;
  const points = Math.round((share - before) * 1_000) / 10;
  if (points === 0) return `Same as ${than}`;
  return `${points > 0 ? 'Up' : 'Down'} ${Math.abs(points)} points from ${than}`;
}

interface CardProps {
  id: string;
  title: string;
  insight: Insight;
  table: InsightTable;
  /** What the figures mean, in a sentence. */
  meaning: string;
  children: React.ReactNode;
}

function Card({ id, title, insight, table, meaning, children }: CardProps) {
  return (
    <section className="admin-card" aria-labelledby={id}>
      <header className="card-head">
        <h2 id={id}>{title}</h2>
        <span>
          <ExportButton
            of="GET /admin/insight/:table"
            path={pathFor('GET /admin/insight/:table', { params: { table }, query: { days: insight.days } })}
            failed={EXPORT_FAILED}
          />
        </span>
      </header>
      <div className="card-body">
        {children}
        <p className="mt-3 text-ink-soft">{meaning}</p>
      </div>
    </section>
  );
}

function Funnel({ insight }: { insight: Insight }) {
  const { funnel, countedSince, funnelFrom, from } = insight;
  const rows = funnel.map(({ step, count, share }) => ({
    label: stepName(step),
    value: count ?? 0,
    text: count === null ? NOT_YET : groupIndian(count),
    note: share === null ? '' : `${Math.round(share * 100)}% of the step before`,
  }));
  const since =
    countedSince === null
      ? 'Counting starts with the first visit after this version was installed.'
      : funnelFrom > from
        ? `Visits have been counted since ${formatDate(countedSince)}, so all six steps start on that day.`
        : '';
  return (
    <Card
      id="funnel"
      title="From product to payment"
      insight={insight}
      table="funnel"
      meaning={`The first four steps count each browser once a day. The last two count orders placed in this period. ${since}`}
    >
      <BarList name="From product to payment" head={['Step', 'Times', 'Of the step before']} rows={rows} />
    </Card>
  );
}

function timeRows({ parts, orders }: Times) {
  return parts.map(({ upTo, orders: count }, at) => ({
    label: upTo === null ? `over ${spokenTime(parts[at - 1]?.upTo ?? 0)}` : `up to ${spokenTime(upTo)}`,
    value: count,
    text: groupIndian(count),
    note: orders === 0 ? '' : percent(count / orders),
  }));
}

function Verify({ insight }: { insight: Insight }) {
  return (
    <Card
      id="verify-times"
      title="From UTR to payment received"
      insight={insight}
      table="times"
      meaning="The time from the UTR to the verified payment, for up to 1,000 of the newest paid orders in this period. Automatic means that the bank’s message or statement proved the payment."
    >
      <BarList
        name="From UTR to payment received"
        head={['Time', 'Orders', 'Share']}
        rows={timeRows(insight.verify)}
        empty="No payment was verified in this period."
      />
    </Card>
  );
}

function Ship({ insight }: { insight: Insight }) {
  return (
    <Card
      id="ship-times"
      title="From payment to parcel"
      insight={insight}
      table="times"
      meaning="The time from the verified payment to the status Shipped, for up to 1,000 of the newest parcels in this period."
    >
      <BarList
        name="From payment to parcel"
        head={['Time', 'Parcels', 'Share']}
        rows={timeRows(insight.ship)}
        empty="Nothing was shipped in this period."
      />
    </Card>
  );
}

function Apps({ insight }: { insight: Insight }) {
  const rate = (part: number, whole: number) => (whole === 0 ? '–' : `${Math.round((part / whole) * 100)}%`);
  return (
    <Card
      id="upi-apps"
      title="UPI apps"
      insight={insight}
      table="apps"
      meaning="Opened: how often the payment page on a phone opened the app. The other columns count orders placed in this period, by the app that the shopper chose."
    >
      <FigureTable
        caption="UPI apps"
        head={['App', 'Opened', 'Orders', 'UTR sent', 'Received', 'Median']}
        small={[2, 5]}
        rows={insight.apps.map(({ app, opened, orders, utr, received, median }) => [
          appName(app),
          opened,
          orders,
          rate(utr, orders),
          rate(received, orders),
          median === null ? '–' : spokenTime(median),
        ])}
        empty="No order was placed in this period."
      />
    </Card>
  );
}

function Searches({ insight: { searches }, insight }: { insight: Insight }) {
  return (
    <Card
      id="searches"
      title="Searched, not found"
      insight={insight}
      table="searches"
      meaning="Searches that found nothing, or only similar products. Words that were searched only once are not shown, and phone numbers and email addresses are never kept. If you sell such a product under another name, add these words to its tags."
    >
      <FigureTable
        caption="Searched, not found"
        head={['Words', 'Times']}
        rows={searches.words.map(({ words, times }) => [words, times])}
        empty={
          searches.times === 0
            ? 'No search without a result was counted in this period.'
            : 'No words were searched more than once in this period.'
        }
      />
      {searches.times > 0 && <p className="mt-3">Searches in all: {groupIndian(searches.times)}.</p>}
    </Card>
  );
}

function Coupons({ insight }: { insight: Insight }) {
  return (
    <Card
      id="coupon-orders"
      title="Coupons and offers"
      insight={insight}
      table="coupons"
      meaning="Orders placed in this period with a coupon or an offer, except cancelled ones. Sales are after the discount."
    >
      <FigureTable
        caption="Coupons and offers"
        head={['Coupon', 'Orders', 'Received', 'Sales', 'Discount']}
        small={[2]}
        rows={insight.coupons.map(({ label, orders, received, sales, discount }) => [
          label,
          orders,
          received,
          formatRupees(sales),
          formatRupees(discount),
        ])}
        empty="No order had a coupon or an offer in this period."
      />
    </Card>
  );
}
