import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderStats } from '#shop/orders/order-calls.ts';
import { ORDER_STATUSES, type PaymentStatus, statusLabel } from '#shop/orders/order-status.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { RotateCw } from '#web/ui/icons.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { ExportButton } from '../ui/export-button.tsx';
import { FilterChip, FilterTabs } from '../ui/filter-tabs.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { SearchBox } from '../ui/search-box.tsx';
import { useListQuery } from '../ui/use-list-query.ts';
import { BulkBar } from './bulk-bar.tsx';
import { OrderDialogs } from './order-dialogs.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { type OrderFilter, PAGE_SIZE, useOrderAddress } from './order-filter.ts';
import { OrderStatStrip } from './order-stats.tsx';
import { exportPath, type OrderList, ordersQuery, statsQuery } from './orders-api.ts';
import { OrdersTable } from './orders-table.tsx';
import { useOrderActions } from './use-order-actions.ts';

const NONE: ReadonlySet<string> = new Set();
const PAYMENT_CHIP: Record<PaymentStatus, string> = {
  pending: 'To verify',
  completed: 'Payment verified',
  failed: 'Payment not received',
};
const LOAD_FAILED = 'Failed to load orders. Please check your connection.';

/** Order Management (R2.2): stats, filters, the list, and a drawer with one order. */
export default function OrdersSection() {
  const address = useOrderAddress();
  const { filter, openOrder } = address;
  const list = useListQuery(ordersQuery(filter), LOAD_FAILED);
  const stats = useQuery(statsQuery);
  const actions = useOrderActions();
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NONE);
  const tick = (numbers: string[], on: boolean) =>
    setTicked((current) => {
      const others = [...current].filter((number) => !numbers.includes(number));
      return new Set(on ? [...others, ...numbers] : others);
    });
  // Only orders on the current page can be selected, so that bulk actions never affect hidden rows.
  const selected = list.data?.orders.filter((order) => ticked.has(order.orderNumber)) ?? [];

  return (
    <>
      <OrderStatStrip stats={stats.data} />
      <OrderTools
        filter={filter}
        stats={stats.data}
        onChange={address.setFilter}
        onRefresh={() => void Promise.all([list.retry(), stats.refetch()])}
        refreshing={list.fetching}
      />
      {list.failed && (
        <div className="mb-3">
          <ErrorNote message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />
        </div>
      )}
      <div className="admin-card">
        {list.data ? (
          <Orders
            list={list.data}
            filter={filter}
            table={
              <OrdersTable
                orders={list.data.orders}
                openOrder={openOrder}
                onView={address.open}
                actions={actions}
                stale={list.stale}
                ticked={ticked}
                tick={tick}
              />
            }
            pageAddress={address.pageAddress}
          />
        ) : (
          !list.failed && <ListSkeleton label="Loading orders" />
        )}
      </div>
      <BulkBar selected={selected} onClear={() => setTicked(NONE)} />
      <OrderDrawer
        orderNumber={openOrder}
        onClose={() => {
          actions.closeConflict();
          address.close();
        }}
        actions={actions}
      />
      <OrderDialogs actions={actions} />
    </>
  );
}

function OrderTools({
  filter,
  stats,
  onChange,
  onRefresh,
  refreshing,
}: {
  filter: OrderFilter;
  stats: OrderStats | undefined;
  onChange: ReturnType<typeof useOrderAddress>['setFilter'];
  onRefresh: () => void;
  refreshing: boolean;
}) {
  const tabs = [
    { value: 'all' as const, label: 'All', count: stats?.totalOrders },
    ...ORDER_STATUSES.filter((status) => status !== 'draft').map((status) => ({
      value: status,
      label: statusLabel(status),
      count: stats?.byStatus[status],
    })),
    { value: 'draft' as const, label: statusLabel('draft'), count: stats?.byStatus.draft },
  ];
  return (
    <div className="admin-tools">
      <FilterTabs label="Status" tabs={tabs} value={filter.status} onChange={(status) => onChange({ status })} />
      {filter.attention && <FilterChip onRemove={() => onChange({ attention: '' })}>Needs attention</FilterChip>}
      {filter.payment && (
        <FilterChip onRemove={() => onChange({ payment: '' })}>{PAYMENT_CHIP[filter.payment]}</FilterChip>
      )}
      <SearchBox
        label="Find an order"
        placeholder="Order, UTR, name or mobile"
        value={filter.q}
        onChange={(q) => onChange({ q }, true)}
      />
      <Button
        variant="quiet"
        size="admin"
        className="btn-admin-icon"
        aria-label="Refresh"
        aria-busy={refreshing || undefined}
        onClick={onRefresh}
      >
        <Icon of={RotateCw} />
      </Button>
      <ExportButton
        of="GET /orders/export"
        path={exportPath(filter)}
        failed="Failed to export the orders. Please try again."
      />
      <fieldset className="admin-dates">
        <legend className="sr-only">Date range</legend>
        <label htmlFor="orders-from">From</label>
        <input
          id="orders-from"
          type="date"
          className="input input-admin"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <label htmlFor="orders-to">to</label>
        <input
          id="orders-to"
          type="date"
          className="input input-admin"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </fieldset>
    </div>
  );
}

function Orders({
  list,
  filter,
  table,
  pageAddress,
}: {
  list: OrderList;
  filter: OrderFilter;
  table: React.ReactNode;
  pageAddress: (page: number) => string;
}) {
  const { currentPage, totalPages, totalOrders } = list.pagination;
  if (list.orders.length === 0) {
    const { status, payment, attention, q, from, to } = filter;
    const narrowed = status !== 'all' || payment || attention || q || from || to;
    return <EmptyState title={narrowed ? 'No orders match these filters' : 'No orders yet'} />;
  }
  const first = (currentPage - 1) * PAGE_SIZE + 1;
  return (
    <>
      <div className="admin-scroll">{table}</div>
      <div className="admin-foot">
        <p className="num" role="status">
          {totalOrders === 1 ? '1 order' : `${first}–${first + list.orders.length - 1} of ${totalOrders} orders`}
        </p>
        <Pagination page={currentPage} pages={totalPages} to={pageAddress} />
      </div>
    </>
  );
}
