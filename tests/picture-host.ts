import { createServer, request as httpRequest } from 'node:http';
import type { RequestOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { pictureFetch } from '#server/media/fetch-picture.ts';

interface Answer {
  status?: number;
  location?: string;
  type?: string;
  body?: Buffer | string;
}

/**
 * Another site with pictures. `send` reaches it under every name; `/endless.jpg` never ends,
 * `/silent.jpg` never begins, `/cut.jpg` breaks off, and `/switch.jpg` switches protocols.
 */
export async function pictureHost() {
  const answers = new Map<string, Answer>();
  /** Addresses that were asked for. */
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '', 'http://pictures.example');
    asked.push(`https://${request.headers.host}${request.url}`);
    response.on('error', () => {});
    if (pathname === '/silent.jpg') return;
    if (pathname === '/switch.jpg') {
      request.socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n');
      return;
    }
    if (pathname === '/cut.jpg') {
      response.writeHead(200, { 'content-length': 10 }).write('half');
      setTimeout(() => response.destroy(), 20);
      return;
    }
    if (pathname === '/endless.jpg') {
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536)));
      };
      response.on('drain', more);
      more();
      return;
    }
    const { status, location, type, body } = answers.get(pathname) ?? { status: 404 };
    response.statusCode = status ?? 200;
    response.setHeader('content-type', type ?? 'image/jpeg');
    if (location) response.setHeader('location', location);
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const send: Parameters<typeof pictureFetch>[0] = (url, { headers, signal }: RequestOptions, done) =>
    httpRequest(
      {
        host: '127.0.0.1',
        port,
        path: `${url.pathname}${url.search}`,
        headers: { ...(headers as Record<string, string>), host: url.host },
        signal: signal as AbortSignal,
      },
      done,
    );
  return {
    port,
    asked,
    send,
    serve: (path: string, answer: Answer) => answers.set(path, answer),
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
