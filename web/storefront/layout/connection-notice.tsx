import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import m from '#messages/frame';
import { afterLoss, getConnection, markCurrent, reachShop, useConnection } from '#web/lib/connection.ts';
import { forget, readText, writeText } from '#web/lib/device.ts';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { savedNotice } from '#web/worker/words.ts';

/** How often a stale page retries while the browser reports a network. */
const RETRY_MS = 10_000;

/**
 * Notice that the page may be stale: without a network, on a cached page, and while the server does
 * not respond. As soon as it does, the page is revalidated and the notice disappears.
 */
export function ConnectionNotice() {
  const { savedAt, offline, kept } = useConnection();
  const lost = savedAt !== null;
  useArrivals();
  useReturn(lost);
  useWelcome(lost, offline);
  return (
    <div role="status" className={lost ? 'page py-2' : undefined}>
      {lost && <Note tone="warn">{savedNotice(savedAt, { offline, kept })}</Note>}
    </div>
  );
}

/**
 * After client navigation the data is current: it comes from the server, never from a cache
 * (web/worker/rules.ts).
 */
function useArrivals(): void {
  const { pathname, search } = useLocation();
  const seen = useRef(pathname + search);
  useEffect(() => {
    if (seen.current === pathname + search) return;
    seen.current = pathname + search;
    markCurrent();
  }, [pathname, search]);
}

/**
 * Announces that the device is online again, however the page was updated: in place, by client
 * navigation, or by a document reload because its data failed to load (web/worker/worker.ts). The
 * loss is stored because it must survive a reload.
 */
function useWelcome(lost: boolean, offline: boolean): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the connection changes
  useEffect(() => {
    // Not the props: in the first render they are the server's, and a kept page would seem current.
    const { stored, announced } = afterLoss(readText('shopLost'), getConnection());
    if (stored) writeText('shopLost', stored);
    else forget('shopLost');
    if (announced) toast.success(m.onlineAgain());
  }, [lost, offline]);
}

/** Retries while the shop is unreachable, and revalidates the page when it is back. */
function useReturn(lost: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!lost) return;
    let pending = false;
    let again = false;
    const retry = async () => {
      if (!navigator.onLine) return;
      if (pending) {
        // The network returned while a request was pending: that one will fail, so try once more.
        again = true;
        return;
      }
      pending = true;
      do {
        again = false;
        if (await reachShop()) {
          await revalidate();
          markCurrent();
          break;
        }
      } while (again);
      pending = false;
    };
    void retry();
    const timer = setInterval(retry, RETRY_MS);
    window.addEventListener('online', retry);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', retry);
    };
  }, [lost, revalidate]);
}
