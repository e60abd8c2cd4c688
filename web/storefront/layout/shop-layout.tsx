import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { readText } from '#web/lib/device.ts';
import { getServices } from '#web/services.server.ts';
import type { Route } from './+types/shop-layout';
import { GreenBanner, OfferBar } from './announcements.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';

/** What stands around every shop page. The same for everybody: nothing personal is loaded on the server. */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings } = getServices(context);
  const [{ navbar, banner, offerBar, homepage }, shop] = await Promise.all([content.all(), settings.shop()]);
  const { footer, newsletter, socialLinks, paymentMethodNames, copyright } = homepage;
  const { brandName, legalName, fssaiLicence, gstin, demoData } = shop;
  return {
    navbar,
    banner,
    offerBar,
    footer: { footer, newsletter, socialLinks, paymentMethodNames, copyright },
    shop: { brandName, legalName, fssaiLicence, gstin, demoData },
  };
}

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  const { navbar, banner, offerBar, footer, shop } = loaderData;
  const { pathname } = useLocation();
  // Both strips are sections of the home page (spec 1 §1).
  const home = pathname === '/';
  const main = useFocusOnArrival(pathname);
  useOutbox();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {home && <GreenBanner banner={banner} />}
      <Navbar navbar={navbar} />
      <main id="main" ref={main} tabIndex={-1}>
        {home && <OfferBar offerBar={offerBar} />}
        <Outlet />
      </main>
      <Footer content={footer} shop={shop} />
    </>
  );
}

/** Another page came without a document load: the reading position goes to its beginning, as a browser would do. */
function useFocusOnArrival(pathname: string) {
  const main = useRef<HTMLElement>(null);
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current === pathname) return;
    seen.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return main;
}

/** Sends orders that still wait on this device (D25). Hardly anyone has one, so the code for it comes only when it is needed. */
function useOutbox(): void {
  useEffect(() => {
    const waiting = readText('orderOutbox');
    if (waiting === null || waiting === '[]') return;
    import('#web/lib/outbox.ts').then(({ startOutbox }) => startOutbox());
  }, []);
}
