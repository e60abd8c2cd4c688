import type { KeyboardEvent } from 'react';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/field.tsx';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, useMay } from '../lib/session.ts';
import { useForm } from '../ui/use-form.ts';
import { BulkList } from './bulk-list.tsx';
import { CourierField } from './courier-field.tsx';
import { useBulk, versionOf } from './use-bulk.ts';

interface BulkShipProps {
  orders: AdminOrder[];
  /** The typed tracking numbers, by order number. */
  numbers: Record<string, string>;
  onNumbers: (numbers: Record<string, string>) => void;
  onDone: () => void;
}

/**
 * Ships several orders, each with its own tracking number. Orders without a verified payment are
 * shipped only after an explicit confirmation (D36).
 */
export function BulkShip({ orders, numbers, onNumbers, onDone }: BulkShipProps) {
  const form = useForm({ start: { courier: '', evenUnpaid: false }, onSubmit: () => ship() });
  const { courier, evenUnpaid } = form.value;
  const mayVerify = useMay()('PUT /orders/:id/payment');
  const bulk = useBulk(
    (order) =>
      adminCall('PUT /orders/:id/status', {
        params: { id: order.orderNumber },
        body: {
          status: 'shipped',
          courier: courier.trim(),
          ...versionOf(order),
          courierTracking: (numbers[order.orderNumber] ?? '').trim(),
          confirmUnpaid: isUnpaid(order) && evenUnpaid,
        },
      }),
    'Failed to update order status',
  );
  const unpaid = orders.filter(isUnpaid);
  const waiting = orders.filter((order) => !bulk.isDone(order) && (evenUnpaid || !isUnpaid(order)));

  const ship = async () => {
    if (waiting.length === 0) return;
    const { changed, whole, stopped } = await bulk.run(waiting);
    if (stopped ? changed === 0 : !whole || !(evenUnpaid || unpaid.length === 0 || !mayVerify)) return;
    toast.success(`${countOf(changed, 'order')} shipped`);
    if (!stopped) onDone();
  };

  return (
    <form className="grid gap-4" {...form.props}>
      <CourierField {...form.pick('courier')} />
      {unpaid.length > 0 && (
        <Note tone="warn">
          <p>
            {unpaid.length === 1 ? 'One of these payments is' : `${unpaid.length} of these payments are`} not verified.
            {mayVerify
              ? 'Those orders are not shipped unless you tick this. Your name is recorded with it.'
              : 'Those orders are not shipped. Only somebody who may verify payments can ship them.'}
          </p>
          {mayVerify && (
            <Checkbox className="mt-2" label="Ship them without verified payment" {...form.tick('evenUnpaid')} />
          )}
        </Note>
      )}
      <BulkList
        orders={orders}
        outcomes={bulk.outcomes}
        done="Shipped"
        about={(order) => (
          <>
            {`${order.shippingAddress.name}, ${order.shippingAddress.city}${isUnpaid(order) ? ' · payment not verified' : ''}`}
          </>
        )}
      >
        {(order) => (
          <input
            className="input input-admin mono"
            aria-label={`Tracking number of ${order.orderNumber}`}
            placeholder="Tracking number"
            maxLength={100}
            autoComplete="off"
            disabled={bulk.busy || (isUnpaid(order) && !evenUnpaid)}
            value={numbers[order.orderNumber] ?? ''}
            onChange={(event) => onNumbers({ ...numbers, [order.orderNumber]: event.target.value })}
            onKeyDown={goOn}
          />
        )}
      </BulkList>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onDone}>
          {bulk.done > 0 ? 'Close' : 'Not now'}
        </Button>
        <Button
          type="submit"
          size="admin"
          busy={form.busy}
          busyText={`Shipping, ${bulk.done} of ${orders.length} done…`}
          disabled={waiting.length === 0}
        >
          Ship {waiting.length}
        </Button>
      </div>
    </form>
  );
}

/**
 * Enter, which a barcode scanner sends too, goes to the next number, after the last one to the
 * button: it must not ship them all.
 */
function goOn(event: KeyboardEvent<HTMLInputElement>): void {
  if (event.key !== 'Enter') return;
  event.preventDefault();
  const fields = [...(event.currentTarget.form?.elements ?? [])] as HTMLInputElement[];
  const after = fields.slice(fields.indexOf(event.currentTarget) + 1);
  after.find(({ type, disabled }) => !disabled && (type === 'text' || type === 'submit'))?.focus();
}

function isUnpaid(order: AdminOrder): boolean {
  return order.payment.status !== 'completed';
}
