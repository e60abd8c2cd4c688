import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { RefundDue } from '#shop/orders/payments/api.ts';
import type { Credit } from '#shop/orders/payments/credit.ts';
import type { Input } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import type { OpenCredit, OrderToVerify, ReviewOrder } from './payments-api.ts';

/** The open dialog. */
export type PaymentQuestion =
  | { kind: 'match'; credit: Credit; suggestions: OpenCredit['suggestions'] }
  | { kind: 'dismiss'; credit: Credit }
  | { kind: 'not-received'; order: ReviewOrder }
  | { kind: 'refund'; due: RefundDue }
  | { kind: 'exact'; orders: OrderToVerify[] }
  | { kind: 'paste' };

interface Change {
  /** The order or credit that is busy meanwhile. */
  id: string;
  send: () => Promise<{ message: string }>;
  /** The credits that Undo takes off their orders again. */
  undo?: string[];
  /** Replaces the server's message. */
  done?: string;
  after?: () => void;
}

/** Undo stays longer than other toasts. */
const UNDO_MS = 10_000;
const FAILED = 'Failed to save. Please try again.';

/** The actions of the Payments screen, with their dialogs, toasts and Undo. */
export function usePaymentActions() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<PaymentQuestion | null>(null);
  const lastUndo = useRef<string[]>([]);

  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['payments'] }),
      client.invalidateQueries({ queryKey: ['orders'] }),
    ]);

  const undo = async (credits: string[]) => {
    lastUndo.current = [];
    let failure: unknown;
    let undone = 0;
    for (const id of credits) {
      try {
        await adminCall('POST /payments/credits/:id/unmatch', { params: { id } });
        undone += 1;
      } catch (error) {
        if (isSignedOut(error)) return;
        failure = error;
      }
    }
    if (failure) toast.error(serverSentence(failure, 'Failed to undo. Please try again.'));
    if (undone > 0) toast.info(undone === 1 ? 'Undone. The order is to verify again.' : `Undone for ${undone} orders.`);
    await refresh();
  };

  /** Says that it is done, with Undo for the credits that confirmed something. */
  const say = (message: string, credits: string[] = []) => {
    lastUndo.current = credits;
    const options = { action: { label: 'Undo', onPress: () => void undo(credits) }, duration: UNDO_MS };
    toast.success(message, credits.length > 0 ? options : {});
  };

  const change = useMutation({
    mutationFn: ({ send }: Change) => send(),
    onSuccess: async ({ message }, { undo: credits, done, after }) => {
      setQuestion(null);
      say(done ?? message, credits);
      after?.();
      await refresh();
    },
    onError: async (error) => {
      if (isSignedOut(error)) return;
      toast.error(serverSentence(error, FAILED));
      await refresh();
    },
  });
  const run = (next: Change) => {
    if (!change.isPending) change.mutate(next);
  };

  return {
    question,
    ask: setQuestion,
    close: () => setQuestion(null),
    busy: change.isPending ? change.variables.id : null,
    say,
    refresh,
    undoLast: () => {
      if (lastUndo.current.length > 0) void undo(lastUndo.current);
    },
    /** `acceptAmount`: the difference was shown to the person. */
    match: (credit: Credit, order: { orderNumber: string }, acceptAmount: boolean, after?: () => void) =>
      run({
        id: order.orderNumber,
        send: () =>
          adminCall('POST /payments/credits/:id/match', {
            params: { id: credit.id },
            body: { orderNumber: order.orderNumber, acceptAmount },
          }),
        undo: [credit.id],
        ...(after ? { after } : {}),
      }),
    unmatch: (credit: Credit) =>
      run({
        id: credit.id,
        send: () => adminCall('POST /payments/credits/:id/unmatch', { params: { id: credit.id } }),
      }),
    /** The bank has the money although the statement does not show it. */
    keep: (credit: Credit, orderNumber: string) =>
      run({
        id: credit.id,
        send: () =>
          adminCall('PUT /orders/:id/attention', {
            params: { id: orderNumber },
            body: { settled: 'not_in_statement' },
          }),
        done: 'Settled. The payment stays confirmed.',
      }),
    dismiss: (credit: Credit, reason: string) =>
      run({
        id: credit.id,
        send: () => adminCall('POST /payments/credits/:id/dismiss', { params: { id: credit.id }, body: { reason } }),
      }),
    /** A person has found the money in the bank without a credit in the shop. */
    received: (order: ReviewOrder, after: () => void) =>
      run({
        id: order.orderNumber,
        send: () =>
          adminCall('PUT /orders/:id/payment', { params: { id: order.orderNumber }, body: { status: 'completed' } }),
        done: 'Payment confirmed',
        after,
      }),
    notReceived: (order: ReviewOrder, note: string, after: () => void) =>
      run({
        id: order.orderNumber,
        send: () =>
          adminCall('PUT /orders/:id/payment', { params: { id: order.orderNumber }, body: { status: 'failed', note } }),
        done: 'Marked as not received. The shopper gets a mail.',
        after,
      }),
    /** Records the credit of a pasted message. */
    paste: (text: string) =>
      run({
        id: 'paste',
        send: async () => {
          const { match, message, credit } = await adminCall('POST /payments/messages', {
            body: { via: 'text', text },
          });
          if (message.reversal) return { message: 'Saved. The payment that it names is taken back.' };
          if (credit?.status === 'matched') return { message: `Saved. ${credit.orderNumber} is confirmed already.` };
          const order = match?.decision === 'none' ? null : match?.orderNumber;
          return {
            message: order ? `Saved. ${order} waits for your OK.` : 'Saved. It waits under Without order.',
          };
        },
      }),
    refund: ({ orderNumber }: RefundDue, body: Input<'POST /orders/:id/refunds'>['body']) =>
      run({
        id: orderNumber,
        send: () => adminCall('POST /orders/:id/refunds', { params: { id: orderNumber }, body }),
      }),
  };
}

export type PaymentActions = ReturnType<typeof usePaymentActions>;
