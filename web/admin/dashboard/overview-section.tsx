import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { stockMessage } from '#shop/catalogue/stock.ts';
import type { Overview } from '#shop/dashboard/overview.ts';
import { formatDate, formatTime } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { Fold } from '#web/ui/fold.tsx';
import { QuickStats } from '../frame/quick-stats.tsx';
import { useMay } from '../lib/session.ts';
import { FilterTabs } from '../ui/filter-tabs.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { type Stat, StatStrip } from '../ui/stat-strip.tsx';
import { useListQuery } from '../ui/use-list-query.ts';
import { ChecklistCard, OpenYourShop, openSteps } from './checklist-card.tsx';
import { useFigures } from './figures.ts';
import { NeedsYou } from './needs-you.tsx';
import { type Checklist, checklistQuery, overviewQuery } from './overview-api.ts';
import { periodName, usePeriod } from './periods.tsx';
import { RemoveDemo } from './remove-demo.tsx';
import { Ranks, Shares } from './shares.tsx';
import { StepChart } from './step-chart.tsx';

const LOAD_FAILED = 'Failed to load the overview. Please check your connection.';
const MEASURES = [
  { value: 'revenue' as const, label: 'Revenue' },
  { value: 'orders' as const, label: 'Orders' },
  { value: 'average' as const, label: 'Average order' },
];
const PAYMENTS = { completed: 'Verified', pending: 'To verify', failed: 'Failed' };
const PAYMENT_COLORS = {
  completed: 'var(--color-chart-1)',
  pending: 'var(--color-chart-3)',
  failed: 'var(--color-bad-fill)',
};

/** Overview: the shop's current figures (D37). Days are in Indian time and include today. */
export default function OverviewSection() {
  const may = useMay();
  const { data: checklist } = useQuery({ ...checklistQuery, enabled: may('GET /settings/checklist') });
  if (checklist && !checklist.opened) return <OpenYourShop checklist={checklist} />;
  return <Figures checklist={checklist} />;
}

function Figures({ checklist }: { checklist: Checklist | undefined }) {
  const figures = useFigures();
  const { days, tabs } = usePeriod('overview', 7);
  const { data, failed, stale, fetching, retry } = useListQuery(overviewQuery(days), LOAD_FAILED);
  const look = stale ? 'opacity-60' : '';
  return (
    <div className="overview" aria-busy={stale || undefined}>
      <div className="xl:[grid-area:needs]">
        <NeedsYou />
      </div>
      <div className="min-w-0 xl:[grid-area:stats]">
        <div className="admin-tools">{tabs}</div>
        {failed && <LoadFailed message={LOAD_FAILED} onRetry={retry} retrying={fetching} />}
        {data ? (
          <div className={`-mb-4 ${look}`}>
            <StatStrip label={periodName(data.days)} stats={stats(data)} />
          </div>
        ) : (
          !failed && <ListSkeleton label="Loading the overview" />
        )}
      </div>
      {data && (
        <>
          <div className={`overview-col xl:[grid-area:side] ${look}`}>
            {checklist && openSteps(checklist) > 0 && <StepsLeft checklist={checklist} />}
            <LowStock overview={data} />
            {checklist?.demo && <RemoveDemo />}
          </div>
          <div className={`overview-col xl:[grid-area:main] ${look}`}>
            <Sales overview={data} />
            <div className="overview-pair">
              <Payments overview={data} />
              <Shoppers overview={data} />
            </div>
            <BestProducts overview={data} />
          </div>
        </>
      )}
      <QuickStats figures={figures} className="lg:hidden" />
    </div>
  );
}

/** In a shop that has been paid: the steps that are left, folded. */
function StepsLeft({ checklist }: { checklist: Checklist }) {
  const open = openSteps(checklist);
  return (
    <Fold
      label={`Opening your shop: ${open} ${open === 1 ? 'step is' : 'steps are'} left`}
      lineClass="admin-card cursor-pointer px-4 py-3"
    >
      <ChecklistCard checklist={checklist} />
    </Fold>
  );
}

function stats({ days, totals, before, medianMinutesToVerify }: Overview): Stat[] {
  const than = days === 1 ? 'yesterday' : `the ${days} days before`;
  const change = (now: number, then: number, text: (value: number) => string) =>
    now === then ? `As ${than}` : `${now > then ? '▲' : '▼'} ${text(Math.abs(now - then))} on ${than}`;
  return [
    {
      label: 'Revenue',
      value: formatRupees(totals.revenue),
      line: change(totals.revenue, before.revenue, formatRupees),
    },
    { label: 'Orders', value: totals.orders, line: change(totals.orders, before.orders, String) },
    {
      label: 'Average order',
      value: totals.average === null ? '–' : formatRupees(totals.average),
      line:
        totals.average === null || before.average === null ? '' : change(totals.average, before.average, formatRupees),
    },
    {
      label: 'Time to verify',
      value: medianMinutesToVerify === null ? '–' : spoken(medianMinutesToVerify),
      line: 'Median. Promised: up to 30 min',
      hot: (medianMinutesToVerify ?? 0) > 30,
    },
  ];
}

