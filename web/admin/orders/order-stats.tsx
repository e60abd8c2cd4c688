import { formatRupees } from '#shop/money/money.ts';
import type { OrderStats } from '#shop/orders/order-calls.ts';
import { ORDER_VIEWS, type OrderView, ordersIn, statusLabel } from '#shop/orders/order-status.ts';
import { StatStrip } from '../ui/stat-strip.tsx';
import { useOrderAddress } from './order-filter.ts';

/** 'Shipped, out for delivery' */
function namesIn(view: OrderView): string {
  const [first = '', ...rest] = ORDER_VIEWS[view].map(statusLabel);
  return [first, ...rest.map((name) => name.toLowerCase())].join(', ');
}

/** The figures of GET /orders/stats/summary. Open work comes first and links to its list. */
export function OrderStatStrip({ stats }: { stats: OrderStats | undefined }) {
  const inView = (view: OrderView) => stats && ordersIn(stats.byStatus, ORDER_VIEWS[view]);
  const attention = stats?.needsAttention ?? 0;
  const { filter, listAddress } = useOrderAddress();
  return (
    <StatStrip
      label="Order figures"
      stats={[
        {
          label: 'To verify',
          value: stats?.pendingPayments,
          line:
            stats && (attention > 0 ? `${attention} need${attention === 1 ? 's' : ''} attention` : 'Payments to prove'),
          hot: attention > 0,
          to: stats && { address: listAddress({ payment: 'pending' }), current: filter.payment === 'pending' },
          lineTo:
            attention > 0 ? { address: listAddress({ attention: 'true' }), current: filter.attention } : undefined,
        },
        { label: 'To ship', value: inView('to-ship'), line: namesIn('to-ship') },
        {
          label: 'On the way',
          value: inView('on-the-way'),
          line: namesIn('on-the-way'),
        },
        {
          label: 'Orders today',
          value: stats?.todayOrders,
          line: stats && `${formatRupees(stats.todayRevenue)} today`,
        },
        { label: 'Revenue', value: stats && formatRupees(stats.revenue), line: 'Without cancelled and draft' },
      ]}
    />
  );
}
