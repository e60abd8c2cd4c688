import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { usePagedQuery } from '../ui/use-list-query.ts';
import { BulkBar, BulkDialogs, type BulkQuestion } from './bulk-bar.tsx';
import { OrderDialogs } from './order-dialogs.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { type OrderFilter, PAGE_SIZE, useOrderAddress } from './order-filter.ts';
import { OrderStatStrip } from './order-stats.tsx';
import { OrderTools } from './order-tools.tsx';
import { viewFilterOf } from './order-views.ts';
import { type OrderList, ordersQuery, statsQuery } from './orders-api.ts';
import { OrdersTable } from './orders-table.tsx';
import { TrackingFile } from './tracking-file.tsx';
import { useOrderActions } from './use-order-actions.ts';

const NONE: ReadonlySet<string> = new Set();
const LOAD_FAILED = 'Failed to load orders. Please check your connection.';

/** Order Management (R2.2): stats, filters, the list, and a drawer with one order. */
export default function OrdersSection() {
  const address = useOrderAddress();
  const { filter, openOrder } = address;
  const list = usePagedQuery(ordersQuery(filter), LOAD_FAILED, filter.page, address.toPage);
  const stats = useQuery(statsQuery);
  const actions = useOrderActions(openOrder);
  const [ticked, setTicked] = useState<ReadonlySet<string>>(NONE);
  const [bulk, setBulk] = useState<BulkQuestion | null>(null);
  const [reading, setReading] = useState(false);
  /** On a phone the checkboxes are shown only then. */
  const [selecting, setSelecting] = useState(false);
  const tick = (numbers: string[], on: boolean) =>
    setTicked((current) => {
      const others = [...current].filter((number) => !numbers.includes(number));
      return new Set(on ? [...others, ...numbers] : others);
    });
  // Only orders on the current page can be selected, so that bulk actions never affect hidden rows.
  const orders = list.data?.orders ?? [];
  const selected = orders.filter((order) => ticked.has(order.orderNumber));

  return (
    <>
      <OrderTools
        filter={filter}
        stats={stats.data}
        onChange={address.setFilter}
        onRefresh={() => void Promise.all([list.retry(), stats.refetch()])}
        refreshing={list.fetching}
        onTrackingFile={() => setReading(true)}
        selecting={selecting}
        onSelecting={() => {
          setSelecting(!selecting);
          setTicked(NONE);
        }}
      />
      {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />}
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
                onVerify={(order) => setBulk({ kind: 'verify', orders: [order] })}
                actions={actions}
                stale={list.stale}
                ticked={ticked}
                tick={tick}
                selecting={selecting || selected.length > 0}
              />
            }
            pageAddress={address.pageAddress}
          />
        ) : (
          !list.failed && <ListSkeleton label="Loading orders" />
        )}
      </div>
      <BulkBar
        selected={selected}
        total={orders.length}
        onAll={() => setTicked(new Set(orders.map(({ orderNumber }) => orderNumber)))}
        onClear={() => setTicked(NONE)}
        ask={setBulk}
      />
      <BulkDialogs
        question={bulk}
        onClose={() => setBulk(null)}
        onOpen={(orderNumber) => {
          setBulk(null);
          address.open(orderNumber);
        }}
        onDone={() => {
          setBulk(null);
          setTicked(NONE);
        }}
      />
      <Dialog open={reading} onClose={() => setReading(false)} title="Tracking numbers from a courier" wide>
        <TrackingFile onClose={() => setReading(false)} />
      </Dialog>
      {/* Below the list, and not before it: fifty rows would push its links from under a finger. */}
      {(list.data || list.failed) && (
        <div className="mt-4">
          <OrderStatStrip stats={stats.data} />
        </div>
      )}
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
    const narrowed = Object.keys(viewFilterOf(filter)).length > 0;
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
