import type { ReactNode } from 'react';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Icon } from '#web/ui/icon.tsx';
import { CircleX } from '#web/ui/icons.ts';
import { Check } from '#web/ui/page-icons.ts';
import type { Outcome } from './use-bulk.ts';

/**
 * The orders of a bulk action: who and where, what went wrong, and on the right what is asked or
 * that it is done.
 */
export function BulkList({
  orders,
  outcomes,
  done,
  about,
  children,
}: {
  orders: AdminOrder[];
  outcomes: Record<string, Outcome>;
  /** The word for a finished order. */
  done: string;
  /** More about an order below its number. */
  about: (order: AdminOrder) => ReactNode;
  children: (order: AdminOrder) => ReactNode;
}) {
  return (
    <ul className="bulk-list">
      {orders.map((order) => {
        const outcome = outcomes[order.orderNumber];
        return (
          <li key={order.orderNumber}>
            <div className="min-w-0">
              <b className="mono">{order.orderNumber}</b>
              <small>{about(order)}</small>
              {outcome !== undefined && outcome !== 'done' && (
                <span className="err" role="alert">
                  <Icon of={CircleX} /> {outcome.error}
                </span>
              )}
            </div>
            {outcome === 'done' ? (
              <span className="verified">
                <Icon of={Check} /> {done}
              </span>
            ) : (
              children(order)
            )}
          </li>
        );
      })}
    </ul>
  );
}
