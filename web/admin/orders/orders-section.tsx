import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Dialog } from '#web/ui/dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { ListSkeleton } from '../ui/list-skeleton.tsx';
import { LoadFailed } from '../ui/load-failed.tsx';
import { usePagedQuery } from '../ui/use-list-query.ts';
import { BulkBar, BulkDialogs, type BulkQuestion } from './bulk-bar.tsx';
import { BulkEndDialog, type EndQuestion } from './bulk-end.tsx';
import { DeliveredFile } from './delivered-file-dialog.tsx';
import { OrderDialogs } from './order-dialogs.tsx';
import { OrderDrawer } from './order-drawer.tsx';
import { type OrderFilter, PAGE_SIZE, useOrderAddress } from './order-filter.ts';
import { OrderStatStrip } from './order-stats.tsx';
import { OrderTools } from './order-tools.tsx';
import { viewFilterOf } from './order-views.ts';
import { type OrderList, ordersQuery, statsQuery } from './orders-api.ts';
import { OrdersTable } from './orders-table.tsx';
import { TrackingFile } from './tracking-file-dialog.tsx';
import { UnprovenGroups } from './unproven-groups.tsx';
import { useOrderActions } from './use-order-actions.ts';
import { toPicked, usePicked } from './use-picked.ts';

const LOAD_FAILED = 'Failed to load orders. Please check your connection.';

/** Order Management (R2.2): stats, filters, the list, and a drawer with one order. */
export default function OrdersSection() {
  const address = useOrderAddress();
  const { filter, openOrder } = address;
  const list = usePagedQuery(ordersQuery(filter), LOAD_FAILED, filter.page, address.toPage);
  const stats = useQuery(statsQuery);
  const actions = useOrderActions(openOrder);
  const [bulk, setBulk] = useState<BulkQuestion | null>(null);
  const [reading, setReading] = useState<'tracking' | 'delivered' | null>(null);
  /** On a phone the checkboxes are shown only then. */
  const [selecting, setSelecting] = useState(false);
  const [ending, setEnding] = useState<EndQuestion | null>(null);
  // Only orders on the current page can be ticked one by one, so that bulk actions never affect
  // hidden rows but those of a group.
  const orders = list.data?.orders ?? [];
  const picked = usePicked(orders.map(toPicked));
  const selected = orders.filter((order) => picked.ticked.has(order.orderNumber));

  return (
    <>
      <OrderTools
        filter={filter}
        stats={stats.data}
        onChange={address.setFilter}
        onRefresh={() => void Promise.all([list.retry(), stats.refetch()])}
        refreshing={list.fetching}
        onTrackingFile={() => setReading('tracking')}
        onDeliveredFile={() => setReading('delivered')}
        selecting={selecting}
        onSelecting={() => {
          setSelecting(!selecting);
          picked.clear();
        }}
      />
      {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />}
      {filter.q === '' && <UnprovenGroups picked={picked} />}
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
                ticked={picked.ticked}
                tick={picked.tick}
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
        picked={picked}
        total={orders.length}
        onAll={() => picked.pick(orders.map(toPicked))}
        ask={setBulk}
        end={setEnding}
      />
      <BulkEndDialog
        question={ending}
        onClose={() => setEnding(null)}
        onDone={() => {
          setEnding(null);
          picked.clear();
        }}
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
          picked.clear();
        }}
      />
      <Dialog
        open={reading === 'tracking'}
        onClose={() => setReading(null)}
        title="Tracking numbers from a courier"
        wide
      >
        <TrackingFile onClose={() => setReading(null)} />
      </Dialog>
      <Dialog open={reading === 'delivered'} onClose={() => setReading(null)} title="Delivered by a courier" wide>
        <DeliveredFile onClose={() => setReading(null)} />
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
