import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, request as httpRequest, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pushDelivery } from '#server/mail/push-delivery.ts';

/**
 * A browser with its push service: it takes what the shop sends, checks the signature (RFC 8292)
 * and decrypts it (RFC 8291).
 */

export const PUSH_DEVICE = subscriptionOf('https://push.example/audit').device;

interface Received {
  endpoint: string;
  headers: IncomingHttpHeaders;
  /** Decrypted. */
  message: { title: string; body: string; tag: string; url: string };
  /** The claims of the signature. */
  claims: { aud: string; exp: number; sub: string };
  publicKey: string;
}

/** A subscription of a new browser. */
export function subscriptionOf(endpoint: string) {
  const keys = createECDH('prime256v1');
  const p256dh = keys.generateKeys();
  const auth = randomBytes(16);
  return {
    device: { endpoint, keys: { p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') } },
    /** RFC 8188 and 8291: one record of aes128gcm. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const idLength = body.readUInt8(20);
      const sender = body.subarray(21, 21 + idLength);
      const content = body.subarray(21 + idLength);
      const secret = keys.computeSecret(sender);
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender]);
      const key = Buffer.from(hkdfSync('sha256', secret, auth, info, 32));
      const derived = (label: string, length: number) =>
        Buffer.from(hkdfSync('sha256', key, salt, Buffer.from(`Content-Encoding: ${label}\0`), length));
      const decipher = createDecipheriv('aes-128-gcm', derived('aes128gcm', 16), derived('nonce', 12));
      decipher.setAuthTag(content.subarray(-16));
      const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()]);
      return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8');
    },
  };
}

/**
 * Starts the push service. `deliver` reaches it instead of the host of the endpoint; `respond` sets
 * the status of the next responses.
 */
export async function pushEndpoint(subscriptions: Record<string, ReturnType<typeof subscriptionOf>>) {
  const received: Received[] = [];
  let status = 201;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const endpoint = `https://${request.headers.host}${request.url}`;
      const text = subscriptions[endpoint]?.decrypt(Buffer.concat(chunks)) ?? '{}';
      received.push({ endpoint, headers: request.headers, message: JSON.parse(text), ...signature(request.headers) });
      response.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    respond: (next: number) => {
      status = next;
    },
    deliver: pushDelivery((url, { lookup: _, headers, ...options }, done) =>
      httpRequest(
        { ...options, headers: { ...headers, host: url.host }, host: '127.0.0.1', port, path: url.pathname },
        done,
      ),
    ),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @throws when the signature is not that of the public key in the header */
function signature({ authorization = '' }: IncomingHttpHeaders): Pick<Received, 'claims' | 'publicKey'> {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), ?k=([\w-]+)$/.exec(authorization) ?? [];
  const [header = '', claims = '', signed = ''] = token.split('.');
  const point = Buffer.from(publicKey, 'base64url');
  const [x, y] = [point.subarray(1, 33).toString('base64url'), point.subarray(33).toString('base64url')];
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
  const good = verify(
    'sha256',
    Buffer.from(`${header}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signed, 'base64url'),
  );
  if (!good) throw new Error('the signature is wrong');
  return { claims: JSON.parse(Buffer.from(claims, 'base64url').toString('utf8')), publicKey };
}
