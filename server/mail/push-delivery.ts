import { request as httpsRequest } from 'node:https';
import webPush from 'web-push';
import { notPublic } from '../http/public-lookup.ts';
import { isNamed, requestPublic, type SendRequest } from '../http/public-request.ts';
import type { PushTarget } from './push.queries.ts';

/** The shop's key pair for Web Push (VAPID, RFC 8292), in base64url. */
export interface PushKeys {
  publicKey: string;
  privateKey: string;
  /** How a push service can reach the shop: `mailto:` or `https:`. */
  subject: string;
}

export interface PushMessage {
  /**
   * At most 32 letters and digits: a later message with the same topic replaces one that was not
   * shown yet.
   */
  topic: string;
  payload: string;
}

/**
 * Sends one message to the push service of a browser.
 *
 * @returns the status of its response
 * @throws when it cannot be reached
 */
export type DeliverPush = (target: PushTarget, message: PushMessage, keys: PushKeys) => Promise<number>;

const TIMEOUT_MS = 10_000;
/**
 * How long a push service keeps a message for a browser that is off, in seconds. Alerts older than
 * that are dropped.
 */
export const TTL = 12 * 3_600;

/**
 * Delivery by HTTPS, without following redirects. The body of the response is not read.
 *
 * @param send connects to the push service
 * @param timeoutMs for the whole exchange: a service that sends a byte now and then must not hold
 *   up the mails
 */
export function pushDelivery(send: SendRequest = httpsRequest, timeoutMs = TIMEOUT_MS): DeliverPush {
  return (target, { topic, payload }, vapidDetails) => {
    const { endpoint, p256dh, auth } = target;
    const url = new URL(endpoint);
    if (!isNamed(url)) throw notPublic(url.hostname);
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { method, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails,
      topic,
      TTL,
      urgency: 'high' as const,
    });
    const signal = AbortSignal.timeout(timeoutMs);
    return requestPublic(send, url, { method, headers, signal }, body).then((response) => {
      response.destroy();
      return response.statusCode ?? 0;
    });
  };
}
