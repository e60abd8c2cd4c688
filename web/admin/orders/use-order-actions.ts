import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { OrderAddress } from '#shop/orders/address.ts';
import type { AttentionReason, OrderStatus } from '#shop/orders/order-status.ts';
import type { AdminOrder, OrderStatusInput, ParcelInput } from '#shop/orders/orders.ts';
import type { PaymentInput } from '#shop/orders/payment-input.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';

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

type Call = 'status' | 'payment' | 'cancel' | 'parcel' | 'attention' | 'address';

/** What every change of an order sends: its number, and the version that was on the screen. */
interface Target {
  params: { id: string };
  version: { version?: number };
}

interface Change {
  order: AdminOrder;
  call: Call;
  send: (target: Target) => Promise<{ message: string }>;
}

const DONE = 'Order status updated successfully!';
const FAILED = 'Failed to update order status';
/** What is said of changes that are none of the status. */
const OTHERWISE: Partial<Record<Call, { done: string; failed: string }>> = {
  parcel: { done: 'Parcel saved', failed: 'Failed to save the parcel. Please try again.' },
  attention: { done: 'Settled', failed: 'Failed to save. Please try again.' },
  address: { done: 'Address corrected', failed: 'Failed to save the address. Please try again.' },
};

/**
 * What an admin can do to an order, with the toasts of R2.8. Each change names the version that was on the screen; when
 * another admin was faster nothing is overwritten: the order is read again and the notice says so.
 */
export function useOrderActions() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<OrderQuestion | null>(null);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null);

  const refresh = () => client.invalidateQueries({ queryKey: ['orders'] });

  const change = useMutation({
    mutationFn: ({ order, send }: Change) =>
      send({
        params: { id: order.orderNumber },
        version: order.version === undefined ? {} : { version: order.version },
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

  const run = (order: AdminOrder, call: Call, send: Change['send']) => {
    if (!change.isPending) change.mutate({ order, call, send });
  };
  const setStatus = (order: AdminOrder, body: OrderStatusInput) =>
    run(order, 'status', ({ params, version }) =>
      adminCall('PUT /orders/:id/status', { params, body: { ...body, ...version } }),
    );
  const decidePayment = (order: AdminOrder, body: PaymentInput) =>
    run(order, 'payment', ({ params, version }) =>
      adminCall('PUT /orders/:id/payment', { params, body: { ...body, ...version } }),
    );

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
      else setStatus(order, { status });
    },
    ship: (order: AdminOrder, parcel: { courier: string; courierTracking: string }) =>
      setStatus(order, { status: 'shipped', ...parcel, confirmUnpaid: order.payment.status !== 'completed' }),
    /** Courier and number of a parcel that has left; with `notify` the shopper is written to. */
    saveParcel: (order: AdminOrder, parcel: ParcelInput) =>
      run(order, 'parcel', ({ params, version }) =>
        adminCall('PUT /orders/:id/parcel', { params, body: { ...parcel, ...version } }),
      ),
    cancel: (order: AdminOrder, reason: string) =>
      run(order, 'cancel', ({ params, version }) =>
        adminCall('POST /orders/:id/cancel', { params, body: { reason, ...version } }),
      ),
    /** `amount` in rupees when it is not the order's total; `utrNumber` when the statement's is not the shopper's. */
    paymentReceived: (order: AdminOrder, found: Pick<PaymentInput, 'amount' | 'utrNumber'>) =>
      decidePayment(order, { status: 'completed', ...found }),
    /** Takes an accepted payment back on purpose: it was another order's, or has been returned. */
    withdrawPayment: (order: AdminOrder, note: string) =>
      decidePayment(order, { status: 'failed', withdraw: true, note }),
    correctAddress: (order: AdminOrder, shippingAddress: OrderAddress) =>
      run(order, 'address', ({ params, version }) =>
        adminCall('PUT /orders/:id/address', { params, body: { shippingAddress, ...version } }),
      ),
    /** Staff have looked into a reason for attention: it leaves the order. */
    settle: (order: AdminOrder, reason: AttentionReason) =>
      run(order, 'attention', ({ params, version }) =>
        adminCall('PUT /orders/:id/attention', { params, body: { settled: reason, ...version } }),
      ),
    paymentNotReceived: (order: AdminOrder, note: string) => decidePayment(order, { status: 'failed', note }),
  };
}

export type OrderActions = ReturnType<typeof useOrderActions>;
