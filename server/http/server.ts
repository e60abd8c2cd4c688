import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a proxy keeps connections open (60 s for nginx), so that it never sends a request on a closing one. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 20_000;
const REQUEST_MS = 30_000;
/** A socket without any traffic for this long is closed (fault 10). */
const SILENCE_MS = 120_000;

export interface ShopServer {
  server: Server;
  /** Closes connections that never sent a request. Browsers open them in advance, and `server.close()` would wait for them. */
  endUnused(): void;
}

/** The HTTP server with its time limits. */
export function shopServer(listener: RequestListener): ShopServer {
  const unused = new Set<Socket>();
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS },
    (request, response) => {
      unused.delete(request.socket);
      listener(request, response);
    },
  );
  server.timeout = SILENCE_MS;
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
