import { useCallback, useEffect, useRef, useState } from 'react';
import type { TimelineOrder } from '#shop/orders/order-timeline.ts';
import type { Order } from '#shop/orders/orders.ts';
import { paymentProgress } from '#shop/orders/payments/progress.ts';
import { isApiError } from '#web/lib/api.ts';
import { useHydrated } from '#web/lib/device.ts';
import type { LocalOrder } from '#web/lib/my-orders.ts';
import { findOrder, readLive, useOrders } from '#web/lib/my-orders.ts';
import { pollWhileVisible } from '#web/lib/poll.ts';
import { forgetFound } from '#web/lib/unfinished.ts';
import type { ItemView } from './order-items.tsx';

/**
 * An order as the pages display it: the current one from the server, else the copy on this device.
 * Rupees, epoch ms.
 */
export interface OrderView {
  copy: LocalOrder;
  /** Null when only the copy is available. */
  live: Order | null;
  items: ItemView[];
  pricing: Pick<Order['pricing'], 'subtotal' | 'discounts' | 'total'>;
  payment: {
    status: Order['payment']['status'];
    method: string;
    app: string;
    utr: string;
    note: string;
    /** Rupees sent back. */
    refunded: number;
    /** Rupees still to be sent back, once a part was. */
    refundDue: number;
    /** Rupees that the shop keeps, since no more is due. */
    kept: number;
    reversed: boolean;
  };
  address: LocalOrder['shippingAddress'];
  note: string;
  /** Null when it is no gift. */
  giftMessage: string | null;
  status: Order['status'];
  createdAt: number;
}

/** Builds the view from the copy and, if available, the current order. */
function orderView(copy: LocalOrder, live: Order | null): OrderView {
  if (!live) {
    return {
      copy,
      live,
      items: copy.items,
      pricing: { subtotal: copy.subtotal, discounts: copy.discounts, total: copy.total },
      payment: {
        status: copy.payment.status,
        method: copy.paymentMethod,
        app: copy.payment.app,
        utr: copy.payment.utrNumber,
        note: '',
        refunded: 0,
        refundDue: 0,
        kept: 0,
        reversed: false,
      },
      address: copy.shippingAddress,
      note: copy.orderNote,
      giftMessage: copy.giftMessage,
      status: copy.status,
      createdAt: copy.createdAt,
    };
  }
  return {
    copy,
    live,
    items: live.items,
    pricing: live.pricing,
    payment: {
      status: live.payment.status,
      method: live.paymentMethod,
      app: live.payment.app ?? copy.payment.app,
      utr: live.payment.utrNumber ?? '',
      note: live.payment.note ?? '',
      refunded: live.payment.refunded ?? 0,
      refundDue: live.payment.refundDue ?? 0,
      kept: live.payment.kept ?? 0,
      reversed: live.payment.reversed ?? false,
    },
    address: live.shippingAddress,
    note: live.orderNote,
    giftMessage: live.giftMessage,
    status: live.status,
    createdAt: live.createdAt,
  };
}

/** What the timeline of an order shows: its recorded events, when they are available (D36). */
export function timelineOf(order: OrderView): TimelineOrder {
  const { live, status, createdAt } = order;
  return { status, createdAt, progress: paymentProgress(order), ...(live ? { events: live.events } : {}) };
}

/**
 * `denied`: the device has no secret that opens the order, for example because it came by a code
 * and has expired (D33).
 */
export type OrderState =
  | { kind: 'loading' }
  | { kind: 'missing' }
  | {
      kind: 'found';
      order: OrderView;
      usualCheckMs: number | null;
      offline: boolean;
      denied: boolean;
      reload: () => void;
    };

/**
 * The order is on the screen: the strip need not tell any more that its payment was found (D66).
 */
export function useSeen(orderNumber: string): void {
  useEffect(() => forgetFound(orderNumber), [orderNumber]);
}

/**
 * The order with this number on this device. It is fetched with its secret (D32), again when the
 * tab becomes visible, and every few seconds while its payment is being checked or it cannot be
 * fetched.
 */
export function useOrder(orderNumber: string): OrderState {
  const hydrated = useHydrated();
  const copy = findOrder(useOrders(), orderNumber);
  const [read, setRead] = useState<Awaited<ReturnType<typeof readLive>> | null>(null);
  const reading = useRef(false);
  const [offline, setOffline] = useState(false);
  const [deniedToken, setDeniedToken] = useState<string | null>(null);
  const [round, setRound] = useState(0);
  const reload = useCallback(() => setRound((count) => count + 1), []);
  const token = copy?.delivery === 'sent' ? copy.accessToken : null;

  // biome-ignore lint/correctness/useExhaustiveDependencies: number, secret and round trigger the fetch; the fetch updates the copy
  useEffect(() => {
    if (token === null || !copy) return;
    const cancel = new AbortController();
    reading.current = true;
    readLive(copy, cancel.signal)
      .then(
        (response) => {
          setRead(response);
          setOffline(false);
        },
        (error) => {
          if (cancel.signal.aborted || !isApiError(error)) return;
          // 404: the secret does not match, so only the copy on this device can be displayed (D32).
          if (error.status === 404) setDeniedToken(token);
          else setOffline(true);
        },
      )
      .finally(() => {
        if (!cancel.signal.aborted) reading.current = false;
      });
    return () => cancel.abort();
  }, [copy?.orderNumber, token, round]);

  const live = copy && read?.order.orderNumber === copy.orderNumber ? read.order : null;
  const waiting = live !== null && live.payment.status === 'pending' && live.status !== 'cancelled';
  const again = waiting || offline;
  useEffect(() => {
    if (!again) return;
    return pollWhileVisible(() => {
      if (!reading.current) reload();
    });
  }, [again, reload]);

  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') reload();
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [reload]);

  if (!hydrated) return { kind: 'loading' };
  if (!copy) return { kind: 'missing' };
  return {
    kind: 'found',
    order: orderView(copy, live),
    usualCheckMs: read?.usualCheckMs ?? null,
    offline,
    denied: copy.delivery === 'sent' && (token === null || token === deniedToken),
    reload,
  };
}
