import { createServer, type RequestListener, type Server } from 'node:http';
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

export interface ShopServer {
  server: Server;
  /** Closes connections that never sent a request. Browsers open them in advance, and `server.close()` would wait for them. */
  endUnused(): void;
}

/** The HTTP server with its time limits. */
export function shopServer(listener: RequestListener, limits = LIMITS): ShopServer {
  const unused = new Set<Socket>();
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.check,
    },
    (request, response) => {
      unused.delete(request.socket);
      listener(request, response);
    },
  );
  server.timeout = limits.silence;
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  return {
    server,
    endUnused() {
      for (const socket of unused) socket.destroy();
    },
  };
}
