import { createContext, useContext, useState } from 'react';
import { Links, useLocation } from 'react-router';
import shopStyles from './app.css?url';

/**
 * The text of a page's stylesheets, and their addresses, and the files of its words
 * (web/page-files.server.ts). Empty in the browser.
 */
export const PageFiles = createContext({
  css: '',
  files: [] as string[],
  words: {} as Readonly<Record<string, string>>,
  /** Marks the shop's own scripts for the server, which takes the mark off again. */
  nonce: '',
});

/** A script of the shop in the page. `text`: `import.meta.env.SSR && …`, so no browser loads it twice. */
export function InlineScript({ type, text }: { type?: string; text: string | false }) {
  const { nonce } = useContext(PageFiles);
  return (
    <script type={type} nonce={nonce} suppressHydrationWarning>
      {import.meta.env.SSR ? text : ' '}
    </script>
  );
}

/**
 * Says in which files the scripts of this page find its words (scripts/messages.ts). It must come
 * before the first module.
 */
export function WordsMap() {
  const { words } = useContext(PageFiles);
  return <InlineScript type="importmap" text={import.meta.env.SSR && JSON.stringify({ imports: words })} />;
}

/**
 * The page's stylesheets as text, so that the first paint waits for no other file. `<Links>`
 * follows with the next page, not with hydration: a new stylesheet makes Chromium use a font that
 * was too late for the first paint, which moves words. The service worker keeps the files that the
 * page names (`assetsOf`).
 */
export function PageStyles() {
  const { css, files } = useContext(PageFiles);
  const { key } = useLocation();
  const [first] = useState(key);
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
      {key !== first && <Links />}
    </>
  );
}
