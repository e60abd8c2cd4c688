import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { readLanguageFrom } from '#shop/language.ts';
import { LANGUAGE } from './lib/language.ts';

readLanguageFrom(() => LANGUAGE);

// Product cards, navbar, footer and the sections of home, listing and product have boundaries of
// their own (`<Suspense>`), which hydrate after the rest, or when they are used.
startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydratedRouter />
    </StrictMode>,
  );
});
