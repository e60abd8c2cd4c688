import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderStatus } from '#shop/order-status.ts';
import type { AdminOrder } from '#shop/orders.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminApi, isSignedOut, serverSentence } from '../session.ts';

/** A question that stands over the list or the drawer before something is done. */
export type OrderQuestion = { kind: 'ship' | 'cancel' | 'not-received' | 'withdraw'; order: AdminOrder };

/** Somebody else was faster: what the server said, shown on the order until it is closed. */
export interface OrderConflict {
  orderNumber: string;
  sentence: string;
}

interface Change {
  order: AdminOrder;
  method: 'PUT' | 'POST';
  /** Under `/orders/{orderNumber}`. */
  call: 'status' | 'payment' | 'cancel';
  body: Record<string, unknown>;
}

const DONE = 'Order status updated successfully!';
const FAILED = 'Failed to update order status';

/**
 * What an admin can do to an order, with the toasts of spec 2 §8. Each change names the version that was on the screen; when
 * another admin was faster nothing is overwritten: the order is read again and the notice says so.
 */
export function useOrderActions() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<OrderQuestion | null>(null);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);

  const refresh = () => client.invalidateQueries({ queryKey: ['orders'] });

  const change = useMutation({
    mutationFn: ({ order, method, call, body }: Change) =>
      adminApi(`/orders/${encodeURIComponent(order.orderNumber)}/${call}`, {
        method,
        body: { ...body, ...(order.version === undefined ? {} : { version: order.version }) },
      }),
    onSuccess: async () => {
      setConflict(null);
      setQuestion(null);
      toast.success(DONE);
      await refresh();
    },
    onError: async (error, { order }) => {
      if (isSignedOut(error)) return;
      if (!isApiError(error) || error.status !== 409) {
        toast.error(FAILED);
        return;
      }
      const sentence = serverSentence(error, FAILED);
      setQuestion(null);
      setConflict({ orderNumber: order.orderNumber, sentence });
      toast.error(sentence);
      await refresh();
    },
  });

  const run = (next: Change) => {
    if (!change.isPending) change.mutate(next);
  };

  return {
    question,
    conflict,
    /** The order whose change is under way. */
    busyOrder: change.isPending ? change.variables.order.orderNumber : null,
    ask: setQuestion,
    closeQuestion: () => setQuestion(null),
    closeConflict: () => setConflict(null),
    /** Moves on at once; shipping asks for courier and number first, and for a word when the payment is not verified (D36). */
    move: (order: AdminOrder, status: OrderStatus) => {
      if (status === 'shipped') setQuestion({ kind: 'ship', order });
      else run({ order, method: 'PUT', call: 'status', body: { status } });
    },
    ship: (order: AdminOrder, parcel: { courier: string; courierTracking: string }) =>
      run({
        order,
        method: 'PUT',
        call: 'status',
        body: { status: 'shipped', ...parcel, confirmUnpaid: order.payment.status !== 'completed' },
      }),
    cancel: (order: AdminOrder, reason: string) => run({ order, method: 'POST', call: 'cancel', body: { reason } }),
    /** `amount` in rupees when it is not the order's total; `utr` from the statement when the shopper gave none. */
    paymentReceived: (order: AdminOrder, found: { amount?: number; utr?: string }) =>
      run({ order, method: 'PUT', call: 'payment', body: { status: 'completed', ...found } }),
    /** Takes an accepted payment back on purpose: it was another order's, or has been returned. */
    withdrawPayment: (order: AdminOrder, note: string) =>
      run({ order, method: 'PUT', call: 'payment', body: { status: 'failed', withdraw: true, note } }),
    paymentNotReceived: (order: AdminOrder, note: string) =>
      run({ order, method: 'PUT', call: 'payment', body: { status: 'failed', note } }),
  };
}

export type OrderActions = ReturnType<typeof useOrderActions>;
