import { useEffect, useRef } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useRevalidator } from 'react-router';
import { reachShop } from '#web/lib/connection.ts';
import { readText } from '#web/lib/device.ts';
import { type ShopEvent, useShopEvents } from '#web/lib/events.ts';
import { sendWaitingWishes } from '#web/lib/wishlist.ts';
import { getServices } from '#web/services.server.ts';
import type { Route } from './+types/shop-layout';
import { GreenBanner, OfferBar } from './announcements.tsx';
import { Coming } from './coming.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';

/** What stands around every shop page. The same for everybody: nothing personal is loaded on the server. */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings, context: server } = getServices(context);
  const [{ navbar, banner, offerBar, homepage }, shop, productPages] = await Promise.all([
    content.all(),
    settings.shop(),
    content.productPages(),
  ]);
  const { footer, newsletter, socialLinks, paymentMethodNames, copyright } = homepage;
  const { brandName, legalName, fssaiLicence, gstin, demoData } = shop;
  return {
    navbar,
    banner,
    offerBar,
    footer: { footer, newsletter, socialLinks, paymentMethodNames, copyright },
    shop: { brandName, legalName, fssaiLicence, gstin, demoData },
    lists: {
      '/all-products': 'All Products',
      '/combos': 'Combos',
      ...Object.fromEntries(productPages.map(({ route, name }) => [route, name])),
    },
    site: { origin: server.env.publicUrl, brandName, tagline: shop.tagline, logo: navbar.logo.image },
  };
}

type Frame = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>;
/** The frame on the screen; in the browser only. */
let shown: Frame | null = null;

/** A frame that cannot be loaded anew stays as it is: a page that failed must not take navbar and footer with it. */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Frame> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!shown) throw error;
    return shown;
  }
}

/** The frame is the same on every page: it is loaded again only on demand (`revalidate`), not with each navigation. */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  const { navbar, banner, offerBar, footer, shop, lists } = loaderData;
  const { pathname } = useLocation();
  // Both strips are sections of the home page (R1.1).
  const home = pathname === '/';
  const main = useFocusOnArrival(pathname);
  useEffect(() => {
    shown = loaderData;
  }, [loaderData]);
  useOutbox();
  useWaitingWishes();
  useNewContent();
  return (
    <>
      <a className="skip" href="#main">
        Skip to content
      </a>
      {home && <GreenBanner banner={banner} />}
      <Navbar navbar={navbar} lists={lists} />
      <ConnectionNotice />
      <main id="main" ref={main} tabIndex={-1}>
        {home && <OfferBar offerBar={offerBar} />}
        <Coming lists={lists}>
          <Outlet />
        </Coming>
      </main>
      <Footer content={footer} shop={shop} logo={navbar.logo.image} />
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

/** Hearts that were pressed without a network go as soon as there is one (D16). */
function useWaitingWishes(): void {
  useEffect(() => {
    sendWaitingWishes();
    window.addEventListener('online', sendWaitingWishes);
    return () => window.removeEventListener('online', sendWaitingWishes);
  }, []);
}

const CONTENT: readonly ShopEvent[] = ['pageContentUpdated'];
/** R1.4: the navbar takes a new logo over after this time. */
const LOGO_MS = 2_000;

/** Only when the shop can be reached: a page whose loader fails would give way to an error. ConnectionNotice makes up for it later. */
function useNewContent(): void {
  const { revalidate } = useRevalidator();
  useShopEvents(CONTENT, LOGO_MS, async () => {
    if (await reachShop()) await revalidate();
  });
}
