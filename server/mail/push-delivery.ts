import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import webPush from 'web-push';
import { notPublic, publicLookup } from '../http/public-lookup.ts';
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

type Send = (url: URL, options: RequestOptions, done: (response: IncomingMessage) => void) => ClientRequest;

/**
 * Delivery by HTTPS, without following redirects. The body of the response is not read.
 *
 * @param send connects to the push service
 * @param timeoutMs for the whole exchange: a service that sends a byte now and then must not hold
 *   up the mails
 */
export function pushDelivery(send: Send = httpsRequest, timeoutMs = TIMEOUT_MS): DeliverPush {
  return (target, { topic, payload }, vapidDetails) => {
    const { endpoint, p256dh, auth } = target;
    const url = new URL(endpoint);
    if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw notPublic(url.hostname);
    const subscription = { endpoint, keys: { p256dh, auth } };
    const { method, headers, body } = webPush.generateRequestDetails(subscription, payload, {
      vapidDetails,
      topic,
      TTL,
      urgency: 'high' as const,
    });
    return new Promise((resolve, reject) => {
      const signal = AbortSignal.timeout(timeoutMs);
      const options = { method, headers, lookup: publicLookup as RequestOptions['lookup'], signal };
      const request = send(url, options as RequestOptions, (response) => {
        resolve(response.statusCode ?? 0);
        response.destroy();
      });
      request.on('error', reject);
      // An answer that switches protocols ends the connection without an error.
      request.on('close', () => reject(new Error('The connection ended without an answer')));
      request.end(body);
    });
  };
}
