import { createHmac } from 'node:crypto';
import { request as httpsRequest } from 'node:https';
import { notPublic } from '../http/public-lookup.ts';
import { isNamed, requestPublic, type SendRequest } from '../http/public-request.ts';

/** Sends one message. @returns the status of the answer @throws when there is none */
export type DeliverWebhook = (url: string, headers: Record<string, string>, body: string) => Promise<number>;

const TIMEOUT_MS = 10_000;

/**
 * Delivery by HTTPS to public addresses, checked at each connection. Redirects are not followed, and
 * of the answer only the status is read.
 *
 * @param send connects to the program
 * @param timeoutMs for the whole exchange
 */
export function webhookDelivery(send: SendRequest = httpsRequest, timeoutMs = TIMEOUT_MS): DeliverWebhook {
  return async (address, headers, body) => {
    const url = new URL(address);
    if (!isNamed(url)) throw notPublic(url.hostname);
    const signal = AbortSignal.timeout(timeoutMs);
    // A connection of its own: one that is kept may have been opened without the lookup.
    const options = { method: 'POST', headers: { ...headers, 'content-length': Buffer.byteLength(body) }, signal };
    const response = await requestPublic(send, url, { ...options, agent: false }, body);
    response.destroy();
    return response.statusCode ?? 0;
  };
}

/**
 * The headers of a message (Standard Webhooks).
 *
 * @param secrets `whsec_` and base64; each makes a signature
 * @param at epoch ms
 */
export function signedHeaders(
  { id, payload }: { id: string; payload: string },
  secrets: readonly string[],
  at: number,
): Record<string, string> {
  const timestamp = Math.floor(at / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${payload}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'user-agent': 'Kishmish',
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
