import './tracked-card.css';
import m from '#messages/orders';
import { formatDate } from '#shop/india/dates.ts';
import { formatRupees } from '#shop/money/money.ts';
import { statusLabel, statusTone } from '#shop/orders/order-status.ts';
import { ClearedCart } from '#web/lib/cleared-cart.tsx';
import { useHydrated } from '#web/lib/device.ts';
import type { LocalOrder } from '#web/lib/my-orders.ts';
import { useOrders } from '#web/lib/my-orders.ts';
import { useReorder } from '#web/lib/reorder.ts';
import { getServices } from '#web/services.server.ts';
import { BestSellers } from '#web/storefront/best-sellers.tsx';
import { UnfinishedCard } from '#web/storefront/unfinished/card.tsx';
import { Button, ButtonLink } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { AppLink } from '#web/ui/link.tsx';
import { NeedsScript } from '#web/ui/needs-script.tsx';
import { Package } from '#web/ui/page-icons.ts';
import { PageTitle } from '#web/ui/page-title.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { StatusPill } from '#web/ui/status-pill.tsx';
import type { Route } from './+types/orders-page';
import { SavedNote } from './saved-note.tsx';
import { useRefreshedOrders } from './use-refreshed-orders.ts';

export async function loader({ context }: Route.LoaderArgs) {
  const { brandName } = await getServices(context).settings.shop();
  return { brandName };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: m.ordersPage({ brand: loaderData?.brandName ?? '' }) }, { name: 'robots', content: 'noindex' }];
}

/** The orders saved on this device (D8). Orders from other devices are found by mobile number. */
export default function Orders() {
  const hydrated = useHydrated();
  const orders = useOrders();
  useRefreshedOrders(orders);
  return (
    <div className="page-form min-h-svh pt-6 pb-16">
      <PageTitle className="mb-5" lead={m.ordersLead()}>
        {m.yourOrders()}
      </PageTitle>
      <NeedsScript />
      {!hydrated && (
        <div role="status" aria-label={m.loadingOrders()} className="grid gap-4">
          <Skeleton className="h-24 rounded-card" />
          <Skeleton className="h-24 rounded-card" />
        </div>
      )}
      <UnfinishedCard className="mb-4" />
      {hydrated && <ClearedCart className="mb-4" />}
      {hydrated && orders.length === 0 && (
        <>
          <EmptyState title={m.noOrders()} icon={Package}>
            <ButtonLink to="/track-order">{m.trackYourOrder()}</ButtonLink>
          </EmptyState>
          <BestSellers />
        </>
      )}
      <ul className="grid gap-4">
        {orders.map((order) => (
          <OrderRow key={order.id} order={order} />
        ))}
      </ul>
    </div>
  );
}

function OrderRow({ order }: { order: LocalOrder }) {
  const { busy, again } = useReorder();
  const names = order.items.map(({ name }) => name).join(', ');
  return (
    <li className="order-card">
      <div className="order-head">
        <div className="min-w-0">
          <AppLink className="link mono link-tap" to={`/order-details/${encodeURIComponent(order.orderNumber)}`}>
            {order.orderNumber}
          </AppLink>
          <p className="text-small text-ink-soft">
            {m.placedItems({
              date: formatDate(order.createdAt),
              count: order.items.length,
              total: formatRupees(order.total),
            })}
          </p>
          <p className="truncate text-small text-ink-soft">{names}</p>
        </div>
        <div className="flex flex-wrap items-center gap-2 sm:grid sm:justify-items-end">
          <StatusPill tone={statusTone(order.status)}>{statusLabel(order.status)}</StatusPill>
          <Button
            variant="line"
            aria-label={m.buyAgainOrder({ order: order.orderNumber })}
            busy={busy}
            onClick={() => again(order.items)}
          >
            {m.buyAgain()}
          </Button>
        </div>
      </div>
      {order.delivery !== 'sent' && <SavedNote order={order} className="mx-5 mb-5" />}
    </li>
  );
}
