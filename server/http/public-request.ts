import type { ClientRequest, IncomingMessage } from 'node:http';
import type { RequestOptions } from 'node:https';
import { isIP } from 'node:net';
import { publicLookup } from './public-lookup.ts';

/** Connects to another site: `request` of node:https. */
export type SendRequest = (
  url: URL,
  options: RequestOptions,
  done: (response: IncomingMessage) => void,
) => ClientRequest;

/** Whether a URL leads to a name by HTTPS. Node connects to an IP address without a lookup. */
export function isNamed({ protocol, hostname }: URL): boolean {
  return protocol === 'https:' && isIP(hostname.replace(/^\[|\]$/g, '')) === 0;
}

/**
 * The response of another site, which has only public addresses. The caller has checked `isNamed`.
 *
 * @throws when there is none
 */
export function requestPublic(
  send: SendRequest,
  url: URL,
  options: RequestOptions,
  body?: Buffer | string | null,
): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    send(url, { ...options, lookup: publicLookup as RequestOptions['lookup'] } as RequestOptions, resolve)
      .on('error', reject)
      // An answer that switches protocols ends the connection without an error.
      .on('close', () => reject(new Error('The connection ended without an answer')))
      .end(body);
  });
}
