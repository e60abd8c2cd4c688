import type { LocalOrder } from '#web/lib/my-orders.ts';
import { outbox } from '#web/lib/outbox.ts';
import { Button } from '#web/ui/button.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';

/** Tells of an order that the shop has not got yet (D25): on its way, or refused with the reason. Nothing once it has it. */
export function SavedNote({ order, className = '' }: { order: LocalOrder; className?: string }) {
  if (order.delivery === 'sent') return null;
  if (order.delivery === 'sending') {
    return (
      <Note tone="warn" live="status" className={`text-left ${className}`}>
        Order <b className="mono">{order.orderNumber}</b> is saved on this phone, sending…
      </Note>
    );
  }
  return (
    <Note tone="bad" live="alert" className={`text-left ${className}`}>
      <p>
        Order <b className="mono">{order.orderNumber}</b> is saved on this phone, but the shop could not take it.{' '}
        {order.refusal}
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
