import { useEffect, useRef } from 'react';
import { isRouteErrorResponse, Meta, Outlet, ScrollRestoration, useLocation } from 'react-router';
import m from '#messages/frame';
import { currentLanguage, tagOf } from '#shop/language.ts';
import type { Route } from './+types/root';
import { emptyCartScript } from './empty-cart-script.ts';
import eczar from './fonts/eczar.woff2';
import figtree from './fonts/figtree.woff2';
import { languageScript } from './language-script.ts';
import { pagePath } from './lib/language.ts';
import { startClient } from './lib/start.ts';
import { InlineScript, PageStyles, WordsMap } from './page-styles.tsx';
import { PageScripts } from './scripts.tsx';
import { SavedStrip } from './storefront/layout/saved-strip.tsx';
import { Toaster } from './ui/toast.tsx';
import { unfinishedScript } from './unfinished-script.ts';

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang={tagOf(currentLanguage())}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbf5ea" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <InlineScript text={import.meta.env.SSR && `${languageScript()};${unfinishedScript()};${emptyCartScript()}`} />
        <WordsMap />
        {/* First, so that they are there before the first paint: they are optional, and one that comes late is not used. */}
        {[figtree, eczar].map((href) => (
          <link key={href} rel="preload" href={href} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Meta />
        <PageStyles />
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/icon.svg" type="image/svg+xml" />
        <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        {children}
        <Toaster />
        <ScrollRestoration />
        <PageScripts />
      </body>
    </html>
  );
}

export default function Root() {
  useEffect(() => {
    // A press from before hydration comes first.
    setTimeout(startClient);
  }, []);
  useFocusOnArrival();
  return <Outlet />;
}

/**
 * After client navigation, focus moves to the start of the page, as after a document load: also from
 * the shop to checkout, where the whole frame is another.
 */
function useFocusOnArrival(): void {
  const { pathname } = useLocation();
  const seen = useRef(pathname);
  useEffect(() => {
    if (seen.current !== pathname) document.querySelector('main')?.focus({ preventScroll: true });
    seen.current = pathname;
  }, [pathname]);
}

/** The root error boundary, for a page that failed to render. It displays no error details. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const [title, text] = wordsFor(error);
  return (
    <main className="mx-auto flex min-h-dvh max-w-read flex-col justify-center gap-4 p-4">
      <h1 className="text-display-lg font-display">{title}</h1>
      <p className="text-ink-soft">{text}</p>
      <SavedStrip />
      <p>
        <a className="text-leaf-700 underline" href={pagePath('/')}>
          {m.goHome()}
        </a>
      </p>
    </main>
  );
}

function wordsFor(error: unknown): [title: string, text: string] {
  if (isRouteErrorResponse(error) && error.status === 404) {
    return [m.notFoundTitle(), m.notFoundText()];
  }
  // Being offline is not a server error. (Node has a navigator too, but without `onLine`.)
  if (globalThis.navigator?.onLine === false) {
    return [m.offlineTitle(), m.offlineText()];
  }
  return [m.failedTitle(), m.failedText()];
}
