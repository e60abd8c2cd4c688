import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a proxy keeps connections open (60 s for nginx), so that it never sends a request on a closing one. */
const KEEP_ALIVE_MS = 65_000;

/** Time limits against slow clients (fault 10), ms. */
const LIMITS = {
  headers: 20_000,
  /** The whole request, body included. */
  request: 30_000,
  /** A socket without any traffic. */
  silence: 120_000,
  /** How often headers and requests are checked. */
  check: 30_000,
};

/** How long a client may take after SIGTERM to finish a request that it has begun, ms. */
const HALF_SENT_MS = 1_000;

export interface ShopServer {
  server: Server;
  /**
   * Prepares for `server.close()`, which waits for every connection: each one ends with its current response. Those that never sent
   * a request are closed at once, since browsers open them in advance; those without a complete request, after a second.
   */
  drain(): void;
}

/** The HTTP server with its time limits. */
export function shopServer(listener: RequestListener, limits = LIMITS): ShopServer {
  /** Open connections with their latest response; null before the first request. */
  const connections = new Map<Socket, ServerResponse<IncomingMessage> | null>();
  let draining = false;
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.check,
    },
    (request, response) => {
      connections.set(request.socket, response);
      if (draining) response.setHeader('connection', 'close');
      listener(request, response);
    },
  );
  server.timeout = limits.silence;
  server.on('connection', (socket) => {
    connections.set(socket, null);
    socket.once('close', () => connections.delete(socket));
  });
  return {
    server,
    drain() {
      draining = true;
      for (const [socket, response] of connections) {
        if (!response) socket.destroy();
        else response.once('close', () => socket.end());
      }
      setTimeout(() => {
        for (const [socket, response] of connections) {
          if (!response || response.writableFinished || !response.req.complete) socket.destroy();
        }
      }, HALF_SENT_MS).unref();
    },
  };
}
