import { useEffect } from 'react';
import { Scripts } from 'react-router';
import { AWAKE } from './wake.ts';

/** The two inline scripts that the server writes; the browser has run them, so their text is of no account here. */
const DONE = { suppressHydrationWarning: true, dangerouslySetInnerHTML: { __html: ' ' } };

/**
 * React Router's `<Scripts>`, which only the server needs: its half of the browser's bundle stays out. Tells the page when React
 * has taken it over (web/wake.ts).
 */
export function PageScripts() {
  useEffect(() => {
    document.dispatchEvent(new Event(AWAKE));
  }, []);
  if (import.meta.env.SSR) return <Scripts />;
  return (
    <>
      <script {...DONE} />
      <script {...DONE} />
    </>
  );
}
