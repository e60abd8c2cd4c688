import { useQuery } from '@tanstack/react-query';
import { createContext, useContext } from 'react';
import { Link } from 'react-router';
import { formatDate, formatDateTime } from '#shop/india/dates.ts';
import type { AdminReplacement } from '#shop/orders/replacement-input.ts';
import { REPLACEMENT_STATUSES, reasonLabel, replacementLabel, replacementTone } from '#shop/orders/replacements.ts';
import { serverSentence } from '#web/admin/lib/session.ts';
import { type AdminColumn, AdminTable } from '#web/admin/ui/admin-table.tsx';
import { Drawer } from '#web/admin/ui/drawer.tsx';
import { FilterTabs } from '#web/admin/ui/filter-tabs.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { pageParameter, useSectionAddress } from '#web/admin/ui/use-address.ts';
import { usePagedQuery } from '#web/admin/ui/use-list-query.ts';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';
import { ReplacementBox } from './replacement-box.tsx';
import {
  PAGE_SIZE,
  type ReplacementFilter,
  type ReplacementList,
  replacementQuery,
  replacementsQuery,
} from './replacements-api.ts';

const LOAD_FAILED = 'Failed to load replacement requests. Please check your connection.';

/** Replacement requests: tabs per status, and a drawer with one request. */
export default function ReplacementsSection() {
  const address = useSectionAddress('replacements');
  const filter: ReplacementFilter = {
    status: REPLACEMENT_STATUSES.find((status) => status === address.get('status')) ?? 'all',
    page: address.page,
  };
  const openId = address.get('replacement') || null;
  const open = (id: string | null) => address.change({ replacement: id });
  const {
    data: list,
    failed,
    stale,
    fetching,
    retry,
  } = usePagedQuery(replacementsQuery(filter), LOAD_FAILED, address.page, address.toPage);
  const tabs = [
    { value: 'all' as const, label: 'All' },
    ...REPLACEMENT_STATUSES.map((status) => ({
      value: status,
      label: replacementLabel(status),
      count: list?.counts[status] ?? null,
    })),
  ];
  return (
    <>
      <div className="admin-tools">
        <FilterTabs
          label="Status"
          tabs={tabs}
          value={filter.status}
          onChange={(status) => address.change({ status: status === 'all' ? null : status, page: null })}
        />
      </div>
      {failed && <LoadFailed message={LOAD_FAILED} onRetry={retry} retrying={fetching} quiet />}
      <div className="admin-card">
        {list ? (
          <OpenContext value={open}>
            <Rows list={list} filter={filter} openId={openId} stale={stale} />
            <Foot list={list} pageAddress={(page) => address.href({ page: pageParameter(page), replacement: null })} />
          </OpenContext>
        ) : (
          !failed && <ListSkeleton label="Loading replacement requests" />
        )}
      </div>
      <Drawer open={openId !== null} onClose={() => open(null)} label="Replacement request">
        {openId !== null && <Sheet id={openId} onClose={() => open(null)} />}
      </Drawer>
    </>
  );
}

const OpenContext = createContext<((id: string) => void) | null>(null);

function Rows({
  list,
  filter,
  openId,
  stale,
}: {
  list: ReplacementList;
  filter: ReplacementFilter;
  openId: string | null;
  stale: boolean;
}) {
  if (list.replacements.length === 0) {
    return (
      <EmptyState title={filter.status === 'all' ? 'No replacement requests yet' : 'No requests with this status'} />
    );
  }
  return (
    <div className="admin-scroll">
      <AdminTable
        caption="Replacement requests, newest first"
        className="replacements-table"
        columns={COLUMNS}
        rows={list.replacements}
        rowId={idOf}
        openId={openId}
        stale={stale}
      />
    </div>
  );
}

const idOf = (request: AdminReplacement) => request.id;

