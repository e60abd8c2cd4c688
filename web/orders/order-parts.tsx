import '#web/ui/facts.css';
import gift from '#messages/gift';
import m from '#messages/orders';
import { formatDateTime } from '#shop/india/dates.ts';
import { upiApp } from '#shop/money/upi.ts';
import { PICKUP } from '#shop/orders/address.ts';
import { deliveryTime } from '#shop/orders/delivery.ts';
import { hasParcel, isOver } from '#shop/orders/order-status.ts';
import { type TimelineOrder, timeline } from '#shop/orders/order-timeline.ts';
import { hasPaid, paymentProgress, progressName } from '#shop/orders/payments/progress.ts';
import { WhatsAppLink } from '#web/lib/whatsapp-link.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Note } from '#web/ui/note.tsx';
import { Package } from '#web/ui/page-icons.ts';
import { rich } from '#web/ui/rich.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { Timeline } from '#web/ui/timeline.tsx';
import { AddressLines, OrderItems, OrderSums } from './order-items.tsx';
import { trackPath } from './track-path.ts';
import type { OrderState, OrderView } from './use-order.ts';

/** 'UPI · PhonePe' */
function methodText({ method, app }: OrderView['payment']): string {
  const name = method === 'upi' ? 'UPI' : method;
  return app && app !== 'other' ? `${name} · ${upiApp(app).name}` : name;
}

/**
 * Says that a page shows the copy of this device: the shop cannot be reached, or the order's secret
 * does not open it (any more).
 */
export function CopyNote({ state, className }: { state: Extract<OrderState, { kind: 'found' }>; className: string }) {
  const { offline, denied, order } = state;
  if (!offline && !denied) return null;
  const track = trackPath(order.copy.orderNumber);
  return (
    <Note tone="info" live="status" className={className}>
      {denied
        ? rich(m.oldCopy(), {
            track: (text) => (
              <AppLink className="link" to={track}>
                {text}
              </AppLink>
            ),
          })
        : m.unreachable()}
    </Note>
  );
}

/**
 * Payment state (D24), method, UTR and the two dates. `pending` replaces the name of a state that
 * waits: the confirmation's word (R2.2).
 */
export function PaymentPanel({
  order,
  pending,
  className = '',
}: {
  order: OrderView;
  pending?: string;
  className?: string;
}) {
  const { address, live, payment, createdAt, status } = order;
  const progress = paymentProgress(order);
  const { label, tone } = progressName(progress);
  const waits = progress === 'utr_wanted' || progress === 'checking';
  // A parcel on its way has a panel of its own, with the date.
  const closed = isOver(status);
  return (
    <section className={`panel ${className}`}>
      <h2 className="mb-3.5 text-display-sm">{m.payment()}</h2>
      <dl className="kv items-center">
        <dt>{m.paymentStatus()}</dt>
        <dd>
          <StatusPill tone={tone}>{(waits && !closed && pending) || label}</StatusPill>
        </dd>
        <dt>{m.method()}</dt>
        <dd>{methodText(payment)}</dd>
        {payment.utr && (
          <>
            <dt>UTR</dt>
            <dd>
              <span className="mono">{payment.utr}</span>
              {order.copy.payment.fromBank && (
                <small className="block text-small text-ink-soft">{m.utrFromBank()}</small>
              )}
            </dd>
          </>
        )}
        <dt>{m.placed()}</dt>
        <dd>{formatDateTime(createdAt)}</dd>
        {!closed && !hasParcel(status) && address.addressType !== PICKUP && (
          <>
            <dt>{m.estimatedDelivery()}</dt>
            <dd>{deliveryTime(address, hasPaid(progress) && live ? live.estimatedDelivery : null)}</dd>
          </>
        )}
      </dl>
      {/* A live order's reason is in the form for another UTR. */}
      {payment.status === 'failed' && payment.note && closed && (
        <p className="mt-3 text-small text-bad">{payment.note}</p>
      )}
    </section>
  );
}

export function ItemsPanel({ order, sums }: { order: OrderView; sums?: boolean }) {
  return (
    <section className="panel">
      <h2 className="mb-4 text-display-sm">{m.items()}</h2>
      <OrderItems items={order.items} />
      {sums && <OrderSums {...order.pricing} country={order.address.country} className="mt-5" />}
    </section>
  );
}

export function AddressPanel({ order }: { order: OrderView }) {
  return (
    <section className="panel">
      <h2 className="mb-2.5 text-display-sm">{m.deliveryAddress()}</h2>
      <AddressLines address={order.address} />
    </section>
  );
}

export function NotePanel({ note }: { note: string }) {
  if (!note) return null;
  return (
    <section className="panel">
      <h2 className="mb-2.5 text-display-sm">{m.orderNote()}</h2>
      <p className="whitespace-pre-line text-ink-soft wrap-anywhere">{note}</p>
    </section>
  );
}

/** A gift: its message, and that the parcel shows no prices. */
export function GiftPanel({ message }: { message: string | null }) {
  if (message === null) return null;
  return (
    <section className="panel">
      <h2 className="mb-2.5 text-display-sm">{gift.gift()}</h2>
      <p className="whitespace-pre-line wrap-anywhere">{message || gift.noMessage()}</p>
      <p className="mt-2 text-small text-ink-soft">{gift.promise()}</p>
    </section>
  );
}

/** The timeline of an order, from its recorded events when they are available (D36). */
export function OrderTimeline({ order }: { order: TimelineOrder }) {
  return (
    <Timeline
      steps={timeline(order).map(({ label, state, at, note }) => ({
        title: label,
        state,
        at,
        ...(note ? { note } : {}),
      }))}
    />
  );
}

/** 'Order Not Found' (R2.2). */
/** Of an order that this device has not placed: its number finds it on the page that tracks orders. */
export function OrderNotFound({ orderNumber }: { orderNumber: string }) {
  return (
    <div className="page-form py-10">
      <EmptyState title={m.orderNotFound()} as="h1" icon={Package}>
        <ButtonLink to={trackPath(orderNumber)}>{m.trackYourOrder()}</ButtonLink>
        <ButtonLink to="/" variant="text">
          {m.goHome()}
        </ButtonLink>
      </EmptyState>
    </div>
  );
}

/** Skeletons while device storage is read. */
export function OrderSkeleton() {
  return (
    <div className="page-form pt-6 pb-16">
      <NeedsScript />
      <div role="status" aria-label={m.loadingOrder()}>
        <Skeleton className="h-40 rounded-card" />
        <div className="co-grid mt-6" aria-hidden="true">
          <Skeleton className="h-80 rounded-card" />
          <Skeleton className="h-56 rounded-card" />
        </div>
      </div>
    </div>
  );
}

/**
 * A chat with the shop about this order. Renders nothing in a shop without a number for WhatsApp.
 */
export function OrderHelp({ orderNumber }: { orderNumber: string }) {
  return <WhatsAppLink text={m.helpText({ order: orderNumber })}>{m.help()}</WhatsAppLink>;
}
