import { useEffect } from 'react';
import { endsWithPage } from '#web/lib/device.ts';
import type { LocalOrder } from '#web/lib/my-orders.ts';
import { outbox } from '#web/lib/outbox.ts';
import { Button } from '#web/ui/button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';

/**
 * Notice for an order that has not reached the shop (D25): pending, or rejected with a reason. Renders nothing after it
 * has.
 */
export function SavedNote({ order, className = '' }: { order: LocalOrder; className?: string }) {
  // Browser storage is missing or full: the order exists only in this page.
  const fleeting = order.delivery !== 'sent' && endsWithPage('orderOutbox');
  useAskBeforeLeaving(fleeting);
  if (order.delivery === 'sent') return null;
  if (order.delivery === 'sending') {
    return (
      <Note tone="warn" live="status" className={`text-left ${className}`}>
        {fleeting ? (
          <>
            Keep this page open until order <b className="mono">{order.orderNumber}</b> is sent: this browser does not
            allow saving. Sending… Do not pay again.
          </>
        ) : (
          <>
            Order <b className="mono">{order.orderNumber}</b> is saved on this phone, sending… Do not pay again.
          </>
        )}
      </Note>
    );
  }
  return (
    <Note tone="bad" live="alert" className={`text-left ${className}`}>
      <p>
        Order <b className="mono">{order.orderNumber}</b> is saved on this phone, but we could not accept it.{' '}
        {order.refusal} Do not pay again.
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button variant="line" className="text-ink" onClick={() => void outbox.retry(order.orderNumber)}>
          Send again
        </Button>
        <AppLink className="link" to="/contact-us">
          Contact support
        </AppLink>
      </div>
    </Note>
  );
}

/** The browser asks before it closes or reloads the page. */
export function useAskBeforeLeaving(needed: boolean): void {
  useEffect(() => {
    if (!needed) return;
    const preventUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', preventUnload);
    return () => window.removeEventListener('beforeunload', preventUnload);
  }, [needed]);
}
