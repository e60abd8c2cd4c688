import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderAddress } from '#shop/orders/address.ts';
import type { AttentionReason, OrderStatus } from '#shop/orders/order-status.ts';
import type { AdminOrder, OrderStatusInput, ParcelInput } from '#shop/orders/orders.ts';
import type { PaymentInput } from '#shop/orders/payment-input.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminApi, isSignedOut, serverSentence } from '../session.ts';

/** A question that stands over the list or the drawer before something is done. */
export type OrderQuestion = {
  kind: 'ship' | 'parcel' | 'cancel' | 'not-received' | 'withdraw' | 'address';
  order: AdminOrder;
};

/** Somebody else was faster: what the server said, shown on the order until it is closed. */
export interface OrderConflict {
  orderNumber: string;
  sentence: string;
}

/** What the server says of single fields of a change that it has refused. */
export interface OrderRefusal {
  orderNumber: string;
  /** Path in the body → sentence. */
  errors: Record<string, string>;
}

/** A call under `/orders/{orderNumber}`. Typed by the server's own schemas: a key that they do not know would be dropped unseen. */
type Change = { order: AdminOrder } & (
  | { method: 'PUT'; call: 'status'; body: OrderStatusInput }
  | { method: 'PUT'; call: 'payment'; body: PaymentInput }
  | { method: 'POST'; call: 'cancel'; body: { reason: string } }
  | { method: 'PUT'; call: 'parcel'; body: ParcelInput }
  | { method: 'PUT'; call: 'attention'; body: { settled: AttentionReason } }
  | { method: 'PUT'; call: 'address'; body: { shippingAddress: OrderAddress } }
);

const DONE = 'Order status updated successfully!';
const FAILED = 'Failed to update order status';
/** What is said of changes that are none of the status. */
const OTHERWISE: Partial<Record<Change['call'], { done: string; failed: string }>> = {
  parcel: { done: 'Parcel saved', failed: 'Failed to save the parcel. Please try again.' },
  attention: { done: 'Settled', failed: 'Failed to save. Please try again.' },
  address: { done: 'Address corrected', failed: 'Failed to save the address. Please try again.' },
};

/**
 * What an admin can do to an order, with the toasts of spec 2 §8. Each change names the version that was on the screen; when
 * another admin was faster nothing is overwritten: the order is read again and the notice says so.
 */
export function useOrderActions() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<OrderQuestion | null>(null);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null);

  const refresh = () => client.invalidateQueries({ queryKey: ['orders'] });

  const change = useMutation({
    mutationFn: ({ order, method, call, body }: Change) =>
      adminApi<{ message: string }>(`/orders/${encodeURIComponent(order.orderNumber)}/${call}`, {
        method,
        body: { ...body, ...(order.version === undefined ? {} : { version: order.version }) },
      }),
    onMutate: () => setRefusal(null),
    onSuccess: async ({ message }, { call }) => {
      setConflict(null);
      setQuestion(null);
      // Of a parcel the server says whether an e-mail goes out.
      toast.success(call === 'parcel' ? message : (OTHERWISE[call]?.done ?? DONE));
      await refresh();
    },
    onError: async (error, { order, call }) => {
      if (isSignedOut(error)) return;
      const failed = OTHERWISE[call]?.failed ?? FAILED;
      if (!isApiError(error) || (error.status !== 400 && error.status !== 409)) {
        toast.error(failed);
        return;
      }
      const sentence = serverSentence(error, failed);
      toast.error(sentence);
      const { orderNumber } = order;
      setRefusal({ orderNumber, errors: Object.fromEntries(error.errors.map(({ path, msg }) => [path, msg])) });
      if (error.status === 400) return;
      // What is refused for one of its fields can be put right where it was typed; all else is somebody who was faster.
      if (error.errors.length === 0) {
        setQuestion(null);
        setConflict({ orderNumber, sentence });
      }
      await refresh();
    },
  });

  const run = (next: Change) => {
    if (!change.isPending) change.mutate(next);
  };

  return {
    question,
    conflict,
    /** What was wrong with a field of the last change to this order; gone with the next change. */
    errorOf: (order: AdminOrder, path: string) =>
      refusal?.orderNumber === order.orderNumber ? refusal.errors[path] : undefined,
    forgetErrors: () => setRefusal(null),
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
    /** Courier and number of a parcel that has left; with `notify` the shopper is written to. */
    saveParcel: (order: AdminOrder, parcel: ParcelInput) => run({ order, method: 'PUT', call: 'parcel', body: parcel }),
    cancel: (order: AdminOrder, reason: string) => run({ order, method: 'POST', call: 'cancel', body: { reason } }),
    /** `amount` in rupees when it is not the order's total; `utrNumber` when the statement's is not the shopper's. */
    paymentReceived: (order: AdminOrder, found: Pick<PaymentInput, 'amount' | 'utrNumber'>) =>
      run({ order, method: 'PUT', call: 'payment', body: { status: 'completed', ...found } }),
    /** Takes an accepted payment back on purpose: it was another order's, or has been returned. */
    withdrawPayment: (order: AdminOrder, note: string) =>
      run({ order, method: 'PUT', call: 'payment', body: { status: 'failed', withdraw: true, note } }),
    correctAddress: (order: AdminOrder, shippingAddress: OrderAddress) =>
      run({ order, method: 'PUT', call: 'address', body: { shippingAddress } }),
    /** Staff have looked into a reason for attention: it leaves the order. */
    settle: (order: AdminOrder, reason: AttentionReason) =>
      run({ order, method: 'PUT', call: 'attention', body: { settled: reason } }),
    paymentNotReceived: (order: AdminOrder, note: string) =>
      run({ order, method: 'PUT', call: 'payment', body: { status: 'failed', note } }),
  };
}

export type OrderActions = ReturnType<typeof useOrderActions>;
