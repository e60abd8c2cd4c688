import { useEffect } from 'react';
import { Scripts } from 'react-router';
import { HYDRATED, inlineScript } from './start-scripts.ts';

/**
 * React Router's `<Scripts>`, started after the first paint by web/start-scripts.ts. A browser that runs scripts takes the content of
 * `<noscript>` for plain text: nothing in it is fetched or run before.
 */
export function PageScripts() {
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED)), []);
  // The development server needs its own scripts at once.
  if (import.meta.env.DEV) return <Scripts />;
  return (
    <>
      <noscript id="scripts">
        <Scripts />
      </noscript>
      <script suppressHydrationWarning>{import.meta.env.SSR ? inlineScript() : ' '}</script>
    </>
  );
}
