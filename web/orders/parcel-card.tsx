import m from '#messages/orders';
import { formatDate, formatWeekday } from '#shop/india/dates.ts';
import { hasParcel, type OrderStatus } from '#shop/orders/order-status.ts';
import type { Order } from '#shop/orders/orders.ts';
import { ButtonLink } from '#web/ui/button.tsx';
import { CopyField } from '#web/ui/copy-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Truck } from '#web/ui/icons.ts';
import { ExternalLink } from '#web/ui/page-icons.ts';

/**
 * The parcel of an order that has been shipped: who brings it, when, its number, and the courier's
 * own page.
 */
export function ParcelPanel({ order }: { order: Order | null }) {
  if (!order || !hasParcel(order.status)) return null;
  return (
    <section className="panel" aria-label={m.parcel()}>
      <Parcel order={order} />
    </section>
  );
}

/** The same without a panel, for the card of a tracked order. */
export function Parcel({ order, as: Heading = 'h2' }: { order: Order; as?: 'h2' | 'h3' }) {
  const { status, courier = '', estimatedDelivery, deliveredAt } = order;
  const day =
    status === 'delivered'
      ? deliveredAt != null && formatDate(deliveredAt)
      : estimatedDelivery !== null &&
        estimatedDelivery > Date.now() &&
        m.expectedBy({ day: formatWeekday(estimatedDelivery) });
  return (
    <div className="grid gap-4">
      <div className="flex items-center gap-3.5">
        <span className="grid size-11 place-items-center rounded-control bg-info-bg text-info">
          <Icon of={Truck} className="size-6" />
        </span>
        <div>
          <Heading className="text-display-sm">{parcelTitle(status, courier)}</Heading>
          {day && <p className="text-ink-soft">{day}</p>}
        </div>
      </div>
      <ParcelNumber {...order} />
    </div>
  );
}

function parcelTitle(status: OrderStatus, courier: string): string {
  if (status === 'delivered') return courier ? m.deliveredBy({ courier }) : m.delivered();
  if (status === 'out_for_delivery') return courier ? m.outWith({ courier }) : m.outForDelivery();
  return courier ? m.onItsWayWith({ courier }) : m.onItsWay();
}

/**
 * The tracking number with a button to copy it, and the way to the courier's page. Renders nothing
 * without a number.
 */
export function ParcelNumber({
  courier = '',
  courierTracking,
  courierLink,
}: Pick<Order, 'courier' | 'courierTracking' | 'courierLink'>) {
  if (!courierTracking) return null;
  return (
    <div className="grid gap-2.5 sm:grid-cols-[minmax(0,1fr)_auto]">
      <CopyField text={courierTracking} what={m.trackingNumber()} />
      {courierLink && (
        <ButtonLink to={courierLink.url} target="_blank" variant="line" className="min-h-12">
          {m.trackOn({ courier })} <Icon of={ExternalLink} />
        </ButtonLink>
      )}
      {courierLink && !courierLink.hasNumber && (
        <p className="text-small text-ink-soft sm:col-span-2">{m.copyNumber({ courier })}</p>
      )}
    </div>
  );
}
