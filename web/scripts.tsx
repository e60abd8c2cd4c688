import { useEffect, useLayoutEffect, useReducer } from 'react';
import { Scripts } from 'react-router';
import { HYDRATED, inlineScript } from './early-input.ts';

/** React Router's `<Scripts>`, and before it the inline script that keeps input until hydration (web/early-input.ts). */
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
      <script suppressHydrationWarning>{import.meta.env.SSR ? inlineScript() : ' '}</script>
      <Scripts />
    </>
  );
}
