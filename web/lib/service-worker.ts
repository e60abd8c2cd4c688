import { pagePath, withoutBase } from './language.ts';
import { watchVersions } from './new-version.ts';

/**
 * Milliseconds after the load event, so that registering does not slow down the first page view.
 */
const SETTLED_MS = 2_000;

/** Registers the service worker (web/worker), in production only. */
export function keepOffline(): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = () => setTimeout(() => void registerWorker(), SETTLED_MS);
  if (document.readyState === 'complete') register();
  else window.addEventListener('load', register, { once: true });
}

/**
 * Asks the worker to keep a public page that the shopper may need without a network, in the
 * language of this build.
 */
export async function keepPage(path: string): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ keep: pagePath(withoutBase(path)) });
}

async function registerWorker(): Promise<void> {
  try {
    const registration = await navigator.serviceWorker.register('/sw.js', { scope: '/' });
    watchVersions(registration);
    // This page was loaded before the worker was active, so the worker has to be told to cache it.
    await keepPage(window.location.pathname + window.location.search);
  } catch {
    // Fails in some private windows and without a network. The shop works without it.
  }
}
