import { createServer, type RequestListener, type Server } from 'node:http';
import type { Socket } from 'node:net';

/** Longer than a proxy keeps its connections (60 s at nginx), so that it never sends into one that is being closed. */
const KEEP_ALIVE_MS = 65_000;
const HEADERS_MS = 20_000;
const REQUEST_MS = 30_000;
/** A client that neither sends nor takes a byte for so long is cut off (fault 10). */
const SILENCE_MS = 120_000;

export interface ShopServer {
  server: Server;
  /** Ends the connections that have never asked for anything. Browsers open such in advance, and Node waits for them. */
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
