import { useQuery } from '@tanstack/react-query';
import { Fragment, useEffect, useRef, useState } from 'react';
import type { Product } from '#shop/catalogue/catalogue.ts';
import type { StockHistory as History } from '#shop/catalogue/product-admin.ts';
import { STOCK_WORDS } from '#shop/catalogue/stock-changes.ts';
import { formatDateTime } from '#shop/india/dates.ts';
import { adminCall } from '#web/admin/lib/session.ts';
import { ListSkeleton } from '#web/admin/ui/list-skeleton.tsx';
import { Button } from '#web/ui/button.tsx';
import { Select } from '#web/ui/field.tsx';
import { ErrorNote } from '#web/ui/note.tsx';

/** Lines before 'Show all'. */
const FIRST = 6;

const signed = (pieces: number) => (pieces > 0 ? `+${pieces}` : `−${-pieces}`);

/**
 * Who changed the stock of which size, when, by how much and why, newest first, and what orders
 * took between two changes.
 */
export function StockHistory({ product }: { product: Product }) {
  const [size, setSize] = useState('');
  const [whole, setWhole] = useState(false);
  const list = useRef<HTMLUListElement>(null);
  // The button has gone with its press.
  useEffect(() => {
    if (whole) list.current?.querySelectorAll<HTMLElement>('[tabindex]')[FIRST]?.focus({ preventScroll: true });
  }, [whole]);
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['products', 'stock', product.id],
    queryFn: async ({ signal }) =>
      (await adminCall('GET /admin/products/:id/stock', { params: { id: product.id } }, { signal })).history,
  });
  if (isError) {
    const retry = () => void refetch();
    return <ErrorNote quiet message="Failed to load the history" onRetry={retry} retrying={isFetching} />;
  }
  if (!data) return <ListSkeleton label="Loading the history" />;
  const changes = data.changes.filter((change) => size === '' || change.size === size);
  const sizes = data.sizes.filter((one) => size === '' || one.size === size);
  const several = data.sizes.length > 1;
  const shown = whole ? changes : changes.slice(0, FIRST);
  return (
    <section aria-label="History" className="grid gap-3">
      <div className="flex items-center justify-between gap-3">
        <h3 className="weight-600">History</h3>
        {several && (
          <Select label="Size" value={size} onChange={(event) => setSize(event.target.value)}>
            <option value="">All sizes</option>
            {data.sizes.map((one) => (
              <option key={one.size}>{one.size}</option>
            ))}
          </Select>
        )}
      </div>
      {changes.length === 0 ? (
        <p className="text-ink-soft">No changes yet. Each change that you save is listed here with your name.</p>
      ) : (
        <ul ref={list} className="grid gap-3">
          {sizes.map((one) => one.orders !== null && <Orders key={one.size} of={one} several={several} />)}
          {shown.map((change, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list is replaced as a whole
            <Fragment key={index}>
              <Line change={change} several={several} />
              {change.orders !== null && <Orders of={change} several={several} />}
            </Fragment>
          ))}
        </ul>
      )}
      {shown.length < changes.length && (
        <Button variant="text" size="admin" className="justify-self-start" onClick={() => setWhole(true)}>
          Show all {changes.length} changes
        </Button>
      )}
    </section>
  );
}

function Line({ change, several }: { change: History['changes'][number]; several: boolean }) {
  return (
    <li tabIndex={-1} className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3">
      <b className={`num ${change.change < 0 ? 'text-bad' : ''}`}>{signed(change.change)}</b>
      <span className="min-w-0">
        <span>
          {`${STOCK_WORDS[change.reason] ?? change.reason}${several ? `, ${change.size}` : ''}: `}
          <b className="num">{change.stock}</b> in stock afterwards
        </span>
        {change.note && <q className="block">{change.note}</q>}
        <small className="block text-ink-soft">
          {change.by}, {formatDateTime(change.at)}
        </small>
      </span>
    </li>
  );
}

/** What orders moved; nothing to tell when that was none. */
function Orders({ of, several }: { of: { size: string; orders: number | null }; several: boolean }) {
  if (!of.orders) return null;
  return (
    <li className="grid grid-cols-[3.5rem_minmax(0,1fr)] gap-x-3 text-ink-soft">
      <span className="num">{signed(of.orders)}</span>
      <span>{`${of.orders < 0 ? 'Taken by orders' : 'Put back by orders'}${several ? `, ${of.size}` : ''}`}</span>
    </li>
  );
}
