import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';

function hydrate(): void {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
}

// In a transition the browser paints and scrolls in between, which takes twice as long: not when somebody has tapped already.
// Product cards, navbar, footer and the sections of home, listing and product have boundaries of their own (`<Suspense>`), which hydrate
// after the rest, or when they are tapped.
if (window.shopperWaits) hydrate();
else startTransition(hydrate);
