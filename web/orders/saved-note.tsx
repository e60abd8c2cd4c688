import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/order-notices';
import { endsWithPage } from '#web/lib/device.ts';
import { dropOrder, type LocalOrder } from '#web/lib/my-orders.ts';
import { outbox, refusalWords } from '#web/lib/outbox.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { Note } from '#web/ui/note.tsx';
import { rich } from '#web/ui/rich.tsx';

/**
 * Notice for an order that has not reached the shop (D25): pending, or rejected with a reason.
 * Renders nothing after it has.
 */
export function SavedNote({ order, className = '' }: { order: LocalOrder; className?: string }) {
  // Browser storage is missing or full: the order exists only in this page.
  const fleeting = order.delivery !== 'sent' && endsWithPage('orderOutbox');
  useAskBeforeLeaving(fleeting);
  if (order.delivery === 'sent') return null;
  if (order.delivery === 'sending') {
    return (
      <Note tone="warn" live="status" className={`text-left ${className}`}>
        {rich((fleeting ? m.keepOpen : m.sending)({ order: order.orderNumber }), { b: number })}
      </Note>
    );
  }
  return (
    <Note tone="bad" live="alert" className={`text-left ${className}`}>
      <p>
        {rich(
          (fleeting ? m.refusedLost : m.refused)({
            order: order.orderNumber,
            reason: refusalWords(order.refusal ?? ''),
          }),
          { b: number },
        )}
      </p>
      <div className="mt-2 flex flex-wrap items-center gap-3">
        <Button variant="line" className="text-ink" onClick={() => void outbox.retry(order.orderNumber)}>
          {m.sendAgain()}
        </Button>
        <AppLink className="link" to="/contact-us">
          {m.contactSupport()}
        </AppLink>
        {/* With a UTR, money has moved: then only the shop can put it right. */}
        {!order.payment.utrNumber && <RemoveOrder orderNumber={order.orderNumber} />}
      </div>
    </Note>
  );
}

function RemoveOrder({ orderNumber }: { orderNumber: string }) {
  const navigate = useNavigate();
  const [asking, setAsking] = useState(false);
  const remove = () => {
    outbox.remove(orderNumber);
    dropOrder(orderNumber);
    navigate('/orders', { replace: true });
  };
  return (
    <>
      <Button variant="text" onClick={() => setAsking(true)}>
        {m.remove()}
      </Button>
      <Dialog open={asking} onClose={() => setAsking(false)} title={m.removeTitle()}>
        <p className="text-ink-soft">{rich(m.removeText({ order: orderNumber }), { b: number })}</p>
        <div className="grid gap-2 sm:grid-cols-2">
          <Button variant="line" onClick={() => setAsking(false)} data-safe>
            {m.keep()}
          </Button>
          <Button variant="bad" onClick={remove}>
            {m.remove()}
          </Button>
        </div>
      </Dialog>
    </>
  );
}

function number(text: string) {
  return <b className="mono">{text}</b>;
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
