import { useQuery } from '@tanstack/react-query';
import { RotateCw, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ORDER_STATUSES, statusLabel } from '#shop/order-status.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toast } from '#web/ui/toast.tsx';
import { hasToken, isSignedOut } from '../session.ts';
import { FilterTabs } from '../ui/filter-tabs.tsx';
import { OrderDialogs } from './order-dialogs.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { type OrderFilter, PAGE_SIZE, useOrderAddress } from './order-filter.ts';
import { OrderStatStrip } from './order-stats.tsx';
import { type OrderList, type OrderStats, ordersQuery, statsQuery } from './orders-api.ts';
import { OrdersTable } from './orders-table.tsx';
import { useOrderActions } from './use-order-actions.ts';

const LOAD_FAILED = 'Failed to load orders. Please check your connection.';

/** Order Management (spec 2 §2): stats, filters, the list, and one order in the drawer. */
export default function OrdersSection() {
  const address = useOrderAddress();
  const { filter, openOrder } = address;
  const list = useOrderList(filter);
  const stats = useQuery(statsQuery);
  const actions = useOrderActions();

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
      <div className="desk-card">
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
              />
            }
            pageAddress={address.pageAddress}
          />
        ) : (
          !list.failed && <ListSkeleton />
        )}
      </div>
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

/**
 * The list of a filter. A failed load says so once and keeps the last list that came (D37); what the session's end has to
 * say is said by the session itself.
 */
function useOrderList(filter: OrderFilter) {
  const query = useQuery(ordersQuery(filter));
  const last = useRef<OrderList>(undefined);
  if (query.data) last.current = query.data;
  const failed = query.isError && !isSignedOut(query.error);

  const { error } = query;
  useEffect(() => {
    if (failed) toast.error(LOAD_FAILED);
  }, [failed]);
  useEffect(() => {
    // Without a token the call was never made; the sentence is its own (spec 2 §6).
    if (isSignedOut(error) && !hasToken() && error instanceof Error && error.message.startsWith('No admin')) {
      toast.error(error.message);
    }
  }, [error]);

  return {
    data: query.data ?? last.current,
    failed,
    stale: query.isPlaceholderData || (failed && !query.data),
    fetching: query.isFetching,
    retry: () => void query.refetch(),
  };
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
    <div className="desk-tools">
      <FilterTabs label="Status" tabs={tabs} value={filter.status} onChange={(status) => onChange({ status })} />
      <SearchBox value={filter.q} onChange={(q) => onChange({ q }, true)} />
      <Button
        variant="quiet"
        size="desk"
        className="btn-desk-icon"
        aria-label="Refresh"
        aria-busy={refreshing || undefined}
        onClick={onRefresh}
      >
        <Icon of={RotateCw} />
      </Button>
      <fieldset className="desk-dates">
        <legend className="sr-only">Date range</legend>
        <label htmlFor="orders-from">From</label>
        <input
          id="orders-from"
          type="date"
          className="input input-desk"
          max={filter.to || undefined}
          value={filter.from}
          onChange={(event) => onChange({ from: event.target.value })}
        />
        <label htmlFor="orders-to">to</label>
        <input
          id="orders-to"
          type="date"
          className="input input-desk"
          min={filter.from || undefined}
          value={filter.to}
          onChange={(event) => onChange({ to: event.target.value })}
        />
      </fieldset>
    </div>
  );
}

/** Typing is sent on when it pauses. */
const PAUSE_MS = 300;

function SearchBox({ value, onChange }: { value: string; onChange: (value: string) => void }) {
  const [text, setText] = useState(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const sent = useRef(value);
  // The address may have changed during the pause (an order was opened): what is sent must build on the address of now.
  const latest = useRef(onChange);
  latest.current = onChange;
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address may change under the box: back, or a link.
  useEffect(() => {
    if (value !== sent.current) {
      sent.current = value;
      setText(value);
    }
  }, [value]);
  return (
    <search className="desk-find">
      <Icon of={Search} />
      <input
        type="search"
        className="input input-desk"
        aria-label="Find an order"
        placeholder="Order, UTR, name or mobile"
        maxLength={100}
        value={text}
        onChange={(event) => {
          const next = event.target.value;
          setText(next);
          clearTimeout(timer.current);
          timer.current = setTimeout(() => {
            sent.current = next;
            latest.current(next);
          }, PAUSE_MS);
        }}
      />
    </search>
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
    const narrowed = filter.status !== 'all' || filter.q || filter.from || filter.to;
    return <EmptyState title={narrowed ? 'No orders match these filters' : 'No orders yet'} />;
  }
  const first = (currentPage - 1) * PAGE_SIZE + 1;
  return (
    <>
      <div className="desk-scroll">{table}</div>
      <div className="desk-foot">
        <p className="num" role="status">
          {totalOrders === 1 ? '1 order' : `${first}–${first + list.orders.length - 1} of ${totalOrders} orders`}
        </p>
        <Pagination page={currentPage} pages={totalPages} to={pageAddress} />
      </div>
    </>
  );
}

function ListSkeleton() {
  return (
    <div className="grid gap-3 p-4" role="status" aria-label="Loading orders">
      {['a', 'b', 'c', 'd', 'e', 'f'].map((key) => (
        <Skeleton key={key} className="h-8" />
      ))}
    </div>
  );
}
