import { formatRupees } from '#shop/money/money.ts';
import { type AdminCoupon, type CouponMonth, wordsOf } from '#shop/orders/coupons/input.ts';
import { ExportButton } from '#web/admin/ui/export-button.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { SidePanel } from '#web/admin/ui/side-panel.tsx';
import { StatStrip } from '#web/admin/ui/stat-strip.tsx';
import { useSectionAddress } from '#web/admin/ui/use-address.ts';
import { useListQuery } from '#web/admin/ui/use-list-query.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Plus } from '#web/ui/icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { CouponEditor } from './coupon-editor.tsx';
import { datesOf } from './coupon-form.ts';
import { couponsQuery } from './coupons-api.ts';

const LOAD_FAILED = 'Failed to load coupons. Please check your connection.';

const STATUS = {
  planned: { label: 'Planned', tone: 'yellow' },
  running: { label: 'Running', tone: 'green' },
  paused: { label: 'Paused', tone: 'yellow' },
  used_up: { label: 'Used up', tone: 'gray' },
  ended: { label: 'Ended', tone: 'gray' },
} as const;

/**
 * Coupons and automatic offers: what each gives and has brought, with the form beside the list.
 * `?coupon=new` or an id opens it.
 */
export default function CouponsSection() {
  const address = useSectionAddress('coupons');
  const list = useListQuery(couponsQuery, LOAD_FAILED);
  const openId = address.get('coupon');
  const coupons = list.data?.coupons;
  const open = coupons?.find(({ id }) => id === openId) ?? null;
  const editing = openId === 'new' || open !== null;
  const show = (id: string | null) => address.change({ coupon: id });
  const close = () => address.close('coupon', openId);
  return (
    <>
      <div className="admin-tools justify-end">
        {coupons && coupons.length > 0 && (
          <ExportButton
            of="GET /coupons/export"
            path="/coupons/export"
            failed="Failed to export the coupons. Please try again."
          />
        )}
        <Button size="admin" onClick={() => show('new')}>
          <Icon of={Plus} /> New coupon
        </Button>
      </div>
      {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} quiet />}
      {list.data && <Month month={list.data.month} />}
      <div className={editing ? 'mt-4 grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_26rem]' : 'mt-4'}>
        <div className="admin-card max-xl:order-2">
          {coupons ? (
            <Coupons coupons={coupons} openId={openId} onOpen={show} />
          ) : (
            !list.failed && <ListSkeleton label="Loading coupons" />
          )}
        </div>
        {editing && (
          <SidePanel key={openId} from="xl">
            <CouponEditor coupon={open} onClose={close} onCreated={show} />
          </SidePanel>
        )}
      </div>
    </>
  );
}

function Month({ month }: { month: CouponMonth }) {
  const { orders, sales, discount, withOffer } = month;
  const percent = (part: number, of: number) => (of > 0 ? `${Math.round((part / of) * 1000) / 10}%` : '0%');
  const average = (sum: number, count: number) => (count > 0 ? formatRupees(Math.round(sum / count)) : '–');
  const without = average(sales - withOffer.sales, orders - withOffer.orders);
  return (
    <StatStrip
      label="Offers this month"
      stats={[
        { label: 'Discounts this month', value: formatRupees(discount), line: `${percent(discount, sales)} of sales` },
        {
          label: 'Orders with an offer',
          value: withOffer.orders,
          line: `${percent(withOffer.orders, orders)} of ${orders}`,
        },
        {
          label: 'Average with an offer',
          value: average(withOffer.sales, withOffer.orders),
          line: `${without} without`,
        },
        { label: 'New customers', value: month.newCustomers, line: 'whose first order had an offer' },
      ]}
    />
  );
}

function Coupons({
  coupons,
  openId,
  onOpen,
}: {
  coupons: AdminCoupon[];
  openId: string;
  onOpen: (id: string) => void;
}) {
  if (coupons.length === 0) {
    return <EmptyState title="No coupons yet" text="Make a code to share, or an offer that applies by itself." />;
  }
  return (
    <>
      <ul className="needs people" aria-label="Coupons and offers">
        {coupons.map((coupon) => {
          const { id, code, name, status, taken, maxUses, orders, sales, discount } = coupon;
          const { label, tone } = STATUS[status];
          return (
            <li key={id} className="py-2">
              <StatusPill tone={tone} admin>
                {label}
              </StatusPill>
              <span>
                <b>{code ?? name}</b>
                {code === null && <span> · automatic</span>}
                <small>
                  {wordsOf(coupon)} · {datesOf(coupon)}
                </small>
                <small className="num">
                  {taken} {maxUses === null ? 'used, no limit' : `of ${maxUses} used`} ·{' '}
                  {orders === 0 ? 'no sales yet' : `${formatRupees(sales)} sales, ${formatRupees(discount)} off`}
                </small>
              </span>
              <Button
                variant="quiet"
                size="admin"
                aria-pressed={id === openId}
                aria-label={`Edit ${code ?? name}`}
                onClick={() => onOpen(id)}
              >
                Edit
              </Button>
            </li>
          );
        })}
      </ul>
      <div className="admin-foot">
        <p>When an order is cancelled, its coupon can be used again.</p>
      </div>
    </>
  );
}
