import { keepPreviousData, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Subscriber } from '#shop/contacts/newsletter.ts';
import { formatDate } from '#shop/india/dates.ts';
import { countOf } from '#web/admin/lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '#web/admin/lib/session.ts';
import { ConfirmDialog } from '#web/admin/ui/confirm-dialog.tsx';
import { ExportButton } from '#web/admin/ui/export-button.tsx';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { PageButtons } from '#web/admin/ui/page-buttons.tsx';
import { SearchBox } from '#web/admin/ui/search-box.tsx';
import { pageParameter, useSectionAddress } from '#web/admin/ui/use-address.ts';
import { usePagedQuery } from '#web/admin/ui/use-list-query.ts';
import { pathFor, type ResponseFor } from '#web/lib/api.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Trash2 } from '#web/ui/page-icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { LoadFailed } from '../../ui/load-failed.tsx';

const LOAD_FAILED = 'Failed to load the newsletter list. Please check your connection.';
const EXPORT_FAILED = 'Failed to export the newsletter list. Please try again.';
const REMOVE_FAILED = 'Failed to remove the address. Please try again.';

function subscribersQuery(q: string, page: number) {
  const query = { page, search: q.trim() };
  return queryOptions({
    queryKey: ['newsletter', query],
    queryFn: ({ signal }) => adminCall('GET /newsletter', { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** The newsletter subscribers (D10), with search and export. */
export default function NewsletterSection() {
  const address = useSectionAddress('newsletter');
  const q = address.get('q');
  const list = usePagedQuery(subscribersQuery(q, address.page), LOAD_FAILED, address.page, address.toPage);
  const [removing, setRemoving] = useState<Subscriber | null>(null);
  return (
    <>
      <div className="admin-tools">
        <SearchBox
          label="Find an address"
          placeholder="Part of an address"
          value={q}
          onChange={(text) => address.change({ q: text, page: null }, true)}
        />
        <ExportButton
          of="GET /newsletter/export"
          path={pathFor('GET /newsletter/export', { query: { search: q.trim() } })}
          failed={EXPORT_FAILED}
        />
      </div>
      {list.failed && <LoadFailed message={LOAD_FAILED} onRetry={list.retry} retrying={list.fetching} />}
      <div className="admin-card">
        {list.data ? (
          <Subscribers list={list.data} narrowed={q !== ''} onRemove={setRemoving} href={address.href} />
        ) : (
          !list.failed && <ListSkeleton label="Loading addresses" />
        )}
      </div>
      <RemoveDialog subscriber={removing} onClose={() => setRemoving(null)} />
    </>
  );
}

function Subscribers({
  list,
  narrowed,
  onRemove,
  href,
}: {
  list: ResponseFor<'GET /newsletter'>;
  narrowed: boolean;
  onRemove: (subscriber: Subscriber) => void;
  href: (next: Record<string, string | null>) => string;
}) {
  const { currentPage, totalPages, totalSubscribers } = list.pagination;
  if (totalSubscribers === 0) {
    return <EmptyState title={narrowed ? 'No address matches this search' : 'Nobody is on the list yet'} />;
  }
  return (
    <>
      <ul className="needs people" aria-label="Newsletter addresses">
        {list.subscribers.map((subscriber) => (
          <li key={subscriber.email}>
            <StatusPill tone={subscriber.unsubscribedAt === null ? 'green' : 'gray'} admin>
              {subscriber.unsubscribedAt === null ? 'On the list' : 'Left'}
            </StatusPill>
            <span>
              <b className="wrap-anywhere">{subscriber.email}</b>
              <small>
                <span>{`since ${formatDate(subscriber.createdAt)}`}</span>
                {subscriber.unsubscribedAt !== null && <span>{`, left ${formatDate(subscriber.unsubscribedAt)}`}</span>}
              </small>
            </span>
            <Button
              variant="line"
              size="admin"
              className="btn-admin-icon"
              aria-label={`Remove ${subscriber.email}`}
              onClick={() => onRemove(subscriber)}
            >
              <Icon of={Trash2} />
            </Button>
          </li>
        ))}
      </ul>
      <div className="admin-foot">
        <p className="num" role="status">
          <span>{countOf(totalSubscribers, 'address', 'addresses')}</span>
          {list.active < totalSubscribers && <span>{`, ${list.active} on the list`}</span>}
        </p>
        <PageButtons page={currentPage} pages={totalPages} to={(page) => href({ page: pageParameter(page) })} />
      </div>
    </>
  );
}

function RemoveDialog({ subscriber, onClose }: { subscriber: Subscriber | null; onClose: () => void }) {
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (email: string) => adminCall('DELETE /newsletter/:email', { params: { email } }),
    onSuccess: async ({ message }) => {
      onClose();
      toast.success(message);
      await client.invalidateQueries({ queryKey: ['newsletter'] });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, REMOVE_FAILED));
    },
  });
  return (
    <ConfirmDialog
      open={subscriber !== null}
      title="Remove this address?"
      action="Remove"
      busyText="Removing…"
      busy={remove.isPending}
      onClose={onClose}
      onConfirm={() => subscriber && remove.mutate(subscriber.email)}
    >
      <p>
        <b className="wrap-anywhere">{subscriber?.email}</b> is taken off the newsletter for good.
      </p>
    </ConfirmDialog>
  );
}
