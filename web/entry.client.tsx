import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { languageOf, readLanguageFrom } from '#shop/language.ts';

const language = languageOf(location.pathname);
readLanguageFrom(() => language);

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
