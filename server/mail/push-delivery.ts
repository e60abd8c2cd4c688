import { lookup as dnsLookup, type LookupAddress, type LookupOptions } from 'node:dns';
import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import webPush from 'web-push';
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

/** The global unicast addresses; what lies beside them leads back into networks of their own. */
const GLOBAL_IPV6 = ipaddr.IPv6.parseCIDR('2000::/3');

/** Whether an IP address belongs to the internet and not to a private network or this machine. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  return parsed.range() === 'unicast' && (parsed instanceof ipaddr.IPv4 || parsed.match(GLOBAL_IPV6));
}

type LookupDone = (error: NodeJS.ErrnoException | null, address?: string | LookupAddress[], family?: number) => void;

/**
 * Resolves a name for a connection, unless one of its addresses is private: the address of a push
 * service comes from a browser, and must not lead into the network of the server. The connection
 * uses the addresses that were checked.
 */
export function publicLookup(
  name: string,
  options: LookupOptions,
  done: LookupDone,
  resolve: (
    name: string,
    options: LookupOptions & { all: true },
    done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
  ) => void = dnsLookup,
): void {
  resolve(name, { ...options, all: true }, (error, addresses) => {
    const [first] = addresses ?? [];
    if (error || !first) done(error ?? refusal(name));
    else if (!addresses.every(({ address }) => isPublicAddress(address))) done(refusal(name));
    else if (options.all) done(null, addresses);
    else done(null, first.address, first.family);
  });
}

function refusal(name: string): NodeJS.ErrnoException {
  return Object.assign(new Error(`${name} has no public address`), { code: 'EPRIVATE' });
}

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
    if (url.protocol !== 'https:' || isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw refusal(url.hostname);
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
      request.end(body);
    });
  };
}
