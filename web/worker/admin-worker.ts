import { type Notice, noticeOf } from './notice.ts';

/**
 * The service worker of the admin: shows the alerts that the shop pushes, and opens their order. It
 * has a scope of its own, /admin, and handles no requests, so it takes nothing from the worker of
 * the shop. scripts/build-worker.ts bundles it to /admin-worker.js.
 */
interface PushScope {
  readonly location: { readonly origin: string };
  readonly registration: {
    showNotification(title: string, options: { body: string; tag: string; icon: string; data: Notice }): Promise<void>;
  };
  readonly clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly AdminWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener(type: 'install', listener: (event: Waiting) => void): void;
  addEventListener(
    type: 'push',
    listener: (event: Waiting & { readonly data: { text(): string } | null }) => void,
  ): void;
  addEventListener(
    type: 'notificationclick',
    listener: (event: Waiting & { readonly notification: { readonly data: Notice; close(): void } }) => void,
  ): void;
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}

interface AdminWindow {
  readonly url: string;
  focus(): Promise<AdminWindow>;
  navigate(url: string): Promise<unknown>;
}

declare const self: PushScope;

// It keeps nothing, so a new one may replace an old one at once.
self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()));

self.addEventListener('push', (event) => {
  const notice = noticeOf(event.data?.text() ?? '');
  const { title, body, tag } = notice;
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon: '/icon-192.png', data: notice }));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.url));
});

/** Shows the page in a window of the admin that is open, else in a new one. */
async function open(url: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const admin = windows.find((one) => /^\/admin\/?$/.test(new URL(one.url).pathname));
  if (!admin) {
    await self.clients.openWindow(url);
    return;
  }
  const shown = await admin.focus();
  // A window that this worker does not control yet cannot be sent elsewhere.
  await shown.navigate(url).catch(() => self.clients.openWindow(url));
}
