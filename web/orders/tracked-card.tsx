import './tracked-card.css';
import { useId, useState } from 'react';
import { useNavigate } from 'react-router';
import m from '#messages/tracking';
import { formatDate } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { hasParcel, statusLabel, statusTone } from '#shop/orders/order-status.ts';
import type { TrackedOrder } from '#shop/orders/orders.ts';
import { hasPaid, progressName } from '#shop/orders/payments/progress.ts';
import { replacementRefusal } from '#shop/orders/replacements.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Truck } from '#web/ui/icons.ts';
import { AppLink } from '#web/ui/link.tsx';
import { ChevronDown } from '#web/ui/page-icons.ts';
import { StatusPill } from '#web/ui/status-pill.tsx';
import { OpenByCode } from './open-by-code.tsx';
import { OrderItems } from './order-items.tsx';
import { OrderHelp, OrderTimeline } from './order-parts.tsx';
import { Parcel } from './parcel-card.tsx';
import { PaymentNotice } from './payment-notice.tsx';
import { timelineOf, useOrder } from './use-order.ts';

/** A tracked order (D33): few details, with the status as text and colour. */
export function TrackedCard({ order, open: first }: { order: TrackedOrder; open: boolean }) {
  const [open, setOpen] = useState(first);
  const id = useId();
  const navigate = useNavigate();
  const { orderNumber, items, shippingAddress, pricing, paymentProgress: progress, createdAt, statusAt } = order;
  // An order of this device is read with its secret, and stays current.
  const own = useOrder(open ? orderNumber : '');
  const live = own.kind === 'found' ? own.order.live : null;
  const status = live?.status ?? order.status;
  // A code opens it again when the secret has expired.
  const mine = own.kind === 'found' && own.order.copy.accessToken !== null && !(own.denied && hasParcel(status));
  const mayReplace = live !== null && replacementRefusal(live, Date.now()) === null;
  const date = formatDate(createdAt);
  const page = `/order-details/${encodeURIComponent(orderNumber)}`;
  // Tracking returns no events, only the time of the latest status change.
  const known =
    own.kind === 'found' && live
      ? timelineOf(own.order)
      : { status, createdAt, progress, events: statusAt === null ? [] : [{ status, at: statusAt }] };
  const unpaid = own.kind !== 'found' && progress && !hasPaid(progress) ? progressName(progress) : null;
  return (
    <li className="order-card">
      <div className="order-head">
        <div>
          <h2 className="mono text-[0.9375rem] weight-700">{orderNumber}</h2>
          <p className="text-small text-ink-soft">
            {open
              ? m.placedIn({ date, place: `${shippingAddress.city} ${shippingAddress.zipCode}` })
              : m.placedItems({ date, count: items.length, total: formatRupees(pricing.total) })}
          </p>
        </div>
        <div className="flex grow items-center justify-between gap-2 sm:grow-0">
          <span className="flex flex-wrap gap-2">
            <StatusPill tone={statusTone(status)}>{statusLabel(status)}</StatusPill>
            {unpaid && <StatusPill tone={unpaid.tone}>{unpaid.label}</StatusPill>}
          </span>
          <IconButton
            aria-label={(open ? m.hideOrder : m.showOrder)({ order: orderNumber })}
            aria-expanded={open}
            aria-controls={id}
            onClick={() => setOpen(!open)}
          >
            <Icon of={ChevronDown} className={open ? 'rotate-180' : ''} />
          </IconButton>
        </div>
      </div>
      {own.kind === 'found' && open && (
        <PaymentNotice order={own.order} usualCheckMs={own.usualCheckMs} className="mx-5 mb-5" />
      )}
      <div className="order-body" id={id} hidden={!open}>
        <div>
          <OrderItems
            items={items.map((item) => ({ ...item, image: item.image || (item.product.images[0]?.url ?? '') }))}
          />
          <dl className="sum mt-4">
            <div className="total text-[1rem]">
              <dt>{m.total()}</dt>
              <dd>{formatRupees(pricing.total)}</dd>
            </div>
          </dl>
          <p className="mt-3 text-small text-ink-soft">{m.deliverTo({ name: shippingAddress.name })}</p>
          <OrderHelp orderNumber={orderNumber} />
        </div>
        <div className="grid content-start gap-6">
          {live && hasParcel(status) ? (
            <Parcel order={live} as="h3" />
          ) : (
            order.courier && (
              <p className="flex items-center gap-2.5">
                <Icon of={Truck} className="size-5 text-info" />{' '}
                {(status === 'delivered' ? m.deliveredBy : m.withCourier)({ courier: order.courier })}
              </p>
            )
          )}
          {open && mine && (
            <AppLink className="link link-tap justify-self-start" to={`${page}${mayReplace ? '#replacement' : ''}`}>
              {mayReplace ? m.requestReplacement() : m.openOrder()}
            </AppLink>
          )}
          {open && !mine && hasParcel(status) && (
            <OpenByCode
              orderNumber={orderNumber}
              purpose={purposeOf(order)}
              onOpened={() => {
                if (status === 'delivered') navigate(`${page}#replacement`);
              }}
            />
          )}
          <OrderTimeline order={known} />
        </div>
      </div>
    </li>
  );
}

/** What the shopper gets from opening an order of another device. */
function purposeOf({ status, statusAt }: TrackedOrder): string {
  if (status !== 'delivered') return m.seeTracking();
  const inTime = replacementRefusal({ status, deliveredAt: statusAt, replacements: [] }, Date.now()) === null;
  return inTime ? m.requestReplacement() : m.openOrder();
}
