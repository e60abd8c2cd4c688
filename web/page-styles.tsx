import { createContext, useContext } from 'react';
import { Links } from 'react-router';
import shopStyles from './app.css?url';
import { useHydrated } from './lib/device.ts';

/** The text of a page's stylesheets, and their addresses (web/page-files.server.ts). Empty in the browser. */
export const PageFiles = createContext({ css: '', files: [] as string[] });

/**
 * The page's stylesheets as text, so that the first paint waits for no other file. `<Links>` follows with hydration, for the pages
 * that are opened next. The service worker keeps the files that the page names (`assetsOf`).
 */
export function PageStyles() {
  const { css, files } = useContext(PageFiles);
  const hydrated = useHydrated();
  if (import.meta.env.DEV) {
    return (
      <>
        <link rel="stylesheet" href={shopStyles} precedence="shop" />
        <Links />
      </>
    );
  }
  return (
    <>
      <style
        data-files={files.join(' ')}
        // biome-ignore lint/security/noDangerouslySetInnerHtml: the shop's own stylesheets, from the build
        dangerouslySetInnerHTML={{ __html: css }}
        suppressHydrationWarning
      />
      {hydrated && <Links />}
    </>
  );
}
