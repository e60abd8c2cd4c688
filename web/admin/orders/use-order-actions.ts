import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useCallback, useRef, useState } from 'react';
import type { OrderAddress } from '#shop/orders/address.ts';
import type { LinesBody, ReturnBody } from '#shop/orders/line-input.ts';
import type { AttentionReason, OrderStatus } from '#shop/orders/order-status.ts';
import type { AdminOrder, OrderStatusInput, ParcelInput } from '#shop/orders/orders.ts';
import type { PaymentInput } from '#shop/orders/payment-input.ts';
import type { Refund } from '#shop/orders/payments/api.ts';
import { isApiError } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { type Errors, fieldErrors } from '../ui/use-form.ts';
import { usePending } from '../ui/use-pending.ts';
import { orderQuery } from './orders-api.ts';
import { useUndo } from './use-undo.ts';

/** The open dialog, above the list or the drawer. */
export type OrderQuestion = {
  kind:
    | 'ship'
    | 'unpaid'
    | 'parcel'
    | 'cancel'
    | 'not-received'
    | 'amount'
    | 'withdraw'
    | 'unmatch'
    | 'refund'
    | 'refund-undo'
    | 'rest'
    | 'address'
    | 'items'
    | 'take-back'
    | 'difference'
    | 'chat';
  order: AdminOrder;
  /** Where an unpaid order is moved. */
  status?: OrderStatus;
  /** What the bank shows, when its amount is not the order's total. */
  found?: FoundPayment;
  /**
   * Why the answer was not saved: someone else has changed the order, which is the current one now.
   */
  outdated?: string;
  /** The refund that is taken back. */
  refund?: Refund;
};

/**
 * Questions that are answered by typing. What is typed stays when someone else has changed the
 * order.
 */
const TYPED: readonly OrderQuestion['kind'][] = [
  'address',
  'cancel',
  'difference',
  'items',
  'not-received',
  'parcel',
  'ship',
  'take-back',
  'withdraw',
];

/**
 * `amount` (rupees) only if it differs from the order's total; `utrNumber` only if it differs from
 * the shopper's.
 */
export type FoundPayment = Pick<PaymentInput, 'amount' | 'utrNumber'>;

/** A refund that was sent. `amount` in rupees, `date` as `YYYY-MM-DD`. */
export interface RefundInput {
  amount: number;
  date: string;
  reference?: string;
  reason: string;
}

/** A version conflict, displayed on the order until it is dismissed. */
export interface OrderConflict {
  orderNumber: string;
  sentence: string;
}

/** The field errors of a rejected change. */
export interface OrderRefusal {
  orderNumber: string;
  errors: Errors;
}

type Call =
  | 'status'
  | 'deliver'
  | 'payment'
  | 'cancel'
  | 'parcel'
  | 'attention'
  | 'address'
  | 'unmatch'
  | 'refund'
  | 'refund-undo'
  | 'rest'
  | 'items'
  | 'items-undo'
  | 'difference'
  | 'take-back'
  | 'take-back-undo';

/** Part of every change: the order's number, and the version that was displayed. */
interface Target {
  params: { id: string };
  version: { version?: number };
}

interface Change {
  /** Of the order: meanwhile it takes no other change. */
  ids: string[];
  order: AdminOrder;
  /** The question that this answers. */
  answers: OrderQuestion['kind'] | undefined;
  call: Call;
  send: (target: Target) => Promise<{ message: string }>;
}

const DONE = 'Order status updated successfully!';
const FAILED = 'Failed to update order status';
/** The toasts of changes other than the status. */
const OTHERWISE: Partial<Record<Call, { done: string; failed: string }>> = {
  parcel: { done: 'Parcel saved', failed: 'Failed to save the parcel. Please try again.' },
  attention: { done: 'Marked as done', failed: 'Failed to save. Please try again.' },
  unmatch: { done: 'The payment is open again', failed: 'Failed to save. Please try again.' },
  refund: { done: 'Refund recorded', failed: 'Failed to record the refund. Please try again.' },
  'refund-undo': { done: 'Refund taken back', failed: 'Failed to take the refund back. Please try again.' },
  rest: { done: 'Saved', failed: 'Failed to save. Please try again.' },
  items: { done: 'Order changed', failed: 'Failed to change the order. Please try again.' },
  'items-undo': { done: 'Change undone', failed: 'Failed to undo the change. Please try again.' },
  difference: { done: 'Saved', failed: 'Failed to save. Please try again.' },
  'take-back': { done: 'Items taken back', failed: 'Failed to save. Please try again.' },
  'take-back-undo': { done: 'Return undone', failed: 'Failed to undo the return. Please try again.' },
  address: { done: 'Address corrected', failed: 'Failed to save the address. Please try again.' },
};

/**
 * The actions on orders, with the toasts of R2.8. Each request carries the displayed version. If
 * another admin has changed the order meanwhile (409), nothing is overwritten: the order is
 * reloaded and a notice appears.
 *
 * @param openOrder the order in the drawer
 */
