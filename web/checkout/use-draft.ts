import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckoutItem, Draft } from '#web/lib/checkout.ts';
import { acceptAddress, acceptDraft, isPaying } from '#web/lib/checkout.ts';
import { useStoredJson, useStoredText } from '#web/lib/device.ts';
import { saveDraft } from '#web/lib/ordering.ts';

/** How the shop answered to the wish to hold these goods (D19). */
export type HoldState =
  | { kind: 'asking' }
  /** `goods`: what is held, as `goodsKey` writes it. */
  | { kind: 'held'; goods: string; changes: string[] }
  /** The server could not be reached; checkout goes on with the device's own number. */
  | { kind: 'offline'; goods: string }
  | { kind: 'refused'; message: string; details: string[] }
  /** The draft is an order already. */
  | { kind: 'ordered'; orderNumber: string }
  | { kind: 'nothing' };

/** Two lists with the same key are the same goods. */
export function goodsKey(items: readonly CheckoutItem[], direct: boolean): string {
  return JSON.stringify([items.map(({ product, size, quantity }) => [product, size, quantity]), direct]);
}

/**
 * Makes the draft on entering and refreshes it when the goods change, when the hold has run out, and when the network is back.
 * While a payment is under way the draft stays as it is: the shopper is paying for exactly that. When the payment has come to
 * nothing the goods are asked for anew: the hold may be over, and the cart may be another one.
 *
 * @param offer the online payment offer in rupees
 */
export function useDraft(items: CheckoutItem[], direct: boolean, offer: number, paused: boolean) {
  const draft = useStoredJson('draftOrder', acceptDraft);
  const address = useStoredJson('shippingAddress', acceptAddress);
  const [state, setState] = useState<HoldState>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((count) => count + 1), []);
  const goods = goodsKey(items, direct);
  // Read, so that a step or a return that is written down is seen here at once.
  useStoredText('paymentInProgress');
  useStoredText('waitingForPayment');
  const paying = paused || isPaying(Date.now());
  const latest = useRef({ items, direct, address, offer });
  latest.current = { items, direct, address, offer };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `goods`, the address, `paying` and `round` say when to ask again
  useEffect(() => {
    if (paying) {
      setState((known) => (known.kind === 'asking' ? { kind: 'held', goods: '', changes: [] } : known));
      return;
    }
    const wanted = latest.current;
    if (wanted.items.length === 0) {
      setState({ kind: 'nothing' });
      return;
    }
    const cancel = new AbortController();
    setState((known) => (known.kind === 'held' ? known : { kind: 'asking' }));
    saveDraft({ ...wanted, now: Date.now(), signal: cancel.signal }).then(
      (result) => {
        if (cancel.signal.aborted) return;
        if (result.kind === 'held') {
          // News of a price stays until the goods change; asking again with the new price brings none.
          setState((known) => ({
            kind: 'held',
            goods,
            changes: result.changes.length > 0 || known.kind !== 'held' ? result.changes : known.changes,
          }));
        } else if (result.kind === 'offline') setState({ kind: 'offline', goods });
        else setState(result);
      },
      () => {},
    );
    return () => cancel.abort();
  }, [goods, address?.createdAt, round, paying]);

  useHoldEnd(draft, state, paused, refresh);
  const current = state.kind === 'held' || state.kind === 'offline';
  // Held, but other goods: their answer is on its way.
  const shown: HoldState = current && !paying && state.goods !== goods ? { kind: 'asking' } : state;
  return { draft, address, state: shown, paying, refresh };
}

/** Asks again when the hold is over and the page was touched while it ran or is touched now, and when the network is back. */
function useHoldEnd(draft: Draft | null, state: HoldState, paused: boolean, refresh: () => void): void {
  const until = draft?.reservedUntil ?? null;
  const offline = state.kind === 'offline';
  useEffect(() => {
    if (paused || until === null) return;
    // A page that nobody looks at or touches must not keep the goods from others: it holds them again when somebody is there.
    let touched = false;
    let over = false;
    const end = () => {
      over = true;
      if (touched && document.visibilityState === 'visible') refresh();
    };
    const touch = () => {
      touched = true;
      if (over && document.visibilityState === 'visible') refresh();
    };
    const timer = setTimeout(end, Math.max(1_000, until - Date.now()));
    const signs = ['pointerdown', 'pointermove', 'keydown', 'scroll', 'visibilitychange'];
    for (const sign of signs) document.addEventListener(sign, touch, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of signs) document.removeEventListener(sign, touch);
    };
  }, [until, paused, refresh]);
  useEffect(() => {
    if (!offline) return;
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, [offline, refresh]);
}
