/** After the page and its pictures: nothing of this may slow down the first view. */
const SETTLED_MS = 2_000;

/** Registers the service worker (web/worker), in production only. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => setTimeout(() => void registerWorker(), SETTLED_MS);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

async function registerWorker(): Promise<void> {
  try {
    await navigator.serviceWorker.register('/sw.js', { scope: '/' });
    const { active } = await navigator.serviceWorker.ready;
    // This page was loaded before there was a worker; later ones it keeps by itself.
    active?.postMessage({ keep: window.location.pathname + window.location.search });
  } catch {
    // Private windows may forbid it, and the network may be down. The shop works without.
  }
}
