import { useEffect, useState } from 'react';
import m from '#messages/frame';
import { SAVED_ORDER } from '#shop/language.ts';
import { useOnline } from '#web/lib/connection.ts';
import { endsWithPage, useStoredJson } from '#web/lib/device.ts';
import { pagePath } from '#web/lib/language.ts';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { rich } from '#web/ui/rich.tsx';

/**
 * The part of an outbox entry (web/lib/outbox.ts) that is shown: that module is loaded only for
 * shoppers who need it.
 */
interface Waiting {
  id: string;
  attempts: number;
  addedAt: number;
  refused?: string;
}

const acceptWaiting = (value: unknown) =>
  Array.isArray(value) ? value.filter((entry): entry is Waiting => typeof entry?.id === 'string') : null;
const NONE: Waiting[] = [];
const bold = (text: string) => <b>{text}</b>;

/** The numbers of the orders that the shop has. */
const acceptSent = (value: unknown) =>
  Array.isArray(value)
    ? value.flatMap((order) => (order?.delivery === 'sent' ? [String(order.id), String(order.formerNumber)] : []))
    : null;

/**
 * Says on every page that an order waits on this device, so that nobody pays twice, and sends it
 * from there (D25). Once it is sent, it links to the confirmation until the next page load.
 */
export function SavedStrip() {
  const waiting = useStoredJson('orderOutbox', acceptWaiting) ?? NONE;
  const taken = useStoredJson('orders', acceptSent);
  const online = useOnline();
  useSending(waiting.length > 0);
  const [since] = useState(Date.now);
  const [shown, setShown] = useState<readonly string[]>([]);
  // The page that places an order shows its first attempt itself.
  const late = waiting.filter(
    ({ attempts, refused, addedAt }) => attempts > 0 || refused || !online || addedAt < since,
  );
  const ids = late.map(({ id }) => id).join(' ');
  useEffect(() => {
    if (ids) setShown((before) => [...new Set([...before, ...ids.split(' ')])]);
  }, [ids]);
  const sent = shown.filter((id) => !waiting.some((entry) => entry.id === id) && taken?.includes(id));
  // Browser storage is missing or full: the order exists only in this page.
  const fleeting = endsWithPage('orderOutbox');
  // Without a worker this page would not open.
  const opens = !fleeting && (online || globalThis.navigator?.serviceWorker?.controller);
  const words = (refused?: string) =>
    fleeting ? m.savedNowhere : refused ? m.savedRefused : online ? m.savedSending : m.savedOffline;
  return (
    <div role="status" className="page grid gap-2 not-empty:py-2">
      {late.map(({ id, refused }) => (
        <Note key={id} tone="warn">
          <span className="wrap-anywhere">{rich(words(refused)({ id }), { b: bold })}</span>{' '}
          {opens && (
            // Opens as a document, because only a document is kept for use without a network.
            <a className="link link-tap" href={pagePath(`${SAVED_ORDER}#${id}`)}>
              {m.viewOrder()}
            </a>
          )}
        </Note>
      ))}
      {sent.map((id) => (
        <Note key={id} tone="ok">
          <span className="wrap-anywhere">{rich(m.savedSent({ id }), { b: bold })}</span>{' '}
          <AppLink className="link link-tap" to={`/order-confirmation/${encodeURIComponent(id)}`}>
            {m.viewOrder()}
          </AppLink>
        </Note>
      ))}
    </div>
  );
}

/**
 * Loads what sends the orders, and again when the network returns in case it could not be loaded
 * without one.
 */
function useSending(any: boolean): void {
  useEffect(() => {
    if (!any) return;
    const start = () =>
      void import('#web/lib/outbox.ts').then(
        ({ startOutbox }) => startOutbox(),
        () => {},
      );
    start();
    window.addEventListener('online', start);
    return () => window.removeEventListener('online', start);
  }, [any]);
}
