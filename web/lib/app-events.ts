import { isOfferedApp } from '#shop/money/app-list.ts';
import type { AppEvent } from '#shop/orders/payments/upi-apps.ts';
import { pathFor } from './api.ts';

/**
 * Counts what happened in a UPI app. The page may be left at this moment, so nothing waits for it
 * and nothing depends on it.
 */
export function countAppEvent(app: string | undefined, what: AppEvent): void {
  if (app === undefined || !isOfferedApp(app) || !navigator.onLine) return;
  const body = new Blob([JSON.stringify({ what })], { type: 'application/json' });
  navigator.sendBeacon(`/api${pathFor('POST /payments/apps/:app', { params: { app } })}`, body);
}
