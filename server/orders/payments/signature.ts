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
 * Checks the signature of a forwarder's request with the keys of its app. `absent`: the request has
 * none. The age of the timestamp is not checked: the apps repeat a request for two days, and a
 * repeated message changes nothing.
 */
export function verifySignature(request: {
  headers: Readonly<Record<string, string | string[] | undefined>>;
  /** As received, byte for byte. */
  rawBody: string;
  contentType: string | undefined;
  query?: Readonly<Record<string, unknown>>;
  /**
   * Names of apps, as the owner writes them, and their keys; null for a key that cannot be opened.
   */
  signingKeys: SigningKeys;
}): 'ok' | 'absent' | 'wrong' {
  const { headers, rawBody, contentType, query, signingKeys } = request;
  const signature = forwarderSignature(headers, forwardedFields({ contentType, body: rawBody, query }));
  if (!signature) return 'absent';
  const keys = Object.entries(signingKeys).filter(([name]) => [signature.app, null].includes(signingApp(name)));
  return keys.some(([, key]) => key !== null && isRight(signature, rawBody, key)) ? 'ok' : 'wrong';
}

export type SigningKeys = Readonly<Record<string, string | null>>;

/**
 * Whether a request to the secret address is the owner's own (R4.4). Without signing keys, the
 * address alone says so. With one, every request must be signed: which app has sent it is only the
 * request's own word, so that an exception for apps without a key would let everybody past the key.
 */
export function isAuthentic(request: Parameters<typeof verifySignature>[0]): boolean {
  return Object.keys(request.signingKeys).length === 0 || verifySignature(request) === 'ok';
}
