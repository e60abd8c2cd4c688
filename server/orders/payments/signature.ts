import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import {
  type ForwarderSignature,
  forwardedFields,
  forwarderSignature,
  signingApp,
} from '#shop/orders/payments/forwarder.ts';

/** Compares in a time that tells nothing about where the first difference is. */
function same(a: string, b: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(a), digest(b));
}

function isRight({ app, signature, timestamp }: ForwarderSignature, rawBody: string, key: string): boolean {
  if (app === 'capcom6') {
    const expected = createHmac('sha256', key).update(rawBody).update(timestamp).digest('hex');
    return same(signature.toLowerCase(), expected);
  }
  const expected = createHmac('sha256', key).update(`${timestamp}\n${key}`).digest('base64');
  // The app encodes it for an address before it encodes the form.
  return same(signature, expected) || same(signature, encodeURIComponent(expected));
}

/**
 * Checks the signature of a forwarder's request with the key of its app. `absent`: the request has none, or the shop has
 * no key for that app. The age of the timestamp is not checked: the apps repeat a request for two days, and a repeated
 * message changes nothing.
 */
export function verifySignature(request: {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As received, byte for byte. */
  rawBody: string;
  contentType: string | undefined;
  query?: Readonly<Record<string, unknown>>;
  /** Names of apps, as the owner writes them, and their keys. */
  signingKeys: Readonly<Record<string, string>>;
}): 'ok' | 'absent' | 'wrong' {
  const { headers, rawBody, contentType, query, signingKeys } = request;
  const signature = forwarderSignature(headers, forwardedFields({ contentType, body: rawBody, query }));
  const key = Object.entries(signingKeys).find(([name]) => signature && signingApp(name) === signature.app)?.[1];
  if (!signature || !key) return 'absent';
  return isRight(signature, rawBody, key) ? 'ok' : 'wrong';
}
