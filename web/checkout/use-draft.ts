import { useCallback, useEffect, useRef, useState } from 'react';
import type { CouponResult } from '#shop/orders/orders.ts';
import { isPaying } from '#web/lib/checkout.ts';
import { useStoredJson, useStoredText } from '#web/lib/device.ts';
import { goodsKey, saveDraft } from '#web/lib/ordering.ts';
import { pollWhileVisible } from '#web/lib/poll.ts';
import type { CheckoutItem, Draft } from '#web/lib/stored-checkout.ts';
import { acceptAddress, acceptDraft } from '#web/lib/stored-checkout.ts';
import { useCheckoutSettings } from './checkout-settings.ts';

/** Result of the request to hold the items (D19). */
export type HoldState =
  | { kind: 'pending' }
  /**
   * `goods`: key of the requested items and of the coupon code; `kept`: key of the items in the
   * draft.
   */
  | { kind: 'held'; goods: string; kept: string; changes: string[]; coupon: CouponResult | null }
  /**
   * The server could not be reached, or was `busy`; checkout continues with the number generated on
   * the device.
   */
  | { kind: 'offline'; goods: string; kept: string; busy: boolean }
  | { kind: 'refused'; message: string; details: string[] }
  /** The draft has already become an order. */
  | { kind: 'ordered'; orderNumber: string }
  | { kind: 'nothing' };

const keyOf = (draft: Draft) => goodsKey(draft.items, draft.direct);

/** Calls `look` at every sign that the shopper uses this tab. @returns stops it */
function onUse(look: () => void): () => void {
  const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'visibilitychange'];
  for (const sign of signs) document.addEventListener(sign, look, { passive: true });
  return () => {
    for (const sign of signs) document.removeEventListener(sign, look);
  };
}

/**
 * Creates the draft on mount and refreshes it when the items change, when the hold expires, and
 * when the network returns; without a response it asks again and again. While a payment is in
 * progress the draft does not change: it is what the shopper is paying for. When the payment fails
 * or is cancelled, the draft is requested again, because the hold may have expired and the cart may
 * have changed.
 *
 * @param offer the online payment offer in rupees
 */
export function useDraft(items: CheckoutItem[], direct: boolean, offer: number, paused: boolean) {
  const { holdMinutes } = useCheckoutSettings();
  const draft = useStoredJson('draftOrder', acceptDraft);
  const address = useStoredJson('shippingAddress', acceptAddress);
  const [state, setState] = useState<HoldState>({ kind: 'pending' });
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((count) => count + 1), []);
  const code = useStoredText('couponCode') ?? '';
  // With another code the price is another: until the server has responded, nothing is to be paid.
  const goods = `${goodsKey(items, direct)} ${code}`;
  // Subscribes to the step and the return, so that a write re-renders at once.
  useStoredText('paymentInProgress');
  useStoredText('waitingForPayment');
  const paying = paused || isPaying(Date.now());
  const asking = useRef(false);
  const latest = useRef({ items, direct, address, offer, holdMinutes });
  latest.current = { items, direct, address, offer, holdMinutes };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `goods`, the address, `paying` and `round` trigger a new request
  useEffect(() => {
    if (paying) {
      const held: HoldState = { kind: 'held', goods: '', kept: '', changes: [], coupon: null };
      setState((known) => (known.kind === 'pending' ? held : known));
      return;
    }
    const wanted = latest.current;
    if (wanted.items.length === 0) {
      setState({ kind: 'nothing' });
      return;
    }
    const cancel = new AbortController();
    setState((known) => (known.kind === 'held' || known.kind === 'offline' ? known : { kind: 'pending' }));
    asking.current = true;
    saveDraft({ ...wanted, now: Date.now(), signal: cancel.signal }).then(
      (result) => {
        if (cancel.signal.aborted) return;
        asking.current = false;
        if (result.kind === 'held') {
          const kept = keyOf(result.draft);
          // Keep a reported price change until the items change; a new request with the new price
          // reports none.
          setState((known) => ({
            kind: 'held',
            goods,
            kept,
            changes: result.changes.length > 0 || known.kind !== 'held' ? result.changes : known.changes,
            coupon: result.coupon,
          }));
        } else if (result.kind === 'offline')
          setState({ kind: 'offline', goods, kept: keyOf(result.draft), busy: result.busy });
        else setState(result);
      },
      () => {},
    );
    return () => cancel.abort();
  }, [goods, address?.createdAt, round, paying]);

  useHoldEnd(draft, state, paused, refresh);
  const current = !paying && (state.kind === 'held' || state.kind === 'offline');
  // Another tab has made the draft its own, or has ended it.
  const taken = current && (!draft || keyOf(draft) !== state.kept);
  useTakenBack(taken, refresh);
  const unanswered = state.kind === 'offline' && !paying && !taken;
  const busy = state.kind === 'offline' && state.busy;
  useEffect(() => {
    if (!unanswered) return;
    // A slow request is left to its end.
    const ask = () => {
      if (!asking.current) refresh();
    };
    return pollWhileVisible(ask, busy ? 'slow' : 'fast');
  }, [unanswered, busy, refresh]);
  // The draft is for other items: the response for the current ones is pending.
  const visible: HoldState = current && (taken || state.goods !== goods) ? { kind: 'pending' } : state;
  return { draft, address, state: visible, paying, refresh };
}

/**
 * Requests again when the network returns, and when the hold has expired and the shopper used the
 * page during it or uses it now.
 */
function useHoldEnd(draft: Draft | null, state: HoldState, paused: boolean, refresh: () => void): void {
  const until = draft?.reservedUntil ?? null;
  const offline = state.kind === 'offline';
  useEffect(() => {
    if (paused || until === null) return;
    // An idle page must not keep stock from other shoppers: it renews the hold when the shopper is
    // active again.
    let touched = false;
    let over = false;
    const look = () => {
      if (!over || !touched || document.visibilityState !== 'visible') return;
      // Once: a moving pointer would repeat it until the response has arrived.
      stop();
      refresh();
    };
    const touch = () => {
      touched = true;
      look();
    };
    const timer = setTimeout(
      () => {
        over = true;
        look();
      },
      Math.max(1_000, until - Date.now()),
    );
    const ignore = onUse(touch);
    const stop = () => {
      clearTimeout(timer);
      ignore();
    };
    return stop;
  }, [until, paused, refresh]);
  useEffect(() => {
    if (!offline) return;
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, [offline, refresh]);
}

/**
 * Requests again once the shopper uses this tab: two windows side by side would take the draft from
 * each other without end.
 */
function useTakenBack(taken: boolean, refresh: () => void): void {
  useEffect(() => {
    if (!taken) return;
    const stop = onUse(() => {
      if (document.visibilityState !== 'visible') return;
      stop();
      refresh();
    });
    return stop;
  }, [taken, refresh]);
}
