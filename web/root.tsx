import './app.css';
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration } from 'react-router';
import type { Route } from './+types/root';
import mark from './assets/mark.svg';
import eczarLatin from './fonts/eczar-latin.woff2';
import figtreeLatin from './fonts/figtree-latin.woff2';
import figtreeRupee from './fonts/figtree-rupee.woff2';
import { Toaster } from './ui/toast.tsx';

export const links: Route.LinksFunction = () => [
  ...[figtreeLatin, figtreeRupee, eczarLatin].map((href) => ({
    rel: 'preload',
    href,
    as: 'font',
    type: 'font/woff2',
    crossOrigin: 'anonymous' as const,
  })),
  { rel: 'icon', href: mark, type: 'image/svg+xml' },
];

export function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en-IN">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="theme-color" content="#fbf5ea" />
        <Meta />
        <Links />
      </head>
      <body>
        {children}
        <Toaster />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  );
}

export default function Root() {
  return <Outlet />;
}

/** The last net: a page that failed to render. No details of the fault are shown. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const missing = isRouteErrorResponse(error) && error.status === 404;
  return (
    <main className="mx-auto flex min-h-dvh max-w-read flex-col justify-center gap-4 px-gutter">
      <h1 className="text-display-lg font-display">
        {missing ? 'This page is not here' : 'Something went wrong on our side'}
      </h1>
      <p className="text-ink-soft">
        {missing
          ? 'The address may be old or mistyped.'
          : 'Your cart is safe on this device. Please try again in a moment.'}
      </p>
      <p>
        <a className="text-leaf-700 underline" href="/">
          Go to Home
        </a>
      </p>
    </main>
  );
}
