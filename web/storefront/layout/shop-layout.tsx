import { useEffect, useRef } from 'react';
import { Outlet, useLocation } from 'react-router';
import { getServices } from '#web/services.server.ts';
import type { Route } from './+types/shop-layout';
import { GreenBanner, OfferBar } from './announcements.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';

/** What stands around every shop page. The same for everybody: nothing personal is loaded on the server. */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings } = getServices(context);
  const [{ navbar, banner, offerBar, homepage }, shop] = await Promise.all([content.shop(), settings.shop()]);
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
  const main = useFocusOnArrival(pathname);
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {pathname === '/' && <GreenBanner banner={banner} />}
      <Navbar navbar={navbar} />
      <main id="main" ref={main} tabIndex={-1}>
        <OfferBar offerBar={offerBar} />
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
