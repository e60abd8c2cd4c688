import { useEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { markCurrent, reachShop, useConnection } from '#web/lib/connection.ts';
import { forget, readText, writeText } from '#web/lib/device.ts';
import { Note } from '#web/ui/note.tsx';
import { toast } from '#web/ui/toast.tsx';
import { savedNotice } from '#web/worker/words.ts';

/** How often a page of yesterday asks for the shop while the browser believes that there is a network. */
const ASK_MS = 10_000;

/**
 * Says that what stands here may be of yesterday: without a network, on a page that was kept on the device, and while the shop
 * does not answer. As soon as it does, the page is brought up to date and the notice goes.
 */
export function ConnectionNotice() {
  const { savedAt, offline } = useConnection();
  const lost = savedAt !== null;
  useArrivals();
  useReturn(lost);
  useWelcome(lost);
  return (
    <div role="status" className={lost ? 'page py-2' : undefined}>
      {lost && <Note tone="warn">{savedNotice(savedAt, offline)}</Note>}
    </div>
  );
}

/** Another page was opened from this one: its data came from the shop itself, never from a cache (web/worker/rules.ts). */
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
 * Says that the shop is back, whichever way the page came up to date: in place, by opening another page, or by a document that was
 * loaded anew because its data had not come (web/worker/worker.ts). So the loss is remembered beyond the document.
 */
function useWelcome(lost: boolean): void {
  useEffect(() => {
    if (lost) {
      writeText('shopLost', 'yes');
    } else if (readText('shopLost') !== null) {
      forget('shopLost');
      toast.success('You are online again.');
    }
  }, [lost]);
}

/** Asks for the shop as long as it is lost, and brings the page up to date when it is back. */
function useReturn(lost: boolean): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    if (!lost) return;
    let asking = false;
    let again = false;
    const ask = async () => {
      if (!navigator.onLine) return;
      if (asking) {
        // The network came back while a question without an answer was still out: that one will fail, so ask once more.
        again = true;
        return;
      }
      asking = true;
      do {
        again = false;
        if (await reachShop()) {
          await revalidate();
          markCurrent();
          break;
        }
      } while (again);
      asking = false;
    };
    void ask();
    const timer = setInterval(ask, ASK_MS);
    window.addEventListener('online', ask);
    return () => {
      clearInterval(timer);
      window.removeEventListener('online', ask);
    };
  }, [lost, revalidate]);
}
