import { useEffect, useLayoutEffect, useReducer } from 'react';
import { Scripts } from 'react-router';
import m from '#messages/not-loaded';
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
        {import.meta.env.SSR ? `${inlineScript()};(${runScripts})(${runArguments()})` : ' '}
      </script>
      {/* Vite's own modules must not wait. */}
      {import.meta.env.DEV && <Scripts />}
    </>
  );
}

const runArguments = () => [ID, HYDRATED, m.notLoaded(), m.reload()].map((text) => JSON.stringify(text)).join();

/**
 * Runs inline in the page and cannot reference anything outside itself. Runs the scripts of a `<noscript>`: what receives the page's data
 * at once, because that follows; modules, with their preloads, after the first paint. A module that does not load leaves a page whose
 * buttons do nothing, and the browser may not ask for it again: then a line offers to reload.
 */
function runScripts(id: string, hydrated: string, notLoaded: string, reload: string): void {
  const line = document.createElement('p');
  line.setAttribute('role', 'alert');
  line.style.cssText =
    'position:fixed;inset:auto 0 0;z-index:99;padding:1rem;text-align:center;background:var(--color-card);box-shadow:var(--shadow-bar)';
  const link = document.createElement('a');
  link.href = '';
  link.className = 'link';
  link.textContent = reload;
  line.append(`${notLoaded} `, link);
  const fail = () => document.body.append(line);
  addEventListener('unhandledrejection', fail);
  document.addEventListener(hydrated, () => {
    removeEventListener('unhandledrejection', fail);
    line.remove();
  });

  const parts = document.createRange().createContextualFragment(document.getElementById(id)?.textContent ?? '');
  const run = (selector: string) => {
    for (const part of parts.querySelectorAll(selector)) {
      if (part.matches('script')) part.addEventListener('error', fail);
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
