import { keepPreviousData, queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { whatsAppLink } from '#shop/contacts/whatsapp.ts';
import { formatDate } from '#shop/india/dates.ts';
import { Button } from '#web/ui/button.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { useSettled } from '../ui/use-settled.ts';

const alertsQuery = (page: number) =>
  queryOptions({
    queryKey: ['stock-alerts', page],
    queryFn: ({ signal }) => adminCall('GET /stock-alerts', { query: { page } }, { signal }),
    placeholderData: keepPreviousData,
  });

/**
 * Shoppers who left a phone number on a sold-out size: staff write to them on WhatsApp. Empty:
 * nothing is rendered.
 */
export function StockAlerts() {
  const [page, setPage] = useState(1);
  const { data, isPlaceholderData } = useQuery(alertsQuery(page));
  const list = useSettled<HTMLUListElement>(data?.alerts.map(({ id }) => id).join(' ') ?? '', {
    stale: !data || isPlaceholderData,
  });
  const client = useQueryClient();
  const remove = useMutation({
    mutationFn: (id: string) => adminCall('DELETE /stock-alerts/:id', { params: { id } }),
    onSuccess: async ({ message }) => {
      toast.success(message);
      setPage(1);
      await client.invalidateQueries({ queryKey: ['stock-alerts'] });
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to change the list. Please try again.'));
    },
  });
  if (!data || data.pagination.totalAlerts === 0) return null;
  const { totalAlerts, hasNext } = data.pagination;
  return (
    <section className="admin-card mb-4" aria-labelledby="stock-alerts">
      <header className="card-head">
        <h2 id="stock-alerts">Waiting for stock</h2>
      </header>
      <ul ref={list} className="needs people" aria-label="Numbers that wait for stock">
        {data.alerts.map(({ id, productId, productName, size, phone, createdAt, inStock }) => {
          const name = size ? `${productName} (${size})` : productName;
          const text = `Hello, ${name} is back in stock: ${window.location.origin}/product/${productId}`;
          return (
            <li key={id}>
              <StatusPill tone={inStock ? 'green' : 'gray'} admin>
                {inStock ? 'Back' : 'Sold out'}
              </StatusPill>
              <span>
                <b>{name}</b>
                <small className="num">
                  +{phone} · since {formatDate(createdAt)}
                </small>
              </span>
              <span className="flex gap-2">
                {inStock && (
                  <a
                    className="link link-tap"
                    href={whatsAppLink(`+${phone}`, text) ?? undefined}
                    target="_blank"
                    rel="noopener noreferrer"
                  >
                    Write on WhatsApp
                  </a>
                )}
                <Button
                  variant="line"
                  size="admin"
                  aria-label={`Take +${phone} off the list for ${name}`}
                  busy={remove.isPending && remove.variables === id}
                  onClick={() => remove.mutate(id)}
                >
                  Done
                </Button>
              </span>
            </li>
          );
        })}
      </ul>
      <div className="admin-foot">
        <p className="num">
          {countOf(totalAlerts, 'number')}
          {data.emails > 0 &&
            ` · ${countOf(data.emails, 'email address', 'email addresses')} will be written to automatically`}
        </p>
        {(hasNext || page > 1) && (
          <Button variant="line" size="admin" onClick={() => setPage(hasNext ? page + 1 : 1)}>
            {hasNext ? 'Next' : 'First page'}
          </Button>
        )}
      </div>
    </section>
  );
}
