import { useEffect } from 'react';
import { Scripts } from 'react-router';
import { HYDRATED, inlineScript } from './start-scripts.ts';

/**
 * React Router's `<Scripts>`, started after the first paint by web/start-scripts.ts. Browsers with JavaScript treat the
 * content of `<noscript>` as plain text: nothing in it is fetched or run before that.
 */
export function PageScripts() {
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED)), []);
  // The development server needs its own scripts immediately.
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
