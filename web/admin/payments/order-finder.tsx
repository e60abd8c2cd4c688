import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { formatDate } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { ErrorNote } from '#web/ui/note.tsx';
import { adminCall } from '../lib/session.ts';
import { SearchBox } from '../ui/search-box.tsx';

/** An order that may be the one. */
export interface Candidate {
  orderNumber: string;
  name: string;
  total: number;
  createdAt: number;
  utr: string | null;
  paid: boolean;
  /** Why it is suggested. */
  fact?: string;
}

interface OrderFinderProps {
  /** What an order is looked for, above the search. */
  children: ReactNode;
  suggested: Candidate[];
  /** What is to be compared, in a row. */
  warning: (order: Candidate) => string | undefined;
  /** The button of a row. @param stale the row is about to go */
  action: (order: Candidate, stale: boolean) => ReactNode;
}

/** Finds the order of a payment: the suggestions first, then a search. */
export function OrderFinder({ children, suggested, warning, action }: OrderFinderProps) {
  const [search, setSearch] = useState('');
  const text = search.trim();
  const found = useQuery({
    // One press moves money, so nothing but the person's own typing changes the list: no reload of
    // the orders, no window that comes back.
    queryKey: ['match', text],
    queryFn: ({ signal }) => adminCall('GET /orders', { query: { search: text, limit: 10 } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchInterval: false,
  });
  /** The results are those of an earlier text. */
  const stale = text !== '' && found.isPlaceholderData;
  const results = (found.data?.orders ?? []).map(
    ({ orderNumber, shippingAddress, pricing, createdAt, payment }): Candidate => ({
      orderNumber,
      name: shippingAddress.name,
      total: pricing.total,
      createdAt,
      utr: payment.utrNumber ?? null,
      paid: payment.status === 'completed',
    }),
  );
  const shown = text === '' ? suggested : results;
  return (
    <div className="grid gap-4">
      {children}
      <SearchBox label="Find the order" placeholder="Order, UTR, name or mobile" value={search} onChange={setSearch} />
      {found.isError && (
        <ErrorNote
          message="Failed to load orders. Please check your connection."
          onRetry={() => void found.refetch()}
        />
      )}
      <ul className={`bulk-list ${stale ? 'opacity-60' : ''}`} aria-label="Orders" aria-busy={stale || undefined}>
        {shown.map((order) => (
          <li key={order.orderNumber} className="grid-cols-[minmax(0,1fr)_auto]! max-md:grid-cols-[minmax(0,1fr)]!">
            <Facts order={order} warning={warning(order)} />
            {order.paid ? <span className="text-ink-soft">Already paid</span> : action(order, stale)}
          </li>
        ))}
      </ul>
      {shown.length === 0 && !found.isError && (
        <p className="text-ink-soft" role="status">
          {text === ''
            ? 'No order fits by itself. Search for it.'
            : found.isFetching
              ? 'Searching…'
              : 'No order found.'}
        </p>
      )}
    </div>
  );
}

function Facts({ order, warning }: { order: Candidate; warning: string | undefined }) {
  return (
    <div className="min-w-0">
      <b className="mono">{order.orderNumber}</b>
      <span>{` · ${order.name}`}</span>
      <small>
        {formatRupees(order.total)} · {formatDate(order.createdAt)} · UTR{' '}
        <span className="mono">{order.utr ?? 'none'}</span>
      </small>
      {warning && <small className="weight-600 text-kesar-text!">{warning}</small>}
    </div>
  );
}
