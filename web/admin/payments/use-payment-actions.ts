import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { formatRupees } from '#shop/money/money.ts';
import type { PaymentInput } from '#shop/orders/payment-input.ts';
import type { RefundDue } from '#shop/orders/payments/api.ts';
import type { BankMessage } from '#shop/orders/payments/bank-messages-api.ts';
import type { Credit } from '#shop/orders/payments/credit.ts';
import { type Input, isApiError, type ResponseFor } from '#web/lib/api.ts';
import { toast } from '#web/ui/toast.tsx';
import { adminCall, isSignedOut, serverSentence } from '../lib/session.ts';
import { usePending } from '../ui/use-pending.ts';
import { REASONS } from './payment-words.ts';
import type { OpenCredit, OrderToVerify, ReviewOrder } from './payments-api.ts';

/** The open dialog. */
export type PaymentQuestion =
  | { kind: 'match'; credit: Credit; suggestions: OpenCredit['suggestions'] }
  | { kind: 'dismiss'; credit: Credit }
  | { kind: 'not-received'; order: ReviewOrder }
  | { kind: 'refund'; due: RefundDue }
  | { kind: 'bank-message'; message: BankMessage }
  | { kind: 'exact'; orders: OrderToVerify[] }
  | { kind: 'paste' };

/**
 * What Undo takes back: credits off their orders, a credit or message set aside, or what a person
 * decided about an order by hand.
 */
type Undo =
  | { credits: string[] }
  | { dismissed: string }
  | { message: string }
  | { order: string; decided: 'completed' | 'failed' };

interface Change {
  /** The order and the credit that are busy meanwhile. */
  ids: string[];
  send: () => Promise<{ message: string; undo?: Undo }>;
  /** Unless only the answer tells what it is. */
  undo?: Undo;
  /**
   * Replaces the server's message. With Undo it names what is undone: a toast takes the place of
   * one with the same words.
   */
  done?: string;
  after?: () => void;
}

/** A change with the question that it answers. */
type Answer = Change & { answers: PaymentQuestion | null };

/** Undo stays longer than other toasts. */
const UNDO_MS = 10_000;
const FAILED = 'Failed to save. Please try again.';

/** With the version that was displayed: the shopper may have sent another UTR since. */
const decide = ({ orderNumber, version }: ReviewOrder, decision: PaymentInput) =>
  adminCall('PUT /orders/:id/payment', { params: { id: orderNumber }, body: { ...decision, version } });

const takeBack = (id: string, status: 'completed' | 'failed') =>
  adminCall('PUT /orders/:id/payment', { params: { id }, body: { status, undo: true } });

const openCredit = (id: string) => adminCall('POST /payments/credits/:id/open', { params: { id } });

function callsOf(what: Undo): (() => Promise<unknown>)[] {
  if ('credits' in what) {
    return what.credits.map((id) => () => adminCall('POST /payments/credits/:id/unmatch', { params: { id } }));
  }
  if ('dismissed' in what) return [() => openCredit(what.dismissed)];
  if ('message' in what) {
    return [() => adminCall('POST /payments/bank-messages/:id/open', { params: { id: what.message } })];
  }
  return [() => takeBack(what.order, what.decided)];
}

function waitsAgain(what: Undo): string {
  if ('dismissed' in what) return 'credit waits';
  return 'message' in what ? 'message waits' : 'order is to verify';
}

type Taken = Omit<ResponseFor<'POST /payments/messages'>, 'success' | 'count' | 'more'>;

/** What became of a pasted message. */
function savedWords({ match, message, credit, waiting }: Taken): string {
  if (waiting) return 'It waits for you under Without order.';
  if (credit?.status === 'dismissed') return 'It is set aside as no sale.';
  if (message.reversal) return 'The bank has reversed that payment.';
  if (credit?.status === 'matched') return `${credit.orderNumber} is confirmed already.`;
  if (message.kind !== 'credit') return 'It has no effect.';
  // An order that is over, or paid already, is not on the list to verify.
  const waits = match && match.decision !== 'none' && REASONS[match.reason].kind !== 'closed';
  const order = waits ? match.orderNumber : null;
  return order ? `${order} waits for your OK.` : 'It waits under Without order.';
}

