import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { toast } from '#web/ui/toast.tsx';
import { isSignedOut, serverSentence } from '../lib/session.ts';

export type Outcome = 'done' | { error: string };

/**
 * Changes several orders, one request after the other. An error (a version conflict, a payment that
 * is not verified) belongs to its order and does not stop the others. When the dialog is closed, it
 * stops after the order whose request is under way.
 *
 * @param failed the message when the server returns none
 */
export function useBulk(send: (order: AdminOrder) => Promise<unknown>, failed: string) {
  const client = useQueryClient();
  const [outcomes, setOutcomes] = useState<Record<string, Outcome>>({});
  const [busy, setBusy] = useState(false);
  const stopped = useRef(false);
  useEffect(
    () => () => {
      stopped.current = true;
    },
    [],
  );
  const done = Object.values(outcomes).filter((outcome) => outcome === 'done').length;

  return {
    outcomes,
    busy,
    /** Orders changed so far. */
    done,
    isDone: (order: AdminOrder) => outcomes[order.orderNumber] === 'done',
    /**
     * @returns how many were changed in all, whether none failed, and whether the dialog was closed
     * meanwhile
     */
    run: async (orders: AdminOrder[]): Promise<{ changed: number; whole: boolean; stopped: boolean }> => {
      setBusy(true);
      stopped.current = false;
      let changed = done;
      let whole = true;
      for (const order of orders) {
        const outcome = await attempt(order);
        if (outcome === 'done') changed += 1;
        else whole = false;
        if (outcome === 'signed out') break;
        setOutcomes((current) => ({ ...current, [order.orderNumber]: outcome }));
        if (!stopped.current) continue;
        // The list that would show it is gone.
        if (outcome !== 'done') toast.error(`${order.orderNumber}: ${outcome.error}`);
        break;
      }
      await client.invalidateQueries({ queryKey: ['orders'] });
      setBusy(false);
      return { changed, whole, stopped: stopped.current };
    },
  };

  async function attempt(order: AdminOrder): Promise<Outcome | 'signed out'> {
    try {
      await send(order);
      return 'done';
    } catch (error) {
      if (isSignedOut(error)) return 'signed out';
      return { error: serverSentence(error, failed) };
    }
  }
}

/** The version that was displayed, for the body of a change. */
export function versionOf({ version }: AdminOrder): { version?: number } {
  return version === undefined ? {} : { version };
}
