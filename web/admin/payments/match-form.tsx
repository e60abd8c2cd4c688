import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatDate } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import type { Credit } from '#shop/orders/payments/credit.ts';
import { Button } from '#web/ui/button.tsx';
import { ErrorNote } from '#web/ui/note.tsx';
import { adminCall } from '../lib/session.ts';
import { SearchBox } from '../ui/search-box.tsx';
import { creditTime, difference, REASONS } from './payment-words.ts';
import type { OpenCredit } from './payments-api.ts';
import type { PaymentActions } from './use-payment-actions.ts';

interface Candidate {
  orderNumber: string;
  name: string;
  total: number;
  createdAt: number;
  utr: string | null;
  paid: boolean;
  /** Why it is suggested. */
  fact?: string;
}

/** Finds the order of a credit: the suggestions first, then a search. */
export function MatchForm({
  credit,
  suggestions,
  actions,
}: {
  credit: Credit;
  suggestions: OpenCredit['suggestions'];
  actions: PaymentActions;
}) {
  const [search, setSearch] = useState('');
  const text = search.trim();
  const found = useQuery({
    // One press moves money, so nothing but the person's own typing changes the list: no reload of the orders, no window that comes back.
    queryKey: ['match', text],
    queryFn: ({ signal }) => adminCall('GET /orders', { query: { search: text, limit: 10 } }, { signal }),
    enabled: text !== '',
    placeholderData: keepPreviousData,
    ...{ staleTime: Number.POSITIVE_INFINITY, gcTime: 0, refetchInterval: false },
  });
  /** The results are those of an earlier text. */
  const stale = text !== '' && found.isPlaceholderData;
  const suggested = suggestions.map(({ order, reason }): Candidate => {
    const { orderNumber, name, total, createdAt, utrNumber: utr } = order;
    const { kind, fact, sentence } = REASONS[reason];
    return {
      ...{ orderNumber, name, total, createdAt, utr, paid: order.paymentStatus === 'completed' },
      fact: kind === 'closed' ? `${fact}. ${sentence}` : fact,
    };
  });
  const results = (found.data?.orders ?? []).map(
    ({ orderNumber, shippingAddress, pricing, createdAt, payment }): Candidate => ({
      ...{ orderNumber, name: shippingAddress.name, total: pricing.total, createdAt },
      ...{ utr: payment.utrNumber ?? null, paid: payment.status === 'completed' },
    }),
  );
  const shown = text === '' ? suggested : results;
  return (
    <div className="grid gap-4">
      <p>
        <b className="num">{formatRupees(credit.amount)}</b> from {credit.payer ?? 'an unnamed payer'},{' '}
        {creditTime(credit.at)}
        {credit.rrn && (
          <>
            , UTR <span className="mono">{credit.rrn}</span>
          </>
        )}
      </p>
      <SearchBox label="Find the order" placeholder="Order, UTR, name or mobile" value={search} onChange={setSearch} />
      {found.isError && (
        <ErrorNote
          message="Failed to load orders. Please check your connection."
          onRetry={() => void found.refetch()}
        />
      )}
      <ul className={`bulk-list ${stale ? 'opacity-60' : ''}`} aria-label="Orders" aria-busy={stale || undefined}>
        {shown.map((order) => (
          <CandidateRow key={order.orderNumber} order={order} credit={credit} actions={actions} stale={stale} />
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

function CandidateRow({
  order,
  credit,
  actions,
  stale,
}: {
  order: Candidate;
  credit: Credit;
  actions: PaymentActions;
  stale: boolean;
}) {
  const apart = credit.amount - order.total;
  const busy = actions.isBusy(order.orderNumber);
  return (
    <li className="grid-cols-[minmax(0,1fr)_auto]! max-md:grid-cols-[minmax(0,1fr)]!">
      <div className="min-w-0">
        <b className="mono">{order.orderNumber}</b> · {order.name}
        <small>
          {formatRupees(order.total)} · {formatDate(order.createdAt)} · UTR{' '}
          <span className="mono">{order.utr ?? 'none'}</span>
        </small>
        {(order.fact ?? apart !== 0) && (
          <small className="weight-600 text-kesar-text!">
            {[order.fact, apart !== 0 ? difference(apart) : undefined].filter(Boolean).join(' · ')}
          </small>
        )}
      </div>
      {order.paid ? (
        <span className="text-ink-soft">Already paid</span>
      ) : (
        <Button
          variant={apart === 0 ? 'ok' : 'quiet'}
          size="admin"
          busy={busy}
          // Another order's credit is being saved, or the row is about to go.
          disabled={stale || (!busy && actions.isBusy(credit.id))}
          aria-label={`${apart === 0 ? 'Match' : `Accept ${formatRupees(credit.amount)} for`} ${order.orderNumber}`}
          onClick={() => actions.match(credit, order, apart !== 0)}
        >
          {apart === 0 ? 'Match' : `Accept ${formatRupees(credit.amount)}`}
        </Button>
      )}
    </li>
  );
}
