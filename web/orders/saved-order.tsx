import { type ReactNode, useEffect } from 'react';
import { useLocation } from 'react-router';
import m from '#messages/saved-order';
import { formatRupees } from '#shop/money/money.ts';
import { getDraft, isPaying } from '#web/lib/checkout.ts';
import { reachShop, useOnline } from '#web/lib/connection.ts';
import { useHydrated } from '#web/lib/device.ts';
import { pagePath } from '#web/lib/language.ts';
import { findOrder, type LocalOrder, useOrders } from '#web/lib/my-orders.ts';
import { startOutbox } from '#web/lib/outbox.ts';
import { getServices } from '#web/services.server.ts';
import { CheckoutHeader } from '#web/storefront/layout/checkout-header.tsx';
import { ButtonLink } from '#web/ui/button.tsx';
import { rich } from '#web/ui/rich.tsx';
import type { Route } from './+types/saved-order';
import { OrderSkeleton } from './order-parts.tsx';
import { SavedOrderView } from './saved-order-view.tsx';

/** The same for everyone: the service worker keeps this page, and the order is on the device. */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings } = getServices(context);
  const [navbar, shop] = await Promise.all([content.page('navbar'), settings.shop()]);
  const { brandName, whatsapp, phone } = shop;
  return { logo: navbar.logo, shop: { brandName, whatsapp, phone } };
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: m.page({ brand: loaderData?.shop.brandName ?? '' }) }, { name: 'robots', content: 'noindex' }];
}

/**
 * What a shopper sees without a network instead of a page of checkout or of an order: the order
 * that waits on this device, the one placed last, or the payment that was interrupted.
 */
export default function SavedOrder({ loaderData }: Route.ComponentProps) {
  const { logo, shop } = loaderData;
  useEffect(() => startOutbox(), []);
  return (
    <>
      <a className="skip" href="#main">
        {m.skip()}
      </a>
      <CheckoutHeader logo={logo} />
      <main id="main" tabIndex={-1}>
        <Content shop={shop} />
      </main>
    </>
  );
}

function Content({ shop }: Pick<Route.ComponentProps['loaderData'], 'shop'>) {
  const hydrated = useHydrated();
  const orders = useOrders();
  const { hash } = useLocation();
  if (!hydrated) return <OrderSkeleton />;
  const named = orderNamed(orders, hash);
  const draft = getDraft();
  // The order asked for, one that waits, a payment that may have been made, the last order.
  const order = named ?? orders.find(({ delivery }) => delivery !== 'sent');
  if (order) return <SavedOrderView order={order} shop={shop} />;
  if (draft && isPaying(Date.now())) return <Interrupted orderNumber={draft.orderNumber} total={draft.pricing.total} />;
  const [last] = orders;
  if (last) return <SavedOrderView order={last} shop={shop} />;
  return <Nothing />;
}

function orderNamed(orders: readonly LocalOrder[], hash: string): LocalOrder | null {
  try {
    return findOrder(orders, decodeURIComponent(hash.slice(1)));
  } catch {
    return null;
  }
}

/** The shopper went to the UPI app, and the network was lost before the UTR was sent. */
function Interrupted({ orderNumber, total }: { orderNumber: string; total: number }) {
  const online = useOnline();
  return (
    <Message title={online ? m.savedTitle() : m.offline()} forward="/payment">
      <p>
        {rich(m.interrupted({ order: orderNumber, total: formatRupees(total) }), {
          number: (text) => <span className="mono">{text}</span>,
          b: (text) => <b className="weight-700">{text}</b>,
        })}
      </p>
      <p>{m.keepUtr()}</p>
    </Message>
  );
}

function Nothing() {
  return (
    <Message title={m.offline()} forward="/orders">
      <p>{m.nothing()}</p>
    </Message>
  );
}

/** How often to look whether the shop can be reached. */
const LOOK_MS = 3_000;

/** A message until the shop can be reached; then the page that the shopper wanted opens. */
function Message({ title, forward, children }: { title: string; forward: string; children: ReactNode }) {
  const online = useOnline();
  useEffect(() => {
    if (!online) return;
    // A page that fails to open would lead back here at once.
    const look = async () => {
      if (await reachShop()) window.location.replace(pagePath(forward));
    };
    void look();
    const timer = setInterval(look, LOOK_MS);
    return () => clearInterval(timer);
  }, [online, forward]);
  return (
    <div className="page-form grid max-w-read gap-4 py-10">
      <h1 className="text-display-lg">{title}</h1>
      {children}
      <div className="mt-3 flex flex-wrap gap-2.5">
        <ButtonLink to="/" variant="line">
          {m.home()}
        </ButtonLink>
        <ButtonLink to="/cart" variant="line">
          {m.cart()}
        </ButtonLink>
      </div>
    </div>
  );
}
