import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyBaseLogger } from 'fastify';
import { ShopRequest, UnfinishedBodies } from './bodies.ts';
import { cutUnread, UNREAD_LIMITS } from './slow-readers.ts';

/**
 * Longer than a proxy keeps connections open (60 s for nginx), so that it never sends a request on
 * a closing one.
 */
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
  /**
   * Bytes of all bodies together that are not complete, without those of uploads, which have a
   * limit of their own.
   */
  unfinished: 64 * 1024 * 1024,
  /** How many connections stay open. Each takes about 10 KB, also without a request. */
  connections: 5_000,
  ...UNREAD_LIMITS,
};

/** How long a client may take after SIGTERM to finish a request that it has begun, ms. */
const HALF_SENT_MS = 1_000;

/**
 * How many requests a connection may have without their responses. A browser or a proxy waits for
 * each one; a client that sends thousands in one go would have them all handled in one turn of the
 * event loop, before any limit.
 */
const MAX_UNANSWERED = 16;

interface Connection {
  /** Null before the first request. */
  latest: ServerResponse<IncomingMessage> | null;
  /** The responses that are not sent yet, in their order. */
  responses: ServerResponse<IncomingMessage>[];
  wait: { taken: number; due: number } | null;
}

export interface ShopServer {
  server: Server;
  /**
   * Prepares for `server.close()`, which waits for every connection: each one ends with its current
   * response. Those that never sent a request are closed at once, since browsers open them in
   * advance; those without a complete request, after a second.
   */
  drain(): void;
}

/**
 * Cuts a connection that may have thousands of requests: Node makes an error for each, and most of
 * its time would go into their stacks.
 */
function cut(socket: Socket): void {
  const { stackTraceLimit } = Error;
  socket.prependOnceListener('close', () => {
    Error.stackTraceLimit = 0;
  });
  socket.once('close', () => {
    Error.stackTraceLimit = stackTraceLimit;
  });
  socket.destroy();
}

/**
 * Responds to bytes that are no request, or to a request that took too long: they reach no route
 * and no hook.
 */
export function refuseBytes(error: NodeJS.ErrnoException, socket: Socket, headers: Record<string, string>): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const late = error.code === 'ERR_HTTP_REQUEST_TIMEOUT';
  const status = late ? 408 : error.code === 'HPE_HEADER_OVERFLOW' ? 431 : 400;
  const message = late ? 'The request took too long.' : 'This request cannot be read.';
  const body = JSON.stringify({ success: false, message });
  const fields = Object.entries({
    ...headers,
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(body.length),
    connection: 'close',
  });
  const lines = fields.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  if (socket.writable) socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`);
  socket.destroy(error);
}

/**
 * The connection that has waited longest for a request, if any does. Refusing new ones instead
 * would shut everybody out.
 */
function idleLongest(connections: Map<Socket, Connection>): Socket | undefined {
  for (const [socket, { responses }] of connections) if (responses.length === 0) return socket;
  return undefined;
}

/** The HTTP server with its time limits. */
export function shopServer(
  listener: RequestListener,
  log: Pick<FastifyBaseLogger, 'warn'>,
  limits = LIMITS,
): ShopServer {
  /** In the order of their last requests. */
  const connections = new Map<Socket, Connection>();
  const unfinished = new UnfinishedBodies(limits.unfinished);
  let draining = false;
  let tooMany = 0;
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: limits.headers,
      requestTimeout: limits.request,
      connectionsCheckingInterval: limits.check,
      IncomingMessage: ShopRequest,
    },
    (request, response) => {
      const connection = connections.get(request.socket);
      // The parser goes on with what it has read after the connection was cut.
      if (!connection || request.socket.destroyed) return;
      if (connection.responses.length >= MAX_UNANSWERED) {
        cut(request.socket);
        return;
      }
      connections.delete(request.socket);
      connections.set(request.socket, connection);
      connection.latest = response;
      connection.responses.push(response);
      request.countIn(unfinished);
      response.once('close', () => {
        connection.responses.shift();
        // Node throws away what comes after the response.
        request.uncount();
      });
      if (draining) response.setHeader('connection', 'close');
      listener(request, response);
    },
  );
  server.timeout = limits.silence;
  server.on('connection', (socket) => {
    if (connections.size >= limits.connections) {
      idleLongest(connections)?.destroy();
      tooMany += 1;
    }
    connections.set(socket, { latest: null, responses: [], wait: null });
    socket.once('close', () => connections.delete(socket));
  });
  server.on('listening', () => {
    const timer = setInterval(() => {
      cutUnread(connections, limits, performance.now());
      const requests = unfinished.takeCut();
      if (requests > 0) log.warn({ requests }, 'unfinished requests took too much memory; the oldest were cut');
      if (tooMany > 0)
        log.warn(
          { connections: tooMany },
          'too many connections; those without a request for the longest time were cut',
        );
      tooMany = 0;
    }, limits.progress).unref();
    server.once('close', () => clearInterval(timer));
  });
  return {
    server,
    drain() {
      draining = true;
      for (const [socket, { latest }] of connections) {
        if (!latest) socket.destroy();
        else latest.once('close', () => socket.end());
      }
      setTimeout(() => {
        for (const [socket, { latest }] of connections) {
          if (!latest || latest.writableFinished || !latest.req.complete) socket.destroy();
        }
      }, HALF_SENT_MS).unref();
    },
  };
}
