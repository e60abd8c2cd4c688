import { isMobile } from './api.ts';
import { loadConfig } from './client-config.ts';
import { checkConnectivity } from './connection.ts';
import { keepOffline } from './service-worker.ts';

let started = false;

/**
 * Runs after hydration (R1.7): loads the config, checks connectivity on mobile, then registers the
 * service worker.
 */
export async function startClient(): Promise<void> {
  if (started) return;
  started = true;
  // React Router gives up a load when another navigation follows, but with the first one it waits
  // for stylesheets before it listens for that (`prefetchStylesAndCallHandler`), so that the
  // browser reports an error. Whatever is given up on purpose is none.
  window.addEventListener('unhandledrejection', (event) => {
    if (event.reason?.name === 'AbortError') event.preventDefault();
  });
  await loadConfig();
  // The admin has its own message for an unreachable server, and is never cached.
  if (/^\/(admin|kingadminlogin)/.test(window.location.pathname)) return;
  if (isMobile()) await checkConnectivity();
  keepOffline();
}
