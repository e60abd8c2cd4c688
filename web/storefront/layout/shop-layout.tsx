import { Suspense, useEffect, useState } from 'react';
import { Outlet, type ShouldRevalidateFunctionArgs, useLocation, useRevalidator } from 'react-router';
import m from '#messages/frame';
import { reachShop } from '#web/lib/connection.ts';
import { type ShopEvent, useShopEvents } from '#web/lib/events.ts';
import { sendWaitingWishes } from '#web/lib/wishlist.ts';
import { getServices } from '#web/services.server.ts';
import { layOutRest } from '#web/ui/lay-out-rest.ts';
import { Note } from '#web/ui/note.tsx';
import { UnfinishedSlot } from '../unfinished/slot.tsx';
import type { Route } from './+types/shop-layout';
import { GreenBanner, OfferBar } from './announcements.tsx';
import { Coming } from './coming.tsx';
import { ConnectionNotice } from './connection-notice.tsx';
import { Footer } from './footer.tsx';
import { Navbar } from './navbar.tsx';
import { NewVersion } from './new-version.tsx';
import { SavedStrip } from './saved-strip.tsx';

/**
 * Layout of every shop page. It is the same for every shopper: the server loads nothing personal.
 */
export async function loader({ context }: Route.LoaderArgs) {
  const { content, settings, context: server } = getServices(context);
  const [{ navbar, banner, offerBar, homepage }, shop, productPages, closed] = await Promise.all([
    content.all(),
    settings.shop(),
    content.productPages(),
    settings.closed(),
  ]);
  const { footer, newsletter, socialLinks, paymentMethodNames, copyright } = homepage;
  const { brandName, legalName, fssaiLicence, gstin, demoData } = shop;
  return {
    closed,
    navbar,
    banner,
    offerBar,
    footer: { footer, newsletter, socialLinks, paymentMethodNames, copyright },
    shop: { brandName, legalName, fssaiLicence, gstin, demoData },
    lists: {
      '/all-products': m.allProducts(),
      '/combos': m.combos(),
      ...Object.fromEntries(productPages.map(({ route, name }) => [route, name])),
    },
    site: {
      origin: server.env.publicUrl,
      brandName,
      tagline: shop.tagline,
      logo: navbar.logo.image,
      whatsapp: shop.whatsapp,
    },
  };
}

type Frame = Awaited<ReturnType<Route.ClientLoaderArgs['serverLoader']>>;
/** The layout data on display; set in the browser only. */
let displayed: Frame | null = null;

/**
 * If the layout data cannot be reloaded, the old data stays: a failed page must not remove navbar
 * and footer.
 */
export async function clientLoader({ serverLoader }: Route.ClientLoaderArgs): Promise<Frame> {
  try {
    return await serverLoader();
  } catch (error) {
    if (!displayed) throw error;
    return displayed;
  }
}

/**
 * The layout data is the same on every page: it is reloaded only on demand (`revalidate`), not on
 * each navigation.
 */
export function shouldRevalidate({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return currentUrl.href === nextUrl.href && defaultShouldRevalidate;
}

export default function ShopLayout({ loaderData }: Route.ComponentProps) {
  const { closed, navbar, banner, offerBar, footer, shop, lists } = loaderData;
  const location = useLocation();
  // After a navigation the page is laid out whole, so that its scroll position is restored to the
  // pixel.
  const [first] = useState(location);
  // Both strips are sections of the home page (R1.1).
  const home = location.pathname === '/';
  useEffect(() => {
    displayed = loaderData;
  }, [loaderData]);
  useEffect(layOutRest, []);
  useWaitingWishes();
  useNewContent();
  return (
    <>
      <a className="skip" href="#main">
        {m.skipToContent()}
      </a>
      {home && <GreenBanner banner={banner} />}
      <Suspense>
        <Navbar navbar={navbar} lists={lists} />
      </Suspense>
      <div className="strips">
        {closed && (
          <div role="status" className="page py-2">
            <Note tone="info">
              <b>{closed.title}</b>
              <p>{closed.text}</p>
            </Note>
          </div>
        )}
        <SavedStrip />
        <UnfinishedSlot />
        <ConnectionNotice />
        <NewVersion />
      </div>
      <main id="main" tabIndex={-1} data-first-view={location === first || undefined}>
        {home && <OfferBar offerBar={offerBar} />}
        <Coming lists={lists}>
          <Outlet />
        </Coming>
      </main>
      <Suspense>
        <Footer content={footer} shop={shop} logo={navbar.logo.image} />
      </Suspense>
    </>
  );
}

/** Sends wishlist changes made offline as soon as the network returns (D16). */
function useWaitingWishes(): void {
  useEffect(() => {
    sendWaitingWishes();
    window.addEventListener('online', sendWaitingWishes);
    return () => window.removeEventListener('online', sendWaitingWishes);
  }, []);
}

const CONTENT: readonly ShopEvent[] = ['pageContentUpdated'];
/** R1.4: the navbar shows a new logo after this time. */
const LOGO_MS = 2_000;

/**
 * Only when the server is reachable: a failing loader would replace the page with an error.
 * ConnectionNotice revalidates later.
 */
function useNewContent(): void {
  const { revalidate } = useRevalidator();
  useShopEvents(CONTENT, LOGO_MS, async () => {
    if (await reachShop()) await revalidate();
  });
}
