import { readText } from './device.ts';

/** After the page and its pictures: nothing of this may slow down the first view. */
const SETTLED_MS = 2_000;

/**
 * Registers the service worker (web/worker), in production only. A browser under automation does without: a test that wants it
 * sets `localStorage.offlineCopies = 'on'`.
 */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const asked = readText('offlineCopies') === 'on';
  if (navigator.webdriver && !asked) return;
  const register = () => setTimeout(() => void registerWorker(), asked ? 0 : SETTLED_MS);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' });
    const { active } = await navigator.serviceWorker.ready;
    // This page came before the worker was there; later ones it keeps by itself.
    active?.postMessage({ keep: window.location.pathname + window.location.search });
  } catch {
    // Private windows and locked-down browsers refuse, and a network may be lost just now. The shop works without.
  }
}