/** The actions of the Payments screen, with their dialogs, toasts and Undo. */
export function usePaymentActions() {
  const client = useQueryClient();
  const [question, setQuestion] = useState<PaymentQuestion | null>(null);

  const refresh = () =>
    Promise.all([
      client.invalidateQueries({ queryKey: ['payments'] }),
      client.invalidateQueries({ queryKey: ['orders'] }),
    ]);

  const undo = async (what: Undo) => {
    const calls = callsOf(what);
    let failure: unknown;
    let undone = 0;
    for (const call of calls) {
      try {
        await call();
        undone += 1;
      } catch (error) {
        if (isSignedOut(error)) return;
        failure = error;
      }
    }
    if (failure) toast.error(serverSentence(failure, 'Failed to undo. Please try again.'));
    const mailed = 'order' in what && what.decided === 'failed' ? ' An email to the shopper cannot be taken back.' : '';
    if (undone === 1) toast.info(`Undone. The ${waitsAgain(what)} again.${mailed}`);
    if (undone > 1) toast.info(`Undone for ${undone} orders.`);
    await refresh();
  };

  /** Says that it is done, with Undo where that is possible. */
  const say = (message: string, what?: Undo) => {
    const options = what && { action: { label: 'Undo', onPress: () => void undo(what) }, duration: UNDO_MS };
    toast.success(message, options ?? {});
  };

  const pending = usePending('payment');
  /** The person may have asked another question meanwhile, which stays. */
  const closeOnly = (answered: PaymentQuestion | null) =>
    setQuestion((current) => (current === answered ? null : current));

  const change = useMutation({
    mutationKey: pending.key,
    mutationFn: ({ send }: Answer) => send(),
    onSuccess: async ({ message, undo: found }, { undo: what, done, after, answers }) => {
      closeOnly(answers);
      say(done ?? message, found ?? what);
      after?.();
      await refresh();
    },
    onError: async (error, { answers }) => {
      if (isSignedOut(error)) return;
      toast.error(serverSentence(error, FAILED));
      // The question is about an order as it was.
      const isOutdated = isApiError(error) && error.status === 409;
      if (isOutdated && (answers?.kind === 'not-received' || answers?.kind === 'refund')) closeOnly(answers);
      // What was found for a match, too: this follows a press of the person's own.
      await Promise.all([refresh(), client.invalidateQueries({ queryKey: ['match'] })]);
    },
  });
  const run = (next: Change) => {
    if (pending.mayStart(next.ids)) change.mutate({ ...next, answers: question });
  };

  return {
    question,
    ask: setQuestion,
    close: () => setQuestion(null),
    closeOnly,
    /**
     * Whether one of these orders and credits has a pending change; the others may be changed
     * meanwhile.
     */
    isBusy: pending.isBusy,
    say,
    refresh,
    /**
     * Presses the newest Undo on display: a decision is taken back only while a toast offers it,
     * and once.
     */
    undoLast: () =>
      [...document.querySelectorAll<HTMLElement>('.toast:not(.toast-leaving) button.toast-action')].at(-1)?.click(),
    /** `acceptAmount`: the difference was shown to the person. */
    match: (credit: Credit, order: { orderNumber: string }, acceptAmount: boolean, after?: () => void) =>
      run({
        ids: [order.orderNumber, credit.id],
        send: () =>
          adminCall('POST /payments/credits/:id/match', {
            params: { id: credit.id },
            body: { orderNumber: order.orderNumber, acceptAmount },
          }),
        done: `Payment confirmed for ${order.orderNumber}`,
        undo: { credits: [credit.id] },
        ...(after ? { after } : {}),
      }),
    /** A person has read in a message that it pays this order. */
    confirmMessage: (message: BankMessage, { orderNumber }: { orderNumber: string }) =>
      run({
        ids: [message.id, orderNumber],
        send: async () => {
          const params = { id: message.id };
          const body = { orderNumber };
          const { credit } = await adminCall('POST /payments/bank-messages/:id/confirm', { params, body });
          return { message: `Payment confirmed for ${orderNumber}`, undo: { credits: [credit.id] } };
        },
      }),
    dismissMessage: ({ id, sender }: BankMessage) =>
      run({
        ids: [id],
        send: () => adminCall('POST /payments/bank-messages/:id/dismiss', { params: { id } }),
        done: sender ? `A message of ${sender} is set aside.` : 'The pasted message is set aside.',
        undo: { message: id },
      }),
    unmatch: (credit: Credit) =>
      run({
        ids: [credit.id],
        send: () => adminCall('POST /payments/credits/:id/unmatch', { params: { id: credit.id } }),
      }),
    /** The bank has the money although the statement does not show it. */
    keep: (credit: Credit, orderNumber: string) =>
      run({
        ids: [credit.id, orderNumber],
        send: () =>
          adminCall('PUT /orders/:id/attention', {
            params: { id: orderNumber },
            body: { settled: 'not_in_statement' },
          }),
        done: 'The payment stays confirmed.',
      }),
    dismiss: (credit: Credit, reason: string) =>
      run({
        ids: [credit.id],
        send: () => adminCall('POST /payments/credits/:id/dismiss', { params: { id: credit.id }, body: { reason } }),
        done: `The credit of ${formatRupees(credit.amount)} is set aside`,
        undo: { dismissed: credit.id },
      }),
    openAgain: (credit: Credit) => run({ ids: [credit.id], send: () => openCredit(credit.id) }),
    /** A person has found the money in the bank without a credit in the shop. */
    received: (order: ReviewOrder, after: () => void) =>
      run({
        ids: [order.orderNumber],
        send: () => decide(order, { status: 'completed' }),
        done: `Payment confirmed for ${order.orderNumber}`,
        undo: { order: order.orderNumber, decided: 'completed' },
        after,
      }),
    notReceived: (order: ReviewOrder, note: string, after: () => void) =>
      run({
        ids: [order.orderNumber],
        send: () => decide(order, { status: 'failed', note }),
        done: `${order.orderNumber} marked as not received`,
        undo: { order: order.orderNumber, decided: 'failed' },
        after,
      }),
    /** Records the credit of a pasted message. */
    paste: (text: string) =>
      run({
        ids: ['paste'],
        send: async () => {
          const { more, ...first } = await adminCall('POST /payments/messages', { body: { via: 'text', text } });
          const saved = [first, ...more].map(savedWords);
          const words = saved.length === 1 ? saved : saved.map((sentence, at) => `${at + 1}: ${sentence}`);
          return { message: `Saved. ${words.join(' ')}` };
        },
      }),
    refund: ({ orderNumber, version }: RefundDue, body: Input<'POST /orders/:id/refunds'>['body']) =>
      run({
        ids: [orderNumber],
        send: () => adminCall('POST /orders/:id/refunds', { params: { id: orderNumber }, body: { ...body, version } }),
      }),
  };
}

export type PaymentActions = ReturnType<typeof usePaymentActions>;