const COLUMNS: AdminColumn<AdminReplacement>[] = [
  {
    id: 'order',
    header: 'Order',
    meta: { name: 'order' },
    cell: ({ row: { original: request } }) => (
      <>
        <b className="mono">{request.orderNumber}</b>
        <small className="num">{formatDateTime(request.createdAt)}</small>
      </>
    ),
  },
  {
    id: 'customer',
    header: 'Customer',
    meta: { name: 'customer' },
    cell: ({ row: { original: request } }) => (
      <>
        <b className="admin-clip">{request.customerName || '—'}</b>
        <small className="admin-clip">{request.city}</small>
      </>
    ),
  },
  {
    id: 'reason',
    header: 'Reason',
    meta: { name: 'reason' },
    cell: ({ row: { original: request } }) => (
      <>
        <span>{reasonLabel(request.reason)}</span>
        <small className="admin-clip">
          {request.items.map((item) => `${item.name} × ${item.quantity}`).join(', ')}
        </small>
      </>
    ),
  },
  {
    id: 'photos',
    header: 'Photos',
    meta: { name: 'photos', className: 'end' },
    cell: ({ row: { original: request } }) => request.photos.length || '—',
  },
  {
    id: 'status',
    header: 'Status',
    meta: { name: 'status' },
    cell: ({ row: { original: request } }) =>
      // Only statuses that need action are pills (G6).
      request.status === 'requested' || request.status === 'approved' ? (
        <StatusPill tone={replacementTone(request.status)} admin>
          {replacementLabel(request.status)}
        </StatusPill>
      ) : (
        <span className="text-ink-soft">{replacementLabel(request.status)}</span>
      ),
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    meta: { name: 'actions', className: 'end' },
    cell: ({ row: { original: request } }) => <ViewButton request={request} />,
  },
];

function ViewButton({ request }: { request: AdminReplacement }) {
  const open = useContext(OpenContext);
  return (
    <Button
      variant="quiet"
      size="admin"
      aria-label={`View the request for ${request.orderNumber}`}
      onClick={() => open?.(request.id)}
    >
      View
    </Button>
  );
}

function Foot({ list, pageAddress }: { list: ReplacementList; pageAddress: (page: number) => string }) {
  const { currentPage, totalPages, totalReplacements } = list.pagination;
  if (list.replacements.length === 0) return null;
  const first = (currentPage - 1) * PAGE_SIZE + 1;
  return (
    <div className="admin-foot">
      <p className="num" role="status">
        {totalReplacements === 1
          ? '1 request'
          : `${first}–${first + list.replacements.length - 1} of ${totalReplacements} requests`}
      </p>
      <Pagination page={currentPage} pages={totalPages} to={pageAddress} />
    </div>
  );
}

function Sheet({ id, onClose }: { id: string; onClose: () => void }) {
  const { data: request, error, refetch, isFetching } = useQuery(replacementQuery(id));
  return (
    <div className="admin-drawer">
      <header>
        <div className="min-w-0">
          <h2>{request?.orderNumber ?? 'Replacement request'}</h2>
          {request && (
            <p className="wrap-anywhere text-ink-soft">
              {request.customerName} · delivered {request.deliveredAt === null ? '—' : formatDate(request.deliveredAt)}
            </p>
          )}
        </div>
        <span className="admin-drawer-status" />
        <IconButton aria-label="Close" onClick={onClose}>
          <Icon of={X} />
        </IconButton>
      </header>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="admin-drawer-body" aria-label="Replacement request" tabIndex={0}>
        {error && !request && (
          <ErrorNote
            message={serverSentence(error, LOAD_FAILED)}
            onRetry={() => void refetch()}
            retrying={isFetching}
          />
        )}
        {!request && !error && <Skeleton className="h-60 rounded-card" />}
        {request && (
          <>
            <ReplacementBox
              key={request.id}
              orderNumber={request.orderNumber}
              deliveredAt={request.deliveredAt}
              request={request}
            />
            <p>
              <Link className="link admin-link" to={`/admin?section=orders&order=${request.orderNumber}`}>
                Open the whole order
              </Link>
            </p>
          </>
        )}
      </section>
    </div>
  );
}
