import { useEffect } from 'react';
import { Scripts } from 'react-router';
import { HYDRATED, inlineScript } from './early-input.ts';

/** React Router's `<Scripts>`, and before it the inline script that keeps input until hydration (web/early-input.ts). */
export function PageScripts() {
  useEffect(() => void document.dispatchEvent(new Event(HYDRATED)), []);
  return (
    <>
      <script suppressHydrationWarning>{import.meta.env.SSR ? inlineScript() : ' '}</script>
      <Scripts />
    </>
  );
}
