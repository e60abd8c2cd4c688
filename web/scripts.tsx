import { useEffect, useLayoutEffect, useReducer } from 'react';
import { Scripts } from 'react-router';
import { HYDRATED, inlineScript } from './early-input.ts';

const ID = 'scripts';

/**
 * React Router's `<Scripts>` in `<noscript>`, whose content is text for a browser with JavaScript, so that no module is requested before
 * the first paint (docs/decisions/2026-11-modules-after-the-first-paint.md), and the inline scripts that run it and keep input until
 * hydration (web/early-input.ts).
 */
export function PageScripts() {
  const [, renderNow] = useReducer((renders: number) => renders + 1, 0);
  // An update in a layout effect makes React run all effects and render again at once. Without a waiting shopper these are tasks of their
  // own, so that the browser can paint in between.
  useLayoutEffect(() => {
    if (window.shopperWaits) renderNow();
  }, []);
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED)), []);
  return (
    <>
      {!import.meta.env.DEV && (
        <noscript id={ID}>
          <Scripts />
        </noscript>
      )}
      <script suppressHydrationWarning>
        {import.meta.env.SSR ? `${inlineScript()};(${runScripts})(${JSON.stringify(ID)})` : ' '}
      </script>
      {/* Vite's own modules must not wait. */}
      {import.meta.env.DEV && <Scripts />}
    </>
  );
}

/**
 * Runs inline in the page and cannot reference anything outside itself. Runs the scripts of a `<noscript>`: what receives the page's data
 * at once, because that follows; modules, with their preloads, after the first paint.
 */
function runScripts(id: string): void {
  const parts = document.createRange().createContextualFragment(document.getElementById(id)?.textContent ?? '');
  const run = (selector: string) => {
    for (const part of parts.querySelectorAll(selector)) {
      document.head.append(part);
      // React has not rendered it there.
      part.remove();
    }
  };
  run('script:not([type])');
  const runModules = () => run('*');
  new PerformanceObserver((list) => {
    if (list.getEntriesByName('first-contentful-paint').length > 0) runModules();
  }).observe({ type: 'paint', buffered: true });
  // A page in a background tab is not painted.
  setTimeout(runModules, 4_000);
}
