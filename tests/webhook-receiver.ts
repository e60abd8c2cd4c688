import { createServer, request as httpRequest, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { webhookDelivery } from '#server/connect/deliver-webhook.ts';
import type { SendRequest } from '#server/http/public-request.ts';

interface Received {
  host: string;
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

/**
 * A program that takes webhooks, on loopback. `deliver` reaches it instead of the host of the
 * address.
 */
export async function webhookReceiver(timeoutMs = 10_000) {
  const received: Received[] = [];
  let answer = (response: ServerResponse): void => void response.writeHead(204).end();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { headers, url: path = '' } = request;
    received.push({ host: headers.host ?? '', path, headers, body: Buffer.concat(chunks).toString() });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const send: SendRequest = (url, { lookup: _, headers, ...options }, done) =>
    httpRequest(
      { ...options, headers: { ...headers, host: url.host }, host: '127.0.0.1', port, path: url.pathname },
      done,
    );
  return {
    received,
    /** How the next requests are answered. */
    answers: (next: typeof answer) => {
      answer = next;
    },
    deliver: webhookDelivery(send, timeoutMs),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
