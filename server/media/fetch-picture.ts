import type { ClientRequest, IncomingMessage } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import uploads from '#messages/uploads';
import { ShopError } from '#shop/errors.ts';
import { UPLOAD_LIMITS } from '#shop/media/uploads.ts';
import { notPublic, publicLookup } from '../http/public-lookup.ts';

/**
 * The bytes at an address of another site, whatever they are.
 *
 * @throws ShopError upload_invalid with the reason for the owner
 */
export type FetchPicture = (address: string) => Promise<Buffer>;

type Send = (url: URL, options: RequestOptions, done: (response: IncomingMessage) => void) => ClientRequest;

/** Less than browsers wait for the answer of the shop. */
const TIMEOUT_MS = 6_000;
const MOST_REDIRECTS = 5;

/**
 * Fetches pictures by HTTPS, only from public addresses: the address comes from a file. It is
 * checked again at each redirect.
 *
 * @param send connects to the other site
 * @param timeoutMs for one picture with all its redirects
 */
export function pictureFetch(send: Send = httpsRequest, timeoutMs = TIMEOUT_MS): FetchPicture {
  return async (address) => {
    try {
      const signal = AbortSignal.timeout(timeoutMs);
      let url = new URL(address);
      for (let redirects = 0; redirects <= MOST_REDIRECTS; redirects += 1) {
        const response = await open(send, url, signal);
        const { statusCode = 0, headers } = response;
        if (statusCode === 200) return await bytesOf(response);
        response.destroy();
        if (statusCode < 300 || statusCode >= 400 || !headers.location) {
          throw refusal(`The other site answers ${statusCode}`);
        }
        url = new URL(headers.location, url);
      }
      throw refusal('The address leads from one page to the next');
    } catch (error) {
      throw error instanceof ShopError ? error : refusal(reasonOf(error));
    }
  };
}

const refusal = (message: string) => new ShopError('upload_invalid', { message });

function open(send: Send, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const isPlain = url.protocol === 'https:' && url.port === '' && url.username === '' && url.password === '';
  // Node connects to an IP address without a lookup.
  if (!isPlain || isIP(url.hostname.replace(/^\[|\]$/g, ''))) throw notPublic(url.hostname);
  return new Promise((resolve, reject) => {
    const options = {
      headers: { accept: 'image/*', 'user-agent': 'Kishmish' },
      lookup: publicLookup as RequestOptions['lookup'],
      signal,
      // A connection of its own: one that is kept may have been opened without the lookup.
      agent: false,
    };
    send(url, options as RequestOptions, resolve)
      .on('error', reject)
      // An answer that switches protocols ends the connection without an error.
      .on('close', () => reject(new Error('The connection ended without an answer')))
      .end();
  });
}

async function bytesOf(response: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // Leaving the loop early ends the connection.
  for await (const chunk of response as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > UPLOAD_LIMITS.bytes) throw refusal(uploads.tooHeavy());
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

function reasonOf(error: unknown): string {
  const { code, name } = error as NodeJS.ErrnoException;
  if (code === 'EPRIVATE') return 'Pictures are fetched from public https:// addresses only';
  if (code === 'ENOTFOUND' || code === 'ERR_INVALID_URL') return 'There is no such address';
  return name === 'AbortError' || name === 'TimeoutError'
    ? 'The other site takes too long'
    : 'The other site cannot be reached';
}
