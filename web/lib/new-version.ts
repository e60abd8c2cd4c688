import { useSyncExternalStore } from 'react';

/**
 * Notices that the shop was updated while this page is open. A new build has a new service worker,
 * which waits until the pages of the old one are closed. Nothing is reloaded here: the shopper
 * decides (web/storefront/layout/new-version.tsx).
 */

/** How often a page that is looked at again asks for a new build; a new document asks by itself. */
const ASK_MS = 15 * 60_000;

let ready = false;
const listeners = new Set<() => void>();

/** True once a newer build than that of this page is installed. */
export function useNewVersion(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => ready,
    () => false,
  );
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function announce(): void {
  ready = true;
  for (const listener of listeners) listener();
}

/** The parts of the browser that are used, so that tests can replace them. */
interface Watched {
  registration: Pick<ServiceWorkerRegistration, 'waiting' | 'installing' | 'update' | 'addEventListener'>;
  page: Pick<Document, 'visibilityState' | 'addEventListener'>;
  /** The build of this page. */
  build: string | undefined;
  /** The builds that a worker belongs to. */
  buildsOf: (worker: ServiceWorker) => Promise<unknown>;
  now: () => number;
  onNew: () => void;
}

/** Starts watching, once per page load. */
export function watchVersions(registration: ServiceWorkerRegistration): void {
  // Without it nothing is announced, and the shop works as before.
  const { version } = (window as { __reactRouterManifest?: { version?: string } }).__reactRouterManifest ?? {};
  watch({ registration, page: document, build: version, buildsOf, now: Date.now, onNew: announce });
}

/**
 * Calls `onNew` when a worker of another build than the page's is installed. A page that was loaded
 * after the update has the new build already, although the worker of the old one still serves it:
 * it must not offer a reload that changes nothing.
 */
export function watch({ registration, page, build, buildsOf, now, onNew }: Watched): void {
  const compare = async (worker: ServiceWorker | null) => {
    if (worker?.state !== 'installed' || build === undefined) return;
    const builds = await buildsOf(worker);
    if (!Array.isArray(builds) || !builds.includes(build)) onNew();
  };
  const follow = () => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => void compare(worker));
  };
  void compare(registration.waiting);
  follow();
  registration.addEventListener('updatefound', follow);
  let askedAt = now();
  page.addEventListener('visibilitychange', () => {
    if (page.visibilityState !== 'visible' || now() - askedAt < ASK_MS) return;
    askedAt = now();
    // Without a network there is nothing new.
    registration.update().catch(() => {});
  });
}

/** Asks the worker (web/worker/worker.ts). */
function buildsOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      resolve(data);
    };
    worker.postMessage({ build: true }, [port2]);
  });
}