function spoken(minutes: number): string {
  if (minutes < 120) return `${minutes} min`;
  return minutes < 48 * 60 ? `${Math.round(minutes / 60)} h` : `${Math.round(minutes / 1_440)} days`;
}

function Sales({ overview }: { overview: Overview }) {
  const [measure, setMeasure] = useState<(typeof MEASURES)[number]['value']>('revenue');
  const hours = overview.step === 'hour';
  const money = measure !== 'orders';
  const name = (ms: number) => (hours ? formatTime(startOfHour(ms)) : formatDate(ms));
  const current = name(Date.now());
  const points = overview.series.map(({ at, revenue, orders }) => ({
    now: name(at) === current,
    label: hours
      ? formatTime(at).replace(':00', '')
      : name(at) === current
        ? 'Today'
        : formatDate(at).replace(/ \d{4}$/, ''),
    title: `${name(at)}${name(at) === current ? (hours ? ', now' : ', today') : ''}`,
    value: measure === 'average' ? (orders === 0 ? 0 : revenue / orders) : { revenue, orders }[measure],
  }));
  const { label } = MEASURES.find((one) => one.value === measure) ?? MEASURES[0]!;
  return (
    <section className="admin-card" aria-labelledby="sales">
      <header className="card-head">
        <h2 id="sales">{`${label} ${measure === 'average' ? 'value ' : ''}by ${overview.step}`}</h2>
        <span>without cancelled and draft</span>
      </header>
      <div className="card-body">
        <FilterTabs label="Measure" tabs={MEASURES} value={measure} onChange={setMeasure} />
        <StepChart
          name={label}
          points={points}
          format={money ? (value) => formatRupees(Math.round(value * 100) / 100) : String}
          short={money ? shortRupees : String}
          step={hours ? 'Hour' : 'Day'}
        />
      </div>
    </section>
  );
}

/** '₹12k', '₹1.5L', for the axis only. */
function shortRupees(value: number): string {
  if (value >= 100_000) return `₹${Math.round(value / 10_000) / 10}L`;
  return value >= 1_000 ? `₹${Math.round(value / 100) / 10}k` : `₹${Math.round(value)}`;
}

/** Hours begin at the full hour in India, half past in UTC. */
const startOfHour = (ms: number) => ms - ((ms + 1_800_000) % 3_600_000);

function Payments({ overview }: { overview: Overview }) {
  const may = useMay();
  return (
    <section className="admin-card" aria-labelledby="payment-states">
      <header className="card-head">
        <h2 id="payment-states">Payments</h2>
      </header>
      <div className="card-body">
        <Shares
          parts={overview.payments.map((payment) => ({
            label: PAYMENTS[payment.status],
            count: payment.orders,
            note: formatRupees(payment.revenue),
            color: PAYMENT_COLORS[payment.status],
            to: payment.status === 'pending' && may('GET /payments/review') ? '/admin?section=payments' : undefined,
          }))}
        />
      </div>
    </section>
  );
}

function Shoppers({ overview: { shoppers } }: { overview: Overview }) {
  const share = shoppers.all === 0 ? null : Math.round((shoppers.returning / shoppers.all) * 100);
  return (
    <section className="admin-card" aria-labelledby="shoppers">
      <header className="card-head">
        <h2 id="shoppers">Shoppers</h2>
        <span>{share === null ? 'by mobile number' : `${share}% came back`}</span>
      </header>
      <div className="card-body">
        <Shares
          parts={[
            { label: 'Returning', count: shoppers.returning, color: 'var(--color-chart-2)' },
            { label: 'New', count: shoppers.all - shoppers.returning, color: 'var(--color-chart-5)' },
          ]}
        />
      </div>
    </section>
  );
}

function BestProducts({ overview }: { overview: Overview }) {
  return (
    <section className="admin-card" aria-labelledby="best-products">
      <header className="card-head">
        <h2 id="best-products">Best products</h2>
        <span>by value, with packs sold</span>
      </header>
      <div className="card-body">
        {overview.bestProducts.length === 0 ? (
          <p className="text-ink-soft">No orders in this period.</p>
        ) : (
          <Ranks
            rows={overview.bestProducts.map((product) => ({
              key: product.productId,
              name: product.name,
              value: product.revenue,
              text: `${formatRupees(product.revenue)} · ${product.quantity}`,
            }))}
          />
        )}
      </div>
    </section>
  );
}

function LowStock({ overview }: { overview: Overview }) {
  return (
    <section className="admin-card" aria-labelledby="low-stock">
      <header className="card-head">
        <h2 id="low-stock">Running low</h2>
        <span>20 or fewer</span>
      </header>
      {overview.lowStock.length === 0 ? (
        <p className="card-body text-ink-soft">Every pack is well in stock.</p>
      ) : (
        <ul className="needs">
          {overview.lowStock.map((one) => (
            <li key={`${one.productId} ${one.size}`} className="low">
              <span>
                <b>{one.name}</b>
                <small>{one.size}</small>
              </span>
              <b className={one.stock === 0 ? 'text-bad' : one.stock <= 5 ? 'text-kesar-text' : undefined}>
                {one.stock <= 5 ? stockMessage(one.stock) : one.stock}
              </b>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
