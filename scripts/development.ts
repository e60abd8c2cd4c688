import type { ServerBuild } from 'react-router';
import { createServer as createViteServer, type ViteDevServer } from 'vite';

let vite: ViteDevServer | undefined;

/**
 * Development: Vite in middleware mode serves the browser's modules with hot reload, and hands out the newest server
 * build for each page. It listens on its own port for the hot-reload socket.
 */
export async function developmentServer(): Promise<ViteDevServer> {
  vite ??= await createViteServer({ server: { middlewareMode: true }, appType: 'custom' });
  return vite;
}

/** A function that brings the current server build; edits to a page show at the next request. */
export async function developmentBuild(): Promise<() => Promise<ServerBuild>> {
  const server = await developmentServer();
  return async () => (await server.ssrLoadModule('virtual:react-router/server-build')) as ServerBuild;
}
