import { useQuery } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router';
import { formatDate, formatDateTime } from '#shop/india/dates.ts';
import type { AdminReplacement } from '#shop/orders/replacement-input.ts';
import { REPLACEMENT_STATUSES, reasonLabel, replacementLabel, replacementTone } from '#shop/orders/replacements.ts';
import { isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { type AdminColumn, AdminTable } from '#web/admin/ui/admin-table.tsx';
import { Drawer } from '#web/admin/ui/drawer.tsx';
import { FilterTabs } from '#web/admin/ui/filter-tabs.tsx';
import { Button, IconButton } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { X } from '#web/ui/icons.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { Pagination } from '#web/ui/pagination.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
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

/** The filter in the URL: `?section=replacements&status=requested&page=2&replacement=rpl_…` (D7). */
function useReplacementAddress() {
  const [search, setSearch] = useSearchParams();
  const address = (next: Record<string, string | null>): URLSearchParams => {
    const result = new URLSearchParams(search);
    result.set('section', 'replacements');
    for (const [name, value] of Object.entries(next)) {
      if (value) result.set(name, value);
      else result.delete(name);
    }
    return result;
  };
  const page = Number(search.get('page'));
  const filter: ReplacementFilter = {
    status: REPLACEMENT_STATUSES.find((status) => status === search.get('status')) ?? 'all',
    page: Number.isInteger(page) && page > 1 ? page : 1,
  };
  return {
    filter,
    openId: search.get('replacement'),
    setStatus: (status: ReplacementFilter['status']) =>
      setSearch(address({ status: status === 'all' ? null : status, page: null }), { preventScrollReset: true }),
    open: (id: string) => setSearch(address({ replacement: id }), { preventScrollReset: true }),
    close: () => setSearch(address({ replacement: null }), { preventScrollReset: true }),
    pageAddress: (to: number) => `?${address({ page: to > 1 ? String(to) : null, replacement: null })}`,
  };
}

/** Replacement requests: tabs per status, and a drawer with one request. */
export default function ReplacementsSection() {
  const address = useReplacementAddress();
  const { filter, openId } = address;
  const query = useQuery(replacementsQuery(filter));
  // Keeps the last list when a reload fails (D37).
  const last = useRef<ReplacementList>(undefined);
  if (query.data) last.current = query.data;
  const list = query.data ?? last.current;
  const failed = query.isError && !isSignedOut(query.error);
  useEffect(() => {
    if (failed) toast.error(LOAD_FAILED);
  }, [failed]);
  const tabs = [
    { value: 'all' as const, label: 'All' },
    ...REPLACEMENT_STATUSES.map((status) => ({
      value: status,
      label: replacementLabel(status),
      ...(list ? { count: list.counts[status] } : {}),
    })),
  ];
  return (
    <>
      <div className="admin-tools">
        <FilterTabs label="Status" tabs={tabs} value={filter.status} onChange={address.setStatus} />
      </div>
      {failed && (
        <LoadFailed message={LOAD_FAILED} onRetry={() => void query.refetch()} retrying={query.isFetching} quiet />
      )}
      <div className="admin-card">
        {list ? (
          <OpenContext value={address.open}>
            <Rows
              list={list}
              filter={filter}
              openId={openId}
              stale={query.isPlaceholderData || (failed && !query.data)}
            />
            <Foot list={list} pageAddress={address.pageAddress} />
          </OpenContext>
        ) : (
          !failed && <ListSkeleton />
        )}
      </div>
      <Drawer open={openId !== null} onClose={address.close} label="Replacement request">
        {openId !== null && <Sheet id={openId} onClose={address.close} />}
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
            <p className="text-ink-soft">
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

function ListSkeleton() {
  return (
    <div className="grid gap-3 p-4" role="status" aria-label="Loading replacement requests">
      {['a', 'b', 'c', 'd'].map((key) => (
        <Skeleton key={key} className="h-8" />
      ))}
    </div>
  );
}
