import { adminCall } from './session.ts';

/**
 * Web Push in this browser. The worker of the admin (web/worker/admin-worker.ts) has a scope of its
 * own beside that of the shop.
 */

const WORKER = '/admin-worker.js';
const SCOPE = '/admin';

/**
 * `unsupported`: no Web Push, or no https. `denied`: the person has blocked notifications of this
 * site.
 */
export type PushState = { state: 'unsupported' | 'denied' | 'off' } | { state: 'on'; endpoint: string };

const supported = () => 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function subscription(): Promise<PushSubscription | null> {
  const registration = await navigator.serviceWorker.getRegistration(SCOPE);
  // Without a worker of the admin, the one of the shop covers its pages.
  if (registration?.active?.scriptURL !== new URL(WORKER, window.location.origin).href) return null;
  return registration.pushManager.getSubscription();
}

export async function pushState(): Promise<PushState> {
  if (!supported()) return { state: 'unsupported' };
  if (Notification.permission === 'denied') return { state: 'denied' };
  const known = await subscription();
  return known ? { state: 'on', endpoint: known.endpoint } : { state: 'off' };
}

/**
 * Asks for permission and subscribes this browser.
 *
 * @throws Error when the person does not allow it; ApiError
 */
export async function switchPushOn(): Promise<{ message: string }> {
  // Before anything else: browsers ask only right after a press.
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('notifications are not allowed');
  const { publicKey } = await adminCall('POST /auth/alerts/key');
  await navigator.serviceWorker.register(WORKER, { scope: SCOPE });
  const { pushManager } = await navigator.serviceWorker.ready;
  // The shop cannot send to a subscription that was made with an older key.
  await (await pushManager.getSubscription())?.unsubscribe();
  const made = await pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey });
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = made.toJSON();
  try {
    return await adminCall('POST /auth/alerts/devices', { body: { endpoint, keys: { p256dh, auth } } });
  } catch (error) {
    await made.unsubscribe();
    throw error;
  }
}

/**
 * Ends the subscription of this browser. Its push service tells the shop so with the next alert.
 */
export async function endPush(): Promise<void> {
  if (supported()) await (await subscription())?.unsubscribe();
}
