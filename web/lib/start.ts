import { isMobile } from './api.ts';
import { loadConfig } from './client-config.ts';
import { checkConnectivity } from './connection.ts';
import { keepOffline } from './service-worker.ts';

let started = false;

/** What the client does after hydration (R1.7): the config first, on mobile the connectivity check, then the offline copies. */
export async function startClient(): Promise<void> {
  if (started) return;
  started = true;
  await loadConfig();
  // The admin has its own message for an unreachable server, and is never kept.
  if (/^\/(admin|kingadminlogin)/.test(window.location.pathname)) return;
  if (isMobile()) await checkConnectivity();
  keepOffline();
}
