import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useRef, useState } from 'react';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Check, CircleX } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { CourierField } from './courier-field.tsx';

type Outcome = 'shipped' | { error: string };

/**
 * Ships several orders, one request after the other, each with its own tracking number. An error (a version conflict, a payment that
 * is not verified) appears next to its order and does not stop the others. Orders without a verified payment are shipped only after
 * an explicit confirmation (D36).
 */
export function BulkShip({ orders, onDone }: { orders: AdminOrder[]; onDone: () => void }) {
  const client = useQueryClient();
  const [courier, setCourier] = useState('');
  const [numbers, setNumbers] = useState<Record<string, string>>({});
  const [evenUnpaid, setEvenUnpaid] = useState(false);
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  const unpaid = orders.filter(isUnpaid);
  const waiting = orders.filter(
    (order) => outcomes[order.orderNumber] !== 'shipped' && (evenUnpaid || !isUnpaid(order)),
  );
  const shipped = Object.values(outcomes).filter((outcome) => outcome === 'shipped').length;

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || waiting.length === 0) return;
    setBusy(true);
    stopped.current = false;
    let failures = 0;
    let sent = shipped;
    for (const order of waiting) {
      const outcome = await ship(order, courier.trim(), (numbers[order.orderNumber] ?? '').trim());
      if (outcome === 'signed out' || stopped.current) break;
      if (outcome === 'shipped') sent += 1;
      else failures += 1;
      setOutcomes((current) => ({ ...current, [order.orderNumber]: outcome }));
    }
    await client.invalidateQueries({ queryKey: ['orders'] });
    setBusy(false);
    if (failures === 0 && sent > 0 && (evenUnpaid || unpaid.length === 0)) {
      toast.success(sent === 1 ? '1 order shipped' : `${sent} orders shipped`);
      onDone();
    }
  };

  return (
    <form className="grid gap-4" onSubmit={(event) => void submit(event)}>
      <CourierField value={courier} onChange={setCourier} />
      {unpaid.length > 0 && (
        <Note tone="warn">
          <p>
            {unpaid.length === 1 ? 'One of these payments is' : `${unpaid.length} of these payments are`} not verified.
            Those orders are not shipped unless you tick this. Your name is recorded with it.
          </p>
          <label className="mt-2 flex items-center gap-2">
            <input
              type="checkbox"
              className="box"
              checked={evenUnpaid}
              onChange={(event) => setEvenUnpaid(event.target.checked)}
            />
            Ship them without verified payment
          </label>
        </Note>
      )}
      <ul className="bulk-list">
        {orders.map((order) => {
          const outcome = outcomes[order.orderNumber];
          return (
            <li key={order.orderNumber}>
              <div className="min-w-0">
                <b className="mono">{order.orderNumber}</b>
                <small>
                  {order.shippingAddress.name}, {order.shippingAddress.city}
                  {isUnpaid(order) && ' · payment not verified'}
                </small>
                {outcome !== undefined && outcome !== 'shipped' && (
                  <span className="err" role="alert">
                    <Icon of={CircleX} /> {outcome.error}
                  </span>
                )}
              </div>
              {outcome === 'shipped' ? (
                <span className="verified">
                  <Icon of={Check} /> Shipped
                </span>
              ) : (
                <input
                  className="input input-admin mono"
                  aria-label={`Tracking number of ${order.orderNumber}`}
                  placeholder="Tracking number"
                  maxLength={100}
                  autoComplete="off"
                  disabled={busy || (isUnpaid(order) && !evenUnpaid)}
                  value={numbers[order.orderNumber] ?? ''}
                  onChange={(event) =>
                    setNumbers((current) => ({ ...current, [order.orderNumber]: event.target.value }))
                  }
                />
              )}
            </li>
          );
        })}
      </ul>
      <div className="flex flex-wrap justify-end gap-2">
        <Button
          variant="quiet"
          size="admin"
          onClick={() => {
            stopped.current = true;
            onDone();
          }}
        >
          {shipped > 0 ? 'Close' : 'Not now'}
        </Button>
        <Button
          type="submit"
          size="admin"
          busy={busy}
          busyText={`Shipping, ${shipped} of ${orders.length} done…`}
          disabled={waiting.length === 0}
        >
          Ship {waiting.length}
        </Button>
      </div>
    </form>
  );

  async function ship(order: AdminOrder, by: string, number: string): Promise<Outcome | 'signed out'> {
    try {
      await adminCall('PUT /orders/:id/status', {
        params: { id: order.orderNumber },
        body: {
          status: 'shipped',
          courier: by,
          courierTracking: number,
          confirmUnpaid: isUnpaid(order) && evenUnpaid,
          ...(order.version === undefined ? {} : { version: order.version }),
        },
      });
      return 'shipped';
    } catch (error) {
      if (isSignedOut(error)) return 'signed out';
      return { error: serverSentence(error, 'Failed to update order status') };
    }
  }
}

function isUnpaid(order: AdminOrder): boolean {
  return order.payment.status !== 'completed';
}
