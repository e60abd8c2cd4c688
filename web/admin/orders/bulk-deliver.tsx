import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { Button } from '#web/ui/button.tsx';
import { toast } from '#web/ui/toast.tsx';
import { countOf } from '../lib/count.ts';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { BulkList } from './bulk-list.tsx';
import { type Outcome, versionOf } from './use-bulk.ts';
import { useUndo } from './use-undo.ts';

/** Marks several parcels as delivered. The mails leave once it cannot be taken back any more. */
export function BulkDeliver({ orders, onDone }: { orders: AdminOrder[]; onDone: () => void }) {
  const client = useQueryClient();
  const undo = useUndo('POST /orders/bulk/delivered');
  const send = useMutation({
    mutationFn: () =>
      adminCall('POST /orders/bulk/delivered', {
        body: { orders: orders.map((order) => ({ orderNumber: order.orderNumber, ...versionOf(order) })) },
      }),
    onSuccess: async ({ results }) => {
      const done = results.filter((result) => result.done).map(({ orderNumber }) => orderNumber);
      if (done.length > 0) toast.success(`${countOf(done.length, 'order')} delivered`, undo(done));
      await client.invalidateQueries({ queryKey: ['orders'] });
      if (done.length === results.length) onDone();
    },
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(serverSentence(error, 'Failed to update order status'));
    },
  });
  const outcomes: Record<string, Outcome> = {};
  for (const { orderNumber, done, message } of send.data?.results ?? []) {
    outcomes[orderNumber] = done ? 'done' : { error: message };
  }
  return (
    <div className="grid gap-4">
      <p className="text-ink-soft">The shoppers get their emails half a minute later. Until then you can undo it.</p>
      <BulkList
        orders={orders}
        outcomes={outcomes}
        done="Delivered"
        about={(order) => `${order.shippingAddress.name}, ${order.shippingAddress.city}`}
      >
        {(order) => <span className="mono md:text-right">{order.courierTracking}</span>}
      </BulkList>
      <div className="flex flex-wrap justify-end gap-2">
        <Button variant="quiet" size="admin" onClick={onDone}>
          {send.data ? 'Close' : 'Not now'}
        </Button>
        {!send.data && (
          <Button size="admin" busy={send.isPending} busyText="Saving…" onClick={() => send.mutate()}>
            Deliver {orders.length}
          </Button>
        )}
      </div>
    </div>
  );
}