export function useOrderActions(openOrder: string | null) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<OrderQuestion | null>(null);
  const [conflict, setConflict] = useState<OrderConflict | null>(null);
  const [refusal, setRefusal] = useState<OrderRefusal | null>(null);

  /** What is on display when a response comes, which may be another order by then. */
  const now = useRef({ question, openOrder });
  now.current = { question, openOrder };
  const pending = usePending('order');
  const undo = useUndo('POST /orders/bulk/delivered');

  const refresh = useCallback(() => client.invalidateQueries({ queryKey: ['orders'] }), [client]);
  /** Gives a question about this order the order as it is now. */
  const renew = useCallback(
    async (orderNumber: string) => {
      const current = await client.fetchQuery(orderQuery(orderNumber)).catch(() => null);
      if (current)
        setQuestion((asked) => (asked?.order.orderNumber === orderNumber ? { ...asked, order: current.order } : asked));
    },
    [client],
  );
  const reread = useCallback(
    async (orderNumber: string) => {
      await refresh();
      await renew(orderNumber);
    },
    [refresh, renew],
  );

  const change = useMutation({
    mutationKey: pending.key,
    mutationFn: ({ order, send }: Change) =>
      send({
        params: { id: order.orderNumber },
        version: order.version === undefined ? {} : { version: order.version },
      }),
    onMutate: () => {
      setRefusal(null);
      setConflict(null);
    },
    onSuccess: async ({ message }, { order: { orderNumber }, call, answers }) => {
      setQuestion((asked) => (asked?.order.orderNumber === orderNumber && asked.kind === answers ? null : asked));
      // The server's message says what was decided about a payment, and for a parcel whether an
      // email is sent.
      const said = call === 'parcel' || call === 'payment' ? message : (OTHERWISE[call]?.done ?? DONE);
      // The shopper is told when it can be taken back no more.
      toast.success(said, call === 'deliver' ? undo([orderNumber]) : {});
      await refresh();
      // Another question about it was asked meanwhile.
      if (now.current.question?.order.orderNumber === orderNumber) await renew(orderNumber);
    },
    onError: async (error, { order, call }) => {
      if (isSignedOut(error)) return;
      const failed = OTHERWISE[call]?.failed ?? FAILED;
      if (!isApiError(error) || (error.status !== 400 && error.status !== 409)) {
        toast.error(failed);
        return;
      }
      const sentence = serverSentence(error, failed);
      const { orderNumber } = order;
      // Field errors are corrected in the open form; a 409 without field errors is a version
      // conflict.
      const stale = error.status === 409 && error.errors.length === 0;
      const open = now.current.question;
      const asked = open?.order.orderNumber === orderNumber ? open : null;
      const typed = asked !== null && TYPED.includes(asked.kind);
      // A notice in the dialog or the drawer says a conflict.
      if (!stale || (!typed && now.current.openOrder !== orderNumber)) toast.error(sentence);
      setRefusal({ orderNumber, errors: fieldErrors(error) });
      // Its fields are in the drawer below.
      if (asked?.kind === 'amount') setQuestion(null);
      if (error.status === 400) return;
      if (!stale) return refresh();
      if (asked) setQuestion(typed ? { ...asked, outdated: sentence } : null);
      await refresh();
      // Not before: it says that this is the order as it is now.
      setConflict({ orderNumber, sentence });
      await renew(orderNumber);
    },
  });

  const run = (order: AdminOrder, call: Call, send: Change['send']) => {
    const next = { ids: [order.orderNumber], order, call, send, answers: question?.kind };
    if (pending.mayStart(next.ids)) change.mutate(next);
  };
  const setStatus = (order: AdminOrder, body: OrderStatusInput) =>
    run(order, body.status === 'delivered' ? 'deliver' : 'status', ({ params, version }) =>
      adminCall('PUT /orders/:id/status', { params, body: { ...body, ...version } }),
    );
  const decidePayment = (order: AdminOrder, body: PaymentInput) =>
    run(order, 'payment', ({ params, version }) =>
      adminCall('PUT /orders/:id/payment', { params, body: { ...body, ...version } }),
    );

  return {
    question,
    conflict,
    /** The field errors of the last change to this order, until the next change. */
    refused: (order: AdminOrder) => (refusal?.orderNumber === order.orderNumber ? refusal.errors : undefined),
    forgetErrors: () => setRefusal(null),
    /** Whether an order has a pending change; the others may be changed meanwhile. */
    isBusy: pending.isBusy,
    ask: (next: OrderQuestion) => {
      // What was wrong with an earlier answer is not about this one.
      setRefusal(null);
      setQuestion(next);
    },
    closeQuestion: () => setQuestion(null),
    /** Fetches an order that somebody else may have changed, for the question about it. */
    reread,
    closeConflict: () => setConflict(null),
    /**
     * Changes the status at once. Shipping first opens a dialog for courier, number and a payment
     * that is not verified (D36); so does a pending order that goes on without a verified payment.
     */
    move: (order: AdminOrder, status: OrderStatus) => {
      if (status === 'returned') setQuestion({ kind: 'take-back', order });
      else if (status === 'shipped') setQuestion({ kind: 'ship', order });
      else if (order.status === 'pending' && order.payment.status !== 'completed')
        setQuestion({ kind: 'unpaid', order, status });
      else setStatus(order, { status });
    },
    moveUnpaid: (order: AdminOrder, status: OrderStatus) => setStatus(order, { status }),
    ship: (order: AdminOrder, parcel: { courier: string; courierTracking: string }) =>
      setStatus(order, { status: 'shipped', ...parcel, confirmUnpaid: order.payment.status !== 'completed' }),
    /** Saves courier and number of a shipped parcel; with `notify` the shopper gets an email. */
    saveParcel: (order: AdminOrder, parcel: ParcelInput) =>
      run(order, 'parcel', ({ params, version }) =>
        adminCall('PUT /orders/:id/parcel', { params, body: { ...parcel, ...version } }),
      ),
    cancel: (order: AdminOrder, reason: string) =>
      run(order, 'cancel', ({ params, version }) =>
        adminCall('POST /orders/:id/cancel', { params, body: { reason, ...version } }),
      ),
    /** Another amount than the order's total is asked about first. */
    paymentReceived: (order: AdminOrder, found: FoundPayment) => {
      if (found.amount === undefined) decidePayment(order, { status: 'completed', ...found });
      else setQuestion({ kind: 'amount', order, found });
    },
    acceptAmount: (order: AdminOrder, found: FoundPayment) => decidePayment(order, { status: 'completed', ...found }),
    /** Reverts an accepted payment that belongs to another order or was returned. */
    withdrawPayment: (order: AdminOrder, note: string) =>
      decidePayment(order, { status: 'failed', withdraw: true, note }),
    /**
     * Takes the credit off that proves the payment: an order that has not shipped is pending again.
     */
    unmatch: (order: AdminOrder, creditId: string) =>
      run(order, 'unmatch', () => adminCall('POST /payments/credits/:id/unmatch', { params: { id: creditId } })),
    recordRefund: (order: AdminOrder, refund: RefundInput) =>
      run(order, 'refund', ({ params, version }) =>
        adminCall('POST /orders/:id/refunds', { params, body: { ...refund, ...version } }),
      ),
    /** A refund was not sent, or came back. */
    undoRefund: (order: AdminOrder, { id }: Refund, reason: string) =>
      run(order, 'refund-undo', () =>
        adminCall('POST /payments/refunds/:id/undo', { params: { id }, body: { reason } }),
      ),
    /** The shop keeps what was still due, or it is due after all. */
    decideRest: (order: AdminOrder, kept: boolean, reason: string) =>
      run(order, 'rest', ({ params, version }) =>
        adminCall('PUT /orders/:id/kept', { params, body: { kept, reason, ...version } }),
      ),
    correctAddress: (order: AdminOrder, shippingAddress: OrderAddress) =>
      run(order, 'address', ({ params, version }) =>
        adminCall('PUT /orders/:id/address', { params, body: { shippingAddress, ...version } }),
      ),
    /** Changes the items; its version is the one that the form began with. */
    changeItems: (order: AdminOrder, body: LinesBody) =>
      run(order, 'items', ({ params }) => adminCall('PUT /orders/:id/lines', { params, body })),
    undoItems: (order: AdminOrder) =>
      run(order, 'items-undo', ({ params }) =>
        adminCall('POST /orders/:id/lines/undo', { params, body: { version: order.version ?? 0 } }),
      ),
    settleDifference: (order: AdminOrder, answer: { amount: number; utrNumber: string } | { waive: string }) =>
      run(order, 'difference', ({ params, version }) =>
        adminCall('POST /orders/:id/difference', { params, body: { ...answer, ...version } }),
      ),
    takeBack: (order: AdminOrder, body: ReturnBody) =>
      run(order, 'take-back', ({ params }) => adminCall('POST /orders/:id/returns', { params, body })),
    undoTakeBack: (order: AdminOrder) =>
      run(order, 'take-back-undo', ({ params }) =>
        adminCall('POST /orders/:id/returns/undo', { params, body: { version: order.version ?? 0 } }),
      ),
    /** Marks a reason for attention as settled. */
    settle: (order: AdminOrder, reason: AttentionReason) =>
      run(order, 'attention', ({ params, version }) =>
        adminCall('PUT /orders/:id/attention', { params, body: { settled: reason, ...version } }),
      ),
    paymentNotReceived: (order: AdminOrder, note: string) => decidePayment(order, { status: 'failed', note }),
  };
}

export type OrderActions = ReturnType<typeof useOrderActions>;
