import { formatRupees } from '#shop/money/money.ts';
import { attentionLabel } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { TriangleAlert } from '#web/ui/icons.ts';
import { Note } from '#web/ui/note.tsx';
import { Check } from '#web/ui/page-icons.ts';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall } from '../lib/session.ts';
import { BulkList } from './bulk-list.tsx';
import { useBulk, versionOf } from './use-bulk.ts';

/** Whether staff may still say that the payment of this order has arrived. */
export function canVerify({ status, payment }: AdminOrder): boolean {
  return payment.status !== 'completed' && status !== 'draft' && status !== 'cancelled' && payment.utrNumber !== null;
}

/**
 * Marks several payments as received at the totals of their orders, after staff have found the UTRs
 * at the bank. Of several, those with a reason for attention come first and are left to the drawer
 * of each, which says what is wrong.
 */
export function BulkVerify({
  orders: all,
  onOpen,
  onDone,
}: {
  orders: AdminOrder[];
  onOpen: (orderNumber: string) => void;
  onDone: () => void;
}) {
  const isApart = (order: AdminOrder) => all.length > 1 && order.needsAttention.length > 0;
  const apart = all.filter(isApart);
  const orders = [...apart, ...all.filter((order) => !isApart(order))];
  const bulk = useBulk(
    (order) =>
      adminCall('PUT /orders/:id/payment', {
        params: { id: order.orderNumber },
        body: { status: 'completed', ...versionOf(order) },
      }),
    'Failed to update order status',
  );
  const waiting = orders.filter((order) => !bulk.isDone(order) && !isApart(order));
  const sum = waiting.reduce((total, order) => total + order.pricing.total, 0);
  const confirm = async () => {
    const { changed, whole, stopped } = await bulk.run(waiting);
    if (stopped ? changed === 0 : !whole) return;
    toast.success(`${countOf(changed, 'payment')} verified`);
    if (!stopped && apart.length === 0) onDone();
  };
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">
        Check each UTR in your bank app first. Marking the payments as received confirms the orders and emails the
        shoppers.
      </p>
      {apart.length > 0 && (
        <Note tone="warn">
          {apart.length === 1
            ? 'One order needs a closer look and is left out. Open it to decide.'
            : `${apart.length} orders need a closer look and are left out. Open each one to decide.`}
        </Note>
      )}
      <BulkList
        orders={orders}
        outcomes={bulk.outcomes}
        done="Received"
        about={(order) => (
          <>
            <span>{order.shippingAddress.name}</span>
            {order.needsAttention.map((reason) => (
              <span key={reason} className="flag">
                <Icon of={TriangleAlert} /> {attentionLabel(reason)}
              </span>
            ))}
          </>
        )}
      >
        {(order) => (
          <span className="grid md:justify-items-end">
            <b className="num">{formatRupees(order.pricing.total)}</b>
            <b className="mono">{order.payment.utrNumber}</b>
            {isApart(order) && (
              <Button
                variant="text"
                size="admin"
                aria-label={`Open ${order.orderNumber}`}
                onClick={() => onOpen(order.orderNumber)}
              >
                Open
              </Button>
            )}
          </span>
        )}
      </BulkList>
      <div className="flex flex-wrap items-center justify-end gap-2">
        <p className="mr-auto text-ink-soft">
          <b className="num text-ink">{formatRupees(sum)}</b> in all
        </p>
        <Button variant="quiet" size="admin" onClick={onDone}>
          {bulk.done > 0 ? 'Close' : 'Not now'}
        </Button>
        <Button
          variant="ok"
          size="admin"
          busy={bulk.busy}
          busyText={`Saving, ${bulk.done} of ${orders.length - apart.length} done…`}
          disabled={waiting.length === 0}
          onClick={() => void confirm()}
        >
          <Icon of={Check} /> {waiting.length === 1 ? 'Payment received' : `${waiting.length} payments received`}
        </Button>
      </div>
    </div>
  );
}
