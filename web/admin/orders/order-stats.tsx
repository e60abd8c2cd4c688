import { formatRupees } from '#shop/money/money.ts';
import type { OrderStats } from '#shop/orders/order-calls.ts';
import { StatStrip } from '../ui/stat-strip.tsx';
import { useOrderAddress } from './order-filter.ts';

/** The figures of GET /orders/stats/summary. Open work comes first and links to its list. */
export function OrderStatStrip({ stats }: { stats: OrderStats | undefined }) {
  const of = (status: keyof OrderStats['byStatus']) => stats?.byStatus[status] ?? 0;
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
        { label: 'To ship', value: stats && of('confirmed') + of('processing'), line: 'Confirmed, processing' },
        {
          label: 'On the way',
          value: stats && of('shipped') + of('out_for_delivery'),
          line: 'Shipped, out for delivery',
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
