import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { DemoKind, DemoRemoval } from '#shop/settings/demo.ts';
import { dispatchShopEvent } from '#web/lib/events.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { ErrorNote, Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { ListSkeleton } from '../ui/list-skeleton.tsx';

const NOUNS: Record<DemoKind, [one: string, many: string]> = {
  product: ['product', 'products'],
  category: ['category', 'categories'],
  review: ['review', 'reviews'],
  order: ['order', 'orders'],
  message: ['message', 'messages'],
  page: ['page’s texts and pictures', 'pages’ texts and pictures'],
  landing: ['category page', 'category pages'],
  settings: ['settings record', 'settings records'],
};

/** `34 products`, in the order of `NOUNS`; what is zero is left out. */
function parts(goes: DemoRemoval['goes']): string[] {
  return (Object.keys(NOUNS) as DemoKind[])
    .filter((kind) => goes[kind] > 0)
    .map((kind) => `${goes[kind]} ${NOUNS[kind][goes[kind] === 1 ? 0 : 1]}`);
}

/** The demo can be removed in one step. Shown while the shop has it. */
export function RemoveDemo() {
  const [open, setOpen] = useState(false);
  const [done, setDone] = useState<DemoRemoval | null>(null);
  const client = useQueryClient();
  const close = () => {
    setOpen(false);
    // Every list has changed. The card goes with the checklist that says so, after its result was
    // read.
    if (!done) return;
    dispatchShopEvent('pageContentUpdated');
    dispatchShopEvent('productUpdated');
    void client.invalidateQueries();
  };
  return (
    <section className="admin-card" aria-labelledby="demo">
      <header className="card-head">
        <h2 id="demo">This is a demo shop</h2>
      </header>
      <div className="card-body grid justify-items-start gap-3">
        <p className="text-ink-soft">
          Its products, orders, reviews, messages and texts are examples. Remove them all at once. What you have added
          or changed stays.
        </p>
        <Button variant="line" size="admin" onClick={() => setOpen(true)}>
          Remove the demo…
        </Button>
      </div>
      <Dialog open={open} onClose={close} title={done ? 'The demo is gone' : 'Remove the demo?'} step={done ? 1 : 0}>
        {done ? <Result removal={done} onClose={close} /> : <Question onDone={setDone} onClose={close} />}
      </Dialog>
    </section>
  );
}

function Question({ onDone, onClose }: { onDone: (removal: DemoRemoval) => void; onClose: () => void }) {
  const { data, isError, error, isFetching, refetch } = useQuery({
    queryKey: ['demo'],
    queryFn: ({ signal }) => adminCall('GET /settings/demo', {}, { signal }),
    gcTime: 0,
  });
  const removal = useMutation({
    mutationFn: () => adminCall('DELETE /settings/demo'),
    onSuccess: onDone,
    onError: (failure) => {
      if (!isSignedOut(failure))
        toast.error(serverSentence(failure, 'The demo could not be removed. Nothing has changed.'));
    },
  });
  return (
    <div className="grid gap-4">
      {isError && !isSignedOut(error) && (
        <ErrorNote
          message="Failed to load what would be removed"
          onRetry={() => void refetch()}
          retrying={isFetching}
        />
      )}
      {!data && !isError && <ListSkeleton label="Looking at the demo" />}
      {data && (
        <>
          <div>
            <p className="weight-600">This will be deleted permanently:</p>
            <ul className="list-disc pl-5">
              {parts(data.goes).map((part) => (
                <li key={part}>{part}</li>
              ))}
            </ul>
          </div>
          <Stays stays={data.stays} />
        </>
      )}
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onClose}>
          Cancel
        </Button>
        <Button
          variant="bad"
          size="admin"
          disabled={!data}
          busy={removal.isPending}
          busyText="Removing…"
          onClick={() => removal.mutate()}
        >
          Remove the demo
        </Button>
      </div>
    </div>
  );
}

function Result({ removal, onClose }: { removal: DemoRemoval; onClose: () => void }) {
  return (
    <div className="grid gap-4">
      <Note tone="ok" live="status">
        Removed: {parts(removal.goes).join(', ')}.
      </Note>
      <Stays stays={removal.stays} />
      <div className="flex justify-end">
        <Button size="admin" onClick={onClose}>
          Done
        </Button>
      </div>
    </div>
  );
}

function Stays({ stays }: Pick<DemoRemoval, 'stays'>) {
  if (stays.length === 0) return <p>No demo content stays. Your own content is not touched.</p>;
  return (
    <div>
      <p className="weight-600">This will stay:</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard */}
      <section className="max-h-60 overflow-y-auto pt-1" aria-label="What stays" tabIndex={0}>
        <ul className="grid gap-2">
          {stays.map(({ kind, id, name, why }) => (
            <li key={`${kind} ${id}`}>
              {name}
              <br />
              <span className="text-small text-ink-soft">{why}</span>
            </li>
          ))}
        </ul>
      </section>
    </div>
  );
}
