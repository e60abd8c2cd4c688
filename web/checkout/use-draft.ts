import { useCallback, useEffect, useRef, useState } from 'react';
import type { CheckoutItem, Draft } from '#web/lib/checkout.ts';
import { acceptAddress, acceptDraft, isPaying } from '#web/lib/checkout.ts';
import { useStoredJson } from '#web/lib/device.ts';
import { saveDraft } from '#web/lib/ordering.ts';

/** How the shop answered to the wish to hold these goods (D19). */
export type HoldState =
  | { kind: 'asking' }
  | { kind: 'held'; changes: string[] }
  /** The server could not be reached; checkout goes on with the device's own number. */
  | { kind: 'offline' }
  | { kind: 'refused'; message: string; details: string[] }
  /** The draft is an order already. */
  | { kind: 'ordered'; orderNumber: string }
  | { kind: 'nothing' };

/**
 * Makes the draft on entering and refreshes it when the goods change, when the hold has run out, and when the network is back.
 * While a payment is under way the draft stays as it is: the shopper is paying for exactly that.
 *
 * @param offer the online payment offer in rupees
 */
export function useDraft(items: CheckoutItem[], direct: boolean, offer: number, paused: boolean) {
  const draft = useStoredJson('draftOrder', acceptDraft);
  const address = useStoredJson('shippingAddress', acceptAddress);
  const [state, setState] = useState<HoldState>({ kind: 'asking' });
  const [round, setRound] = useState(0);
  const refresh = useCallback(() => setRound((count) => count + 1), []);
  const goods = JSON.stringify([items.map(({ product, size, quantity }) => [product, size, quantity]), direct]);
  const latest = useRef({ items, direct, address, offer });
  latest.current = { items, direct, address, offer };

  // biome-ignore lint/correctness/useExhaustiveDependencies: `goods`, the address and `round` say when to ask again
  useEffect(() => {
    if (paused || isPaying(Date.now())) {
      setState((known) => (known.kind === 'asking' ? { kind: 'held', changes: [] } : known));
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
            changes: result.changes.length > 0 || known.kind !== 'held' ? result.changes : known.changes,
          }));
        } else if (result.kind === 'offline') setState({ kind: 'offline' });
        else setState(result);
      },
      () => {},
    );
    return () => cancel.abort();
  }, [goods, address?.createdAt, round, paused]);

  useHoldEnd(draft, state, paused, refresh);
  return { draft, address, state, refresh };
}

/** Asks again when the hold is over, and when the network is back. */
function useHoldEnd(draft: Draft | null, state: HoldState, paused: boolean, refresh: () => void): void {
  const until = draft?.reservedUntil ?? null;
  const offline = state.kind === 'offline';
  useEffect(() => {
    if (paused || until === null) return;
    const timer = setTimeout(refresh, Math.max(1_000, until - Date.now()));
    return () => clearTimeout(timer);
  }, [until, paused, refresh]);
  useEffect(() => {
    if (!offline) return;
    window.addEventListener('online', refresh);
    return () => window.removeEventListener('online', refresh);
  }, [offline, refresh]);
}
