import { useEffect } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import m from '#messages/checkout';
import { homeState } from '#shop/orders/other-state.ts';
import { withoutBase } from '#web/lib/language.ts';
import { startOutbox } from '#web/lib/outbox.ts';
import { getServices } from '#web/services.server.ts';
import { CheckoutHeader } from '#web/storefront/layout/checkout-header.tsx';
import { SavedStrip } from '#web/storefront/layout/saved-strip.tsx';
import { UnfinishedSlot } from '#web/storefront/unfinished/slot.tsx';
import type { Route } from './+types/checkout-layout';

/** Layout of the checkout pages: logo and 'Secure Payment', no links that leave checkout (G5). */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings, coupons } = getServices(context);
  const [navbar, { payment, shop, config }, automaticOffers, closed] = await Promise.all([
    content.page('navbar'),
    settings.all(),
    coupons.hasAutomatic(),
    settings.closed(),
  ]);
  return {
    closed,
    logo: navbar.logo,
    payment,
    shop: { brandName: shop.brandName, whatsapp: shop.whatsapp, phone: shop.phone, taxed: shop.gstin !== '' },
    countries: shop.countries,
    only: shop.refuseOtherStates ? homeState(shop) : null,
    holdMinutes: config.reservationMinutes,
    automaticOffers,
  };
}

/** These pages speak of the payment themselves. */
const PAYING = ['/payment', '/payment-success'];

/**
 * The steps after the payment need nothing new from the server: the network may be lost by then.
 */
const AFTER_PAYMENT = ['/payment-success', '/order-review'];

export function shouldRevalidate({ nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate && !AFTER_PAYMENT.includes(withoutBase(nextUrl.pathname));
}

export default function CheckoutLayout({ loaderData }: Route.ComponentProps) {
  const pathname = withoutBase(useLocation().pathname);
  useEffect(() => startOutbox(), []);
  return (
    <>
      <a className="skip" href="#main">
        {m.skip()}
      </a>
      <CheckoutHeader logo={loaderData.logo} />
      <div className="strips">
        {pathname !== '/payment-success' && <SavedStrip />}
        {!PAYING.includes(pathname) && !pathname.startsWith('/pay/') && <UnfinishedSlot />}
      </div>
      <main id="main" tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
