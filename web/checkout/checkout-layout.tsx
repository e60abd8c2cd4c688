import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { startOutbox } from '#web/lib/outbox.ts';
import { getServices } from '#web/services.server.ts';
import { CheckoutHeader } from '#web/storefront/layout/checkout-header.tsx';
import type { Route } from './+types/checkout-layout';

/** Layout of the checkout pages: logo and 'Secure Payment', no links that leave checkout (G5). */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings } = getServices(context);
  const [navbar, { payment, shop, config }] = await Promise.all([content.page('navbar'), settings.all()]);
  return {
    logo: navbar.logo,
    payment,
    shop: { brandName: shop.brandName },
    holdMinutes: config.reservationMinutes,
  };
}

export default function CheckoutLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation();
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => startOutbox(), []);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      <CheckoutHeader logo={loaderData.logo} />
      <main id="main" ref={main} tabIndex={-1}>
        <Outlet />
      </main>
    </>
  );
}
