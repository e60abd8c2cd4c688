import { internationalPhone } from '#shop/india/phones.ts';
import { isBeforeShipping } from '#shop/orders/order-status.ts';
import type { AdminOrder } from '#shop/orders/orders.ts';
import { unprintableSentence } from '#shop/orders/printable.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Note } from '#web/ui/note.tsx';
import { MessageCircle } from '#web/ui/page-icons.ts';
import { canChat } from './chat-question.tsx';
import type { OrderActions } from './use-order-actions.ts';

/** The delivery address and contact of an order, which can be corrected until it is shipped. */
export function DeliverTo({ order, actions }: { order: AdminOrder; actions: OrderActions }) {
  const to = order.shippingAddress;
  const phone = internationalPhone(to.phone, to.country);
  const unprintable = unprintableSentence(to);
  return (
    <div className="grid gap-5 sm:grid-cols-2">
      <section>
        <h3>Deliver to</h3>
        <address className="wrap-anywhere text-ink-soft not-italic">
          <b className="block font-semibold text-ink">{to.name}</b>
          <span className="block">{to.address}</span>
          <span className="block">{`${to.city}, ${to.state} ${to.pincode}`}</span>
          {to.country && to.country !== 'India' && <span className="block">{to.country}</span>}
        </address>
        {unprintable && (
          <Note tone="warn" className="mt-2.5">
            {unprintable}
          </Note>
        )}
        {to.gstin && <p className="mono text-ink-soft">GSTIN {to.gstin}</p>}
        {isBeforeShipping(order.status) && (
          <Button
            variant="quiet"
            size="admin"
            className="mt-2.5"
            onClick={() => actions.ask({ kind: 'address', order })}
          >
            Correct address
          </Button>
        )}
      </section>
      <section>
        <h3>Contact</h3>
        <p className="num text-ink-soft">
          <a className="link admin-link" href={`tel:${phone.replaceAll(' ', '')}`}>
            {phone}
          </a>
          <br />
          {to.email && (
            <a className="link admin-link" href={`mailto:${to.email}`}>
              {to.email}
            </a>
          )}
        </p>
        {typeof order.noticeVersion === 'number' && (
          <p className="text-ink-soft">
            Privacy policy shown: {order.noticeVersion === 0 ? 'the built-in one' : `version ${order.noticeVersion}`}
          </p>
        )}
        {canChat(order) && (
          <Button variant="quiet" size="admin" className="mt-2.5" onClick={() => actions.ask({ kind: 'chat', order })}>
            <Icon of={MessageCircle} /> WhatsApp
          </Button>
        )}
      </section>
    </div>
  );
}
