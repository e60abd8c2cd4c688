import type { IncomingMessage } from 'node:http';
import { request as httpsRequest } from 'node:https';
import uploads from '#messages/uploads';
import { ShopError } from '#shop/errors.ts';
import { UPLOAD_LIMITS } from '#shop/media/uploads.ts';
import { notPublic } from '../http/public-lookup.ts';
import { isNamed, requestPublic, type SendRequest } from '../http/public-request.ts';

/**
 * The bytes at an address of another site, whatever they are.
 *
 * @throws ShopError upload_invalid with the reason for the owner
 */
export type FetchPicture = (address: string) => Promise<Buffer>;

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
export function pictureFetch(send: SendRequest = httpsRequest, timeoutMs = TIMEOUT_MS): FetchPicture {
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

function open(send: SendRequest, url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  if (!isNamed(url) || url.port !== '' || url.username !== '' || url.password !== '') throw notPublic(url.hostname);
  const headers = { accept: 'image/*', 'user-agent': 'Kishmish' };
  // A connection of its own: one that is kept may have been opened without the lookup.
  return requestPublic(send, url, { headers, signal, agent: false });
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
